/* ascii.c - searches for bytes, counting lines, and comparing without case
 *
 * With AVX2, 64 bytes are searched at a time; other processors search byte by byte. */
#include "util/ascii.h"

#include "util/wide.h"

/* ---- searches --- */

/* Where a search stops. Its arguments a and b are a class or a character each. */
enum stop {
	STOP_IN,       /* in class a */
	STOP_OUTSIDE,  /* not in class a */
	STOP_REPEATED, /* not in class a, or a dot before a dot, a star or a plus */
	STOP_PAIR,     /* a before b */
	STOP_WORD      /* "<" and "&", and HTML white space before any of these or the end */
};

/* Return 1 if the next byte affects whether a search stops at a byte; otherwise 0. */
static inline size_t
bytes_ahead(enum stop stop)
{
	return stop > STOP_OUTSIDE;
}

/* Return true if a search of a text up to `end` stops at *at. */
static inline bool
stops(enum stop stop, const char *at, const char *end, unsigned a, unsigned b)
{
	bool is_last = at + 1 == end;
	char next = is_last ? '\0' : at[1];

	switch (stop) {
	case STOP_IN:
		return ascii_is(*at, a);
	case STOP_OUTSIDE:
		return !ascii_is(*at, a);
	case STOP_REPEATED:
		return !ascii_is(*at, a) || (*at == '.' && ascii_is_one_of(next, ".*+"));
	case STOP_PAIR:
		return *at == (char)a && !is_last && next == (char)b;
	case STOP_WORD:
		return ascii_is(*at, ASCII_HTML_END) &&
		    (!ascii_is(*at, ASCII_HTML_SPACE) || is_last || ascii_is(next, ASCII_HTML_END));
	}
	return true;
}

#if HAS_WIDE_BLOCKS
#define INLINE __attribute__((always_inline)) inline /* so that GCC compiles each search */

/* Return a bit for the high four bits of each of at[0..WIDE_BYTES), and set *members to those bits
 * for the bytes in the class. A byte beyond US-ASCII has all bits and is in no class. */
WIDE static inline __m256i
wide_classes(const char *at, unsigned class, __m256i *members)
{
	const __m256i by_high_bits = _mm256_broadcastsi128_si256(_mm_setr_epi8(1, 2, 4, 8, 16, 32,
	    64, -128, -1, -1, -1, -1, -1, -1, -1, -1));
	const char *nibbles = (const char *)ascii_nibbles[__builtin_ctz(class)];
	__m128i table = _mm_loadu_si128((const __m128i *)(const void *)nibbles);
	__m256i bytes = wide_load(at);
	__m256i high_bits = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(15));
	__m256i wanted = _mm256_shuffle_epi8(by_high_bits, high_bits);

	*members = _mm256_and_si256(wanted,
	    _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(table), bytes));
	return wanted;
}

WIDE static inline __m256i
wide_in(const char *at, unsigned class)
{
	__m256i members, wanted = wide_classes(at, class, &members);

	return _mm256_cmpeq_epi8(members, wanted);
}

WIDE static inline __m256i
wide_outside(const char *at, unsigned class)
{
	__m256i members;

	wide_classes(at, class, &members);
	return _mm256_cmpeq_epi8(members, _mm256_setzero_si256());
}

WIDE static inline __m256i
wide_any(const char *at, char a, char b)
{
	return _mm256_or_si256(wide_equal(at, a), wide_equal(at, b));
}

/* Return the bytes of at[0..WIDE_BYTES) at which a search stops. Another byte follows them. */
WIDE static INLINE __m256i
wide_stops(enum stop stop, const char *at, unsigned a, unsigned b)
{
	const char *next = at + 1;
	__m256i found;

	switch (stop) {
	case STOP_IN:
		return wide_in(at, a);
	case STOP_OUTSIDE:
		return wide_outside(at, a);
	case STOP_REPEATED:
		found = _mm256_or_si256(wide_any(next, '.', '*'), wide_equal(next, '+'));
		found = _mm256_and_si256(wide_equal(at, '.'), found);
		return _mm256_or_si256(found, wide_outside(at, a));
	case STOP_PAIR:
		return _mm256_and_si256(wide_equal(at, (char)a), wide_equal(next, (char)b));
	case STOP_WORD:
		found = _mm256_and_si256(wide_in(at, ASCII_HTML_SPACE),
		    wide_in(next, ASCII_HTML_END));
		return _mm256_or_si256(found, wide_any(at, '<', '&'));
	}
	return _mm256_setzero_si256();
}

/* Return the offset of the first byte of text[0..len), which is longer than a block, at which the
 * search stops. The last byte is not checked if a byte after it matters. Pairs are rare, so they
 * are searched for in two blocks at a time. */
WIDE static INLINE size_t
first_wide(enum stop stop, const char *text, size_t len, unsigned a, unsigned b)
{
	size_t at = 0, last = len - WIDE_BYTES - bytes_ahead(stop);
	uint32_t some;

	for (; stop == STOP_PAIR && at + WIDE_BYTES <= last; at += 2 * WIDE_BYTES) {
		__m256i low = wide_stops(stop, text + at, a, b);
		__m256i high = wide_stops(stop, text + at + WIDE_BYTES, a, b);
		__m256i both = _mm256_or_si256(low, high);

		if (!_mm256_testz_si256(both, both))
			return at + (size_t)__builtin_ctzll(wide_mask(low) |
			    (uint64_t)wide_mask(high) << WIDE_BYTES);
	}
	for (;; at += WIDE_BYTES) {
		at = at < last ? at : last;
		some = wide_mask(wide_stops(stop, text + at, a, b));
		if (some)
			return at + (size_t)__builtin_ctz(some);
		if (at == last)
			return at + WIDE_BYTES;
	}
}
#else
#define WIDE

static inline size_t
first_wide(enum stop stop, const char *text, size_t len, unsigned a, unsigned b)
{
	(void)stop, (void)text, (void)len, (void)a, (void)b;
	return 0;
}
#endif

enum { FEW_BYTES = WIDE_BYTES / 4 }; /* one by one, searching so few bytes takes no longer */

typedef size_t wide_search(const char *text, size_t len, unsigned a, unsigned b);

/* Search a text of more than FEW_BYTES that is not longer than a block. Two copies of fixed size,
 * which may overlap, are faster than one of variable size. */
static size_t
first_in_block(wide_search *wide, const char *text, size_t len, unsigned a, unsigned b)
{
	enum { HALF = WIDE_BYTES / 2 };
	char block[WIDE_BYTES + 1] = { 0 };

	if (len >= HALF) {
		memcpy(block, text, HALF);
		memcpy(block + len - HALF, text + len - HALF, HALF);
	} else {
		memcpy(block, text, FEW_BYTES);
		memcpy(block + len - FEW_BYTES, text + len - FEW_BYTES, FEW_BYTES);
	}
	return wide(block, sizeof(block), a, b);
}

/* Return the offset of the first byte of text[0..len) at which the search stops, or len. */
static inline size_t
search(wide_search *wide, enum stop stop, const char *text, size_t len, unsigned a, unsigned b)
{
	size_t at = 0;

	if (len > FEW_BYTES && wide_is_supported()) {
		at = len > WIDE_BYTES ? wide(text, len, a, b) :
		    first_in_block(wide, text, len, a, b);
		if (at < len - bytes_ahead(stop))
			return at;
		at = len - bytes_ahead(stop);
	}
	while (at < len && !stops(stop, text + at, text + len, a, b))
		at++;
	return at;
}

/* The functions that are compiled for AVX2. */
#define DEFINE_WIDE_SEARCH(name, stop) \
	WIDE static size_t \
	name(const char *text, size_t len, unsigned a, unsigned b) \
	{ \
		return first_wide(stop, text, len, a, b); \
	}

DEFINE_WIDE_SEARCH(find_member, STOP_IN)
DEFINE_WIDE_SEARCH(find_other, STOP_OUTSIDE)
DEFINE_WIDE_SEARCH(find_repeated, STOP_REPEATED)
DEFINE_WIDE_SEARCH(find_pair, STOP_PAIR)
DEFINE_WIDE_SEARCH(find_word_end, STOP_WORD)

size_t
ascii_span(const char *text, size_t len, unsigned class)
{
	return search(find_other, STOP_OUTSIDE, text, len, class, 0);
}

size_t
ascii_until(const char *text, size_t len, unsigned class)
{
	return search(find_member, STOP_IN, text, len, class, 0);
}

size_t
ascii_span_unrepeated(const char *text, size_t len, unsigned class)
{
	return search(find_repeated, STOP_REPEATED, text, len, class, 0);
}

size_t
ascii_pair(const char *text, size_t len, char first, char second)
{
	return search(find_pair, STOP_PAIR, text, len, (unsigned char)first, (unsigned char)second);
}

size_t
ascii_copy_words(char *out, const char *text, size_t len)
{
	size_t copied = search(find_word_end, STOP_WORD, text, len, 0, 0), at;

	memcpy(out, text, copied);
	for (at = 0; (at += ascii_until(out + at, copied - at, ASCII_HTML_BREAK)) < copied; at++)
		out[at] = ' ';
	return copied;
}

size_t
ascii_after_break(const char *text, size_t len)
{
	const char *feed = memrchr(text, '\n', len), *line = feed ? feed + 1 : text;
	const char *cr = memrchr(line, '\r', len - (size_t)(line - text));

	return (size_t)((cr ? cr + 1 : line) - text);
}

const char *
ascii_find_authority(const char *text, size_t len)
{
	const char *colon = text, *end = text + len;

	while ((colon = memchr(colon, ':', (size_t)(end - colon))) != NULL) {
		if (end - colon > 2 && colon[1] == '/' && colon[2] == '/')
			return colon;
		colon++;
	}
	return NULL;
}

#if HAS_WIDE_BLOCKS
/* Return, for each byte position in two blocks, minus the number of line feeds there. */
WIDE static inline __m256i
find_feeds(const char *two_blocks)
{
	return _mm256_add_epi8(wide_equal(two_blocks, '\n'),
	    wide_equal(two_blocks + WIDE_BYTES, '\n'));
}

/* Return the number of line feeds in text[0..len), which has at least WIDE_BYTES. */
WIDE static uint64_t
count_wide(const char *text, size_t len)
{
	const size_t last = len - WIDE_BYTES;
	const __m256i zeros = _mm256_setzero_si256();
	__m256i sums = zeros; /* in four parts */
	uint64_t lines;
	size_t at = 0;

	for (; at + 4 * WIDE_BYTES <= last; at += 4 * WIDE_BYTES) {
		__m256i feeds = _mm256_add_epi8(find_feeds(text + at),
		    find_feeds(text + at + 2 * WIDE_BYTES));

		sums = _mm256_add_epi64(sums, _mm256_sad_epu8(_mm256_sub_epi8(zeros, feeds), zeros));
	}
	lines = (uint64_t)(_mm256_extract_epi64(sums, 0) + _mm256_extract_epi64(sums, 1) +
	    _mm256_extract_epi64(sums, 2) + _mm256_extract_epi64(sums, 3));
	for (; at < last; at += WIDE_BYTES)
		lines += (unsigned)__builtin_popcount(wide_mask(wide_equal(text + at, '\n')));
	/* the last block without the bytes already counted */
	return lines + (unsigned)__builtin_popcount((uint32_t)((uint64_t)wide_mask(
	    wide_equal(text + last, '\n')) >> (at - last)));
}
#endif

uint64_t
line_count(const char *text, size_t len)
{
	uint64_t lines = 0;
	size_t at = 0;

#if HAS_WIDE_BLOCKS
	if (len >= WIDE_BYTES && wide_is_supported())
		return count_wide(text, len);
#endif
	for (; (at += ascii_find(text + at, len - at, '\n')) < len; at++)
		lines++;
	return lines;
}

/* ---- comparing --- */

enum { WORD_BYTES = sizeof(uint32_t) };

/* Return true if WORD_BYTES bytes of a and b are equal except for case. The cases of a letter
 * differ in one bit. */
static bool
equal_words(const char *a, const char *b)
{
	const uint32_t ones = 0x01010101u, case_bits = ones * ('a' ^ 'A'), high_bits = ones << 7;
	uint32_t x, y, differing, low, letters;

	memcpy(&x, a, sizeof(x));
	memcpy(&y, b, sizeof(y));
	differing = x ^ y;
	if (differing == 0 || differing & ~case_bits)
		return differing == 0;
	low = (x | case_bits) & ~high_bits;
	letters = (low + ones * (0x80 - 'a')) & ~(low + ones * (0x7F - 'z')) & ~x & high_bits;
	return (differing << 2 & ~letters) == 0; /* a case bit, 0x20, becomes 0x80 */
}

bool
ascii_equal(const char *a, const char *b, size_t len)
{
	size_t i = 0, last;

	if (len < WORD_BYTES) {
		while (i < len && ascii_lower(a[i]) == ascii_lower(b[i]))
			i++;
		return i == len;
	}
	last = len - WORD_BYTES;
	for (; i < last; i += WORD_BYTES)
		if (!equal_words(a + i, b + i))
			return false;
	return equal_words(a + last, b + last);
}

bool
word_list_has(const char *list, const char *text, size_t len)
{
	enum { MAX_WORD_BYTES = 40 };
	char word[MAX_WORD_BYTES + 1];
	const char *at = list;
	size_t i;

	if (len == 0 || len > MAX_WORD_BYTES)
		return false;
	for (i = 0; i < len; i++) {
		if (text[i] == ' ' || text[i] == '\0')
			return false;
		word[i] = ascii_lower(text[i]);
	}
	word[len] = '\0';
	for (; (at = strstr(at, word)) != NULL; at++)
		if ((at == list || at[-1] == ' ') && (at[len] == ' ' || at[len] == '\0'))
			return true;
	return false;
}

bool
ascii_has_a_label(const char *host, size_t len)
{
	const char *at = host, *end = host + len;

	for (; (at = memchr(at, '-', (size_t)(end - at))) != NULL; at++)
		if (at - host >= 2 && end - at >= 2 && ascii_equal(at - 2, "xn--", 4) &&
		    (at - host == 2 || at[-3] == '.'))
			return true;
	return false;
}
