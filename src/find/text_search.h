/* text_search.h - the URLs of a text of any length, read in pieces, each with its line */
#ifndef FIND_TEXT_SEARCH_H
#define FIND_TEXT_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

#include "input/source.h"
#include "input/text.h"
#include "urlgrep.h"

enum {
	/* A range is scanned from this many bytes before its begin: three times as far as a scanner
	 * looks back. */
	TEXT_OVERLAP_BYTES = 24 * 1024,
	BINARY_BYTES = 32 * 1024
};

/* A place in a text. An offset is meaningless without its text: an HTML document has several
 * texts. */
struct text_place {
	urlgrep_span text; /* absent: it is in none */
	size_t begin, end;
};

/* The range of a text to search, and how. */
struct text_range {
	uint64_t origin;     /* offset of the first byte that the stream returns */
	uint64_t begin, end; /* URLs that begin there are returned */
	uint64_t line;       /* number of the line that holds begin */
	bool count_lines;
	unsigned scanner_flags;
	enum text_encoding encoding; /* of the input; the stream returns UTF-8 */
	bool is_folded; /* iCalendar, vCard or LDIF; a whole input only */
	bool skips_binary; /* a NUL in the first BINARY_BYTES means that there are no URLs */
	unsigned context_lines; /* around URLs are kept at hand */
	int live_fd; /* a pipe or a terminal, whose next line may come late; or -1 */
};

struct text_search;

/* The scanner is borrowed. Returns NULL without memory. */
struct text_search *text_search_new(const urlgrep_memory *memory,
    urlgrep_scanner *scanner);
void text_search_free(struct text_search *s);

/* Begin to search a text. range is copied. */
void text_search_open(struct text_search *s, struct byte_stream stream,
    const struct text_range *range);

/* Find the next URL; its offset is that in the stream's input. Returns OK, END, or NOMEM. END may
 * be due to a read error, after the bytes before it were searched: see text_search_error. */
urlgrep_status text_search_next(struct text_search *s, urlgrep_finding *f);

/* Read to the end of the range without searching, to count its lines. */
urlgrep_status text_search_skip(struct text_search *s);

/* Return the errno that ended the text, or 0. */
int text_search_error(const struct text_search *s);

/* Return the number of the line that the last finding begins in. */
uint64_t text_search_line(struct text_search *s, const urlgrep_finding *f);

/* Set where the last finding is in the input, in the encoding that it is stored in. */
void text_search_locate(struct text_search *s, const urlgrep_finding *f,
    uint64_t *offset, uint64_t *length);

/* Return the place of the last finding in the text at hand. */
struct text_place text_search_place(const struct text_search *s);

/* Return the number of line feeds in the range, after END. */
uint64_t text_search_lines(const struct text_search *s);

/* Return true and the text if all of it is in memory; reads the first piece or, with
 * reads_all, up to 128 MiB. Not possible once searching has begun; nor, without reads_all,
 * if the text is folded. */
bool text_search_whole(struct text_search *s, bool reads_all, urlgrep_span *text);

/* Where the last URL ends that begins before the range (0: none was seen), and the
 * last one that begins in it or before. */
uint64_t text_search_entered_after(const struct text_search *s);
uint64_t text_search_left_after(const struct text_search *s);

#endif
