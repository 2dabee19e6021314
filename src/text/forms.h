/* forms.h - what reads the forms of URLs, and the steps that all forms share: the scheme before, the
 * line breaks after, the readings
 *
 * A finder returns true and fills *finding if there is a finding at the hit. If memory runs out,
 * functions of this directory set s->failed, and their result is meaningless. */
#ifndef TEXT_FORMS_H
#define TEXT_FORMS_H

#include "text/scanner.h"

/* ---- scheme_before.c --- */

/* Return the beginning of the word of scheme characters before a colon. */
size_t scheme_before_begin(const struct scan_text *t, size_t colon);

/* Return true if the word is the "URL" of "<URL:". */
bool scheme_before_is_url_prefix(const struct scan_text *t, size_t begin, size_t colon);

/* Return how many bytes of the word at `begin` belong to an escape sequence of a string, roff or a
 * terminal ("\nhttps", "\u003chttps", "\fIftp"), and set *rule to its rule of glued.pcre; 0:
 * none. */
size_t scheme_before_glued_length(urlgrep_scanner *s, size_t begin, size_t colon, unsigned *rule);

/* Return the listed scheme that ends the word, and set *begin to its offset; NULL if there is none.
 * The scheme is the word without leading characters that cannot begin a scheme ("+http://",
 * "8https://"), or the part after a "+" or after the last "." or "-" ("exist.http://"). */
const struct scheme *scheme_before_find(urlgrep_scanner *s, size_t *begin, size_t colon);

/* Return the length of the altered scheme, such as "hxxp", that ends at `end` and follows a
 * character that may precede a scheme; 0 if there is none. Set *means to the original scheme, and
 * *is_mistake if the alteration is a mistake. */
size_t scheme_before_altered_length(const struct scan_text *t, size_t end, const char **means,
    bool *is_mistake);

/* Return the suffixes of the grammar's schemes, including altered ones and those before a bracket;
 * NULL if memory runs out. The caller frees them with memory_release(). */
struct suffix_table *scheme_before_suffixes_new(const urlgrep_grammar *grammar);

/* ---- angle.c: <URL:...> and <scheme:...> --- */

/* Read the URL between angle brackets whose "<" is at `open` and whose content begins at `begin`. c
 * is cleared except for its scheme and form. The URL may contain line breaks, except with
 * URLGREP_JOIN_NEVER. Return true and fill c's fragments, extent and notes; false if no ">" ends
 * it within reach. */
bool angle_read(urlgrep_scanner *s, size_t open, size_t begin, struct candidate *c);

/* ---- bare.c: the URL at a colon --- */

/* Return the end of the run of characters at `begin`, at most begin + max_len. White space, a
 * control, a quotation mark or an angle bracket ends it. Set *has_escapes, unless NULL, if the run
 * has a backslash, a control sequence or a character beyond US-ASCII, which may be hidden. */
size_t bare_find_run_end(const struct scan_text *t, size_t begin, size_t max_len,
    bool *has_escapes);

/* Read the bare URL that begins at c->begin and whose scheme ends before `colon` (or the backslash
 * before it), up to the end of its line. Escapes are undone first; then the offsets in c are in the
 * undone text (see undo.h). Fill the other members of c, and add to its notes. Return false if it is
 * not a URL. A URL longer than URLGREP_MAX_URL_BYTES is marked as too long. */
bool bare_read(urlgrep_scanner *s, size_t colon, struct candidate *c);

/* Return the offset of the "<" before `at`, perhaps with white space between; SIZE_MAX if there is
 * none. */
size_t bare_find_open_bracket(const struct scan_text *t, size_t at);

/* Return true if the word before the colon may be a scheme. Most colons belong to prose or header
 * fields. Blanks may follow the colon of "<mailto: " and "<URL: ". */
static inline bool
bare_may_be_scheme(const struct scan_text *t, size_t colon)
{
	return colon > 0 && (ascii_is_alphanumeric(t->bytes[colon - 1]) ||
		t->bytes[colon - 1] == '\\') &&
	    (colon + 1 == t->len || !ascii_is(t->bytes[colon + 1], ASCII_BLANK) ||
		bare_find_open_bracket(t, scheme_before_begin(t, colon)) != SIZE_MAX);
}

/* Find the URL whose colon is at `colon`: of a listed scheme or in <URL:...>; of another scheme. */
bool bare_find(urlgrep_scanner *s, size_t colon, urlgrep_finding *finding);
bool bare_find_unlisted(urlgrep_scanner *s, size_t colon, urlgrep_finding *finding);

/* ---- join.c --- */

/* Add to c, a bare URL, the fragments of the following lines that certainly or possibly belong to
 * it, and set c->certain_count and c->doubts. Return false if c is a URL only with such lines and
 * none certainly belongs to it. */
bool join_lines(urlgrep_scanner *s, struct candidate *c);

/* ---- names_in_text.c --- */

/* Find the name at a dot or colon of the text. */
bool name_find(urlgrep_scanner *s, size_t hit, urlgrep_finding *finding);

/* Find the address whose "@" is at `at`, if it is as certain as the flags require. */
bool address_find(urlgrep_scanner *s, size_t at, urlgrep_finding *finding);

/* ---- defanged.c --- */

/* Find the defanged URL whose colon, slashes, underscores or bracket begin at `hit`. */
bool defanged_find(urlgrep_scanner *s, size_t hit, urlgrep_finding *finding);

/* Find the malformed URL whose colon, or whose first slash if it has no colon, is at `hit`. The
 * finding is invalid; its second reading is the probable URL. */
bool malformed_find(urlgrep_scanner *s, size_t hit, urlgrep_finding *finding);

/* ---- readings.c: findings, and the readings of a candidate --- */

/* Initialize a finding of bytes[begin..end) of the text: a URL without notes and readings, of high
 * confidence and certainty. f->url is not set. */
void finding_begin(urlgrep_scanner *s, urlgrep_finding *f, urlgrep_form form, size_t begin,
    size_t end);

/* Make f->url the only reading of the finding. */
void finding_set_reading(urlgrep_scanner *s, urlgrep_finding *f);

/* Make a finding invalid, whatever the grammar says. The note says why. Only the best reading is
 * kept. */
void finding_reject(urlgrep_scanner *s, urlgrep_finding *f, unsigned note);

/* Fill *finding with the readings of c, best first. Return false if it is not a URL. */
bool readings_make_finding(urlgrep_scanner *s, const struct candidate *c, urlgrep_finding *finding);

/* Set the notes URLGREP_BIDI_BESIDE and URLGREP_INVISIBLE_BESIDE of a finding, for characters that
 * were removed from it, or that are next to it or to the brackets or quotation marks around it; and
 * URLGREP_HOST_BESIDE. */
void readings_note_surroundings(const urlgrep_scanner *s, urlgrep_finding *f);

/* Return all fragments of c as one span, which borrows from the text or from s->joined, which is
 * overwritten. The span is absent if memory runs out. */
urlgrep_span readings_join_fragments(urlgrep_scanner *s, const struct candidate *c);

/* Set f->written of a name to its URL without the supplied scheme. */
void readings_set_written(const urlgrep_scanner *s, urlgrep_finding *f);

#endif
