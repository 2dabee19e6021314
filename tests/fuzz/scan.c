/* scan.c - a text scanned whole, in pieces, and without machine code: the same
 * findings; what is valid is judged so again */
#include "fuzz.h"

#include "../findings.h"

#ifndef FLOWED
#define FLOWED 0 /* 1: the target "flowed" */
#endif

static const char *const names[] = { "current", "rfc1738", "draft", "iri" };
enum { GRAMMARS = 4, LONGEST = 32 * 1024 };

static urlgrep_scanner *jit[GRAMMARS], *interpreter[GRAMMARS], *aside[GRAMMARS];

static void
setup(void)
{
	unsigned i;

	for (i = 0; i < GRAMMARS && jit[0] == NULL; i++) {
		urlgrep_grammar *g = urlgrep_grammar_new(names[i], 0, NULL, NULL);

		aside[i] = urlgrep_scanner_new(g);
		interpreter[i] = urlgrep_scanner_new(urlgrep_grammar_new(names[i],
		    URLGREP_NO_JIT, NULL, NULL));
	}
	for (i = 0; i < GRAMMARS && jit[i] == NULL; i++)
		jit[i] = urlgrep_scanner_new(urlgrep_grammar_new(names[i], 0, NULL,
		    NULL));
}

/* What the header says of every finding. */
static void
check_finding(unsigned g, const urlgrep_finding *f, size_t len)
{
	urlgrep_url again;
	char *url = copied(f->url.text.text, f->url.text.len);

	must(f->offset <= len && f->length <= len - f->offset && f->length > 0);
	must(f->reading_count >= 1);
	must(f->url.text.len == f->readings[0].url.len);
	must(f->url.verdict == f->readings[0].verdict);
	if (f->url.verdict != URLGREP_LIMIT) {
		urlgrep_judge(aside[g], url, f->url.text.len, 0, &again);
		must(again.verdict == f->url.verdict);
		must(again.part_count == f->url.part_count);
	}
	free(url);
}

/* As report_text of findings.h, but each piece in memory of its own size. */
static char *
scan(unsigned g, urlgrep_scanner *s, const char *text, size_t len, size_t step,
    unsigned flags)
{
	struct report r;
	size_t begin = 0, end = step < len ? step : len;
	urlgrep_status status;

	report_open(&r);
	urlgrep_scanner_reset(s);
	do {
		char *piece = copied(text + begin, end - begin);
		urlgrep_finding found;

		urlgrep_scanner_text(s, piece, end - begin,
		    flags | (end == len ? URLGREP_LAST : 0));
		while ((status = urlgrep_next(s, &found)) == URLGREP_OK) {
			check_finding(g, &found, len);
			report_finding(&r, &found);
		}
		begin += urlgrep_scanner_kept(s);
		free(piece);
		must(status == URLGREP_END || (status == URLGREP_MORE && end < len));
		end = len - end < step ? len : end + step;
	} while (status == URLGREP_MORE);
	fclose(r.file);
	return r.text;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned choice = take_choice(data, &size);
	unsigned g = choice & 3;
	size_t step = 1 + (choice >> 3) * (choice >> 3);
	unsigned flags = FLOWED ? URLGREP_FLOWED |
	    (choice & 4 ? URLGREP_DELSP : 0) : 0;
	char *whole, *plain, *pieces;
	const char *text = (const char *)data;

	if (size > LONGEST)
		return 0;
	setup();
	whole = scan(g, jit[g], text, size, size + 1, flags);
	plain = scan(g, interpreter[g], text, size, size + 1, flags);
	pieces = scan(g, jit[g], text, size, step, flags);
	must(strcmp(whole, plain) == 0);
	must(strcmp(whole, pieces) == 0);
	free(whole);
	free(plain);
	free(pieces);
	return 0;
}
