/* next_line.h - what is at the front of the line after a URL's line */
#ifndef TEXT_NEXT_LINE_H
#define TEXT_NEXT_LINE_H

#include "util/scan_text.h"
#include "urlgrep.h"

/* All of these look at bytes[at..end), which holds a character: the rest of the line
 * after its prefix and indentation. */

/* Return true if another URL begins there: a listed scheme, "www.", "ftp.", "URL:",
 * perhaps after a bracket. */
bool next_line_is_url(const struct scan_text *t, size_t at, size_t end);

/* Return true if it is an item of a list, a ruled line or punctuation. */
bool next_line_is_layout(const struct scan_text *t, size_t at, size_t end);

/* Return the length of the mark of a list item, with the blank after it; 0 if there is
 * none. */
size_t next_line_list_mark(const struct scan_text *t, size_t at, size_t end);

/* Return true if "://" is in the word. */
bool next_word_has_slashes(urlgrep_span word);

/* Return true if the word is one of letters, perhaps with an apostrophe, and with
 * quotation marks, brackets and punctuation of a sentence around it. */
bool next_word_is_plain(urlgrep_span word);

/* Return true if the word is a label ("Name:", ":name:", "@name"). */
bool next_word_is_label(urlgrep_span word);

/* Return true if the word is one of source code. In a query (has_query) "=" is none of
 * its signs. */
bool next_word_is_code(urlgrep_span word, bool has_query);

/* Return true if the word is a call of a function ("name(x"), or a place in source code
 * ("file.c:21:"). */
bool next_word_is_call_or_place(urlgrep_span word);

/* Return true if the word is a directive of the C preprocessor, such as "#include". */
bool next_word_is_directive(urlgrep_span word);

/* Return true if the word is an absolute path in a file system, such as "/usr/bin". */
bool next_word_is_file_path(urlgrep_span word);

/* Return true if the word is a MIME type, a path in a file system or an e-mail address. */
bool next_word_is_other_name(urlgrep_span word);

/* Return true if the word is a year, a date or a range of years. */
bool next_word_is_date(urlgrep_span word);

/* Return true if the line begins as lines of logs do, with a date and a time or with a time that
 * has seconds: "2026-11-23 12:00", "2026/11/23 12:00", "12:00:05 ". */
bool next_line_is_of_log(const struct scan_text *t, size_t at, size_t end);

/* Return true if the last word of the line, but not the first, is a URL. */
bool next_line_ends_in_url(const struct scan_text *t, size_t at, size_t end);

#endif
