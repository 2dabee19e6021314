/* name.h - names without a scheme in running text ("www.example.org", "example.org/x"), e-mail
 * addresses, and hosts
 *
 * A name is found at the dot before its top label. Rules N1 to N13 of src/doc/RULES.md decide
 * whether it is a name, and how certain that is. */
#ifndef NAMES_NAME_H
#define NAMES_NAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "urlgrep.h"
#include "util/ascii.h"
#include "util/text_line.h"
#include "util/uri.h"

/* ---- host.c: the characters of hosts in running text --- */

static inline bool
is_word_byte(char c)
{
	return ascii_is_alphanumeric(c) || c == '_';
}

/* The kinds of characters directly before or after a name. From NEIGHBOR_LETTER on they may belong
 * to it. */
enum neighbor {
	NEIGHBOR_NONE,    /* the end of the text, or US-ASCII */
	NEIGHBOR_MARK,    /* not a letter: a quotation mark, a dash */
	NEIGHBOR_LETTER,  /* a letter, mark or digit beyond US-ASCII */
	NEIGHBOR_UNSPACED, /* ... of a script that is written without blanks */
	NEIGHBOR_DOT      /* U+00B7, with which archives mask letters */
};

/* Return the kind of the character that ends before bytes[at], or that begins there. */
enum neighbor neighbor_before(const struct scan_text *t, size_t at);
enum neighbor neighbor_after(const struct scan_text *t, size_t at);

/* Return the length of the host character that ends before bytes[at], or that begins there; 0 if
 * that character cannot be in a host. */
size_t host_character_before(const struct scan_text *t, size_t at);
size_t host_character_after(const struct scan_text *t, size_t at);

/* ---- host.c: runs of such characters (rule N1) --- */

/* A longer run before a dot is not a host. */
enum { MAX_RUN_BYTES = 320 };

/* Set *begin to the beginning of the run of host characters around the dot. Return false if that
 * needs host_run_begin(). Nearly all runs are in US-ASCII without adjacent dots or hyphens. */
bool host_run_begin_plain(const struct scan_text *t, size_t dot, size_t *begin);

/* Set *begin to the beginning of the piece around the dot in a run of host characters. Three dots
 * or four hyphens divide a run into pieces. Return false if the piece cannot be a host. */
bool host_run_begin(const struct scan_text *t, size_t dot, size_t *begin);

/* Return the end of the label that begins at `begin`, without hyphens and underscores at its end,
 * and without the letters of a script without blanks after a top label. Set *rest to the end with
 * the hyphens and underscores. */
size_t host_run_label_end(const struct scan_text *t, size_t begin, size_t *rest);

/* How the run continues after a top label. */
enum run_end {
	RUN_ENDS,
	RUN_GOES_ON,
	RUN_MAY_BE_CUT /* a label in title case follows: the next sentence (rule N7) */
};

/* Return whether the run continues after the label that ends at `end`, or at `rest` with its last
 * hyphens and underscores. */
enum run_end host_run_classify_end(const struct scan_text *t, size_t label, size_t end,
    size_t rest);

/* Return the end of the IPv4 address at `begin`, four numbers up to 255 without leading zeros;
 * `begin` if there is none. */
size_t host_ipv4_end(const struct scan_text *t, size_t begin);

/* Return true if bytes[begin..end) may be an IPv6 address: hex digits, dots, and at least two
 * colons. */
bool host_is_ipv6(const struct scan_text *t, size_t begin, size_t end);

/* Return the length of the dot at bytes[at]: 3 for a full stop of another script, which separates
 * labels in programs that use IDNA; 0 if there is no dot. */
size_t host_dot_length(const struct scan_text *t, size_t at);

/* Return true if the East Asian full stop at bytes[at] separates labels of the host that begins at
 * `begin`, as in IDNA (UTS 46). There must be labels in US-ASCII on both sides; the last one before
 * it must not be the top label of a name, and the last one after it must be a top label. */
bool host_goes_on_at_stop(const struct scan_text *t, size_t begin, size_t at);

/* ---- host.c: labels, and their evidence --- */

/* First labels that indicate a name and its service. */
enum host_prefix { PREFIX_NONE, PREFIX_WWW, PREFIX_FTP, PREFIX_GOPHER };

/* Offsets are in text. */
struct host {
	const char *text; /* borrowed */
	size_t len;
	unsigned label_count;
	size_t top;        /* the top label */
	size_t suffix;     /* the public suffix, of one or two labels */
	size_t registered; /* the label before the suffix, if any, with the suffix */
	const struct top_label *top_label;
	enum host_prefix prefix;
};

/* Read text[0..len) as a host of at least two labels under a known top label. Only the labels
 * before the registered one may have underscores. Return false if it is not a host (rules N3,
 * N5). */
bool host_read(const char *text, size_t len, struct host *h);

/* Return true if the whole host is a public suffix. */
static inline bool
host_is_suffix(const struct host *h)
{
	return h->suffix == 0;
}

/* Return true if the top label has two letters, like those of countries. */
static inline bool
host_is_country(const struct host *h)
{
	return h->len - h->top == 2;
}

/* Return true if the label before the suffix has only digits, and such names are not registered
 * under this suffix (rule N10). */
bool host_has_odd_digits(const struct host *h);

/* Return true if the labels of a host are evidence against a name (rules N3, N7, N9 and N10).
 * has_tail: a port, path or query follows it. */
bool host_is_odd(const struct host *h, bool has_tail, bool has_path);

/* ---- suffix.c: top labels and public suffixes of hosts; data/suffixes.awk makes the tables --- */

enum {
	TOP_LABEL_SLOTS = 4096,
	FRONT_CODES = 32,
	TOP_LABEL_FRONTS = FRONT_CODES * FRONT_CODES * FRONT_CODES
};

/* Properties of a top label; names/data/labels.tsv describes them. */
enum {
	TOP_STRONG = 1,
	TOP_WEAK = 2,
	TOP_FILE = 4,
	TOP_WORD = 8,
	TOP_OLD = 16,
	TOP_TITLE = 32,
	TOP_DIGITS = 64,
	TOP_WITHDRAWN = 128,
	TOP_MAIL_ONLY = 256,
	TOP_ANY_SECOND = 512 /* any label before it forms a suffix with it: "*.ck" */
};

struct top_label {
	unsigned short begin; /* offset in top_label_bytes */
	unsigned char len;
	unsigned short first_second; /* index of the first suffix of two labels */
	unsigned short second_count;
	unsigned short flags;
};

extern const char top_label_bytes[];
extern const struct top_label top_labels[];
extern const unsigned short top_label_slots[TOP_LABEL_SLOTS]; /* index + 1; 0: free */
extern const unsigned char top_label_codes[256]; /* less than FRONT_CODES */
extern const unsigned char top_label_fronts[TOP_LABEL_FRONTS / 8];
extern const unsigned char short_top_labels[TOP_LABEL_FRONTS / 8];
extern const char second_label_bytes[];
extern const unsigned short second_label_begin[];
/* for word_list_has(): first labels and whole names with these properties */
extern const char newsgroup_labels[], receiver_labels[], low_names[];

/* Return the index of the bit for label[0..3). */
static inline unsigned
top_label_front(const char *label)
{
	const unsigned codes = FRONT_CODES;

	return (top_label_codes[(unsigned char)label[0]] * codes +
		top_label_codes[(unsigned char)label[1]]) * codes +
	    top_label_codes[(unsigned char)label[2]];
}

/* Return true if label[0..3) may begin a top label, as few labels do. A hyphen after two letters
 * may be punctuation, and so may a byte beyond US-ASCII. */
static inline bool
top_label_may_begin(const char *label)
{
	unsigned bit = top_label_front(label);

	return top_label_fronts[bit / 8] >> bit % 8 & 1;
}

/* Return true if label[0..len), where len is 2 or 3, is a top label in US-ASCII. The next byte must
 * not be one of a label. */
static inline bool
top_label_is_short(const char *label)
{
	unsigned bit = top_label_front(label);

	return short_top_labels[bit / 8] >> bit % 8 & 1;
}

/* Return the top label text[0..len), in any case; NULL if it is unknown. */
const struct top_label *top_label_find(const char *text, size_t len);

/* Return true if label[0..len) and the top label after it form a public suffix. */
bool top_label_has_second(const struct top_label *top, const char *label, size_t len);

/* ---- name.c: names --- */

/* What follows the host. */
enum name_tail {
	TAIL_NONE,  /* a bare name */
	TAIL_PORT,  /* a port and nothing else */
	TAIL_QUERY, /* a query or fragment, without a path */
	TAIL_PATH
};

/* All offsets are in the text. */
struct name {
	size_t begin, host_end;
	struct host host;
	bool is_numeric; /* an IP address or localhost; host is zero */
	unsigned port;   /* 0: none */
	enum name_tail tail;
	size_t tail_begin; /* the offset after the host and its port */
	size_t omitted;    /* the colon of "ftp.example.edu:/pub", or SIZE_MAX */
};

/* Read the name at a dot that may precede its top label, up to its port. Return false if there is
 * no name. */
bool name_read(const struct scan_text *t, size_t dot, struct name *name);

/* Read an IPv4 address at its first dot, an IPv6 address in brackets at its first colon, or
 * "localhost" at the colon after it. Each is a name only with a port or a path. */
bool name_read_numeric(const struct scan_text *t, size_t mark, struct name *name);

/* Return true if the text after a bare name, or a name with a port, may follow a name (rule N8). */
bool name_may_end(const struct scan_text *t, const struct name *name);

/* Return how certain it is that this is a name (rule N13). The path, if any, ends before `end`. */
urlgrep_confidence name_certainty(const struct scan_text *t, const struct name *name, size_t end);

/* Return the scheme to supply: "http", "https", "ftp" or "gopher" (rule N12). is_https: use "https"
 * instead of "http". */
const char *name_scheme(const struct name *name, bool is_https);

/* ---- address.c: e-mail addresses in running text (rules E1 to E11) --- */

/* All offsets are in the text. */
struct address {
	size_t begin, at, end; /* at: the "@" */
	size_t local_end;      /* before "at": a backslash or another "@" escapes the "@" */
	bool is_quoted;        /* the local part is a quoted string */
	bool is_invalid;       /* because of its dots */
	urlgrep_confidence certainty;
};

/* Read the address whose "@" is at offset `at`. Return false if there is no address. */
bool address_read(const struct scan_text *t, size_t at, struct address *a);

#endif
