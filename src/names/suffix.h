/* suffix.h - top labels and public suffixes of hosts
 *
 * names/data/suffixes.awk makes the tables from the files of that directory. */
#ifndef NAMES_SUFFIX_H
#define NAMES_SUFFIX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	MAX_LABEL_BYTES = 63,
	MAX_HOST_BYTES = 253,
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
	TOP_MAIL_TITLE = 64,
	TOP_DIGITS = 128,
	TOP_WITHDRAWN = 256,
	TOP_MAIL_ONLY = 512,
	TOP_ANY_SECOND = 1024 /* any label before it makes a suffix: "*.ck" */
};

struct top_label {
	unsigned short begin; /* in top_label_bytes */
	unsigned char len;
	unsigned short first_second; /* index of the first suffix of two labels */
	unsigned short second_count;
	unsigned short flags;
};

/* Properties of a first label, or of a whole name. */
enum { WORD_NEWSGROUP = 1, WORD_TOPIC = 2, WORD_RECEIVER = 4, WORD_LOW = 8 };

struct name_word {
	const char *text;
	unsigned char len;
	unsigned char flags;
};

extern const char top_label_bytes[];
extern const struct top_label top_labels[];
extern const unsigned short top_label_slots[TOP_LABEL_SLOTS]; /* index + 1; 0: free */
extern const unsigned char top_label_codes[256]; /* less than FRONT_CODES */
extern const unsigned char top_label_fronts[TOP_LABEL_FRONTS / 8];
extern const unsigned char short_top_labels[TOP_LABEL_FRONTS / 8];
extern const char second_label_bytes[];
extern const unsigned short second_label_begin[];
extern const struct name_word first_words[], name_words[];
extern const unsigned first_word_count, name_word_count;

/* Return the index of the bit for label[0..3). */
static inline unsigned
top_label_front(const char *label)
{
	const unsigned codes = FRONT_CODES;

	return (top_label_codes[(unsigned char)label[0]] * codes +
		top_label_codes[(unsigned char)label[1]]) * codes +
	    top_label_codes[(unsigned char)label[2]];
}

/* Return true if label[0..3) may begin a top label: most labels begin otherwise. A hyphen
 * after two letters may be punctuation, and so may a byte beyond US-ASCII. */
static inline bool
top_label_may_begin(const char *label)
{
	unsigned bit = top_label_front(label);

	return top_label_fronts[bit / 8] >> bit % 8 & 1;
}

/* Return true if label[0..len) is a top label in US-ASCII. It is followed by a byte that is
 * not of a label, and len is 2 or 3. */
static inline bool
top_label_is_short(const char *label)
{
	unsigned bit = top_label_front(label);

	return short_top_labels[bit / 8] >> bit % 8 & 1;
}

/* Return the top label text[0..len), in any case; NULL if it is not known. */
const struct top_label *top_label_find(const char *text, size_t len);

/* Return true if label[0..len) before the top label makes a suffix of two labels. */
bool top_label_has_second(const struct top_label *top, const char *label, size_t len);

/* Return the flags of a first label and of a whole name, in any case; 0 if nothing is
 * known. */
unsigned first_word_flags(const char *text, size_t len);
unsigned name_word_flags(const char *text, size_t len);

#endif
