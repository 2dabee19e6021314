/* reader.h - one attempt to read a defanged URL */
#ifndef TEXT_READER_H
#define TEXT_READER_H

#include "util/scan_text.h"
#include "urlgrep.h"
#include "util/strbuf.h"

enum { MAX_DEFANGED_HOST_BYTES = 1024 };

struct reader {
	const char *text; /* of the scanner, and its length */
	size_t len;
	size_t begin;     /* of what is read, as it is written */
	size_t at;        /* read up to here */
	struct strbuf *url; /* what it means */
	unsigned signs;   /* set of URLGREP_DEFANG_SCHEME... */
	bool has_scheme;
	bool is_altered;       /* the scheme */
	bool has_blank_before_host;
	bool has_backslashes;  /* for the slashes after the scheme */
	unsigned spaced_dots;  /* " . ", " dot " */
	bool has_short_dot;    /* " .com" */
	unsigned blank_dots;   /* in brackets, with blanks around them */
	bool has_blank_round_dot; /* one of them is "(.)" */
	unsigned bracketed_dots;
	bool has_math_dot;     /* "(.)" or "{.}" */
	unsigned labels;
	size_t last_label, last_label_len; /* as it is written */
	size_t first_label_len;
};

/* Return the byte at `at`, or a line feed at the end of the text. */
static inline char
reader_byte(const struct reader *r, size_t at)
{
	return at < r->len ? r->text[at] : '\n';
}

/* Return true if the word is at `at`, in any case. */
bool reader_has_word(const struct reader *r, size_t at, const char *word);

/* Return the length of a bracket, one of the words (a list that ends with NULL) and a
 * bracket at `at`, such as "[dot]", "( . )"; 0 if it is not there. A blank may be on the
 * inner side of each. */
size_t reader_bracketed_length(const struct reader *r, size_t at,
    const char *const *words);

/* Return the length of a dot, at sign or slash in brackets at `at`; 0 if there is none.
 * Only dots may be in brackets of different kinds, "[.)". */
size_t reader_dot_length(const struct reader *r, size_t at);
size_t reader_at_sign_length(const struct reader *r, size_t at);
size_t reader_slash_length(const struct reader *r, size_t at);

/* Read user, host and port. Returns false if there is no host. */
bool reader_read_authority(struct reader *r);

/* Read labels and the dots between them, and a port. Returns false if there is none. */
bool reader_read_host(struct reader *r);

/* Append to r->url what text[r->at..end) means: path, query and fragment. */
void reader_read_rest(struct reader *r, size_t end);

/* Return true if a byte may be in a label. */
static inline bool
is_label_byte(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
	    c == '_';
}

#endif
