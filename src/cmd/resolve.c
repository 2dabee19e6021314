/* resolve.c - for --resolve: what stands whole anywhere in the input */
#include "cmd/resolve.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "find/url_set.h"
#include "cmd/walk.h"

struct resolver {
	struct worker *worker;
	struct seen *asked;      /* readings of which there are several */
	struct evidence *known;  /* those that stand whole */
	bool second;             /* the second time through */
	bool any;
};

/* ---- what is found --- */

static bool
found(const urlgrep_finding *f, const struct place *place, struct printer *p,
    void *data)
{
	struct resolver *r = data;
	unsigned i;

	(void)place;
	(void)p;
	if (r->second) {
		if (f->reading_count == 1 && seen_has(r->asked, f->url.text))
			evidence_add_finding(r->known, f);
		return true;
	}
	for (i = 0; f->reading_count > 1 && i < f->reading_count; i++)
		if (f->readings[i].verdict == URLGREP_OK)
			r->any = seen_first(r->asked, f->readings[i].url) || r->any;
	return true;
}

static bool
done(const char *path, void *data)
{
	(void)path;
	(void)data;
	return true;
}

static void
trouble_later(const char *path, const char *what, void *data)
{
	(void)path;
	(void)what;
	(void)data;
}

static void
count_nothing(uint64_t octets, uint64_t passed, void *data)
{
	(void)octets;
	(void)passed;
	(void)data;
}

/* ---- reading the input again --- */

/* Make standard input a file that can be read again. */
static bool
keep_stdin(void)
{
	char text[65536];
	FILE *file;
	ssize_t n;

	if (lseek(STDIN_FILENO, 0, SEEK_CUR) >= 0)
		return true;
	file = tmpfile();
	if (file == NULL)
		return false;
	while ((n = read(STDIN_FILENO, text, sizeof(text))) > 0)
		if (fwrite(text, 1, (size_t)n, file) != (size_t)n)
			break;
	if (n != 0 || fflush(file) != 0 ||
	    dup2(fileno(file), STDIN_FILENO) < 0) {
		fclose(file);
		return false;
	}
	fclose(file);
	return lseek(STDIN_FILENO, 0, SEEK_SET) == 0;
}

/* A pipe of another name is read once only: later. */
static bool
look_into(const char *path, const struct stat *status, void *data)
{
	struct resolver *r = data;
	struct stat st;

	(void)status;
	if (path == NULL) {
		off_t at = lseek(STDIN_FILENO, 0, SEEK_CUR);

		worker_file(r->worker, STDIN_FILENO, "-");
		lseek(STDIN_FILENO, at, SEEK_SET);
	} else if (stat(path, &st) == 0 && S_ISREG(st.st_mode)) {
		worker_path(r->worker, path);
	}
	return true;
}

/* ---- all --- */

static bool
reads_stdin(const struct options *o, char **names)
{
	if (*names == NULL)
		return !o->recursive;
	for (; *names; names++)
		if (strcmp(*names, "-") == 0)
			return true;
	return false;
}

struct evidence *
resolve(const struct shared *s, char **names)
{
	struct resolver r = { .asked = seen_new(), .known = evidence_new() };
	bool good;

	r.worker = worker_new(s, stdout, (struct worker_client){ .found = found,
	    .done = done, .trouble = trouble_later, .read = count_nothing,
	    .data = &r, .unfiltered = true });
	good = r.asked && r.known && r.worker &&
	    (!reads_stdin(s->options, names) || keep_stdin());
	if (good) {
		walk(s->options, names, look_into, &r);
		r.second = true;
		if (r.any)
			walk(s->options, names, look_into, &r);
	}
	worker_free(r.worker);
	seen_free(r.asked);
	if (good)
		return r.known;
	evidence_free(r.known);
	return NULL;
}
