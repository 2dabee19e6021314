/* urlgrep_tools.h - functions of liburlgrep that only the tools of this project need */
#ifndef URLGREP_TOOLS_H
#define URLGREP_TOOLS_H

#include <urlgrep.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- grammars ---------------------------------------------------------- */

/* Return the text from which the grammar of this name is compiled, or NULL. */
URLGREP_API const char *urlgrep_grammar_text(const char *name);

/* ---- findings ---------------------------------------------------------- */

/* Store the next finding in *finding, without a copy in the scanner. Return the status, as
 * urlgrep_scanner_status() does after urlgrep_next(); unless that is OK, *finding is undefined. */
URLGREP_API urlgrep_status urlgrep_next_into(urlgrep_scanner *scanner, urlgrep_finding *finding);

/* Make reading number index the best reading of *finding, a copy of the last finding, with
 * confidence HIGH, since the same URL occurs unbroken elsewhere. This changes the order of the
 * readings. Return OK; NOMEM; REJECTED if there is no such reading, or if the finding is malformed
 * or not the last. */
URLGREP_API urlgrep_status urlgrep_choose(urlgrep_scanner *scanner,
    urlgrep_finding *finding, unsigned index);

/* A sign that a bare URL continues after a line break (points above 0) or not (below 0), such as
 * "line:full". Lines are joined if the points of a line break add up to URLGREP_SIGNS_HIGH. */
enum { URLGREP_SIGNS_HIGH = 6 };
typedef struct urlgrep_sign {
	const char *name;    /* a constant */
	int points;
	unsigned line_break; /* counted from 1 within the URL */
} urlgrep_sign;

/* Return the signs for the last finding, in the order of its line breaks, and set *count: 0 if it
 * does not reach the end of a line, or if brackets or soft breaks decide. They last until the next
 * call of urlgrep_next. */
URLGREP_API const urlgrep_sign *urlgrep_signs(const urlgrep_scanner *scanner, unsigned *count);

/* ---- wrappers ---------------------------------------------------------- */

/* As urlgrep_unwrapper_new(), and add these rows; wrong ones are skipped. */
URLGREP_API urlgrep_unwrapper *urlgrep_unwrapper_with(const urlgrep_grammar *grammar,
    unsigned classes, const char *const *rows, size_t count);

#ifdef __cplusplus
}
#endif
#endif
