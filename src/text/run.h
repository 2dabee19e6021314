/* run.h - bare URLs: their characters, and the text around them */
#ifndef TEXT_RUN_H
#define TEXT_RUN_H

#include "text/scanner.h"
#include "util/text_line.h"

/* How far a run is read for one of its URLs. */
struct run_limits {
	unsigned short front;  /* bytes read first; the rest only if the URL may reach ... */
	unsigned short margin; /* ... the last of them, beyond which rules may still look */
	unsigned short pair;   /* between a quotation mark or bracket and its partner */
	unsigned short other;  /* how far a longer reading extends beyond the likely end */
};

/* The limits of an ordinary run, and of a crowded one, which has more than MAX_UNCROWDED URLs
 * without a space between them. Each further URL reads only its own part, so that reading all of
 * them takes time linear in the length of the run. */
extern const struct run_limits run_limits[2];
enum { MAX_UNCROWDED = 8 };

/* Return true if the run at the scanner's hit is crowded. */
static inline bool
run_is_crowded(const urlgrep_scanner *s)
{
	return s->run_candidates > MAX_UNCROWDED;
}

/* A run is found in two steps. It first extends to white space, a control, a quotation mark or an
 * angle bracket. Then run_find_url_end() decides where the URL within it ends. */
struct run {
	const struct scan_text *text;
	struct rules *rules;
	size_t begin;    /* of the URL, or of its continuation in a later line */
	size_t content;  /* after "scheme://" or "scheme:" */
	size_t end;
	bool has_authority; /* a host begins at content */
	bool is_continuation;
	bool has_fields; /* commas end the fields of a record */
	bool is_crowded;
	const struct undone *undone; /* the buffer that text is in; NULL if nothing is undone */
	size_t stop;     /* as in struct undone; 0: nowhere */

	/* Set by run_find_url_end(). */
	bool is_plain;    /* nothing in it or next to it may end it or be escaped */
	size_t other_end; /* another place where the URL may end; 0: none */
	bool is_paired;   /* it is enclosed in quotation marks or the like */
	bool is_whole;    /* ... and ends at the closing one */
	bool is_template; /* it is a template or a pattern */
};

/* ---- run_end.c: the end of a run at markup and code --- */

/* Set r->end to the end of the URL, which may still include punctuation (see trim.c), and the last
 * members of r. Return false if there is no URL. */
bool run_find_url_end(struct run *r);

/* Find the end of the URL in the run of c, which begins at c->begin, within max_len bytes. Its
 * authority, or the text after "scheme:" if it has none, begins at content. Fill the other members
 * of c, add to its notes, and set c->opener to the mark if the URL ends emphasized text.
 * Return false if there is no URL. */
bool run_read(urlgrep_scanner *s, size_t content, size_t max_len, bool has_authority,
    struct candidate *c);

/* Return the rule of before.pcre with this condition that matches the text before the URL at
 * `begin` in its line; 0 if none does. */
unsigned run_text_before(struct rules *rules, const struct scan_text *t, size_t begin,
    unsigned condition);

/* Return true if offset `at` is in the authority of a URL. */
static inline bool
run_is_in_host(const struct run *r, size_t at)
{
	size_t len = at - r->content;

	return r->has_authority && !r->is_continuation &&
	    ascii_until(r->text->bytes + r->content, len, ASCII_AUTHORITY_END) == len;
}

/* Return true if template.pcre may match in text[0..len), which follows "scheme://" or is a whole
 * URL. is_unmarked: all bytes are known to be ASCII_UNMARKED, without repeated dots. */
bool run_may_be_template(const char *text, size_t len, bool is_unmarked);

/* ---- whether a URL continues at a character beyond US-ASCII (rules I1-I6): letters.c --- */

enum letters_answer {
	LETTERS_GO_ON,
	LETTERS_END,         /* the URL ends before the character */
	LETTERS_LIKELY_GO_ON, /* a letter of a script without blanks: it may also end */
	LETTERS_LIKELY_END,
	LETTERS_MARK_ENDS    /* it likely ends, before a punctuation mark */
};

/* Return whether r continues at the character at `at`, which has that code and length. */
enum letters_answer letters_decide(const struct run *r, size_t at, uint32_t code, size_t length);

/* Return true if r has no host, a host in US-ASCII, or a host with a dot between characters (rule
 * I4). If the result is false, it is also false for any shorter r. */
bool letters_make_host(const struct run *r);

/* ---- trim.c: the end of a URL without brackets around it --- */

/* The opener of a URL that is known to end at its closing mark. */
enum { NO_OPENER = '"' };

/* Return the length of the URL in run[0..len): without the closing bracket or quote that
 * opener opened, trailing punctuation, unbalanced brackets and the like (rules B3-B5, I2,
 * K9). */
size_t trim_bare_url(struct rules *rules, char opener, const char *run, size_t len);

/* Return the mark that closes the bracket or quotation mark c; any other c closes itself. */
char trim_closer_of(char c);

/* Return the offset in run where the bracket or single quote opener is closed, or len. */
size_t trim_find_closer(char opener, const char *run, size_t len);

#endif
