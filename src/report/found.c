/* found.c - the URLs of files, as urlgrep --json prints them (src/doc/JSON.md) */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/messages.h"
#include "cmd/xmalloc.h"
#include "report/report.h"

/* How each line of urlgrep --json begins. */
static const char json_begin[] = "{\"type\":\"";

struct found {
	char **names;       /* the next one, */
	bool is_stdin_next; /* or standard input */
	const char *name;   /* of what is read */
	FILE *in;           /* NULL: nothing is */
	pid_t urlgrep;      /* that writes it; 0: none */
	bool has_failed;    /* an urlgrep did */
	char *line;
	size_t line_size;
	uint64_t line_number;
	uint64_t messages;
	json_t *url; /* of the last line */
};

struct found *
found_new(char **names)
{
	struct found *f = x_calloc(1, sizeof(*f));

	f->names = names;
	f->is_stdin_next = *names == NULL;
	return f;
}

/* Close what was read. An urlgrep that failed has said why. */
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
	free(f);
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

/* Search count files with urlgrep. Return false, after a message, if it cannot be started. */
static bool
run_urlgrep(struct found *f, char **names, size_t count)
{
	static char json[] = "--json", end[] = "--";
	char **arguments = x_calloc(count + 4, sizeof(*arguments));
	posix_spawn_file_actions_t actions;
	extern char **environ;
	int ends[2], error;

	arguments[0] = find_urlgrep();
	arguments[1] = json;
	arguments[2] = end;
	memcpy(arguments + 3, names, count * sizeof(*names));
	if (pipe2(ends, O_CLOEXEC) != 0 || posix_spawn_file_actions_init(&actions) != 0)
		x_die();
	if (posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO) != 0)
		x_die();
	error = posix_spawnp(&f->urlgrep, arguments[0], &actions, NULL, arguments, environ);
	posix_spawn_file_actions_destroy(&actions);
	free(arguments[0]);
	free(arguments);
	close(ends[1]);
	if (error == 0) {
		f->in = fdopen(ends[0], "r");
		f->name = "urlgrep --json";
		return f->in != NULL;
	}
	close(ends[0]);
	f->urlgrep = 0;
	message_errno("urlgrep", error);
	return false;
}

/* Open a file, and set *is_json. Return false, after a message, if it cannot be read. */
static bool
open_file(struct found *f, const char *name, bool *is_json)
{
	char begin[sizeof(json_begin) - 1];
	size_t len;

	f->name = is_stdin(name) ? STDIN_NAME : name;
	f->in = is_stdin(name) ? fdopen(dup(STDIN_FILENO), "r") : fopen(name, "re");
	*is_json = is_stdin(name);
	if (f->in && *is_json)
		return true;
	len = f->in ? fread(begin, 1, sizeof(begin), f->in) : 0;
	if (f->in == NULL || ferror(f->in)) {
		message_errno(name, errno);
		close_input(f);
		return false;
	}
	*is_json = len == sizeof(begin) && memcmp(begin, json_begin, len) == 0;
	rewind(f->in);
	return true;
}

/* Open the next input: a file of JSON, or urlgrep with the files up to the next one. Return
 * false after the last. */
static bool
open_next(struct found *f)
{
	static char standard_input[] = "-";
	char **first = f->names;
	bool is_json;

	f->line_number = 0;
	if (f->is_stdin_next) {
		f->is_stdin_next = false;
		return open_file(f, standard_input, &is_json);
	}
	while (*f->names) {
		bool is_open = open_file(f, *f->names, &is_json);

		if (is_open && is_json && f->names == first) {
			f->names++;
			return true;
		}
		close_input(f);
		if (!is_open || is_json) {
			size_t count = (size_t)(f->names - first);

			f->names += !is_open;
			if (count > 0 && run_urlgrep(f, first, count))
				return true;
			first = f->names;
			continue;
		}
		f->names++;
	}
	return f->names > first && run_urlgrep(f, first, (size_t)(f->names - first));
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
		if (strcmp(found_string(f->url, NULL, "verdict"), "invalid") != 0)
			return f->url;
	}
	return NULL;
}

bool
found_is_broken(const json_t *url, bool *is_rejoined)
{
	json_t *readings = json_object_get(url, "readings");
	json_t *how = json_object_get(json_array_get(readings, 0), "how");
	const char *form = found_string(url, NULL, "form");
	const char *encoding = found_string(url, NULL, "encoding");
	bool is_wrapped = strcmp(form, "wrapped") == 0 || strcmp(form, "angle") == 0;
	bool is_decoded = *encoding && strcmp(encoding, "7bit") != 0 && strcmp(encoding, "8bit") != 0;
	json_int_t length = json_integer_value(json_object_get(url, "length"));
	bool is_broken = json_array_size(readings) > 1 || json_array_size(how) > 0 ||
	    (is_wrapped && !is_decoded &&
		length > (json_int_t)strlen(found_string(url, NULL, "url")));
	size_t i;

	*is_rejoined = is_broken;
	for (i = 0; i < json_array_size(how); i++)
		if (strcmp(json_string_value(json_array_get(how, i)), "not-joined") == 0)
			*is_rejoined = false;
	return is_broken;
}
