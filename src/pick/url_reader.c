/* url_reader.c - reads files, bit by bit, and adds the URLs in them to a list */
#include "pick/url_reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cmd/walk.h"
#include "cmd/messages.h"
#include "cmd/xmalloc.h"
#include "pick/row_maker.h"

/* The clock is not looked at after each finding. */
enum { FINDINGS_PER_LOOK = 16 };

struct unread {
	char *path, *reason;
	bool is_option; /* path is that of a pattern */
};

struct url_reader {
	const struct settings *settings;
	struct url_list *list;
	struct walk *walk;
	struct search *search;
	struct row_maker *maker;
	struct url_input *inputs;
	size_t input_count;
	bool is_open; /* the last input is being read */
	size_t member;
	long found; /* that can be opened, in the member */
	struct url_message message; /* of the last finding, */
	const struct url_message *listed_message; /* and its copy in the list */
	struct unread *unread;
	size_t unread_count;
};

struct url_reader *
url_reader_new(const struct search_context *context, enum selection selection,
    char **names, struct url_list *list)
{
	struct url_reader *r = x_calloc(1, sizeof(*r));

	r->settings = context->settings;
	r->list = list;
	r->walk = walk_new(context->settings, names);
	r->search = search_new(context, 0);
	r->maker = row_maker_new(context, selection, list);
	return r;
}

void
url_reader_free(struct url_reader *r)
{
	size_t i;

	if (r == NULL)
		return;
	for (i = 0; i < r->input_count; i++)
		if (r->inputs[i].fd >= 0)
			close(r->inputs[i].fd);
	for (i = 0; i < r->unread_count; i++) {
		free(r->unread[i].path);
		free(r->unread[i].reason);
	}
	free(r->unread);
	free(r->inputs);
	row_maker_free(r->maker);
	search_free(r->search);
	walk_free(r->walk);
	free(r);
}

/* ---- what cannot be read --- */

static void
note_unread(struct url_reader *r, const char *path, const char *reason, bool is_option)
{
	size_t i;

	for (i = 0; is_option && i < r->unread_count; i++)
		if (strcmp(r->unread[i].path, path) == 0)
			return;
	r->unread = x_realloc(r->unread, (r->unread_count + 1) * sizeof(*r->unread));
	r->unread[r->unread_count++] = (struct unread){ x_strndup(path, strlen(path)),
		x_strndup(reason, strlen(reason)), is_option };
}

size_t
url_reader_error_count(const struct url_reader *r)
{
	return r->unread_count;
}

void
url_reader_report_errors(const struct url_reader *r)
{
	size_t i;

	for (i = 0; i < r->unread_count; i++)
		if (r->unread[i].is_option)
			message(r->unread[i].path, r->unread[i].reason);
		else
			message_file(r->unread[i].path, r->unread[i].reason);
}

/* ---- inputs --- */

const struct url_input *
url_reader_input(const struct url_reader *r, size_t i)
{
	return &r->inputs[i];
}

urlgrep_status
url_input_open(const struct url_input *input, urlgrep_mail *mail)
{
	if (input->fd < 0)
		return urlgrep_mail_open_file(mail, input->path, NULL);
	lseek(input->fd, 0, SEEK_SET);
	return urlgrep_mail_open_fd(mail, input->path, input->fd, NULL);
}

/* Copy what is left of a file to a nameless temporary one. Return its descriptor, or -1
 * and errno. */
static int
copy_to_temporary(int from)
{
	char piece[65536];
	FILE *file = tmpfile();
	ssize_t got = 0;
	int fd = -1;

	if (file == NULL)
		return -1;
	while ((got = read(from, piece, sizeof(piece))) > 0 || (got < 0 && errno == EINTR))
		if (got > 0 && fwrite(piece, 1, (size_t)got, file) != (size_t)got)
			break;
	if (got == 0 && fflush(file) == 0)
		fd = fcntl(fileno(file), F_DUPFD_CLOEXEC, 0);
	fclose(file);
	return fd;
}

/* Set *input to the file open as fd. Return false and set errno if it cannot be read. A
 * file that can be read by its name again is not copied. */
static bool
prepare_input(struct url_input *input, int fd, const char *path, bool has_name)
{
	struct stat st;

	*input = (struct url_input){ .path = path, .fd = -1 };
	if (fstat(fd, &st) != 0)
		return false;
	if (S_ISDIR(st.st_mode)) {
		errno = EISDIR;
		return false;
	}
	if (S_ISREG(st.st_mode) && has_name)
		return true;
	input->fd = copy_to_temporary(fd);
	return input->fd >= 0;
}

static bool
open_entry(const struct walk_entry *entry, struct url_input *input)
{
	int fd = STDIN_FILENO, error;
	bool is_ready;

	if (entry->path == NULL)
		return prepare_input(input, fd, "(standard input)", false);
	fd = open(entry->path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (fd < 0)
		return false;
	is_ready = prepare_input(input, fd, entry->path, true);
	error = errno;
	close(fd);
	errno = error;
	return is_ready;
}

/* Go to the next input. Return false after the last. */
static bool
next_input(struct url_reader *r)
{
	struct walk_entry entry;
	struct url_input input;
	const char *name;

	if (!walk_next(r->walk, &entry))
		return false;
	name = entry.path ? entry.path : "(standard input)";
	if (entry.error || !open_entry(&entry, &input)) {
		note_unread(r, name, strerror(entry.error ? entry.error : errno), false);
		return true;
	}
	input.path = url_list_copy(r->list, name, strlen(name));
	r->inputs = x_realloc(r->inputs, (r->input_count + 1) * sizeof(*r->inputs));
	r->inputs[r->input_count++] = input;
	r->is_open = true;
	r->member = 0;
	r->found = 0;
	search_begin(r->search, url_input_open(&input, r->search->mail));
	return true;
}

/* ---- findings --- */

static const char *
copy_field(struct url_reader *r, urlgrep_mail_field field)
{
	const char *value = urlgrep_mail_header(r->search->mail, field);

	return url_list_copy(r->list, value, value ? strlen(value) : 0);
}

/* Return the message of the finding, as it is in the list. */
static const struct url_message *
message_of_finding(struct url_reader *r)
{
	const urlgrep_location *l = &r->search->location;
	struct url_message *m = &r->message;

	if (r->listed_message && m->input == r->input_count - 1 &&
	    m->member == r->member && m->number == l->message &&
	    m->offset == l->message_offset)
		return r->listed_message;
	*m = (struct url_message){
		.path = url_list_copy(r->list, l->path, strlen(l->path)),
		.from = copy_field(r, URLGREP_MAIL_FROM),
		.subject = copy_field(r, URLGREP_MAIL_SUBJECT),
		.date = copy_field(r, URLGREP_MAIL_DATE),
		.input = r->input_count - 1, .member = r->member,
		.number = l->message, .offset = l->message_offset };
	r->listed_message = url_list_add_message(r->list, m);
	return r->listed_message;
}

static void
add_finding(struct url_reader *r)
{
	long most = r->settings->max_count;

	if (most >= 0 && r->found >= most) {
		search_skip_member(r->search);
		return;
	}
	if (row_maker_add(r->maker, r->search, message_of_finding(r)))
		r->found++;
	if (most >= 0 && r->found >= most)
		search_skip_member(r->search);
}

/* Do what the next event of the open input requires. */
static void
next_event(struct url_reader *r)
{
	switch (search_next(r->search)) {
	case SEARCH_FINDING:
		add_finding(r);
		break;
	case SEARCH_SKIPPED:
		note_unread(r, r->search->path, r->search->reason, false);
		break;
	case SEARCH_PATTERN_FAILED:
		note_unread(r, r->search->path, r->search->reason, true);
		break;
	case SEARCH_MEMBER_END:
		r->member++;
		r->found = 0;
		break;
	case SEARCH_END:
		r->is_open = false;
		break;
	case SEARCH_MESSAGE:
	case SEARCH_MESSAGE_END: /* only for formats that print whole messages */
		break;
	}
}

static unsigned
milliseconds_since(const struct timespec *begin)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (unsigned)((now.tv_sec - begin->tv_sec) * 1000 +
	    (now.tv_nsec - begin->tv_nsec) / 1000000);
}

bool
url_reader_step(struct url_reader *r, unsigned milliseconds)
{
	struct timespec begin;
	unsigned n;

	clock_gettime(CLOCK_MONOTONIC, &begin);
	for (n = 1;; n++) {
		if (!r->is_open && !next_input(r))
			return false;
		if (r->is_open)
			next_event(r);
		if (milliseconds && n % FINDINGS_PER_LOOK == 0 &&
		    milliseconds_since(&begin) >= milliseconds)
			return true;
	}
}
