/* range.c - a text or an mbox searched as a whole, and in three ranges: the findings of the
 * ranges are those of the whole, with the same lines and message numbers, as long as the
 * ranges of a text fit together */
#include "long.h"

#include "findings.h"
#include "range_fit.h"
#include "urlgrep_mail.h"
#include "urlgrep_tools.h"

enum {
	MAX_INPUT_BYTES = 8192,
	CUTS = 2,
	/* A reader begins somewhat before its range, at present so far. The number only
	 * decides where in the input that is. */
	TEXT_CONTEXT_BYTES = 24 * 1024
};

static void
report_location(struct report *r, const urlgrep_location *l)
{
	unsigned i;

	fprintf(r->file, "  message %llu line %llu at %llu+%llu part %s flags %u",
	    (unsigned long long)l->message, (unsigned long long)l->line,
	    (unsigned long long)l->offset, (unsigned long long)l->length,
	    l->part ? l->part : "-", l->flags);
	for (i = 0; i < l->sign_count; i++)
		fprintf(r->file, " %s %d", l->signs[i].name, l->signs[i].points);
	fputc('\n', r->file);
}

/* Report the findings of a range. Those of a text are in the range; those of a message may
 * be after its end. */
static urlgrep_mail_sums
report_range(struct report *r, urlgrep_mail *mail, const struct long_text *t,
    const urlgrep_mail_range *range)
{
	const urlgrep_finding *finding;
	const urlgrep_location *location;
	urlgrep_status status;

	must(urlgrep_mail_open_buffer(mail, "input", t->at, t->len, range) ==
	    URLGREP_OK);
	while ((status = urlgrep_mail_next(mail, &finding, &location)) != URLGREP_END) {
		if (status != URLGREP_OK) /* a part that is not read */
			continue;
		must(location->length > 0 && location->offset >= range->begin);
		must(range->type != URLGREP_MAIL_TEXT || location->offset < range->end);
		report_finding(r, finding);
		report_location(r, location);
	}
	return urlgrep_mail_sums_of(mail);
}

/* Report the findings of the ranges between the cuts, until one does not fit. Return where
 * that begins, or UINT64_MAX. */
static uint64_t
report_ranges(struct report *r, urlgrep_mail *mail, const struct long_text *t,
    const urlgrep_mail_range *whole, const uint64_t *cuts)
{
	urlgrep_mail_range range = { .size = sizeof(range), .type = whole->type,
		.flags = whole->flags, .line = 1, .message = 1 };
	uint64_t left_after = 0;
	int i;

	for (i = 0; i <= CUTS; i++) {
		struct report part;
		urlgrep_mail_sums sums;

		range.end = i < CUTS ? cuts[i] : UINT64_MAX;
		report_open(&part);
		sums = report_range(&part, mail, t, &range);
		fclose(part.file);
		if (!range_fits(left_after, &range, &sums)) {
			must(range.type == URLGREP_MAIL_TEXT);
			free(part.text);
			return range.begin;
		}
		fwrite(part.text, 1, part.len, r->file);
		free(part.text);
		left_after = later(left_after, sums.left_after);
		range.begin = range.end;
		range.line += sums.lines;
		range.message += sums.messages;
	}
	return UINT64_MAX;
}

/* Compare the findings of the whole with those of the ranges, up to where these do not fit
 * together. */
static void
compare(urlgrep_mail *mail, const struct long_text *t, urlgrep_mail_type type,
    const uint64_t *cuts)
{
	urlgrep_mail_range range = { .size = sizeof(range), .end = UINT64_MAX,
		.type = type };
	struct report whole, ranges;

	must(urlgrep_mail_open_buffer(mail, "input", t->at, t->len, &range) == URLGREP_OK);
	if (!urlgrep_mail_divisible(mail))
		return;
	range.flags = URLGREP_MAIL_KNOWN_DIVISIBLE;
	report_open(&ranges);
	range.end = report_ranges(&ranges, mail, t, &range, cuts);
	fclose(ranges.file);
	if (range.end == UINT64_MAX)
		range.flags = 0;
	report_open(&whole);
	report_range(&whole, mail, t, &range);
	fclose(whole.file);
	must(strcmp(whole.text, ranges.text) == 0);
	free(whole.text);
	free(ranges.text);
}

static urlgrep_mail *
reader_of(unsigned choice)
{
	static urlgrep_mail *readers[2];
	static urlgrep_grammar *grammar;
	urlgrep_mail_options options = { .size = sizeof(options),
		.flags = URLGREP_ALL | URLGREP_COUNT_LINES |
		    (choice & 1 ? URLGREP_FIND_MALFORMED : 0) };

	if (grammar == NULL)
		grammar = urlgrep_grammar_new("current", 0, NULL, NULL);
	if (readers[choice & 1] == NULL)
		readers[choice & 1] = urlgrep_mail_new(grammar, &options);
	return readers[choice & 1];
}

/* The first cut is in the input's second half, and what is read before it begins in its
 * first. */
static void
compare_text(urlgrep_mail *mail, const uint8_t *data, size_t size,
    unsigned choice, unsigned where)
{
	size_t half = size * where / 256, first = half * (choice >> 4) / 16;
	size_t begin = half + (size - half) / 4;
	size_t fill = TEXT_CONTEXT_BYTES - (begin - first);
	uint64_t cuts[CUTS] = { begin + fill, begin + fill + (size - begin) / 2 };
	struct long_text t = long_text(data, size, half, choice >> 1, fill);

	compare(mail, &t, URLGREP_MAIL_TEXT, cuts);
	free(t.at);
}

static void
compare_mbox(urlgrep_mail *mail, const uint8_t *data, size_t size,
    unsigned choice, unsigned where)
{
	struct long_text t = long_text(data, size, size, 0, 0);
	uint64_t begin = size * where / 256;
	uint64_t cuts[CUTS] = { begin, begin + (size - begin) * (choice >> 4) / 16 };

	compare(mail, &t, URLGREP_MAIL_MBOX, cuts);
	free(t.at);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned choice = take_choice(data, &size), where = take_choice(data, &size);
	urlgrep_mail *mail = reader_of(choice);

	if (size > MAX_INPUT_BYTES)
		return 0;
	if (size > 5 && memcmp(data, "From ", 5) == 0)
		compare_mbox(mail, data, size, choice, where);
	else
		compare_text(mail, data, size, choice, where);
	return 0;
}
