/* prepass.c - for --resolve: which readings of broken URLs occur unbroken somewhere in
 * the input
 *
 * The input is read once, for the URLs whose line breaks can be read in several ways and
 * for all URLs that are unbroken. Where these take more than 32 MiB, it is read again, for
 * those that are a reading of the former: their number bounds the memory. */
#include <string.h>
#include <unistd.h>

#include "cmd/files.h"
#include "cmd/scheduler.h"
#include "cmd/xmalloc.h"

/* The approximate limit for the set of all unbroken URLs. With its slots and spare room, the set
 * takes up to twice that. */
enum { MAX_UNBROKEN_BYTES = 32 << 20, SLOT_BYTES = 64 };

struct prepass {
	const struct settings *settings;
	urlgrep_url_set *ambiguous; /* readings of URLs that have several */
	urlgrep_url_set *unbroken;  /* URLs that occur unbroken */
	size_t unbroken_bytes;
	bool any_ambiguous;
	bool has_overflowed; /* there were too many unbroken URLs to keep them all */
};

/* ---- findings --- */

static bool
is_unbroken(const struct prepass *p, const urlgrep_finding *finding)
{
	return finding->reading_count == 1 && settings_accept(p->settings, finding->url.verdict);
}

static void
add_unbroken(struct prepass *p, urlgrep_span url)
{
	if (urlgrep_url_set_add(p->unbroken, url) != URLGREP_OK)
		return;
	p->unbroken_bytes += url.len + SLOT_BYTES;
	if (p->unbroken_bytes > MAX_UNBROKEN_BYTES) {
		p->has_overflowed = true;
		urlgrep_url_set_free(p->unbroken);
		p->unbroken = urlgrep_url_set_new(&xmalloc_memory);
	}
}

static void
add_readings(struct prepass *p, const urlgrep_finding *finding)
{
	unsigned i;

	for (i = 0; finding->reading_count > 1 && i < finding->reading_count; i++)
		if (settings_accept(p->settings, finding->readings[i].verdict)) {
			urlgrep_url_set_add(p->ambiguous, finding->readings[i].url);
			p->any_ambiguous = true;
		}
}

/* Collect the readings of ambiguous URLs, and all unbroken ones while there is room. */
static void
collect_all(void *data, const urlgrep_finding *finding)
{
	struct prepass *p = data;

	add_readings(p, finding);
	if (!p->has_overflowed && is_unbroken(p, finding))
		add_unbroken(p, finding->url.text);
}

/* Collect the unbroken URLs that are a reading of an ambiguous one. */
static void
collect_readings(void *data, const urlgrep_finding *finding)
{
	struct prepass *p = data;

	if (is_unbroken(p, finding) &&
	    urlgrep_url_set_has(p->ambiguous, finding->url.text))
		urlgrep_url_set_add(p->unbroken, finding->url.text);
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

/* Have the findings of all files collected by one thread, which prints nothing. */
static void
search_all(struct prepass *p, const struct search_context *context, char **names,
    void (*collect)(void *data, const urlgrep_finding *finding))
{
	struct search_context silent = *context;
	struct settings settings = *context->settings;
	off_t position = lseek(STDIN_FILENO, 0, SEEK_CUR);

	settings.mode = OUTPUT_NOTHING;
	settings.threads = 1;
	settings.show_progress = false;
	settings.max_count = -1;
	silent.settings = &settings;
	silent.collect = collect;
	silent.collect_data = p;
	scheduler_run(&silent, names, NULL);
	lseek(STDIN_FILENO, position, SEEK_SET);
}

bool
prepass_run(struct search_context *context, char **names)
{
	struct prepass p = { .settings = context->settings };

	if (reads_stdin(context->settings, names) && !make_stdin_seekable())
		return false;
	p.ambiguous = urlgrep_url_set_new(&xmalloc_memory);
	p.unbroken = urlgrep_url_set_new(&xmalloc_memory);
	search_all(&p, context, names, collect_all);
	if (p.has_overflowed && p.any_ambiguous)
		search_all(&p, context, names, collect_readings);
	urlgrep_url_set_free(p.ambiguous);
	context->known = p.unbroken;
	return true;
}
