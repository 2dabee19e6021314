/* scheduler.c - divides the files of a run into items
 *
 * Small files are passed to the threads by name, many in one task. A long text or mailbox is
 * divided into ranges, which the threads read themselves. If a range of a text, or of a mailbox
 * with Content-Length fields, does not fit the previous one, the rest is searched again. A stream
 * is searched by one thread, and so is a compressed file or archive, since decompression takes
 * longer than the search. With one thread nothing is divided. */
#include "cmd/scheduler.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/shared.h"
#include "cmd/walk.h"

enum {
	SMALL_FILE_BYTES = 256 * 1024,
	RANGE_BYTES = 4 * 1024 * 1024,
	MIN_RANGE_BYTES = 512 * 1024, /* at the end of a file */
	TASK_BYTES = 512 * 1024, /* the weight at which a task of several items is complete */
	ITEM_BYTES = 64,         /* added to the weight for each item */
	OPEN_BYTES = 4096        /* added for each file to open */
};

/* The descriptors that a thread needs at a time: one for a file, one to load a shared library or an
 * iconv module, and one for each waiting task, which may have a file open. The main thread has the
 * file that it divides, and one in the next task. */
enum { FILES_PER_THREAD = 2 + TASKS_PER_THREAD, FILES_OF_MAIN_THREAD = 4 };

struct scheduler {
	const struct settings *settings;
	const struct search_context *context;
	struct stat output;   /* standard output; st_mode is 0 if it is unknown */
	struct walk *walk;
	struct queue *queue;
	struct merge merge;
	struct search *probe; /* examines files; NULL until first needed */
	unsigned range_flags; /* of the last file */

	int fd; /* of the file that is being divided; -1: none */
	const char *path;
	urlgrep_mail_range range; /* from the next range to the end of the part to search */
	uint64_t bytes;           /* of the file, up to that end */
	uint64_t divided;         /* number of files divided so far, including this one */

	unsigned threads;
};

/* ---- tasks --- */

/* Add an item with about that number of bytes to search. */
static struct task_item *
add_item(struct scheduler *s, enum item_kind kind, const char *path, uint64_t bytes)
{
	struct task *task = queue_next_task(s->queue);

	task->weight += bytes + ITEM_BYTES;
	return task_add_item(task, kind, path);
}

/* Report why path was not read, as an error or a notice, in order with the output. */
static void
add_reason(struct scheduler *s, enum item_kind kind, const char *path, const char *reason)
{
	add_item(s, kind, path, 0);
	strbuf_append(&queue_next_task(s->queue)->text, reason, strlen(reason) + 1);
}

/* Add an open file, or a range of it, to the next task. */
static struct task_item *
add_open_file(struct scheduler *s, enum item_kind kind, int fd, const char *path,
    const urlgrep_mail_range *range)
{
	struct task_item *item = add_item(s, kind, path, RANGE_BYTES);

	item->range = *range;
	item->fd = fd;
	return item;
}

/* Return true if more findings of the divided file are wanted. */
static bool
is_wanted(const struct scheduler *s)
{
	return !s->merge.is_over && s->merge.full_divided != s->divided;
}

/* ---- ranges --- */

/* Begin to divide a file, or the part of it that `whole` covers, into ranges. */
static void
divide(struct scheduler *s, int fd, const char *path, const urlgrep_mail_range *whole)
{
	off_t at = lseek(fd, 0, SEEK_CUR);
	struct stat st = { .st_size = 0 };

	s->bytes = 0;
	if (at >= 0 && fstat(fd, &st) == 0 && st.st_size > at)
		s->bytes = (uint64_t)(st.st_size - at);
	if (s->bytes > whole->end)
		s->bytes = whole->end;
	s->fd = fd;
	s->path = path;
	s->range = *whole;
	s->range.line = s->range.message = 1;
	s->divided++;
}

bool
range_must_fit(const urlgrep_mail_range *range)
{
	return range->type == URLGREP_MAIL_TEXT || range->flags & URLGREP_MAIL_HAS_LENGTHS;
}

/* Search the rest of the divided file as one range: in a text, from the beginning of the last range
 * that fits, though its findings are merged; in a mailbox, from the message after that range. */
static void
add_rest(struct scheduler *s, const struct continuity *c)
{
	bool is_text = s->range.type == URLGREP_MAIL_TEXT;
	uint64_t begin = is_text ? c->good_begin : c->left_after;
	const urlgrep_mail_range range = { .size = sizeof(range), .begin = begin,
		.end = UINT64_MAX, .line = is_text ? c->good_line : 1, .message = 1,
		.type = s->range.type, .flags = s->range.flags };
	struct merge *m = &s->merge;
	struct task_item *item = add_open_file(s, ITEM_RANGE, s->fd, s->path, &range);

	item->divided = s->divided;
	item->skipped_to = is_text ? c->broken_at : 0;
	m->sums.bytes += begin - c->broken_at; /* in a text, subtracts bytes to be counted again */
	m->sums.file_bytes += begin - c->broken_at;
	if (is_text && s->settings->mail.flags & URLGREP_COUNT_LINES)
		m->sums.lines -= m->lines_before + 1 - c->good_line;
}

/* End the divided file. If its ranges must fit, first merge them to find out whether they do. */
static void
end_division(struct scheduler *s)
{
	struct continuity c = { .is_broken = false };

	if (range_must_fit(&s->range)) {
		queue_drain(s->queue);
		c = s->merge.continuity;
		s->merge.continuity = (struct continuity){ .is_broken = false };
	}
	if (c.is_broken && is_wanted(s))
		add_rest(s, &c);
	add_item(s, ITEM_END, s->path, 0)->fd = s->fd;
	s->fd = -1;
}

/* Add the next range of the divided file. The last ranges are smaller, so that the threads finish
 * at about the same time. If no more findings of the file are wanted, the rest is not read. */
static void
add_range(struct scheduler *s)
{
	urlgrep_mail_range range = s->range;
	uint64_t left = range.begin < s->bytes ? s->bytes - range.begin : 0;
	uint64_t share = left / (2 * (uint64_t)s->threads);
	uint64_t size = share < MIN_RANGE_BYTES ? MIN_RANGE_BYTES :
	    share > RANGE_BYTES ? RANGE_BYTES : share;

	if (left > size)
		range.end = range.begin + size;
	add_open_file(s, ITEM_RANGE, s->fd, s->path, &range)->divided = s->divided;
	s->range.begin = range.end;
	if (range.end == s->range.end || !is_wanted(s))
		end_division(s);
}

/* ---- files --- */

/* Decide whether a file may be divided; if so, complete the range and return true. A mailbox with
 * Content-Length fields may be divided only if all of its ranges are checked against each other when
 * merged. */
static bool
plan_division(struct scheduler *s, int fd, const char *path, urlgrep_mail_range *range)
{
	urlgrep_mail_range compared = *range;

	if (s->probe == NULL)
		s->probe = search_new(s->context, false);
	if (search_is_divisible(s->probe, fd, path, range))
		return true;
	compared.flags |= URLGREP_MAIL_HAS_LENGTHS;
	if (s->settings->has_range || s->context->collected ||
	    !search_is_divisible(s->probe, fd, path, &compared))
		return false;
	*range = compared;
	return true;
}

/* Search an open file. --range selects a part of it only if it is a mailbox whose messages can be
 * found from any byte on; a message belongs to the range in which it begins. Any other file counts
 * as one message that begins at 0. A pipe is never divided, since it can be read only once. */
static void
search_file(struct scheduler *s, int fd, const char *path, bool is_pipe)
{
	const struct settings *settings = s->settings;
	urlgrep_mail_range range = search_whole_file(s->range_flags), divided = range;
	bool has_threads = queue_has_threads(s->queue), has_range = settings->has_range;
	/* ranges of a text may begin in the middle of a line */
	bool needs_mbox = has_range || settings->need_columns;
	bool divides = !is_pipe && (has_threads || has_range) &&
	    plan_division(s, fd, path, &divided) &&
	    (divided.type == URLGREP_MAIL_MBOX || !needs_mbox);

	if (divides) {
		range = divided;
		range.begin = settings->range_begin;
		range.end = settings->range_end;
	}
	if (settings->range_begin == settings->range_end ||
	    (settings->range_begin > 0 && !divides))
		add_item(s, ITEM_END, path, 0)->fd = fd;
	else if (divides && has_threads)
		divide(s, fd, path, &range);
	else
		add_open_file(s, ITEM_FILE, fd, path, &range);
}

/* Return true if this command is writing the file, so that reading it would never end. As in
 * grep, that matters only if more than one URL of a file may be printed. */
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

/* Search the file open as fd, which is closed after use unless it is standard input. */
static void
search_fd(struct scheduler *s, int fd, const char *path)
{
	struct stat st;
	const char *reason = fstat(fd, &st) != 0 ? strerror(errno) :
	    S_ISDIR(st.st_mode) ? "is a directory; -r searches it" :
	    is_output(s, &st) ? "input file is also the output" : NULL;

	if (reason == NULL && s->settings->max_count != 0) {
		search_file(s, fd, path, !S_ISREG(st.st_mode));
		return;
	}
	file_close(fd);
	if (reason)
		add_reason(s, ITEM_ERROR, path, reason);
	else
		add_item(s, ITEM_END, path, 0);
}

/* Return the reason why a file was not opened. The first name may be intended as a pattern, as in
 * grep and ripgrep, if it is not a file, there is no -e, and it is the only name or other names
 * are files. */
static const char *
open_error(const struct scheduler *s, const char *path, int error)
{
	const char *const *names = s->settings->names, *const *name = names;
	struct stat st;

	if (error != ENOENT || path != *names || s->settings->patterns.count > 0 ||
	    s->settings->asked.file_names.count > 0 || lstat(path, &st) == 0)
		return strerror(error);
	if (s->settings->format->has_names && field_named(path, strcspn(path, ",")))
		return "no such file or directory; columns go after an equals sign, as in --csv=url";
	while (*++name && access(*name, F_OK) != 0)
		;
	return *name || names[1] == NULL ?
	    "no such file or directory; a pattern goes after -e" : strerror(error);
}

/* Search a path. Only a regular file can be opened later, in another thread: opening a named pipe
 * may block, and it can be read only once, so not in a prepass. */
static void
search_path(struct scheduler *s, const char *path, const struct stat *status)
{
	const struct settings *settings = s->settings;
	bool is_regular = status && S_ISREG(status->st_mode);
	int fd;

	if (s->context->collected && !is_regular)
		return;
	if (is_regular && settings->max_count != 0 &&
	    !settings->has_range && !is_output(s, status) &&
	    (!queue_has_threads(s->queue) || status->st_size <= SMALL_FILE_BYTES)) {
		add_item(s, ITEM_FILE, path, (uint64_t)status->st_size + OPEN_BYTES)->range =
		    search_whole_file(s->range_flags);
		return;
	}
	fd = file_open(path);
	if (fd < 0)
		add_reason(s, ITEM_ERROR, path, open_error(s, path, errno));
	else
		search_fd(s, fd, path);
}

/* ---- a run --- */

/* With -q, wait for the results of the files before one that is not regular. Return true if a URL
 * was found in them: then it need not be read, and a pipe may deliver nothing for a long time. */
static bool
await_answer_before(struct scheduler *s, const struct stat *status)
{
	if (s->settings->mode != OUTPUT_NOTHING || (status && S_ISREG(status->st_mode)))
		return false;
	queue_drain(s->queue);
	return s->merge.is_over;
}

/* Add the next items of the input, at most one of which is searched. Return false at the end. */
static bool
add_next(struct scheduler *s)
{
	struct walk_entry entry;

	if (s->fd >= 0) {
		add_range(s);
		return true;
	}
	if (!walk_next(s->walk, &entry))
		return false;
	s->range_flags = entry.range_flags;
	if (entry.reason) {
		add_reason(s, entry.is_loop ? ITEM_NOTICE : ITEM_ERROR, entry.path, entry.reason);
	} else if (await_answer_before(s, entry.status)) {
		return false;
	} else if (entry.path) {
		search_path(s, entry.path, entry.status);
	} else {
		if (isatty(STDIN_FILENO))
			queue_drain(s->queue);
		message_terminal(READING_TERMINAL);
		search_fd(s, STDIN_FILENO, STDIN_NAME);
	}
	return true;
}

/* Raise the limit on descriptors to the maximum, and return how many of the requested threads can
 * have their files open. Assume that the descriptors open now are the lowest. */
static unsigned
limit_threads(unsigned threads)
{
	int used = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
	struct rlimit limit = { .rlim_cur = 0 }, most;
	uint64_t needed = (uint64_t)used + FILES_OF_MAIN_THREAD;

	if (used >= 0)
		close(used);
	getrlimit(RLIMIT_NOFILE, &limit);
	most = (struct rlimit){ limit.rlim_max, limit.rlim_max };
	if (setrlimit(RLIMIT_NOFILE, &most) == 0)
		limit = most;
	while (threads > 1 && (uint64_t)limit.rlim_cur < needed + (uint64_t)threads * FILES_PER_THREAD)
		threads--;
	return used >= 0 ? threads : 1;
}

bool
scheduler_run(const struct search_context *context, const struct timespec *start)
{
	const struct settings *settings = context->settings;
	const struct printer_format *format = settings->format;
	struct printer *printer = printer_new(settings, output_buffer());
	struct scheduler s = { .settings = settings, .context = context, .fd = -1,
		.walk = walk_new(settings),
		.merge = { .settings = settings, .printer = printer,
			.printed = urlgrep_url_set_new(&xmalloc_memory) } };

	s.threads = limit_threads((unsigned)settings->threads);
	s.queue = queue_new(s.threads, context, &s.merge);
	if (fstat(STDOUT_FILENO, &s.output) != 0)
		s.output.st_mode = 0;

	if (settings->mode == OUTPUT_FINDINGS && format->has_names)
		format->print_finding(printer, NULL);
	while (!s.merge.is_over && add_next(&s))
		if (queue_next_task(s.queue)->weight >= TASK_BYTES || !queue_has_threads(s.queue))
			queue_add(s.queue);
	queue_drain(s.queue);
	progress_clear_line();
	if (settings->mode != OUTPUT_NOTHING && format->print_summary)
		format->print_summary(printer, &(struct run_summary){ .files = s.merge.files,
			.urls = s.merge.urls, .skipped = messages_about_files(),
			.sums = s.merge.sums, .seconds = seconds_since(start) });

	queue_free(s.queue);
	file_close(s.fd);
	walk_free(s.walk);
	search_free(s.probe);
	urlgrep_url_set_free(s.merge.printed);
	printer_free(printer);
	return s.merge.found_any;
}
