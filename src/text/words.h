/* words.h - what the ends of a URL and the words after it look like: names of files, hosts,
 * words of prose */
#ifndef TEXT_WORDS_H
#define TEXT_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "urlgrep.h"

/* Return true if s ends in a file's ending, such as ".html", perhaps with punctuation
 * after it. */
bool word_ends_as_file(urlgrep_span s);

/* Return true if the break after before is within a file's ending: ".ht" and "ml",
 * ".htm" and "l". */
bool word_splits_file_ending(urlgrep_span joined, urlgrep_span before);

/* Return true if before ends in a full stop, and word is the ending of a page that belongs after
 * it, such as "html", perhaps with punctuation. "log" and "text" are words, too. */
bool word_is_page_ending(urlgrep_span before, urlgrep_span word);

/* Return where the path begins, after "//" and the host. */
size_t word_find_path(urlgrep_span url);

/* Return true if the host does not end as usual, in a domain of two to four letters:
 * "localhost:80", "a.example". */
bool word_has_odd_host(urlgrep_span url);

/* Return true if the run begins as a host goes on: "com/x" after a dot (has_dot),
 * "h.example/x" after "//". */
bool word_begins_as_host(urlgrep_span run, bool has_dot);

/* Return true if w is a word of letters, perhaps between quotes and punctuation. */
bool word_has_letters_only(urlgrep_span w);

/* Return true if word goes on with a row of words, as titles become paths:
 * "ions-on-debian" after ".../how-to-install-2-different-r-vers". */
bool word_continues_title(urlgrep_span before, urlgrep_span word);

/* Return true if prose often goes on with that word, as URLs hardly ever do. */
bool word_is_frequent(urlgrep_span word);

/* Return true if word is an abbreviation of single letters: "i.e.", "e.g.,", "p.m.". */
bool word_is_abbreviation(urlgrep_span word);

/* Return true if word is frequent words, or two letters, with slashes between them: "and/or",
 * "n/a". */
bool word_is_frequent_choice(urlgrep_span word);

/* Return true if word ends in a file's ending that is no top label: "f@mm.html" is no
 * mailbox. */
bool word_is_file_not_host(urlgrep_span word);

/* Return true if s begins with a name and "=". */
bool word_begins_with_field(urlgrep_span s);

#endif
