/* merge.c - what the jobs gave, taken in the order of the input */
#include "cmd/parallel/merge.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/parallel/task_output.h"

static void
take_found(struct taking *t, const struct result *r)
{
	if (t->fit.torn)
		return;
	if (report_found(t->report, r->url, r->octets)) {
		fwrite(r->text.text, 1, r->text.len, stdout);
		report_printed(t->report);
	}
}

static void
take_done(struct taking *t, const char *path)
{
	t->file = 0;
	report_done(t->report, path);
}

static void
take_string(struct taking *t, const struct result *r)
{
	char *first, *second;

	first = strndup(r->text.text, r->text.len);
	second = strndup(r->url.text, r->url.len);
	if (first == NULL || second == NULL)
		report_trouble("memory", strerror(ENOMEM));
	else if (r->kind == RESULT_DONE)
		take_done(t, first);
	else if (!t->fit.torn && report_more(t->report))
		report_trouble(second, first);
	free(first);
	free(second);
}

static void
take_result(struct taking *t, const struct result *r)
{
	switch (r->kind) {
	case RESULT_FOUND:
		take_found(t, r);
		break;
	case RESULT_BEGIN:
		t->file = r->octets;
		break;
	case RESULT_READ:
		if (!t->fit.torn)
			report_read(t->report, r->octets, r->passed);
		break;
	case RESULT_ENTERED:
		fit_entered(&t->fit, r->octets, r->passed);
		break;
	case RESULT_LEFT:
		fit_left(&t->fit, r->octets);
		break;
	case RESULT_DONE:
	case RESULT_TROUBLE:
		take_string(t, r);
		break;
	}
}

bool
take_results(struct taking *t, const char *results, size_t len)
{
	struct result r;
	size_t at = 0;

	while (report_going(t->report) && results_next(results, len, &at, &r))
		take_result(t, &r);
	return report_going(t->report);
}
