/* candidate.h - where a URL may stand in the text, and how it is read there */
#ifndef TEXT_CANDIDATE_H
#define TEXT_CANDIDATE_H

#include "text/quote_prefix.h"
#include "text/scanner.h"
#include "url/scheme.h"

/* A stretch of the text that belongs to a candidate whole. */
struct piece {
	size_t begin;
	size_t end;
	bool hyphen; /* it ends in a "-" before a line break: kept or dropped? */
};

enum {
	PIECES = 32,
	JOINS = 5 /* line breaks undone in a bare URL, at most (RULES B6) */
};

struct candidate {
	const struct scheme *scheme; /* NULL in a <URL:...> wrapper */
	urlgrep_form form;
	urlgrep_confidence confidence;
	unsigned notes;
	size_t begin; /* of the URL, without the wrapper */
	size_t end;
	unsigned piece_count;

	/* bare: the first certain pieces are joined, the others perhaps */
	unsigned certain;
	bool cut; /* nothing stands behind "//" in its line */
	bool marked; /* the sender marked the breaks: there is no other reading */
	bool too_long; /* more than URLGREP_MAX_URL_BYTES: not to be judged */
	char before; /* the octet before it; a line break at the text's begin */

	struct piece pieces[PIECES]; /* so many as piece_count says are set */
};

/* wrapper.c: read the wrapper whose content begins at begin; its "<" stands at
 * open. */
enum look wrapper_read(const struct text *t, size_t open, size_t begin,
    struct candidate *c);

/* bare.c: read the run from c->begin, whose scheme ends with the colon. */
enum look bare_read(urlgrep_scanner *s, size_t colon, struct candidate *c);
size_t bare_run_end(const urlgrep_scanner *s, size_t begin, size_t most);
/* How much of run[0..len) is the URL, by quotes, brackets and the sentence's
 * marks (RULES B3-B5). */
size_t bare_trim(char before, const char *run, size_t len);

/* rejoin.c: does the URL go on in the next line? Adds pieces. */
enum look rejoin(urlgrep_scanner *s, struct candidate *c);

/* meant.c: what was meant for a URL and is none, whose colon, or slashes without
 * one, stand at mark. */
struct meant {
	size_t begin, end; /* in the text */
	urlgrep_span url;  /* as it would be; in s->folded */
};
enum look meant_read(urlgrep_scanner *s, size_t mark, struct meant *found);
/* reading.c: the finding of it. INVALID: it is nothing, even so. */
urlgrep_status reading_make_meant(urlgrep_scanner *s, const struct meant *m,
    urlgrep_finding *finding);

/* reading.c: fill the finding from the candidate. INVALID: it is nothing. */
urlgrep_status reading_make(urlgrep_scanner *s, const struct candidate *c,
    urlgrep_finding *finding);
/* The first count pieces in one: borrowed from the text, or from s->folded,
 * which is cleared. */
urlgrep_span reading_join(urlgrep_scanner *s, const struct candidate *c,
    unsigned count);

#endif
