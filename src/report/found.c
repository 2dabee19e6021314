/* found.c - the URLs of files, as urlgrep --json prints them (src/doc/JSON.md) */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/messages.h"
#include "cmd/xmalloc.h"
#include "report/report.h"

struct found {
	struct found_input input;
	size_t next_json; /* of the input's files */
	const char *name; /* of the input */
	FILE *in;         /* NULL: nothing is */
	pid_t urlgrep;    /* that writes it; 0: none */
	bool has_run;     /* urlgrep, */
	bool has_failed;  /* and it has */
	char *line;
	size_t line_size;
	uint64_t line_number;
	uint64_t messages;
	json_t *url; /* of the last line */
	json_t *last; /* URL that was in a message */
	uint64_t message, message_count; /* number of the URL's message; of how many */
};

struct found *
found_new(const struct found_input *input)
{
	struct found *f = x_calloc(1, sizeof(*f));

	f->input = *input;
	return f;
}

/* Close the input. If urlgrep failed, it has printed the reason. */
static void
close_input(struct found *f)
{
	int status = 0;

	if (f->in == NULL)
		return;
	fclose(f->in);
	f->in = NULL;
	if (f->urlgrep == 0)
		return;
	while (waitpid(f->urlgrep, &status, 0) < 0 && errno == EINTR)
		;
	f->urlgrep = 0;
	if (WIFSIGNALED(status))
		message("urlgrep", "ended by a signal");
	else if (WEXITSTATUS(status) > 1)
		f->has_failed = true;
}

void
found_free(struct found *f)
{
	if (f == NULL)
		return;
	close_input(f);
	json_decref(f->url);
	free(f->line);
	json_decref(f->last);
	free(f);
}

uint64_t
found_message(const struct found *f)
{
	return f->message;
}

uint64_t
found_messages(const struct found *f)
{
	return f->messages;
}

bool
found_has_failed(const struct found *f)
{
	return f->has_failed;
}

/* ---- inputs --- */

static bool
is_stdin(const char *name)
{
	return strcmp(name, "-") == 0;
}

bool
found_is_json(const char *name)
{
	static const char json_begin[] = "{\"type\":\"";
	char begin[sizeof(json_begin) - 1];
	struct stat st;
	ssize_t len;
	int fd;

	if (is_stdin(name))
		return true;
	if (stat(name, &st) != 0)
		return false;
	if (S_ISFIFO(st.st_mode))
		return true;
	fd = open(name, O_RDONLY | O_CLOEXEC);
	len = fd < 0 ? 0 : read(fd, begin, sizeof(begin));
	if (fd >= 0)
		close(fd);
	return len == sizeof(begin) && memcmp(begin, json_begin, sizeof(begin)) == 0;
}

/* Return the path of the urlgrep that is installed beside this program, or else its name, which
 * is looked for in PATH. */
static char *
find_urlgrep(void)
{
	static const char name[] = "urlgrep";
	char path[4096];
	ssize_t len = readlink("/proc/self/exe", path, sizeof(path) - sizeof(name));
	char *slash;

	if (len > 0) {
		path[len] = '\0';
		slash = strrchr(path, '/');
		if (slash) {
			memcpy(slash + 1, name, sizeof(name));
			if (access(path, X_OK) == 0)
				return x_strndup(path, strlen(path));
		}
	}
	return x_strndup(name, sizeof(name) - 1);
}

/* Run urlgrep --json. Return false, after a message, if it cannot be started. */
static bool
run_urlgrep(struct found *f)
{
	static char json[] = "--json";
	size_t count = f->input.word_count;
	char **arguments = x_calloc(count + 3, sizeof(*arguments));
	posix_spawn_file_actions_t actions;
	extern char **environ;
	int ends[2], error;

	arguments[0] = find_urlgrep();
	arguments[1] = json;
	memcpy(arguments + 2, f->input.words, count * sizeof(*arguments));
	if (pipe2(ends, O_CLOEXEC) != 0 || posix_spawn_file_actions_init(&actions) != 0)
		x_die();
	if (posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO) != 0)
		x_die();
	error = posix_spawnp(&f->urlgrep, arguments[0], &actions, NULL, arguments, environ);
	posix_spawn_file_actions_destroy(&actions);
	free(arguments[0]);
	free(arguments);
	close(ends[1]);
	f->name = "urlgrep --json";
	f->in = error ? NULL : fdopen(ends[0], "r");
	if (f->in)
		return true;
	close(ends[0]);
	f->urlgrep = 0;
	message_errno("urlgrep", error ? error : errno);
	return false;
}

static bool
open_json(struct found *f, const char *name)
{
	f->name = is_stdin(name) ? STDIN_NAME : name;
	f->in = is_stdin(name) ? fdopen(dup(STDIN_FILENO), "r") : fopen(name, "re");
	if (f->in == NULL)
		message_errno(f->name, errno);
	return f->in != NULL;
}

/* Open the next input: a file of JSON or, after these, the output of urlgrep. Return false after
 * the last. */
static bool
open_next(struct found *f)
{
	f->line_number = 0;
	while (f->next_json < f->input.json_count)
		if (open_json(f, f->input.json[f->next_json++]))
			return true;
	if (f->has_run || f->input.word_count == 0)
		return false;
	f->has_run = true;
	return run_urlgrep(f);
}

/* ---- lines --- */

/* Report that a line is not one of urlgrep --json, and leave the rest of the input unread. */
static void
reject_line(struct found *f)
{
	char reason[100];

	snprintf(reason, sizeof(reason), "line %ju is not a line of urlgrep --json%s",
	    (uintmax_t)f->line_number, strcmp(f->name, STDIN_NAME) == 0 && f->line_number == 1 ?
	    " (try urlgrep --json | urlreport)" : "");
	message(f->name, reason);
	close_input(f);
}

/* Read the next line of the input. Return false at its end. */
static bool
read_line(struct found *f)
{
	ssize_t len = getline(&f->line, &f->line_size, f->in);

	if (len < 0) {
		if (ferror(f->in))
			message_errno(f->name, errno);
		close_input(f);
		return false;
	}
	f->line_number++;
	json_decref(f->url);
	f->url = json_loadb(f->line, (size_t)len, 0, NULL);
	if (!json_is_object(f->url)) {
		reject_line(f);
		return false;
	}
	return true;
}

const char *
found_string(const json_t *url, const char *parent, const char *name)
{
	const char *string;

	if (parent)
		url = json_object_get(url, parent);
	string = json_string_value(json_object_get(url, name));
	return string ? string : "";
}

/* Count the message of the URL, unless the URL before was in it, too. */
static void
count_message(struct found *f)
{
	const json_t *message = json_object_get(f->url, "message");

	f->message = 0;
	if (message == NULL)
		return;
	if (!json_equal(message, json_object_get(f->last, "message")) ||
	    strcmp(found_string(f->url, NULL, "path"), found_string(f->last, NULL, "path")) != 0)
		f->message_count++;
	f->message = f->message_count;
	json_decref(f->last);
	f->last = json_incref(f->url);
}

const json_t *
found_next(struct found *f)
{
	while (f->in || open_next(f)) {
		if (!read_line(f))
			continue;
		f->messages += (uint64_t)json_integer_value(json_object_get(f->url, "messages"));
		if (strcmp(found_string(f->url, NULL, "type"), "url") != 0)
			continue;
		/* a URL that is not UTF-8 is no string, but its percent-encoded form is */
		if (!json_is_string(json_object_get(f->url, "url")))
			json_object_set(f->url, "url", json_object_get(f->url, "uri"));
		if (strcmp(found_string(f->url, NULL, "verdict"), "invalid") == 0)
			continue;
		count_message(f);
		return f->url;
	}
	return NULL;
}
