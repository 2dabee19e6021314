/* scanner.h - the state of a scanner, which the files of this directory share */
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
	MAX_READINGS = 16, /* all subsets of four hyphens (rule W4) */
	MAX_SIGNS = 256    /* of twelve line breaks (rules B6, U13) */
};

/* A URL that is not in the text as its writer meant it: see undo.h. All offsets but those of the
 * map are those in the undone text; 0: nowhere. */
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
	struct prefilter prefilter; /* of the text; its set is empty if only URLs are sought */
	bool has_omission; /* the last finding is a name whose URL lacks a byte of it */
	size_t searched; /* all colons before this offset have been examined */
	size_t floor;    /* no candidate begins before the end of the last finding */
	bool failed;     /* memory was short at the last hit */
	bool in_long_run; /* searched lies in a run that is too long for a URL */

	/* While s->text is the undone text: the text and the like; else written.bytes is NULL. */
	struct scan_text written;
	uint64_t written_run_end;
	size_t written_floor;

	bool is_paused; /* the caller passed the same text again, not longer than before */

	/* The run of the last hit, by offsets in the whole text. */
	uint64_t run_begin; /* of the first candidate in it; UINT64_MAX: there is none */
	uint64_t run_end;
	bool run_is_complete; /* the run ends at run_end; else there or later */
	bool run_has_escapes; /* perhaps: a backslash, a control or a hidden character */
	uint64_t unmarked_end; /* no sign of a template is in the run before it */
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
	urlgrep_scanner *reader; /* scans what urlgrep_readable() writes; NULL before that */
	struct strbuf readable;
	urlgrep_finding finding; /* the last one */
	urlgrep_status status;   /* of urlgrep_next() */
};

/* ---- a place of the text that may be a URL --- */

enum {
	MAX_FRAGMENTS = 64,
	MAX_JOINS = 12 /* line breaks undone in one bare URL (rule B6) */
};

/* Why the best reading is not certain. */
enum {
	DOUBT_END = 1 << 0,  /* the run may end elsewhere in its line */
	DOUBT_JOIN = 1 << 1, /* signs are for a join and against it */
	DOUBT_POSSIBLE_JOIN = 1 << 2 /* a join is possible, but not likely: low confidence */
};

/* One unbroken part of a candidate: bytes[begin..end) of the text. */
struct fragment {
	size_t begin;
	size_t end;
	bool ends_in_hyphen; /* "-" before a line break: to be kept or dropped */
};

/* All offsets are those of the scanner's text. The fields are in an order without padding,
 * since they are cleared for each colon. */
struct candidate {
	const struct scheme *scheme; /* NULL in <URL:...> */
	size_t begin; /* of the URL, without brackets or quotation marks */
	size_t end;
	urlgrep_form form;
	unsigned doubts; /* a set of DOUBT_..., of which the confidence is made */
	unsigned notes;
	unsigned fragment_count;

	/* For a bare URL only. */
	unsigned certain_count; /* this many fragments are joined for certain */
	int chain_score;        /* of the breaks after those, as one decision */
	size_t other_end;       /* where else the URL may end in its line; 0: nowhere */
	bool lacks_host;        /* nothing follows "//", or a colon, in its line */
	bool has_typeset_hyphens; /* which divide words: dropped rather than kept */
	bool has_soft_breaks;   /* marked ones: there is no other reading */
	bool is_quoted_printable; /* to be decoded: fragments end in "=" */
	bool is_too_long;       /* for the matcher: the verdict is LIMIT */
	bool has_escapes;       /* between angle brackets: they are undone in its readings */
	bool keeps_marks;       /* at the end, which belong to it */
	char byte_before;       /* a line feed at the beginning of the text */

	/* For a name without a scheme only. */
	const char *supplied;   /* the scheme to put before it, or NULL */
	size_t omitted;         /* a byte that the URL lacks, if supplied; or SIZE_MAX */

	struct fragment fragments[MAX_FRAGMENTS]; /* fragment_count of them are set */
};

#endif
