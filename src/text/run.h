/* run.h - the characters of a bare URL in its line, and the text around them */
#ifndef TEXT_RUN_H
#define TEXT_RUN_H

#include "text/rules.h"
#include "util/text_line.h"

/* A run is found in two steps. First it reaches to white space, a control, a quotation
 * mark or an angle bracket. Then run_find_end() decides where within it the URL ends. */
struct run {
	const struct scan_text *text;
	struct rules *rules;
	size_t begin;    /* of the URL, or of its continuation in a further line */
	size_t content;  /* after "scheme://" or "scheme:" */
	size_t end;
	bool has_authority; /* a host begins at content */
	bool is_continuation;
	bool has_fields; /* a comma ends the field of a record */
	bool is_xml;     /* "&amp;" encodes "&" */
	bool is_crowded; /* many URLs are in the same run without a space between them */

	/* Set by run_find_end(). */
	bool is_plain;    /* nothing in it or beside it may end it or be escaped */
	size_t other_end; /* where else the URL may end; 0: nowhere */
	bool is_paired;   /* quotation marks or the like enclose it */
	bool is_template; /* it is a template for URLs, or a pattern */
	bool has_escapes; /* of JSON, roff, TeX or XML: see undo.h */
	bool is_braced;   /* it is the argument of a command of TeX */
	bool has_hidden;  /* soft hyphens or characters without width: see run_hidden_length() */
	size_t hidden_end; /* the end of the shorter reading, before a character without width;
	                      0: no such reading */
};

/* Return the byte before the URL; that at the beginning of the text is a line feed. */
static inline char
run_byte_before(const struct run *r)
{
	return r->begin > 0 ? r->text->bytes[r->begin - 1] : '\n';
}

/* Set r->end to the end of the URL, which may still include punctuation (trim.h), and the last
 * members of r. Returns SCAN_YES; SCAN_NO if there is no URL; SCAN_MORE. */
enum scan_answer run_find_end(struct run *r);

/* Return where the URL ends in a full stop or "!" that is not the sentence's, since syntax delimits
 * the URL, as in "[a](http://h/a.)"; 0 if it does not. */
size_t run_delimited_end(const struct run *r);

/* Return the mark at the end if it closes an emphasis that began before other words, as in
 * "~~old: http://h/a~~"; else NUL. */
char run_emphasis(const struct run *r);

/* Return true if r is the value of an attribute of HTML, as it may be in a string of code. */
bool run_is_attribute(const struct run *r);

/* Return true if r ends at a quotation mark or "<" that begins a value, and so may be a part of the
 * URL: "?q=\"x\"", "1234(1983)040<0396:AB>". */
bool run_ends_before_value(const struct run *r);

enum { MAX_CONTROL_BYTES = 24 };

/* Return the length of a control sequence of a terminal at text[0..len) that sets a color, erases the
 * rest of a line or designates a character set (ECMA-48); 0 if there is none. */
size_t run_control_length(const char *text, size_t len);

/* Return the length of a soft hyphen, a character without width or such sequences at text[0..len) that
 * a program put between two characters of a URL; 0 if there is none. */
size_t run_hidden_length(const char *text, size_t len);

/* Return true if template.pcre may match in text[0..len), which follows "scheme://" or the URL. */
bool run_may_be_template(const char *text, size_t len);

/* ---- whether a URL goes on over a character beyond US-ASCII (rules I1-I6): letters.c --- */

enum letters_answer {
	LETTERS_GO_ON,
	LETTERS_END,         /* the URL ends before the character */
	LETTERS_LIKELY_GO_ON, /* of a script without blanks: the other answer is possible */
	LETTERS_LIKELY_END,
	LETTERS_MARK_ENDS    /* likely, before a mark of punctuation */
};

/* Return whether r, which is not enclosed in quotation marks, goes on over the character
 * of that code and length at offset at. */
enum letters_answer letters_decide(const struct run *r, size_t at, uint32_t code,
    size_t length);

/* Return true if every URL ends before the character, enclosed or not: white space, a
 * control, a character for private use, an invisible one. */
bool letters_always_end(const struct run *r, size_t at, uint32_t code, size_t length);

/* Return true if r has no host, or a host in US-ASCII, or a host with a dot between characters
 * (rule I4). If the result is false, it is false for a shorter r, too. */
bool letters_make_host(const struct run *r);

#endif
