/* input.c - the URLs of files, or of the output of urlgrep --json
 *
 * A file that begins as the output of urlgrep --json does is taken for it. Files of mail and
 * text are read with liburlgrep-mail, as urlgrep does without options. */
#include "report/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/messages.h"
#include "cmd/xmalloc.h"
#include "row/warnings.h"
#include "report/json_input.h"
#include "urlgrep.h"
#include "urlgrep_mail.h"

/* The first bytes of a line of urlgrep --json. */
static const char json_begin[] = "{\"type\":\"";

enum { BEGIN_LENGTH = sizeof(json_begin) - 1 };

struct input {
	char **names;        /* the next one, */
	bool is_stdin_next;  /* or standard input */
	const char *name;    /* of the current file */
	int fd;              /* -1: none is open */
	char begin[BEGIN_LENGTH]; /* the first bytes, which were read to detect its type */
	size_t begin_len;
	urlgrep_mail_source source; /* of a file that cannot be read again */

	FILE *json; /* NULL: the file is read with liburlgrep-mail */
	char *line;
	size_t line_size;
	uint64_t line_number;
	uint64_t messages; /* of files before this one */

	urlgrep_grammar *grammar;
	urlgrep_mail *mail;
};

struct input *
input_new(char **names)
{
	urlgrep_mail_options options = { .size = sizeof(options),
		.memory = &xmalloc_memory };
	struct input *in = x_calloc(1, sizeof(*in));

	in->names = names;
	in->is_stdin_next = *names == NULL;
	in->fd = -1;
	in->grammar = urlgrep_grammar_new("current", 0, &xmalloc_memory, NULL);
	if (in->grammar == NULL)
		x_die();
	in->mail = urlgrep_mail_new(in->grammar, &options);
	if (in->mail == NULL)
		x_die();
	return in;
}

static void
close_file(struct input *in)
{
	if (in->json)
		fclose(in->json);
	else if (in->fd >= 0)
		in->messages += urlgrep_mail_sums_of(in->mail).messages;
	if (in->json == NULL && in->fd > STDIN_FILENO)
		close(in->fd);
	in->json = NULL;
	in->fd = -1;
}

void
input_free(struct input *in)
{
	if (in == NULL)
		return;
	close_file(in);
	urlgrep_mail_free(in->mail);
	urlgrep_grammar_free(in->grammar);
	free(in->line);
	free(in);
}

uint64_t
input_messages(const struct input *in)
{
	return in->messages;
}

/* ---- opening a file --- */

/* Read for liburlgrep-mail: the first bytes again, then the rest of a pipe. */
static ssize_t
read_pipe(void *data, char *buffer, size_t size, uint64_t offset)
{
	struct input *in = data;
	size_t left = offset < in->begin_len ? in->begin_len - (size_t)offset : 0;

	if (left == 0)
		return read(in->fd, buffer, size);
	if (left > size)
		left = size;
	memcpy(buffer, in->begin + offset, left);
	return (ssize_t)left;
}

/* Read the first bytes of the file. Return false, with errno, if that fails. */
static bool
read_begin(struct input *in)
{
	in->begin_len = 0;
	while (in->begin_len < BEGIN_LENGTH) {
		ssize_t n = read(in->fd, in->begin + in->begin_len,
		    BEGIN_LENGTH - in->begin_len);

		if (n < 0)
			return false;
		if (n == 0)
			break;
		in->begin_len += (size_t)n;
	}
	return true;
}

static bool
begins_as_json(const struct input *in)
{
	return in->begin_len == BEGIN_LENGTH &&
	    memcmp(in->begin, json_begin, BEGIN_LENGTH) == 0;
}

/* Begin with the file in in->fd. Return false, with errno, if that fails. */
static bool
begin_file(struct input *in)
{
	urlgrep_status status;
	bool is_seekable;

	if (!read_begin(in))
		return false;
	is_seekable = lseek(in->fd, -(off_t)in->begin_len, SEEK_CUR) >= 0;
	if (begins_as_json(in)) {
		in->json = fdopen(in->fd, "r");
		in->line_number = 0;
		in->begin_len = is_seekable ? 0 : in->begin_len;
		return in->json != NULL;
	}
	in->source = (urlgrep_mail_source){ .read = read_pipe, .data = in };
	status = is_seekable ?
	    urlgrep_mail_open_fd(in->mail, in->name, in->fd, NULL) :
	    urlgrep_mail_open_source(in->mail, in->name, &in->source, NULL);
	if (status == URLGREP_NOMEM)
		x_die();
	in->begin_len = is_seekable ? 0 : in->begin_len;
	return true;
}

/* Open the next file. Return false after the last. */
static bool
open_next(struct input *in)
{
	for (;;) {
		bool is_stdin = in->is_stdin_next ||
		    (*in->names && strcmp(*in->names, "-") == 0);

		if (!is_stdin && *in->names == NULL)
			return false;
		in->name = is_stdin ? STDIN_NAME : *in->names;
		if (*in->names)
			in->names++;
		in->is_stdin_next = false;
		in->fd = is_stdin ? STDIN_FILENO :
		    open(in->name, O_RDONLY | O_CLOEXEC | O_NOCTTY);
		if (in->fd >= 0 && begin_file(in))
			return true;
		message_errno(in->name, errno);
		if (in->fd > STDIN_FILENO)
			close(in->fd);
		in->fd = -1;
	}
}

/* ---- URLs --- */

/* Read a line of JSON; the first one begins with what was read before. Return its length, or
 * -1 at the end. */
static ssize_t
read_line(struct input *in)
{
	ssize_t len = getline(&in->line, &in->line_size, in->json);
	size_t more = in->begin_len;

	if (len < 0 || more == 0)
		return len;
	in->begin_len = 0;
	in->line_size = (size_t)len + more + 1;
	in->line = x_realloc(in->line, in->line_size);
	memmove(in->line + more, in->line, (size_t)len + 1);
	memcpy(in->line, in->begin, more);
	return len + (ssize_t)more;
}

/* Fill in the next URL of the current file, which is JSON. */
static bool
next_of_json(struct input *in, struct entry *e)
{
	ssize_t len;

	while ((len = read_line(in)) >= 0) {
		enum json_line kind = json_input_read(e, &in->messages, in->line,
		    (size_t)len);
		char reason[64];

		in->line_number++;
		if (kind == JSON_LINE_URL)
			return true;
		if (kind == JSON_LINE_OTHER)
			continue;
		snprintf(reason, sizeof(reason), "line %ju is not a line of urlgrep --json",
		    (uintmax_t)in->line_number);
		message(in->name, reason);
		return false;
	}
	if (ferror(in->json))
		message_errno(in->name, errno);
	return false;
}

/* Append the names of warnings. */
static void
set_warnings(struct entry *e, urlgrep_warnings set)
{
	const char *name;

	while ((name = finding_warnings_next(&set)) != NULL) {
		if (e->warnings.len > 0)
			strbuf_append_string(&e->warnings, " ");
		strbuf_append_string(&e->warnings, name);
	}
	strbuf_append(&e->warnings, "", 1);
	e->warnings.len--;
}

/* Set whether the URL is broken over lines, as json_input.c does. */
static void
set_line_breaks(struct entry *e, const urlgrep_finding *f, const urlgrep_location *l)
{
	const char *encoding = l->encoding ? l->encoding : "7bit";
	bool is_wrapped = f->form == URLGREP_WRAPPED || f->form == URLGREP_ANGLE;
	bool is_plain = strcmp(encoding, "7bit") == 0 || strcmp(encoding, "8bit") == 0;
	const unsigned evidence = URLGREP_UNBROKEN_COPY;

	e->is_broken = f->reading_count > 1 || (f->readings[0].how & ~evidence) ||
	    (is_wrapped && is_plain && l->length > f->url.text.len);
	e->is_rejoined = e->is_broken && !(f->readings[0].how & URLGREP_UNJOINED);
}

/* Set what is known of the message that has the URL. */
static void
set_message(struct entry *e, urlgrep_mail *mail)
{
	const char *date = urlgrep_mail_header(mail, URLGREP_MAIL_DATE_ISO);
	const char *from = urlgrep_mail_header(mail, URLGREP_MAIL_FROM);
	const char *list = urlgrep_mail_header(mail, URLGREP_MAIL_LIST_ID);

	entry_set(&e->date, date, date ? strlen(date) : 0);
	entry_set_sender(e, from, from ? strlen(from) : 0);
	entry_set_lower(&e->list, list, list ? strlen(list) : 0);
}

static void
fill_in(struct entry *e, const urlgrep_finding *f, const urlgrep_location *l,
    urlgrep_mail *mail)
{
	urlgrep_span scheme = urlgrep_part_named(&f->url, "scheme");
	urlgrep_span host = urlgrep_part_named(&f->url, "host");

	entry_clear(e);
	entry_set(&e->url, f->url.text.text, f->url.text.len);
	entry_set_lower(&e->scheme, scheme.text, scheme.len);
	entry_set_lower(&e->host, host.text, host.len);
	entry_set(&e->file, l->path, strlen(l->path));
	set_warnings(e, finding_warnings_of(f, l));
	set_line_breaks(e, f, l);
	if (l->message)
		set_message(e, mail);
}

/* Fill in the next URL of the current file, which liburlgrep-mail reads. */
static bool
next_of_mail(struct input *in, struct entry *e)
{
	urlgrep_finding f;
	urlgrep_location l;
	urlgrep_status status;

	while ((status = urlgrep_mail_next(in->mail, &f, &l)) != URLGREP_END) {
		if (status == URLGREP_NOMEM)
			x_die();
		if (status == URLGREP_SKIPPED) {
			const urlgrep_mail_error_info *error = urlgrep_mail_error(in->mail);

			message_file(error->path, error->reason);
		} else if (f.url.verdict == URLGREP_OK || f.url.verdict == URLGREP_LOOSE) {
			fill_in(e, &f, &l, in->mail);
			return true;
		}
	}
	return false;
}

bool
input_next(struct input *in, struct entry *e)
{
	for (;;) {
		if (in->fd < 0 && !open_next(in))
			return false;
		if (in->json ? next_of_json(in, e) : next_of_mail(in, e))
			return true;
		close_file(in);
	}
}
