/* urlgrep_tools.h - functions of liburlgrep for the tools of this project only
 *
 * Mail clients and other libraries do not need them. liburlgrep-mail chooses among the readings of
 * a URL by other copies of it, and skips texts that have no URL; the command shows the text of
 * grammars, and the signs by which the lines of a URL were joined. */
#ifndef URLGREP_TOOLS_H
#define URLGREP_TOOLS_H

#include <urlgrep.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- grammars ---------------------------------------------------------- */

/* Return the name of the grammar of which the grammar `name` is a part: "current" for "iri".
 * Returns NULL if it is not a part of another, or if no grammar has that name. Programs offer users
 * only grammars that are not parts of others. */
URLGREP_API const char *urlgrep_grammar_base(const char *name);

/* Return the source text of the grammar called name; patterns are compiled from it.
 * Returns NULL if no grammar has that name. */
URLGREP_API const char *urlgrep_grammar_text(const char *name);

/* ---- findings ---------------------------------------------------------- */

/* Return 0 if text[0..len) certainly has no URL, so that a program need not decode and convert it.
 * Return 1 if it may have one: there is a colon after what may be a scheme, or a colon or scheme
 * may be hidden by an escape or a soft line break of quoted-printable (RFC 2045, 6.7). The text
 * is not HTML, and its charset must extend US-ASCII. Malformed and defanged URLs, names and
 * addresses do not count. */
URLGREP_API int urlgrep_may_have_url(const urlgrep_grammar *grammar,
    const char *text, size_t len, int is_quoted_printable);

/* Make reading number index of *finding, a copy of the last finding, its best one, with confidence HIGH, since
 * there is evidence beyond the text: the same URL occurs unbroken elsewhere, or in the
 * HTML alternative of the text. The readings change their order. Returns OK; REJECTED if
 * there is no such reading, or the finding is malformed or not the last; NOMEM. Unless it
 * returns OK, the finding is unchanged. */
URLGREP_API urlgrep_status urlgrep_choose(urlgrep_scanner *scanner,
    urlgrep_finding *finding, unsigned index);

/* One sign that a bare URL goes on after a line break (points above 0), or that it does
 * not (points below 0). Its name is a kind and a value, such as "line:full". The lines
 * are joined if the points of all signs of a line break add up to URLGREP_SIGNS_HIGH. */
enum { URLGREP_SIGNS_HIGH = 6 };
typedef struct urlgrep_sign {
	const char *name;    /* a constant */
	int points;
	unsigned line_break; /* counted from 1 within the URL */
} urlgrep_sign;

/* Return the signs for the last finding, one line break after the other, and set *count.
 * There are none if the URL does not reach the end of a line, or if brackets or the
 * sender's soft breaks decide. They last until urlgrep_next is called again. */
URLGREP_API const urlgrep_sign *urlgrep_signs(const urlgrep_scanner *scanner,
    unsigned *count);

#ifdef __cplusplus
}
#endif
#endif
