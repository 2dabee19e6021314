/* readings.h - findings, and the readings of a candidate: its line breaks undone in every way */
#ifndef TEXT_READINGS_H
#define TEXT_READINGS_H

#include "text/candidate.h"
#include "text/scanner.h"

/* Begin to fill in a finding of bytes[begin..end) of the text: a URL without notes and readings, of
 * high confidence and certainty. Its url is left to the caller. */
void finding_begin(urlgrep_scanner *s, urlgrep_finding *f, urlgrep_form form, size_t begin,
    size_t end);

/* Give the finding its only reading. */
void finding_set_reading(urlgrep_scanner *s, urlgrep_finding *f, urlgrep_span url,
    urlgrep_verdict verdict);

/* Make a finding invalid, whatever its verdict by the grammar; the note gives the reason. Only its
 * best reading is kept. */
void finding_reject(urlgrep_scanner *s, urlgrep_finding *f, unsigned note);

/* Fill *finding with the readings of c, best first. Returns SCAN_YES; SCAN_NO if it is not a URL;
 * SCAN_NOMEM. */
enum scan_answer readings_make_finding(urlgrep_scanner *s, const struct candidate *c,
    urlgrep_finding *finding);

/* Set the notes URLGREP_BIDI_BESIDE and URLGREP_INVISIBLE_BESIDE of a finding, for characters
 * directly beside it, or beside the brackets or quotation marks around it, or that were removed
 * from it; and URLGREP_HOST_BESIDE. */
void readings_note_surroundings(const urlgrep_scanner *s, urlgrep_finding *f);

/* Return true if no "//" follows the scheme of a URL. */
bool readings_is_opaque(urlgrep_span url);

/* Return all fragments of c as one span, which borrows the text or s->joined; that is
 * overwritten. The span is absent if there is no memory. */
urlgrep_span readings_join_fragments(urlgrep_scanner *s, const struct candidate *c);

/* Set f->written of a name: its URL without the scheme that was supplied. */
void readings_set_written(const urlgrep_scanner *s, urlgrep_finding *f);

#endif
