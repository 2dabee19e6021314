/* prepass.c - for --resolve: which readings of broken URLs occur unbroken somewhere in
 * the input
 *
 * The input is read once, for the URLs whose line breaks can be read in several ways and
 * for all URLs that are unbroken. Where these take more than 32 MiB, it is read again, for
 * those that are a reading of the former: their number bounds the memory. */
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/files.h"
#include "cmd/search.h"
#include "cmd/walk.h"
#include "cmd/xmalloc.h"

/* The approximate limit for the set of all unbroken URLs. With its slots and spare room, the set
 * takes up to twice that. */
enum { MAX_UNBROKEN_BYTES = 32 << 20, SLOT_BYTES = 64 };

struct prepass {
	const struct settings *settings;
	struct search *search;
	urlgrep_url_set *ambiguous; /* readings of URLs that have several */
	urlgrep_url_set *unbroken;  /* URLs that occur unbroken */
	size_t unbroken_bytes;
	bool any_ambiguous;
	bool has_overflowed; /* there were too many unbroken URLs to keep them all */
};

/* ---- findings --- */

static bool
is_accepted(const struct prepass *p, urlgrep_verdict verdict)
{
	return settings_accept(p->settings, verdict);
}

static bool
is_unbroken(const struct prepass *p, const urlgrep_finding *finding)
{
	return finding->reading_count == 1 && is_accepted(p, finding->url.verdict);
}

static void
clear_unbroken(struct prepass *p)
{
	urlgrep_url_set_free(p->unbroken);
	p->unbroken = urlgrep_url_set_new(&xmalloc_memory);
}

static void
add_unbroken(struct prepass *p, urlgrep_span url)
{
	if (urlgrep_url_set_add(p->unbroken, url) != URLGREP_OK)
		return;
	p->unbroken_bytes += url.len + SLOT_BYTES;
	if (p->unbroken_bytes > MAX_UNBROKEN_BYTES) {
		p->has_overflowed = true;
		clear_unbroken(p);
	}
}

static void
add_readings(struct prepass *p, const urlgrep_finding *finding)
{
	unsigned i;

	for (i = 0; finding->reading_count > 1 && i < finding->reading_count; i++)
		if (is_accepted(p, finding->readings[i].verdict)) {
			urlgrep_url_set_add(p->ambiguous, finding->readings[i].url);
			p->any_ambiguous = true;
		}
}

/* Collect the readings of ambiguous URLs, and all unbroken ones while there is room. */
static void
collect_all(struct prepass *p, const urlgrep_finding *finding)
{
	add_readings(p, finding);
	if (!p->has_overflowed && is_unbroken(p, finding))
		add_unbroken(p, finding->url.text);
}

/* Collect the unbroken URLs that are a reading of an ambiguous one. */
static void
collect_readings(struct prepass *p, const urlgrep_finding *finding)
{
	if (is_unbroken(p, finding) &&
	    urlgrep_url_set_has(p->ambiguous, finding->url.text))
		urlgrep_url_set_add(p->unbroken, finding->url.text);
}

typedef void collect_fn(struct prepass *p, const urlgrep_finding *finding);

/* ---- files --- */

static void
search_fd(struct prepass *p, int fd, collect_fn *collect)
{
	struct search *s = p->search;
	enum search_event event;

	search_open(s, fd, "-", NULL);
	search_only_current(s);
	while ((event = search_next(s)) != SEARCH_END)
		if (event == SEARCH_FINDING)
			collect(p, s->row.finding);
}

/* Search a regular file. A named pipe can be read only once: in the main pass. */
static void
search_file(struct prepass *p, const char *path, collect_fn *collect)
{
	struct stat st;
	int fd;

	if (stat(path, &st) != 0 || !S_ISREG(st.st_mode))
		return;
	fd = file_open(path);
	if (fd < 0)
		return;
	search_fd(p, fd, collect);
	close(fd);
}

static void
search_all(struct prepass *p, const struct settings *settings, char **names,
    collect_fn *collect)
{
	struct walk *walk = walk_new(settings, names);
	struct walk_entry entry;
	off_t position = lseek(STDIN_FILENO, 0, SEEK_CUR);

	while (walk_next(walk, &entry)) {
		if (entry.error)
			continue;
		if (entry.path) {
			search_file(p, entry.path, collect);
		} else {
			search_fd(p, STDIN_FILENO, collect);
			lseek(STDIN_FILENO, position, SEEK_SET);
		}
	}
	walk_free(walk);
}

/* ---- standard input --- */

static bool
reads_stdin(const struct settings *settings, char **names)
{
	if (*names == NULL)
		return !settings->recursive;
	for (; *names; names++)
		if (strcmp(*names, "-") == 0)
			return true;
	return false;
}

/* Make standard input a file that can be read again. Return false and set errno on
 * failure. */
static bool
make_stdin_seekable(void)
{
	bool is_copied;
	int fd;

	if (lseek(STDIN_FILENO, 0, SEEK_CUR) >= 0)
		return true;
	fd = file_copy_to_temporary(STDIN_FILENO);
	if (fd < 0)
		return false;
	is_copied = dup2(fd, STDIN_FILENO) >= 0 && lseek(STDIN_FILENO, 0, SEEK_SET) == 0;
	close(fd);
	return is_copied;
}

urlgrep_url_set *
prepass_run(const struct search_context *context, char **names)
{
	struct prepass p = { .settings = context->settings };

	if (reads_stdin(context->settings, names) && !make_stdin_seekable())
		return NULL;
	p.search = search_new(context, false);
	p.ambiguous = urlgrep_url_set_new(&xmalloc_memory);
	p.unbroken = urlgrep_url_set_new(&xmalloc_memory);
	search_all(&p, context->settings, names, collect_all);
	if (p.has_overflowed && p.any_ambiguous)
		search_all(&p, context->settings, names, collect_readings);
	urlgrep_url_set_free(p.ambiguous);
	search_free(p.search);
	return p.unbroken;
}
