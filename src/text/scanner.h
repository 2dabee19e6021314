/* scanner.h - the state of a scanner, which the files of this directory share */
#ifndef TEXT_SCANNER_H
#define TEXT_SCANNER_H

#include <stdbool.h>

#include "text/rules.h"
#include "text/search.h"
#include "url/matcher.h"
#include "urlgrep.h"
#include "urlgrep_tools.h"
#include "util/strbuf.h"
#include "util/text_line.h"

enum {
	MAX_READINGS = 16, /* all subsets of four hyphens (rule W4) */
	MAX_SIGNS = 256    /* of twelve line breaks (rules B6, U13) */
};

/* A URL that is not in the text as its writer meant it: see undo.h. All offsets but those of the map are
 * those in the undone text; 0: nowhere. */
struct undone {
	struct strbuf text;
	struct strbuf map;   /* its pieces and their places in the text */
	size_t stop;         /* an escape sequence ends the URL there at the latest */
	size_t first_json;   /* where an escape of JSON was */
	size_t first_hidden; /* a character without width, or a color */
	size_t gap;          /* a character without width, before which the URL may end */
};

struct urlgrep_scanner {
	const urlgrep_grammar *grammar;
	urlgrep_grammar *own_grammar; /* the same, if the caller gave none */
	struct matcher *matcher;
	struct rules *rules;
	bool is_iri; /* URLs may contain characters beyond US-ASCII */
	const struct suffix_table *suffixes; /* of the grammar */

	struct scan_text text;
	unsigned flags;
	struct prefilter prefilter; /* of the text */
	struct needles needles;     /* in place of prefilter, for more than URLs */
	bool has_omission; /* the last finding is a name whose URL lacks a byte of it */
	size_t searched; /* all colons before this offset have been examined */
	size_t floor;    /* no candidate begins before the end of the last finding */
	bool in_long_run; /* searched lies in a run that is too long for a URL */

	/* While s->text is the undone text: the text and the like; else written.bytes is NULL. */
	struct scan_text written;
	uint64_t written_run_end;
	size_t written_floor;

	bool is_paused; /* the caller passed the same text again, not longer than before */

	/* The run of the last mark, by offsets in the whole text. */
	uint64_t run_begin; /* of the first candidate in it; UINT64_MAX: there is none */
	uint64_t run_end;
	bool run_is_complete; /* the run ends at run_end; else there or later */
	bool run_has_escapes; /* perhaps: a backslash, a control or a hidden character */
	unsigned run_candidates; /* in the run */
	unsigned run_too_long; /* of them, those of opaque schemes that were too long */

	/* For defanged URLs: see defanged.c. */
	struct suffix_table *defanged_suffixes; /* NULL before URLGREP_REFANG is first used */
	unsigned failures;   /* in the text before failed_end, an offset in the whole text */
	uint64_t failed_end;

	/* Findings borrow the following. */
	struct strbuf joined; /* readings that are not one span of the text */
	struct undone undone;
	urlgrep_reading readings[MAX_READINGS];
	size_t lengths[MAX_READINGS]; /* of each reading in the text */
	urlgrep_sign signs[MAX_SIGNS];
	unsigned sign_count;
	struct explainer explainer;
	urlgrep_scanner *reader; /* scans what urlgrep_readable() writes; NULL before that */
	struct strbuf readable;
	urlgrep_finding finding; /* the last one */
	urlgrep_status status;   /* of urlgrep_next() */
};

#endif
