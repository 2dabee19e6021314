/* scanner.h - the state of a scanner, shared by the files of this directory */
#ifndef TEXT_SCANNER_H
#define TEXT_SCANNER_H

#include <stdbool.h>

#include "text/rules.h"
#include "text/prefilter.h"
#include "url/matcher.h"
#include "url/scheme.h"
#include "urlgrep.h"
#include "urlgrep_tools.h"
#include "util/strbuf.h"
#include "util/text_line.h"

enum {
	MAX_READINGS = 16, /* all subsets of four hyphens in <...> (rule W4) */
	MAX_SIGNS = 256    /* of twelve line breaks (rules B6, U13) */
};

/* A URL after its escapes, hidden characters or defanging were undone: see undo.h. All offsets
 * except those in the map are offsets in the undone text; 0 means that there is no such place. */
struct undone {
	struct strbuf text;
	struct strbuf map;   /* the pieces of text, and their places in the original text */
	size_t stop;         /* an escape sequence here ends the URL, unless it ends earlier */
	size_t first_json;   /* the first escape of JSON */
	size_t first_hidden; /* the first zero-width character or color sequence */
	size_t gap;          /* the first zero-width character, before which the URL may end */
};

struct urlgrep_scanner {
	const urlgrep_grammar *grammar;
	urlgrep_grammar *own_grammar; /* the same if the caller passed NULL; else NULL */
	struct matcher *matcher;
	struct rules *rules;
	const struct suffix_table *suffixes; /* of the grammar */

	struct scan_text text;
	unsigned flags;
	struct prefilter prefilter; /* its set is empty if the caller wants URLs only */
	bool has_omission; /* the last finding is a name, and its URL omits a byte of it */
	size_t searched; /* all colons before this offset have been examined */
	bool failed;     /* out of memory at the last hit */
	bool in_long_run; /* searched lies in a run that is too long for a URL */

	/* While text is the undone text, these keep the original text and run_end; otherwise
	 * original.bytes is NULL. */
	struct scan_text original;
	uint64_t original_run_end;

	bool is_paused; /* the caller passed the text again without new bytes */

	/* The run of the last hit, as offsets in the whole text. */
	uint64_t run_begin; /* of its first candidate; UINT64_MAX: it has none yet */
	uint64_t run_end;
	bool run_is_complete; /* the run ends at run_end; if false, there or later */
	bool run_has_escapes; /* it may have a backslash, a control or a hidden character */
	uint64_t unmarked_end; /* the run has no "&" and no sign of a template before this offset */
	unsigned run_candidates; /* number of bare candidates in the run */
	unsigned run_too_long; /* candidates of opaque schemes that were too long */

	/* For defanged URLs: see defanged.c. */
	struct suffix_table *defanged_suffixes; /* NULL before URLGREP_REFANG is first used */
	unsigned failures;   /* failed attempts before failed_end, an offset in the whole text */
	uint64_t failed_end;

	/* Findings borrow from the following. */
	struct strbuf joined; /* readings that are not one span of the text */
	struct undone undone;
	urlgrep_reading readings[MAX_READINGS];
	size_t lengths[MAX_READINGS]; /* of each reading in the text; if delimited, of the first only */
	urlgrep_sign signs[MAX_SIGNS];
	unsigned sign_count;
	urlgrep_scanner *reader; /* scans the output of urlgrep_readable(), which creates it */
	struct strbuf readable;
	urlgrep_finding finding; /* the last one */
	urlgrep_status status;   /* of urlgrep_next() */
};

/* ---- a place of the text that may be a URL --- */

enum {
	MAX_FRAGMENTS = 64,
	MAX_JOINS = 12 /* line breaks undone in one bare URL (rule B6) */
};

/* The reasons to doubt the best reading. */
enum {
	DOUBT_END = 1 << 0,  /* the run may end elsewhere in its line */
	DOUBT_JOIN = 1 << 1, /* some signs support a join, others oppose it */
	DOUBT_POSSIBLE_JOIN = 1 << 2 /* a join is possible but unlikely: low confidence */
};

/* One unbroken part of a candidate: bytes[begin..end) of the text. */
struct fragment {
	size_t begin;
	size_t end;
	bool ends_in_hyphen; /* a "-" before the line break, to be kept or dropped */
};

/* All offsets are in the scanner's text. The fields are ordered to avoid padding, since they are
 * cleared at every colon. */
struct candidate {
	const struct scheme *scheme; /* NULL in <URL:...> and for names */
	size_t begin; /* of the URL, without brackets or quotation marks */
	size_t end;
	urlgrep_form form;
	unsigned doubts; /* a set of DOUBT_..., which determine the confidence */
	unsigned notes;
	unsigned fragment_count;

	/* For a bare URL only. */
	unsigned certain_count; /* the first fragments, which certainly belong to the URL */
	int chain_score;        /* of the breaks after those, which are decided as one */
	size_t other_end;       /* another place in its line where it may end; 0: none */
	bool lacks_host;        /* the line ends after the "//" or the colon */
	bool has_typeset_hyphens; /* a typesetting program hyphenated it: drop them first */
	bool has_soft_breaks;   /* the breaks are marked: it has only one reading */
	bool is_quoted_printable; /* fragments end in "=" and are to be decoded */
	bool is_too_long;       /* it is not matched: the verdict is LIMIT */
	bool has_escapes;       /* in angle brackets only: its readings undo the escapes */
	bool keeps_marks;       /* the marks at its end belong to it */
	char opener;            /* the byte before it, or what replaces that: see find_opener() */

	/* For a name without a scheme only. */
	const char *supplied;   /* the scheme to prepend, or NULL */
	size_t omitted;         /* if supplied: a byte that the URL omits, or SIZE_MAX */

	struct fragment fragments[MAX_FRAGMENTS]; /* fragment_count of them are set */
};

/* Set all members to zero, except the fragments, of which there are none. */
static inline void
candidate_clear(struct candidate *c)
{
	memset(c, 0, offsetof(struct candidate, fragments));
}

/* ---- scanner.c --- */

/* Return the end of the run that the scanner has measured at its hit, at most begin + max_len, for
 * a candidate that begins at `begin`. Note where the first candidate in the run begins. */
size_t scanner_run_end(urlgrep_scanner *s, size_t begin, size_t max_len);

#endif
