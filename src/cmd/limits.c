/* limits.c - what is printed of the findings, in the order of the input */
#include "cmd/limits.h"

#include <stdlib.h>

#include "cmd/output.h"
#include "cmd/xmalloc.h"

struct limits {
	const struct settings *settings;
	struct printer *printer;
	struct progress *progress;
	urlgrep_url_set *printed; /* for -u */
	uint64_t files, urls;     /* that have ended, and the URLs in them */
	uint64_t count;           /* in the current file */
	bool is_incomplete; /* something of the file was skipped */
	bool is_full;             /* the current file */
	bool found_any;
};

struct limits *
limits_new(const struct settings *settings, struct printer *printer,
    struct progress *progress)
{
	struct limits *l = x_calloc(1, sizeof(*l));

	l->settings = settings;
	l->printer = printer;
	l->progress = progress;
	l->printed = urlgrep_url_set_new(&xmalloc_memory);
	return l;
}

void
limits_free(struct limits *l)
{
	if (l)
		urlgrep_url_set_free(l->printed);
	free(l);
}

bool
limits_accept(struct limits *l, urlgrep_span url, uint64_t count)
{
	const struct settings *s = l->settings;

	if (l->is_full)
		return false;
	if (s->unique && urlgrep_url_set_add(l->printed, url) != URLGREP_OK)
		return false;
	l->found_any = true;
	l->count += count;
	l->is_full = settings_first_is_enough(s) ||
	    l->count == (uint64_t)s->max_count;
	progress_set_urls(l->progress, l->urls + l->count);
	if (s->mode != OUTPUT_FINDINGS)
		return false;
	progress_clear_line(l->progress);
	return true;
}

void
limits_end_output(struct limits *l)
{
	if (l->settings->line_buffered)
		output_flush();
	else
		output_end_line();
}

void
limits_note_skipped(struct limits *l)
{
	l->is_incomplete = true;
}

void
limits_end_file(struct limits *l, const char *path)
{
	const struct printer_format *format = l->settings->format;
	enum output_mode mode = l->settings->mode;

	if (mode == OUTPUT_COUNT)
		format->print_count(l->printer, path, l->count);
	else if (l->count > 0 ? mode == OUTPUT_FILES_WITH :
	    mode == OUTPUT_FILES_WITHOUT && !l->is_incomplete)
		format->print_name(l->printer, path);
	limits_end_output(l);
	l->files++;
	l->urls += l->count;
	l->count = 0;
	l->is_full = false;
	l->is_incomplete = false;
}

bool
limits_file_is_full(const struct limits *l)
{
	return l->is_full || output_has_failed();
}

bool
limits_run_is_over(const struct limits *l)
{
	return (l->settings->mode == OUTPUT_NOTHING && l->found_any) ||
	    output_has_failed();
}

bool
limits_found_any(const struct limits *l)
{
	return l->found_any;
}

void
limits_summarize(const struct limits *l, struct run_summary *summary)
{
	summary->files = l->files;
	summary->urls = l->urls;
}

bool
limits_each_counts(const struct settings *s)
{
	return s->unique || s->max_count >= 0;
}

/* With -u that is unknown: each finding may have been printed before. */
uint64_t
limits_enough_findings(const struct settings *s)
{
	if (s->unique)
		return UINT64_MAX;
	if (settings_first_is_enough(s))
		return 1;
	return s->max_count < 0 ? UINT64_MAX : (uint64_t)s->max_count;
}
