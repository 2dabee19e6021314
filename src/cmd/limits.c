/* limits.c - what is said of all findings, which come in the order of the input */
#include "cmd/limits.h"

#include <stdio.h>
#include <stdlib.h>

#include "find/url_set.h"
#include "cmd/messages.h"

struct report {
	const struct options *options;
	struct printer names;
	struct progress *progress;
	struct seen *seen;
	struct report_sums sums;
	uint64_t taken; /* of this file */
	bool full;      /* no more is wanted of it */
};

struct report *
report_new(const struct options *o, struct printer names,
    struct progress *progress)
{
	struct report *r = calloc(1, sizeof(*r));

	if (r == NULL)
		return NULL;
	r->options = o;
	r->names = names;
	r->progress = progress;
	r->seen = seen_new();
	if (r->seen == NULL) {
		free(r);
		return NULL;
	}
	return r;
}

void
report_free(struct report *r)
{
	if (r)
		seen_free(r->seen);
	free(r);
}

bool
report_found(struct report *r, urlgrep_span url, uint64_t count)
{
	const struct options *o = r->options;

	if (r->full || (o->unique && !seen_first(r->seen, url)))
		return false;
	r->sums.found = true;
	r->taken += count;
	r->full = options_names_only(o) || r->taken == (uint64_t)o->most;
	if (options_names_only(o) || o->count)
		return false;
	progress_hide(r->progress);
	return true;
}

void
report_printed(struct report *r)
{
	if (r->options->line_buffered)
		flush_output();
	else
		settle_output();
}

bool
report_more(const struct report *r)
{
	return !r->full && !output_failed();
}

bool
report_going(const struct report *r)
{
	return !(r->options->quiet && r->sums.found) && !output_failed();
}

void
report_done(struct report *r, const char *path)
{
	const struct options *o = r->options;
	struct printer *p = &r->names;

	r->sums.files++;
	r->sums.urls += r->taken;
	if (o->quiet || o->json) {
	} else if (o->files_with || o->files_without) {
		if ((r->taken > 0) == o->files_with)
			print_name(p, path, true);
	} else if (o->count) {
		if (p->with_filename)
			print_name(p, path, false);
		fprintf(p->out, "%llu\n", (unsigned long long)r->taken);
	}
	r->taken = 0;
	r->full = false;
}

void
report_trouble(const char *path, const char *what)
{
	trouble_file(path, what);
}

void
report_read(struct report *r, uint64_t octets, uint64_t passed)
{
	r->sums.octets += octets;
	progress_read(r->progress, octets, passed, r->sums.urls + r->taken);
}

struct report_sums
report_sums(const struct report *r)
{
	return r->sums;
}
