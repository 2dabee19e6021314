/* scheduler.c - divides the files of a run into items for the threads
 *
 * Small files go to the threads by name, many in a task; so does a big file that is one
 * message, or a mailbox with Content-Length fields, in which a message can only be found from the
 * one before. A big text or other mailbox is cut into ranges, which the threads read themselves;
 * where a range of a text does not fit the one before, the rest is searched here. Everything
 * else is read here: a stream, packed files, the members of an archive. The messages that are
 * read here are copied into tasks; one that is too big for that is searched here when all before
 * it is done.
 *
 * With one thread nothing is divided: each item is a whole input, and is searched here. */
#include "cmd/scheduler.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/progress.h"
#include "cmd/messages.h"
#include "cmd/walk.h"
#include "cmd/xmalloc.h"
#include "util/sparse_file.h"

enum {
	SMALL_FILE_BYTES = 256 * 1024,
	RANGE_BYTES = 2 * 1024 * 1024,
	MIN_RANGE_BYTES = 512 * 1024, /* at the end of a file */
	MAX_COPIED_BYTES = 4 * 1024 * 1024, /* of a message */
	TASK_BYTES = 512 * 1024, /* a task of several items is complete with this many, */
	ITEM_BYTES = 64,         /* to which each item adds these, */
	OPEN_BYTES = 4096        /* and each file to open these */
};

/* Descriptors that a thread needs at a time: a file, and a shared library or a module of
 * iconv, which otherwise could not be loaded. The main thread needs one more, to find
 * holes, beside the shared files. */
enum { FILES_PER_THREAD = 2, FILES_OF_MAIN_THREAD = 3 };

struct scheduler {
	const struct settings *settings;
	char **names;         /* those on the command line */
	struct stat output;   /* standard output; st_mode is 0 if it is unknown */
	struct limits *limits;
	struct worker *here;  /* the worker of this thread */
	struct queue *queue;  /* NULL: there is one thread only */
	struct merge merge;
	struct task *task;    /* that is being filled */
	uint64_t member;      /* number of the last one that was read here */
	struct strbuf member_path;
	urlgrep_mail_sums sums; /* of input read here, and searched by others */
	unsigned threads;
	atomic_uint open_files; /* shared ones that are not closed yet */
	unsigned max_open_files;
};

/* ---- tasks --- */

static void
start_task(struct scheduler *s)
{
	if (s->task->item_count == 0)
		return;
	queue_add(s->queue, s->task);
	s->task = task_new();
}

/* Wait until everything is searched and printed, so that this thread may run the next item. */
static void
drain(struct scheduler *s)
{
	if (s->queue == NULL)
		return;
	start_task(s);
	queue_drain(s->queue);
}

/* Run the last item of the task here. Nothing else is in it, and nothing is in the queue. */
static void
run_here(struct scheduler *s)
{
	worker_run_item(s->here, s->task, 0);
	task_clear_items(s->task);
	merge_limits(&s->merge, s->member);
}

/* Complete the item that was added last, which is so many bytes to search. */
static void
end_item(struct scheduler *s, uint64_t bytes)
{
	if (s->queue == NULL) {
		run_here(s);
		return;
	}
	s->task->weight += bytes + ITEM_BYTES;
	if (s->task->weight >= TASK_BYTES)
		start_task(s);
}

/* Report that path could not be read, after all output before it. It may be a part of the member
 * that is read here. */
static void
add_error(struct scheduler *s, const char *path, const char *reason, bool is_in_member)
{
	struct task_item *item = task_add_item(s->task, ITEM_ERROR, path);

	item->member = is_in_member ? s->member : 0;
	item->reason = task_copy(s->task, reason, strlen(reason) + 1);
	end_item(s, 0);
}

/* Report the error of the reader in this thread. */
static void
add_read_error(struct scheduler *s, urlgrep_status status, bool is_in_member)
{
	struct search *search = s->here->search;

	search_report_error(search, status);
	add_error(s, search->path, search->reason, is_in_member);
}

static void
add_end(struct scheduler *s, const char *path)
{
	task_add_item(s->task, ITEM_END, path);
	end_item(s, 0);
}

/* Have a file opened and searched by a thread. */
static void
add_file(struct scheduler *s, const char *path, uint64_t bytes)
{
	task_add_item(s->task, ITEM_FILE, path);
	end_item(s, bytes + OPEN_BYTES);
}

/* Add an item that refers to an open file, and is not complete yet. */
static struct task_item *
add_file_item(struct scheduler *s, enum item_kind kind, struct shared_file *file,
    const char *path, const urlgrep_mail_range *range)
{
	struct task_item *item = task_add_item(s->task, kind, path);

	item->range = *range;
	item->file = file;
	atomic_fetch_add(&file->references, 1);
	return item;
}

/* Return true if no more is wanted of the run. */
static bool
is_over(const struct scheduler *s)
{
	return atomic_load(&s->merge.is_over);
}

/* Return true if more is wanted of the member that is read here. */
static bool
is_wanted(const struct scheduler *s)
{
	return !is_over(s) && atomic_load(&s->merge.full_member) != s->member;
}

/* ---- ranges --- */

/* Return how many bytes the next range should have, of those that are left. The last ranges
 * of a file are smaller, so that the threads are done at about the same time. */
static uint64_t
range_bytes(const struct scheduler *s, uint64_t left)
{
	uint64_t share = left / (2 * (uint64_t)s->threads);

	return share < MIN_RANGE_BYTES ? MIN_RANGE_BYTES :
	    share > RANGE_BYTES ? RANGE_BYTES : share;
}

/* Return how many bytes there are from the position of fd on. */
static uint64_t
bytes_left(int fd)
{
	off_t at = lseek(fd, 0, SEEK_CUR);
	struct stat st;

	if (at < 0 || fstat(fd, &st) != 0 || st.st_size < at)
		return 0;
	return (uint64_t)(st.st_size - at);
}

/* Cut `whole`, which ends no later than the file, into ranges. A range that would end in a hole
 * of the file ends after the hole. If no more of the file is wanted, the rest is not read. */
static void
add_ranges(struct scheduler *s, struct shared_file *file, const char *path,
    const urlgrep_mail_range *whole)
{
	urlgrep_mail_range range = *whole;
	uint64_t bytes = bytes_left(file->fd);
	bool is_last = false;

	s->member++;
	range.line = range.message = 1;
	if (bytes > whole->end)
		bytes = whole->end;
	while (!is_last && is_wanted(s)) {
		uint64_t left = range.begin < bytes ? bytes - range.begin : 0;
		uint64_t size = range_bytes(s, left);
		uint64_t end = left <= size ? bytes : range.begin + size;

		if (file->is_sparse && left > size)
			end = sparse_file_hole_end(file->fd, end);
		is_last = end >= bytes;
		range.end = is_last ? whole->end : end;
		add_file_item(s, ITEM_RANGE, file, path, &range)->member = s->member;
		end_item(s, RANGE_BYTES);
		range.begin = range.end;
	}
}

/* Search the rest of a text here, from the last range that fits; its findings are merged
 * already. */
static void
search_rest_of_text(struct scheduler *s, struct shared_file *file, const char *path,
    const struct continuity *c)
{
	const urlgrep_mail_range range = { .size = sizeof(range), .begin = c->good_begin,
		.end = UINT64_MAX, .line = c->good_line, .type = URLGREP_MAIL_TEXT,
		.flags = URLGREP_MAIL_KNOWN_DIVISIBLE };
	uint64_t counted = c->broken_at - c->good_begin; /* bytes */
	urlgrep_mail_sums *sums = &s->here->sums;

	add_file_item(s, ITEM_RANGE, file, path, &range)->skipped_to = c->broken_at;
	run_here(s);
	sums->bytes -= counted;
	sums->file_bytes -= counted;
	if (s->settings->need_line_numbers)
		sums->lines -= s->merge.lines_before + 1 - c->good_line;
}

/* Have a file searched in ranges. Ranges of a text are checked when they are merged. */
static void
divide_member(struct scheduler *s, struct shared_file *file, const char *path,
    const urlgrep_mail_range *whole)
{
	struct continuity c;

	add_ranges(s, file, path, whole);
	if (whole->type == URLGREP_MAIL_TEXT) {
		drain(s);
		c = s->merge.continuity;
		s->merge.continuity = (struct continuity){ .is_broken = false };
		if (c.is_broken && is_wanted(s))
			search_rest_of_text(s, file, path, &c);
	}
	add_end(s, path);
}

/* ---- messages that are read here --- */

static void
add_message(struct scheduler *s, const urlgrep_message *message)
{
	struct task_item *item = task_add_item(s->task, ITEM_MESSAGE, s->member_path.at);

	item->member = s->member;
	item->range = (urlgrep_mail_range){ .size = sizeof(item->range),
		.end = UINT64_MAX, .line = message->line,
		.message = message->number, .offset = message->offset,
		.type = message->type };
	item->text = task_copy(s->task, message->text.text, message->text.len);
	item->text_len = message->text.len;
	end_item(s, message->text.len);
}

static void
search_message_here(struct scheduler *s)
{
	drain(s);
	if (!is_wanted(s))
		return;
	task_add_item(s->task, ITEM_HERE, s->member_path.at)->member = s->member;
	run_here(s);
}

/* Schedule the messages of a member that was begun. */
static void
add_member(struct scheduler *s, const urlgrep_member *member)
{
	urlgrep_mail *mail = s->here->search->mail;
	const urlgrep_message *message;
	urlgrep_status status;
	uint64_t number = 0; /* of the message before */

	s->member++;
	strbuf_clear(&s->member_path);
	strbuf_append(&s->member_path, member->path, strlen(member->path) + 1);
	while (is_wanted(s) &&
	    (status = urlgrep_mail_next_message(mail, &message)) != URLGREP_END) {
		/* only the reader knows how to read a later piece of a long message */
		bool is_piece = message->number > 0 && message->number == number;

		worker_show_progress(s->here);
		number = message->number;
		if (status != URLGREP_OK)
			add_read_error(s, status, true);
		else if (message->text.text && !is_piece && message->text.len <= MAX_COPIED_BYTES)
			add_message(s, message);
		else
			search_message_here(s);
	}
	add_end(s, s->member_path.at);
}

/* ---- files --- */

/* Complete the range of a file to be read: that of --range for a mailbox whose messages can be
 * found from any byte on, or else the whole file. A message belongs to the range in which it
 * begins; a file that cannot be divided counts as one message, which begins at 0. Return false if
 * no message begins in the range. */
static bool
choose_range(struct scheduler *s, int fd, const char *path, urlgrep_mail_range *range)
{
	*range = (urlgrep_mail_range){ .size = sizeof(*range), .end = UINT64_MAX };
	if (!s->settings->has_range)
		return true;
	range->begin = s->settings->range_begin;
	range->end = s->settings->range_end;
	if (range->begin == range->end)
		return false;
	if (search_is_divisible_mailbox(s->here->search, fd, path)) {
		range->type = URLGREP_MAIL_MBOX;
		range->flags = URLGREP_MAIL_KNOWN_DIVISIBLE;
		return true;
	}
	range->end = UINT64_MAX;
	return range->begin == 0;
}

/* Have a file searched by the threads: in ranges, by one of them if it is one message that can be
 * opened by its name again, or message by message. */
static void
divide(struct scheduler *s, struct shared_file *file, const char *path, bool by_name)
{
	struct search *search = s->here->search;
	urlgrep_mail_range whole = { .size = sizeof(whole), .end = UINT64_MAX,
		.flags = URLGREP_MAIL_KNOWN_DIVISIBLE };
	const urlgrep_member *member;
	urlgrep_status status;
	urlgrep_mail_sums sums;
	bool is_divisible, has_lengths;

	search_open(search, file->fd, path, NULL);
	if (search->state == SEARCH_OPEN_FAILED) {
		add_read_error(s, URLGREP_SKIPPED, false);
		return;
	}
	is_divisible = urlgrep_mail_divisible(search->mail);
	has_lengths = !is_divisible && urlgrep_mail_has_lengths(search->mail);
	while (!is_over(s) &&
	    (status = urlgrep_mail_next_member(search->mail, &member)) != URLGREP_END) {
		whole.type = member->type;
		if (status != URLGREP_OK) {
			add_read_error(s, status, false);
		} else if (is_divisible) {
			divide_member(s, file, path, &whole);
			return;
		} else if (by_name && strcmp(member->path, path) == 0 &&
		    (member->type != URLGREP_MAIL_MBOX || has_lengths)) {
			add_file(s, path, SMALL_FILE_BYTES);
			return;
		} else {
			add_member(s, member);
		}
	}
	sums = urlgrep_mail_sums_of(search->mail);
	search_sums_add(&s->sums, &sums);
}

static void
search_file(struct scheduler *s, struct shared_file *file, const char *path, bool by_name)
{
	urlgrep_mail_range range;

	if (!choose_range(s, file->fd, path, &range)) {
		add_end(s, path);
	} else if (s->queue == NULL) {
		add_file_item(s, ITEM_OPEN, file, path, &range);
		end_item(s, 0);
	} else if (range.type != URLGREP_MAIL_DETECT) {
		divide_member(s, file, path, &range);
	} else {
		divide(s, file, path, by_name);
	}
}

/* Return true if the file is being written by this command: reading it would never end.
 * As in grep, that matters only if more than one URL of a file may be printed. */
static bool
is_output(const struct scheduler *s, const struct stat *in)
{
	const struct stat *out = &s->output;

	if (s->settings->mode != OUTPUT_FINDINGS || s->settings->max_count == 0 ||
	    s->settings->max_count == 1)
		return false;
	return S_ISREG(in->st_mode) && S_ISREG(out->st_mode) &&
	    in->st_dev == out->st_dev && in->st_ino == out->st_ino;
}

/* Search the file open as fd, which is closed when it is not needed any more unless it is
 * standard input. */
static void
search_fd(struct scheduler *s, int fd, const char *path, bool by_name)
{
	struct shared_file *file = x_malloc(sizeof(*file));
	struct stat st = { .st_size = 0 };
	int error = fstat(fd, &st) != 0 ? errno : S_ISDIR(st.st_mode) ? EISDIR : 0;

	file->fd = fd;
	file->open_files = &s->open_files;
	atomic_fetch_add(&s->open_files, 1);
	atomic_init(&file->references, 1);
	file->is_sparse = error == 0 && sparse_file_is(&st);
	if (error)
		add_error(s, path, strerror(error), false);
	else if (is_output(s, &st))
		add_error(s, path, "input file is also the output", false);
	else if (s->settings->max_count == 0)
		add_end(s, path);
	else
		search_file(s, file, path, by_name);
	shared_file_release(file);
}

/* A second "-" finds nothing, as with a pipe, also if standard input is a file. */
static void
search_stdin(struct scheduler *s)
{
	if (isatty(STDIN_FILENO) && isatty(STDERR_FILENO)) {
		drain(s);
		message_notice(STDIN_NAME, NOTICE_TERMINAL);
	}
	search_fd(s, STDIN_FILENO, STDIN_NAME, false);
	drain(s);
	lseek(STDIN_FILENO, 0, SEEK_END);
}

/* Return the reason why a file was not opened. The first name may be meant as a pattern, as in
 * grep and ripgrep, if it is not a file, there is no -e, and it is the only name or other names
 * are files. */
static const char *
open_error(const struct scheduler *s, const char *path, int error)
{
	char **name = s->names;
	struct stat st;

	if (error != ENOENT || path != *name || s->settings->patterns.count > 0 ||
	    lstat(path, &st) == 0)
		return strerror(error);
	while (*++name && access(*name, F_OK) != 0)
		;
	return *name || s->names[1] == NULL ?
	    "no such file or directory; a pattern goes after -e" : strerror(error);
}

/* Only a regular file can be opened later, and in another thread: opening a named pipe
 * may wait. If too many files are open, wait for those that are searched. */
static void
search_path(struct scheduler *s, const char *path, const struct stat *status)
{
	const struct settings *settings = s->settings;
	struct stat st;
	bool is_regular;
	int fd;

	if (status == NULL && stat(path, &st) == 0)
		status = &st;
	is_regular = status && S_ISREG(status->st_mode);
	if (is_regular && settings->max_count != 0 && !settings->has_range &&
	    !is_output(s, status) &&
	    (s->queue == NULL || status->st_size <= SMALL_FILE_BYTES)) {
		add_file(s, path, (uint64_t)status->st_size);
		return;
	}
	if (atomic_load(&s->open_files) >= s->max_open_files)
		drain(s);
	fd = file_open(path);
	if (fd < 0)
		add_error(s, path, open_error(s, path, errno), false);
	else
		search_fd(s, fd, path, is_regular);
}

/* ---- a run --- */

static void
search_all(struct scheduler *s)
{
	struct walk *walk = walk_new(s->settings, s->names);
	struct walk_entry entry;

	while (!is_over(s) && walk_next(walk, &entry)) {
		if (entry.error)
			add_error(s, entry.path, strerror(entry.error), false);
		else if (entry.path)
			search_path(s, entry.path, entry.status);
		else
			search_stdin(s);
	}
	walk_free(walk);
	drain(s);
}

static void
print_summary(struct scheduler *s, const struct timespec *start)
{
	struct run_summary summary = { .skipped = messages_about_files(), .sums = s->sums,
		.seconds = seconds_since(start) };

	search_sums_add(&summary.sums, &s->here->sums);
	search_sums_add(&summary.sums, &s->merge.sums);
	limits_summarize(s->limits, &summary);
	printer_print_summary(s->here->printer, &summary);
}

/* Start no more threads than may have their files open, and share the rest of the descriptors
 * among files that are divided. Those that are open now are taken to be the lowest. */
static void
limit_files(struct scheduler *s)
{
	int used = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
	uint64_t spare = 0, threads = (uint64_t)s->settings->threads;
	struct rlimit limit;

	if (used >= 0)
		close(used);
	if (used >= 0 && getrlimit(RLIMIT_NOFILE, &limit) == 0 &&
	    limit.rlim_cur > (rlim_t)used + FILES_OF_MAIN_THREAD)
		spare = limit.rlim_cur - (rlim_t)used - FILES_OF_MAIN_THREAD;
	if (threads > spare / FILES_PER_THREAD)
		threads = spare / FILES_PER_THREAD;
	spare -= threads * FILES_PER_THREAD;
	s->threads = (unsigned)threads;
	s->max_open_files = spare < UINT_MAX ? 1 + (unsigned)spare : UINT_MAX;
}

bool
scheduler_run(const struct search_context *context, char **names, struct progress *progress,
    const struct timespec *start)
{
	const struct settings *settings = context->settings;
	struct scheduler s = { .settings = settings, .names = names, .task = task_new(),
		.member_path.memory = &xmalloc_memory, .here = worker_new(context, progress) };
	bool found_any;

	s.limits = s.here->limits = limits_new(settings, s.here->printer, progress);
	s.merge.limits = s.limits;
	s.merge.progress = progress;
	limit_files(&s);
	if (s.threads > 1)
		s.queue = queue_new(s.threads, context, &s.merge);
	if (fstat(STDOUT_FILENO, &s.output) != 0)
		s.output.st_mode = 0;

	printer_print_begin(s.here->printer);
	search_all(&s);
	progress_clear_line(progress);
	printer_print_end(s.here->printer);
	print_summary(&s, start);
	found_any = limits_found_any(s.limits);

	queue_free(s.queue);
	task_free(s.task);
	limits_free(s.limits);
	worker_free(s.here);
	strbuf_free(&s.member_path);
	return found_any;
}
