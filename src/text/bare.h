/* bare.h - URLs without brackets around them: where the run of their characters ends */
#ifndef TEXT_BARE_H
#define TEXT_BARE_H

#include "text/candidate.h"
#include "text/scanner.h"

/* Return the end of the run of characters that begins at `begin`, at most begin + max_len: up to white
 * space, a control, a quotation mark or an angle bracket. Sets *has_escapes, unless it is NULL, if the
 * run has a backslash, a control or perhaps a hidden character. */
size_t bare_run_end(const struct scan_text *t, size_t begin, size_t max_len, bool *has_escapes);

/* Read the bare URL that begins at c->begin and whose scheme ends before `colon` (or the backslash
 * before it), up to the end of its line. Escapes are undone first: then c is in the undone text (see
 * undo.h). Returns SCAN_YES and fills the other members of c except its notes; SCAN_NO if it is not a
 * URL; SCAN_NOMEM. A URL of more than URLGREP_MAX_URL_BYTES bytes is marked as too long. */
enum scan_answer bare_read(urlgrep_scanner *s, size_t colon, struct candidate *c);

/* Measure the run of c, which begins at c->begin, up to max_len bytes, and find the end of the URL
 * in it. Its authority, or the text after "scheme:" if it has none, begins at content. Fills the
 * other members of c except its notes. Returns false if there is no URL. */
bool bare_read_run(urlgrep_scanner *s, size_t content, size_t max_len, bool has_authority,
    struct candidate *c);

/* Return how much of run[0..len) is the URL: without the closing bracket or quote that
 * byte_before opened, trailing punctuation, unbalanced brackets and the like (rules
 * B3-B5, I2, K9). */
size_t trim_bare_url(struct rules *rules, char byte_before, const char *run, size_t len);

/* Return the mark that ends what the bracket or quotation mark c begins; any other character ends
 * itself. */
char trim_closer_of(char c);

/* Return where the bracket or single quote that byte_before opened is closed; len if it is not. */
size_t trim_find_closer(char byte_before, const char *run, size_t len);

#endif
