/* scheduler.c - divides the files of a run among threads
 *
 * Small files go to the threads by name, many in a task; so does a big file that is one
 * message. A big text or mbox is cut into ranges, which the threads read themselves; where
 * a range of a text, or of an mbox whose messages have lengths, does not fit the one before,
 * the rest is read here. So is everything else: a stream, packed files, the members of an
 * archive. The messages that are read here are copied into tasks; one that is too big for
 * that is searched here when all before it is done. */
#include "cmd/scheduler.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/directory_cache.h"
#include "cmd/mailbox_range.h"
#include "cmd/merge.h"
#include "cmd/task.h"
#include "cmd/task_runner.h"
#include "cmd/thread_pool.h"
#include "cmd/messages.h"
#include "cmd/xmalloc.h"
#include "util/ascii.h"
#include "util/sparse_file.h"

enum {
	SMALL_FILE_BYTES = 256 * 1024,
	RANGE_BYTES = 4 * 1024 * 1024,
	MIN_RANGE_BYTES = 512 * 1024, /* at the end of a file */
	MAX_COPIED_BYTES = 4 * 1024 * 1024, /* of a message */
	TASK_BYTES = 512 * 1024, /* a task of several items is complete with this many, */
	ITEM_BYTES = 64,         /* to which each item adds these, */
	OPEN_BYTES = 4096        /* and each file to open these */
};

struct scheduler {
	struct direct_search *direct;
	const struct settings *settings;
	struct thread_pool *pool; /* NULL: there is one thread only */
	unsigned threads;
	struct task *task;        /* that is being filled; or NULL */
	struct merge merge;
	uint64_t member;          /* number of the last one that was read here */
	struct strbuf member_path;
	struct directory_cache directories; /* if there is one thread only */
	struct search_sums sums;  /* of what is read here */
};

struct scheduler *
scheduler_new(struct search_context *context, struct direct_search *direct,
    unsigned threads)
{
	struct scheduler *s = x_calloc(1, sizeof(*s));

	s->direct = direct;
	s->settings = context->settings;
	s->member_path.memory = &xmalloc_memory;
	s->directories = (struct directory_cache){ NULL, -1 };
	s->merge.limits = direct->limits;
	s->merge.progress = direct->progress;
	s->threads = threads;
	if (threads > 1)
		s->pool = thread_pool_new(threads, task_runner_main, context);
	return s;
}

void
scheduler_free(struct scheduler *s)
{
	if (s == NULL)
		return;
	thread_pool_free(s->pool);
	task_free(s->task);
	directory_cache_clear(&s->directories);
	strbuf_free(&s->member_path);
	free(s);
}

/* ---- tasks --- */

/* Merge what the tasks have found; wait while there are more than `most` of them. */
static void
merge_outputs(struct scheduler *s, size_t most)
{
	struct task_output *output;

	while ((output = thread_pool_take(s->pool, most)) != NULL) {
		merge_output(&s->merge, output);
		thread_pool_give_back(s->pool, output);
		if (limits_run_is_over(s->direct->limits))
			thread_pool_stop(s->pool);
	}
}

static void
start_task(struct scheduler *s)
{
	struct task *task = s->task;

	if (task == NULL)
		return;
	s->task = NULL;
	merge_outputs(s, thread_pool_most(s->pool));
	thread_pool_add(s->pool, task);
}

/* Wait until everything is searched and merged: what follows may be done here. */
static void
drain(struct scheduler *s)
{
	start_task(s);
	merge_outputs(s, 0);
}

/* Append an item to the task that is being filled. */
static struct task_item *
add_item(struct scheduler *s, enum task_item_kind kind, const char *path)
{
	if (s->task == NULL)
		s->task = task_new();
	return task_add_item(s->task, kind, path);
}

/* Complete the item, which is so many bytes to search. */
static void
end_item(struct scheduler *s, uint64_t bytes)
{
	s->task->weight += bytes + ITEM_BYTES;
	if (s->task->weight >= TASK_BYTES)
		start_task(s);
}

void
scheduler_add_error(struct scheduler *s, const char *path, const char *reason)
{
	struct task_item *item;

	if (s->pool == NULL) {
		message_file(path, reason);
		return;
	}
	item = add_item(s, ITEM_ERROR, path);
	item->reason = task_copy(s->task, reason, strlen(reason) + 1);
	end_item(s, 0);
}

/* Report what the reader here could not read. */
static void
add_read_error(struct scheduler *s, urlgrep_status status)
{
	struct search *search = s->direct->search;

	search_report_error(search, status);
	scheduler_add_error(s, search->path, search->reason);
}

void
scheduler_add_end(struct scheduler *s, const char *path)
{
	if (s->pool == NULL) {
		limits_end_file(s->direct->limits, path);
		return;
	}
	add_item(s, ITEM_MEMBER_END, path);
	end_item(s, 0);
}

static void
add_file(struct scheduler *s, const char *path, uint64_t bytes)
{
	add_item(s, ITEM_FILE, path);
	end_item(s, bytes + OPEN_BYTES);
}

/* Return true if more is wanted of the member that is being read here. What was merged
 * last may be of a file before it. */
static bool
is_wanted(const struct scheduler *s)
{
	const struct limits *limits = s->direct->limits;

	return s->merge.member == s->member ? !limits_file_is_full(limits) :
	    !limits_run_is_over(limits);
}

/* ---- ranges --- */

static void
add_range(struct scheduler *s, struct shared_file *file, const char *path,
    const urlgrep_mail_range *range)
{
	struct task_item *item = add_item(s, ITEM_RANGE, path);

	item->member = s->member;
	item->range = *range;
	item->file = file;
	file->references++;
	end_item(s, RANGE_BYTES);
}

/* Return where a range ends that ends at offset or, if that is in a hole, after it. */
static uint64_t
range_end(const struct shared_file *file, uint64_t offset)
{
	return file->is_sparse ? sparse_file_hole_end(file->fd, offset) : offset;
}

/* Return how many bytes the next range should have, of those that are left. The last ranges
 * of a file are smaller, so that the threads are done at about the same time. */
static uint64_t
range_bytes(const struct scheduler *s, uint64_t left)
{
	uint64_t share = left / (2 * s->threads);

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

/* Return the number of line feeds from begin to end, counted from the position of fd. */
static uint64_t
count_lines(int fd, uint64_t begin, uint64_t end)
{
	off_t origin = lseek(fd, 0, SEEK_CUR);
	char text[16 * 1024];
	uint64_t lines = 0;

	while (begin < end) {
		uint64_t left = end - begin;
		ssize_t n = pread(fd, text, left < sizeof(text) ? (size_t)left :
		    sizeof(text), origin + (off_t)begin);

		if (n <= 0)
			break;
		lines += line_count(text, (size_t)n);
		begin += (uint64_t)n;
	}
	return lines;
}

/* Cut `whole`, which ends no later than a file of so many bytes, into ranges, as the pool
 * has room for them. If no more of the file is wanted, the rest is not read. */
static void
add_ranges(struct scheduler *s, struct shared_file *file, const char *path,
    const urlgrep_mail_range *whole, uint64_t bytes)
{
	urlgrep_mail_range range = *whole;
	bool is_last = false;

	s->member++;
	range.line = range.message = 1;
	if (bytes > whole->end)
		bytes = whole->end;
	while (!is_last && is_wanted(s) && !s->merge.continuity.is_broken) {
		uint64_t left = range.begin < bytes ? bytes - range.begin : 0;
		uint64_t size = range_bytes(s, left);
		uint64_t end = left <= size ? bytes : range_end(file, range.begin + size);

		is_last = end >= bytes;
		range.end = is_last ? whole->end : end;
		add_range(s, file, path, &range);
		range.begin = range.end;
	}
}

/* ---- messages that are read here --- */

static void
add_message(struct scheduler *s, const urlgrep_message *message)
{
	struct task_item *item = add_item(s, ITEM_MESSAGE, s->member_path.at);

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
	s->merge.member = s->member;
	if (is_wanted(s))
		direct_search_current(s->direct, 0);
}

/* Schedule the messages of the member that was begun. */
static void
add_messages(struct scheduler *s)
{
	urlgrep_mail *mail = s->direct->search->mail;
	urlgrep_message message;
	urlgrep_status status;
	uint64_t number = 0; /* of the message before */

	while (is_wanted(s) &&
	    (status = urlgrep_mail_next_message(mail, &message)) != URLGREP_END) {
		/* only the reader knows how to read a later piece of a long message */
		bool is_piece = message.number > 0 && message.number == number;

		number = message.number;
		if (status != URLGREP_OK)
			add_read_error(s, status);
		else if (message.text.text && !is_piece && message.text.len <= MAX_COPIED_BYTES)
			add_message(s, &message);
		else
			search_message_here(s);
	}
}

/* Set the path of the member that is read here. */
static void
set_member_path(struct scheduler *s, const char *path)
{
	strbuf_clear(&s->member_path);
	strbuf_append(&s->member_path, path, strlen(path) + 1);
}

static void
add_member(struct scheduler *s, const urlgrep_member *member)
{
	s->member++;
	set_member_path(s, member->path);
	add_messages(s);
	scheduler_add_end(s, s->member_path.at);
}

/* ---- where ranges do not fit together --- */

/* Search the rest of a text here, from the last range that fits; what that range found is
 * merged already. */
static void
search_rest_of_text(struct scheduler *s, int fd, const char *path,
    const struct range_continuity *c)
{
	urlgrep_mail_range range = { .size = sizeof(range), .begin = c->good_begin,
		.end = UINT64_MAX, .line = c->good_line, .type = URLGREP_MAIL_TEXT,
		.flags = URLGREP_MAIL_KNOWN_DIVISIBLE };
	uint64_t bytes = c->broken_at - c->good_begin; /* that are counted already */
	struct search_sums sums;

	search_begin(s->direct->search,
	    urlgrep_mail_open_fd(s->direct->search->mail, path, fd, &range));
	direct_search_current(s->direct, c->broken_at);
	sums = search_sums_of(s->direct->search);
	if (sums.bytes < bytes)
		return; /* it became shorter */
	sums.bytes -= bytes;
	sums.file_bytes -= bytes;
	if (s->settings->need_line_numbers)
		sums.lines -= s->merge.lines_before + 1 - c->good_line;
	search_sums_add(&s->sums, sums);
}

/* Read the rest of an mbox whose messages have lengths here, from the message on that
 * follows the last one of the ranges that fit. */
static void
add_rest_of_mbox(struct scheduler *s, int fd, const char *path,
    const struct range_continuity *c)
{
	struct search_sums passed = { .bytes = c->left_after - c->broken_at };
	urlgrep_mail_range range = { .size = sizeof(range), .begin = c->left_after,
		.end = UINT64_MAX, .message = s->merge.messages_before + 1,
		.type = URLGREP_MAIL_MBOX, .flags = URLGREP_MAIL_HAS_LENGTHS };

	passed.file_bytes = passed.bytes;
	if (s->settings->need_line_numbers)
		passed.lines = count_lines(fd, c->broken_at, c->left_after);
	range.line = s->merge.lines_before + passed.lines + 1;
	direct_search_open(s->direct, fd, path, &range);
	set_member_path(s, path);
	add_messages(s);
	search_sums_add(&s->sums, passed);
	search_sums_add(&s->sums, search_sums_of(s->direct->search));
}

/* Wait for ranges that are checked; if some did not fit, search the rest of the file. */
static void
check_ranges(struct scheduler *s, int fd, const char *path, urlgrep_mail_type type)
{
	struct range_continuity continuity;

	drain(s);
	continuity = s->merge.continuity;
	s->merge.continuity = (struct range_continuity){ .is_broken = false };
	s->merge.member = s->member;
	if (!continuity.is_broken || !is_wanted(s))
		return;
	if (type == URLGREP_MAIL_TEXT)
		search_rest_of_text(s, fd, path, &continuity);
	else
		add_rest_of_mbox(s, fd, path, &continuity);
}

/* Have a file searched in ranges, see add_ranges. */
static void
divide_member(struct scheduler *s, struct shared_file *file, const char *path,
    const urlgrep_mail_range *whole)
{
	add_ranges(s, file, path, whole, bytes_left(file->fd));
	if (range_is_checked(whole))
		check_ranges(s, file->fd, path, whole->type);
	scheduler_add_end(s, path);
}

/* ---- files --- */

/* Return true if a thread can search the file by itself: by_name, it can be opened
 * again, and it is one text, message or document. */
static bool
is_one_message(const urlgrep_member *member, const char *path, bool by_name)
{
	return by_name && member->type != URLGREP_MAIL_MBOX &&
	    strcmp(member->path, path) == 0;
}

/* Complete what is to be read of a file. Return false, after it has ended, if that is
 * nothing. */
static bool
choose_range(struct scheduler *s, int fd, const char *path, urlgrep_mail_range *range)
{
	*range = (urlgrep_mail_range){ .size = sizeof(*range), .end = UINT64_MAX };
	if (!s->settings->has_range)
		return true;
	range->begin = s->settings->range_begin;
	range->end = s->settings->range_end;
	if (mailbox_range_complete(s->direct->search->mail, fd, path, range))
		return true;
	scheduler_add_end(s, path);
	return false;
}

/* Return the flags of the ranges of a file that was just opened in mail; 0 if it cannot be
 * cut. The messages of an mbox with holes end where a hole begins, whatever their length. */
static unsigned
choose_range_flags(urlgrep_mail *mail, const struct shared_file *file)
{
	if (urlgrep_mail_divisible(mail))
		return URLGREP_MAIL_KNOWN_DIVISIBLE;
	if (!file->is_sparse && urlgrep_mail_has_lengths(mail))
		return URLGREP_MAIL_HAS_LENGTHS;
	return 0;
}

/* Have a file searched by the threads. */
static void
divide_whole(struct scheduler *s, struct shared_file *file, const char *path,
    bool by_name)
{
	urlgrep_mail *mail = s->direct->search->mail;
	urlgrep_status status = direct_search_open(s->direct, file->fd, path, NULL);
	urlgrep_member member;
	unsigned range_flags;

	if (status != URLGREP_OK) {
		add_read_error(s, status);
		return;
	}
	range_flags = choose_range_flags(mail, file);
	while (!limits_run_is_over(s->direct->limits) &&
	    (status = urlgrep_mail_next_member(mail, &member)) != URLGREP_END) {
		if (status != URLGREP_OK) {
			add_read_error(s, status);
		} else if (range_flags != 0) {
			urlgrep_mail_range whole = { .size = sizeof(whole),
				.end = UINT64_MAX, .type = member.type,
				.flags = range_flags };

			divide_member(s, file, path, &whole);
			return;
		} else if (is_one_message(&member, path, by_name)) {
			add_file(s, path, SMALL_FILE_BYTES);
			return;
		} else {
			add_member(s, &member);
		}
	}
	search_sums_add(&s->sums, search_sums_of(s->direct->search));
}

/* Have the range of a file that is wanted searched by the threads. */
static void
divide(struct scheduler *s, struct shared_file *file, const char *path, bool by_name)
{
	urlgrep_mail_range range;

	if (!choose_range(s, file->fd, path, &range))
		return;
	if (range.type == URLGREP_MAIL_DETECT)
		divide_whole(s, file, path, by_name);
	else
		divide_member(s, file, path, &range);
}

/* Open a file; if there are too many open files, wait for those that are searched. */
static int
open_file(struct scheduler *s, const char *path)
{
	enum { FLAGS = O_RDONLY | O_CLOEXEC | O_NOCTTY };
	int fd = open(path, FLAGS);

	if (fd < 0 && (errno == EMFILE || errno == ENFILE)) {
		drain(s);
		fd = open(path, FLAGS);
	}
	return fd;
}

static void
search_directly(struct scheduler *s, int fd, const char *path)
{
	urlgrep_mail_range range;

	if (!choose_range(s, fd, path, &range))
		return;
	direct_search_open(s->direct, fd, path, &range);
	direct_search_members(s->direct);
	search_sums_add(&s->sums, search_sums_of(s->direct->search));
}

void
scheduler_search_path(struct scheduler *s, const char *path, uint64_t bytes)
{
	struct shared_file *file;
	int fd;

	if (s->pool && bytes <= SMALL_FILE_BYTES && !s->settings->has_range) {
		add_file(s, path, bytes);
		return;
	}
	fd = s->pool ? open_file(s, path) :
	    directory_cache_open(&s->directories, path);
	if (fd < 0) {
		scheduler_add_error(s, path, strerror(errno));
	} else if (s->pool) {
		file = shared_file_new(fd, false);
		divide(s, file, path, true);
		shared_file_release(file);
	} else {
		search_directly(s, fd, path);
		close(fd);
	}
}

void
scheduler_search_fd(struct scheduler *s, int fd, const char *path)
{
	struct shared_file *file;

	if (s->pool == NULL) {
		search_directly(s, fd, path);
		return;
	}
	file = shared_file_new(fd, true);
	divide(s, file, path, false);
	if (file->references > 1)
		drain(s);
	shared_file_release(file);
}

struct search_sums
scheduler_finish(struct scheduler *s)
{
	if (s->pool)
		drain(s);
	search_sums_add(&s->sums, s->merge.sums);
	return s->sums;
}
