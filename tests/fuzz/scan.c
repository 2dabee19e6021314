/* scan.c - check that a text has the same findings if scanned whole, in pieces, and without JIT;
 * that a valid URL is valid if judged by itself; and that the prefilter finds all colons. */
#include "long.h"

#include "findings.h"
#include "text/prefilter.h"

#ifndef FLOWED
#define FLOWED 0 /* 1: the target "flowed" */
#endif
#ifndef ALWAYS
#define ALWAYS 0 /* flags for every text */
#endif

static const char *const names[] = { "current", "rfc1738", "draft", "iri" };
enum { GRAMMARS = 4, LONGEST = 32 * 1024 };

static urlgrep_scanner *jit[GRAMMARS], *interpreter[GRAMMARS], *aside[GRAMMARS];

static void
setup(void)
{
	unsigned i;

	for (i = 0; i < GRAMMARS && jit[i] == NULL; i++) {
		const urlgrep_grammar *fast = urlgrep_grammar_new(names[i],
		    URLGREP_EARLY_JIT, NULL, NULL);

		jit[i] = urlgrep_scanner_new(fast);
		aside[i] = urlgrep_scanner_new(fast);
		interpreter[i] = urlgrep_scanner_new(urlgrep_grammar_new(names[i],
		    URLGREP_NO_JIT, NULL, NULL));
	}
}

/* Check that a reading judged by itself has the same verdict. Return the number of its parts. */
static unsigned
check_reading(unsigned g, urlgrep_span url, urlgrep_verdict verdict)
{
	char *copy = copied(url.text, url.len);
	urlgrep_url again;

	urlgrep_judge(aside[g], copy, url.len, 0, &again);
	must(again.verdict == verdict);
	free(copy);
	return again.part_count;
}

/* Return true if the finding is invalid regardless of the grammar: a template, a scheme that is
 * not listed, an address with misplaced dots, an opaque URL that is only loose. */
static bool
is_invalid_anyway(const urlgrep_finding *f)
{
	return f->url.verdict == URLGREP_INVALID && (f->kind == URLGREP_KIND_ADDRESS ||
	    f->notes & (URLGREP_TEMPLATE | URLGREP_UNLISTED_SCHEME) ||
	    f->form == URLGREP_BARE || f->form == URLGREP_ANGLE);
}

/* Check what the header promises of every finding. */
static void
check_finding(unsigned g, const urlgrep_finding *f, size_t len)
{
	must(f->offset <= len && f->length <= len - f->offset && f->length > 0);
	must(f->reading_count >= 1);
	must(f->url.text.len == f->readings[0].url.len);
	must(f->url.verdict == f->readings[0].verdict);
	must((f->written.text == NULL) == (f->kind == URLGREP_KIND_URL));
	must(f->kind != URLGREP_KIND_NAME || f->supplied.len > 0);
	if (f->notes & URLGREP_MALFORMED) {
		must(f->url.verdict == URLGREP_INVALID && f->reading_count == 2);
		must(f->readings[1].verdict == URLGREP_VALID ||
		    f->readings[1].verdict == URLGREP_LOOSE);
		check_reading(g, f->readings[1].url, f->readings[1].verdict);
	} else if (f->url.verdict != URLGREP_LIMIT && !is_invalid_anyway(f)) {
		must(check_reading(g, f->url.text, f->url.verdict) == f->url.part_count);
	}
}

/* Scan like report_text() of findings.h, but with each piece in a block of exactly its size. */
static char *
scan(unsigned g, urlgrep_scanner *s, const char *text, size_t len, size_t step, unsigned flags)
{
	struct report r;
	size_t begin = 0, end = step < len ? step : len;
	urlgrep_status status;

	report_open(&r);
	urlgrep_scanner_reset(s);
	do {
		char *piece = copied(text + begin, end - begin);
		const urlgrep_finding *found;

		urlgrep_scanner_text(s, piece, end - begin,
		    flags | URLGREP_ALL | (end == len ? URLGREP_LAST : 0));
		while ((found = urlgrep_next(s)) != NULL) {
			check_finding(g, found, len);
			report_finding(&r, found);
		}
		status = urlgrep_scanner_status(s);
		begin += urlgrep_scanner_consumed(s);
		free(piece);
		must(status == URLGREP_END || (status == URLGREP_MORE && end < len));
		end = len - end < step ? len : end + step;
	} while (status == URLGREP_MORE);
	fclose(r.file);
	return r.text;
}

/* Compare the findings of the whole text with those in pieces, and without JIT. */
static void
check_text(unsigned g, const char *text, size_t len, size_t step, unsigned flags)
{
	char *whole = scan(g, jit[g], text, len, len + 1, flags);
	char *plain = scan(g, interpreter[g], text, len, len + 1, flags);
	char *pieces = scan(g, jit[g], text, len, step, flags);

	must(strcmp(whole, plain) == 0);
	must(strcmp(whole, pieces) == 0);
	free(whole);
	free(plain);
	free(pieces);
}

/* Check that the colons found several at a time are those found one by one. */
static void
check_colons(const char *text, size_t len)
{
	static struct suffix_table suffixes;
	static struct prefilter prefilter;
	static bool filled;
	const char *at = text + SUFFIX_BYTES, *end = text + len, *colon;

	if (!filled)
		suffix_table_init(&suffixes);
	filled = true;
	prefilter_begin(&prefilter, 0, at);
	while (at < end) {
		colon = prefilter_next(&prefilter, &suffixes, at, end);
		for (; at < (colon ? colon : end); at++)
			must(*at != ':' || !suffix_table_has(&suffixes, at, end));
		if (colon == NULL)
			break;
		must(colon >= at && colon < end && *colon == ':');
		at = colon + 1;
	}
}

/* There are at most PIECES pieces, so that a long text does not take longer. The scanner drops
 * the beginning of a long text. */
int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	enum { PIECES = 100, FILL = 20000, FILLED = 8 };
	unsigned choice = take_choice(data, &size), where = take_choice(data, &size);
	unsigned kind = (FLOWED ? URLGREP_FLOWED : 0) | ALWAYS;
	unsigned more = FLOWED ? URLGREP_DELSP : URLGREP_FIND_MALFORMED;
	unsigned joins = FLOWED || where & 1 ? 0 : URLGREP_NOT_MAIL;
	size_t fill = choice & FILLED ? FILL : 0;
	struct long_text t;

	if (size > LONGEST)
		return 0;
	setup();
	t = long_text(data, size, size * where / 256, where, fill);
	check_text(choice & 3, t.at, t.len, 1 + t.len / PIECES + (choice >> 4) * (choice >> 4),
	    kind | joins | (choice & 4 ? more : 0));
	check_colons(t.at, t.len);
	free(t.at);
	return 0;
}
