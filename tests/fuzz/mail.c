/* mail.c - check any input with urlgrep_mail.h: the findings in the input are those in its members
 * and in their messages, and in two ranges of it; locations are within their messages */
#include "long.h"

#include "mail_findings.h"
#include "range_fit.h"

enum {
	MAX_INPUT_BYTES = 64 * 1024,
	MAX_MEMBERS = 100,
	TYPES = 5,
	/* A reader begins this far before its range at present. The number is used only to
	 * choose the place of the cut. */
	TEXT_CONTEXT_BYTES = 24 * 1024
};

struct input {
	const char *text;
	size_t len;
	urlgrep_mail_type type;
};

static void
open_input(urlgrep_mail *mail, const struct input *in, uint64_t begin, uint64_t end)
{
	urlgrep_mail_range range = { .size = sizeof(range), .begin = begin,
		.end = end, .type = in->type };

	must(urlgrep_mail_open_buffer(mail, "input", in->text, in->len, &range) == URLGREP_OK);
}

/* ---- the findings in an input, in its members, in their messages --- */

/* Report what urlgrep_mail_next finds until END. */
static void
report_findings(struct report *r, urlgrep_mail *mail)
{
	const urlgrep_finding *f;
	const urlgrep_location *l;
	urlgrep_status status;

	while ((status = urlgrep_mail_next(mail, &f, &l)) != URLGREP_END) {
		must(status == URLGREP_OK || status == URLGREP_SKIPPED);
		if (status == URLGREP_SKIPPED) {
			must(urlgrep_mail_error(mail)->reason[0] != '\0');
			continue;
		}
		must(l->path && l->length > 0 && f->reading_count > 0);
		report_mail_finding(r, f, l);
	}
}

static void
look_at_fields(urlgrep_mail *mail)
{
	int field;

	for (field = URLGREP_MAIL_ID; field <= URLGREP_MAIL_LIST_ID; field++) {
		const char *value = urlgrep_mail_header(mail, (urlgrep_mail_field)field);

		must(value == NULL || strlen(value) < MAX_INPUT_BYTES * 4);
	}
}

/* Read every byte of the texts. */
static void
look_at_texts(urlgrep_mail *mail)
{
	urlgrep_mail_text text;
	size_t i, at;

	for (i = 0; urlgrep_mail_text_at(mail, i, &text) == URLGREP_OK; i++) {
		size_t sum = 0;

		must(text.part && text.encoding && text.text.text);
		for (at = 0; at < text.text.len; at++)
			sum += (unsigned char)text.text.text[at];
		must(sum <= text.text.len * 255);
	}
}

static void
report_message(struct report *r, urlgrep_mail *mail, const urlgrep_message *message,
    unsigned choice)
{
	must(message->type != URLGREP_MAIL_DETECT && message->type != URLGREP_MAIL_MBOX);
	must((message->type == URLGREP_MAIL_MESSAGE) == (message->number > 0));
	/* In a file in UTF-16 or UTF-32, the text is in UTF-8, but the length is the file's. */
	must(message->text.text == NULL || message->text.len == message->length ||
	    (message->text.len <= 3 * message->length &&
	    message->length <= 4 * (message->text.len + 1)));
	if (choice & 1)
		look_at_fields(mail);
	if (choice & 2)
		look_at_texts(mail);
	report_findings(r, mail);
	if (choice & 4)
		look_at_texts(mail);
}

/* Report the findings message by message. Return false if there are too many members. */
static bool
report_by_levels(struct report *r, urlgrep_mail *mail, unsigned choice)
{
	const urlgrep_member *member;
	const urlgrep_message *message;
	urlgrep_status status;
	unsigned members = 0;

	while ((status = urlgrep_mail_next_member(mail, &member)) != URLGREP_END) {
		if (++members > MAX_MEMBERS)
			return false;
		if (status != URLGREP_OK)
			continue;
		must(member->path && member->type != URLGREP_MAIL_DETECT);
		while ((status = urlgrep_mail_next_message(mail, &message)) != URLGREP_END)
			if (status == URLGREP_OK)
				report_message(r, mail, message, choice);
	}
	return true;
}

/* ---- ranges --- */

/* Report the findings before and after a cut. Return false if the two ranges of a text do not
 * fit together. */
static bool
report_ranges(struct report *r, urlgrep_mail *mail, const struct input *in, uint64_t cut)
{
	urlgrep_mail_range range = { .size = sizeof(range), .begin = cut,
		.end = UINT64_MAX, .type = in->type };
	urlgrep_mail_sums sums, rest;

	open_input(mail, in, 0, cut);
	report_findings(r, mail);
	sums = urlgrep_mail_sums_of(mail);
	range.line = sums.lines + 1;
	range.message = sums.messages + 1;
	must(urlgrep_mail_open_buffer(mail, "input", in->text, in->len, &range) == URLGREP_OK);
	report_findings(r, mail);
	rest = urlgrep_mail_sums_of(mail);
	if (range_fits(sums.left_after, &range, &rest))
		return true;
	must(sums.messages + rest.messages == 0);
	return false;
}

/* ---- comparing --- */

static void
compare(struct report *expected, struct report *got)
{
	if (strcmp(expected->text, got->text) != 0)
		print_difference(expected->text, got->text);
	must(strcmp(expected->text, got->text) == 0);
}

static void
compare_all(urlgrep_mail *mail, const struct input *in, unsigned choice, uint64_t cut)
{
	struct report levels, whole, ranges;
	bool is_complete, is_torn;

	report_open(&levels);
	open_input(mail, in, 0, UINT64_MAX);
	is_complete = report_by_levels(&levels, mail, choice);
	fclose(levels.file);
	if (is_complete) {
		report_open(&whole);
		open_input(mail, in, 0, UINT64_MAX);
		report_findings(&whole, mail);
		fclose(whole.file);
		compare(&whole, &levels);
		report_open(&ranges);
		is_torn = !report_ranges(&ranges, mail, in, cut);
		fclose(ranges.file);
		if (!is_torn)
			compare(&whole, &ranges);
		free(whole.text);
		free(ranges.text);
	}
	free(levels.text);
}

static urlgrep_mail *
reader_of(unsigned flags)
{
	static urlgrep_mail *readers[32];
	static urlgrep_grammar *grammar;
	urlgrep_mail_options options = { .size = sizeof(options),
		.flags = URLGREP_ALL | flags * URLGREP_RAW };

	if (grammar == NULL)
		grammar = urlgrep_grammar_new("current", 0, NULL, NULL);
	if (readers[flags] == NULL)
		readers[flags] = urlgrep_mail_new(grammar, &options);
	return readers[flags];
}

/* Compare with a text that is made long in its middle, so that the cut is in the second half of the
 * input, and the context read before the cut begins in the first half. */
static void
compare_long_text(urlgrep_mail *mail, const uint8_t *data, size_t size, unsigned choice,
    unsigned where)
{
	size_t half = size * where / 256, first = half * (choice % 16) / 16;
	size_t begin = half + (size - half) / 4, fill = TEXT_CONTEXT_BYTES - (begin - first);
	struct long_text t = long_text(data, size, half, choice, fill);
	struct input in = { t.at, t.len, URLGREP_MAIL_TEXT };

	compare_all(mail, &in, choice, begin + fill);
	free(t.at);
}

/* The last bytes select the flags, the type, what is examined, and the cut. */
int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned flags = take_choice(data, &size) % 32;
	unsigned choice = take_choice(data, &size), where = take_choice(data, &size);
	struct input in = { .len = size, .type = (urlgrep_mail_type)(choice % TYPES) };
	char *text;

	if (size > MAX_INPUT_BYTES)
		return 0;
	if (in.type == URLGREP_MAIL_TEXT && size < TEXT_CONTEXT_BYTES / 2)
		compare_long_text(reader_of(flags), data, size, choice / TYPES, where);
	in.text = text = copied(data, size);
	compare_all(reader_of(flags), &in, choice / TYPES, size * where / 255);
	free(text);
	return 0;
}
