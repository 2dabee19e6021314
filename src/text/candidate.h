/* candidate.h - a place of the text that may be a URL */
#ifndef TEXT_CANDIDATE_H
#define TEXT_CANDIDATE_H

#include "util/text_line.h"
#include "url/scheme.h"
#include "urlgrep.h"

enum {
	MAX_FRAGMENTS = 64,
	MAX_JOINS = 5, /* line breaks undone in one bare URL (rule B6) */
	MAX_WRAPPER_JOINS = 12 /* if it is the wrapper of a mail gateway (rule U13) */
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
	bool lacks_host;        /* nothing follows "//" in its line */
	bool has_typeset_hyphens; /* which divide words: dropped rather than kept */
	bool has_soft_breaks;   /* marked ones: there is no other reading */
	bool is_quoted_printable; /* to be decoded: fragments end in "=" */
	bool is_too_long;       /* for the matcher: the verdict is LIMIT */
	bool has_escapes;       /* between angle brackets: they are undone in its readings */
	bool is_delimited;      /* marks at the end belong to it */
	char byte_before;       /* a line feed at the beginning of the text */

	/* For a name without a scheme only. */
	const char *supplied;   /* the scheme to put before it, or NULL */
	size_t omitted;         /* a byte that the URL lacks, if supplied; or SIZE_MAX */

	struct fragment fragments[MAX_FRAGMENTS]; /* fragment_count of them are set */
};

#endif
