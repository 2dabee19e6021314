/* found.c - reads the URLs of files in the form that urlgrep --json prints (src/doc/JSON.md) */
#include "report/report.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/shared.h"

/* Close the input. If urlgrep failed, it has printed the reason. */
static void
close_input(struct found *f)
{
	int status = 0;

	if (f->in)
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
	else if (f->line_number == 0) { /* not even a summary */
		message("urlgrep", "an option keeps it from printing what it finds");
		f->has_failed = true;
	}
}

void
found_free(struct found *f)
{
	close_input(f);
	json_decref(f->url);
	json_decref(f->last);
	free(f->line);
}

/* ---- inputs --- */

static bool
is_stdin(const char *name)
{
	return strcmp(name, "-") == 0;
}

/* Return true if the first line of a file is one of urlgrep --json, perhaps a damaged one. Other
 * programs write them with blanks or with the members in another order. */
static bool
begins_as_json(FILE *file)
{
	enum { MAX_BYTES = 1024 * 1024 }; /* a URL of 64 KiB is in several members */
	char *line = x_calloc(MAX_BYTES, 1);
	json_t *object = fgets(line, MAX_BYTES, file) ? json_loads(line, JSON_ALLOW_NUL, NULL) : NULL;
	const char *type = found_string(object, "type");
	bool is_json = strcmp(type, "url") == 0 || strcmp(type, "summary") == 0 ||
	    strncmp(line, "{\"type\":\"url\"", 13) == 0;

	json_decref(object);
	free(line);
	return is_json;
}

bool
found_is_json(const char *name)
{
	bool is_json;
	struct stat st;
	FILE *file;

	if (is_stdin(name))
		return true;
	if (stat(name, &st) != 0)
		return false;
	if (S_ISFIFO(st.st_mode))
		return true;
	file = fopen(name, "re");
	is_json = file && begins_as_json(file);
	if (file)
		fclose(file);
	return is_json;
}

/* Report that urlgrep cannot be run, and exit. */
static __attribute__((noreturn)) void
end_without_urlgrep(void)
{
	message_errno("urlgrep", errno);
	_exit(EXIT_ERROR);
}

/* Replace this process with urlgrep, whose messages name this program: the one installed beside it
 * or, failing that, the one in PATH. */
static __attribute__((noreturn)) void
execute_urlgrep(char *const *words, bool wants_readable)
{
	static char name[] = "urlgrep", user[] = "urlreport", json[] = "--json", readable[] = "--readable";
	char path[4096], *slash, **arguments;
	ssize_t len = readlink("/proc/self/exe", path, sizeof(path) - sizeof(name));
	size_t count = 0;

	while (words[count])
		count++;
	arguments = x_calloc(count + 4, sizeof(*arguments));
	arguments[0] = user;
	arguments[1] = json;
	arguments[2] = wants_readable ? readable : json;
	memcpy(arguments + 3, words, count * sizeof(*arguments));
	path[len > 0 ? len : 0] = '\0';
	slash = strrchr(path, '/');
	if (slash) {
		memcpy(slash + 1, name, sizeof(name));
		execv(path, arguments);
	}
	execvp(name, arguments);
	end_without_urlgrep();
}

/* Run urlgrep --json, whose output is the input. */
static void
run_urlgrep(struct found *f)
{
	int ends[2];

	if (pipe2(ends, O_CLOEXEC) != 0 || (f->urlgrep = fork()) < 0)
		end_without_urlgrep();
	if (f->urlgrep == 0) {
		dup2(ends[1], STDOUT_FILENO);
		execute_urlgrep(f->words, f->wants_readable);
	}
	close(ends[1]);
	f->name = "urlgrep --json";
	f->in = fdopen(ends[0], "r");
	if (f->in == NULL)
		end_without_urlgrep();
	f->words = NULL;
}

/* Open the next input: a file of JSON or, after these, the output of urlgrep. Return false after
 * the last. */
static bool
open_next(struct found *f)
{
	const char *name;

	f->line_number = 0;
	while (f->in == NULL && *f->json) {
		name = *f->json++;
		f->name = is_stdin(name) ? STDIN_NAME : name;
		f->in = is_stdin(name) ? fdopen(dup(STDIN_FILENO), "r") : fopen(name, "re");
		if (f->in == NULL)
			message_errno(f->name, errno);
	}
	if (f->in == NULL && f->words && *f->words)
		run_urlgrep(f);
	return f->in != NULL;
}

/* ---- lines --- */

/* Report that a line was not written by urlgrep --json, and skip the rest of the input. */
static void
reject_line(struct found *f)
{
	message_print("%s: line %ju is not a line of urlgrep --json%s", f->name,
	    (uintmax_t)f->line_number, strcmp(f->name, STDIN_NAME) == 0 && f->line_number == 1 ?
	    "; urlreport FILE searches a text" : "");
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
	f->url = json_loadb(f->line, (size_t)len, JSON_ALLOW_NUL, NULL);
	if (!json_is_object(f->url)) {
		reject_line(f);
		return false;
	}
	return true;
}

const char *
found_string(const json_t *object, const char *name)
{
	const char *string = json_string_value(json_object_get(object, name));

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
	    strcmp(found_string(f->url, "path"), found_string(f->last, "path")) != 0)
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
		f->has_ended |= strcmp(found_string(f->url, "type"), "summary") == 0;
		if (strcmp(found_string(f->url, "type"), "url") != 0)
			continue;
		/* count the URL that is printed, and its parts, in place of the one found */
		json_object_update(f->url, json_object_get(f->url, "printed"));
		/* a URL that is not UTF-8 is not a JSON string; its percent-encoded form is */
		if (!json_is_string(json_object_get(f->url, "url")))
			json_object_set(f->url, "url", json_object_get(f->url, "uri"));
		if (strcmp(found_string(f->url, "verdict"), "invalid") == 0)
			continue;
		count_message(f);
		return f->url;
	}
	return NULL;
}
