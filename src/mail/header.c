/* header.c - header fields, such as "Subject: where?" (RFC 5322, 2.2), and their values */
#include "mail/header.h"

#include <string.h>

#include "mail/charset.h"
#include "mail/transfer.h"
#include "util/ascii.h"
#include "util/memory.h"
#include "util/utf8.h"
#include "util/wide.h"

/* Return the offset of the colon after the name at the beginning of line[0..len), and set *name to
 * the length of the name; return 0 if the line does not begin a field. */
static inline size_t
find_colon(const char *line, size_t len, size_t *name)
{
	size_t colon = 0;

	while (colon < len && ascii_is(line[colon], ASCII_FIELD_NAME))
		colon++;
	*name = colon;
	while (colon > 0 && colon < len && (line[colon] == ' ' || line[colon] == '\t'))
		colon++;
	if (colon == 0 || colon == len || line[colon] != ':')
		return 0;
	/* "http://a.example/" begins a line of text; no value of a field begins with "//" */
	return len - colon > 2 && line[colon + 1] == '/' && line[colon + 2] == '/' ? 0 : colon;
}

size_t
header_name_length(const char *line, size_t len)
{
	size_t name;

	return find_colon(line, len, &name) ? name : 0;
}

#if HAS_WIDE_BLOCKS

/* Return the length of the field at the beginning of text[0..len), where len is at least a block
 * and two bytes, and set *name to the length of its name. Return 0 if it is not a field of the
 * usual form, if its name is longer than a block, or if its end may be in the last block. */
WIDE static inline size_t
field_length_wide(const char *text, size_t len, size_t *name)
{
	__m256i others = _mm256_or_si256(wide_equal(text, ':'), wide_equal(text, 0x7F));
	__m256i names = _mm256_cmpgt_epi8(wide_load(text), _mm256_set1_epi8(' '));
	size_t at;

	at = *name = (size_t)__builtin_ctzll(~(uint64_t)wide_mask(_mm256_andnot_si256(others, names)));
	if (at == 0 || text[at] != ':' || text[at + 1] == '/')
		return 0;
	while (len - at > WIDE_BYTES) {
		uint32_t feeds = wide_mask(wide_equal(text + at, '\n'));

		at += feeds ? (size_t)__builtin_ctz(feeds) + 1 : WIDE_BYTES;
		if (feeds && text[at] != ' ' && text[at] != '\t')
			return at;
	}
	return 0;
}

/* Return true if the field may be Subject, Content-... or one of a patch (message_fields.c), which
 * must be read: few names begin with the same two letters. */
static inline bool
may_be_read(const char *name)
{
	static const char second[32] = { ['a' & 31] = 'p', ['b' & 31] = 'u', ['c' & 31] = 'o',
		['f' & 31] = 'o', ['o' & 31] = 'r', ['s' & 31] = 'u' };

	return second[*name & 31] == (name[1] | 0x20);
}

WIDE static size_t
skip_wide(const char *text, size_t len)
{
	size_t at = 0, next, name;

	while (len - at > WIDE_BYTES + 1 && !may_be_read(text + at) &&
	    (next = field_length_wide(text + at, len - at, &name)) > 0)
		at += next;
	return at;
}
#endif

size_t
header_read_field(const char *text, size_t len, struct header_field *f)
{
	size_t name = 0, colon, end = 0;

	if (len == 0 || !ascii_is(*text, ASCII_FIELD_NAME))
		return 0;
#if HAS_WIDE_BLOCKS
	if (len > WIDE_BYTES + 1 && wide_is_supported())
		end = field_length_wide(text, len, &name);
#endif
	colon = end > 0 ? name : find_colon(text, len, &name);
	if (colon == 0)
		return 0;
	if (end == 0) {
		end = colon;
		do { /* with its folded lines */
			end += ascii_line(text + end, len - end);
		} while (end < len && (text[end] == ' ' || text[end] == '\t'));
	}
	f->name = (urlgrep_span){ text, name };
	f->value = (urlgrep_span){ text + colon + 1, end - colon - 1 };
	return end;
}

bool
header_next_field(const char *text, size_t *at, size_t end, struct header_field *f)
{
	while (*at < end) {
		size_t len = header_read_field(text + *at, end - *at, f);

		*at += len > 0 ? len : ascii_line(text + *at, end - *at);
		if (len > 0)
			return true;
	}
	return false;
}

size_t
header_skip_others(const char *text, size_t len)
{
#if HAS_WIDE_BLOCKS
	if (wide_is_supported())
		return skip_wide(text, len);
#endif
	(void)text, (void)len;
	return 0;
}

unsigned
header_name_points(const char *name, size_t len)
{
	return word_list_has("message-id received return-path delivered-to mime-version newsgroups "
	    "path x-mailer in-reply-to references dkim-signature content-transfer-encoding "
	    "content-disposition x-mozilla-status", name, len) ? 2 :
	    word_list_has("from to cc date subject sender reply-to content-type organization lines",
		name, len);
}

/* Return the length of the line at the beginning of text[0..len) if it is one that programs put
 * before a header; len if more bytes are needed to decide; else 0. */
static size_t
preface_length(const char *text, size_t len)
{
	static const char *const prefaces[] = { ">From ", "+OK",
		"Microsoft Mail Internet Headers Version" };
	size_t i;

	for (i = 0; i < COUNT(prefaces); i++) {
		size_t n = strlen(prefaces[i]);

		if (memcmp(text, prefaces[i], len < n ? len : n) == 0)
			return ascii_find(text, len, '\n');
	}
	return 0;
}

size_t
header_find_begin(const char *text, size_t len)
{
	size_t bom = utf8_bom_length(text, len), at = bom, preface, name;

	do {
		while (at < len && header_is_space(text[at]))
			at++;
		preface = preface_length(text + at, len - at);
		at += preface;
	} while (preface > 0);
	if (at > bom && at < len && text[at - 1] != '\n')
		return 0; /* an indented line */
	name = header_name_length(text + at, len - at);
	if (name == 0 && at > bom && memchr(text + at, '\n', len - at) == NULL)
		return len;
	if (at < len && name == 0)
		return 0;
	return at == len || at == bom || header_name_points(text + at, name) > 0 ? at : 0;
}

/* ---- values --- */

void
header_trim(urlgrep_span *value)
{
	const char *text = value->text;
	size_t end = value->len, begin = 0;

	while (end > 0 && header_is_space(text[end - 1]))
		end--;
	while (begin < end && (text[begin] == ' ' || text[begin] == '\t'))
		begin++;
	*value = (urlgrep_span){ text + begin, end - begin };
}

bool
header_trim_if_plain(urlgrep_span *value)
{
	const char *at, *end;
	uint32_t code;

	header_trim(value);
	end = value->text + value->len;
	for (at = value->text; (at += ascii_span(at, (size_t)(end - at), ASCII_UNENCODED)) < end;)
		do {
			size_t len = utf8_decode(at, (size_t)(end - at), &code);

			/* a byte of another charset, or a control character such as a line break */
			if (len == 0 || (len == 1 && *at != '='))
				return false;
			if (end - at > 1 && at[0] == '=' && at[1] == '?')
				return false;
			at += len;
		} while (at < end && (unsigned char)*at >= 0x80);
	return true;
}

size_t
header_unfold(char *out, urlgrep_span value)
{
	size_t at = 0, len = 0;

	for (header_trim(&value); at < value.len; out[len++] = ' ') {
		size_t end;

		while (at < value.len && header_is_space(value.text[at]))
			at++;
		end = at + ascii_until(value.text + at, value.len - at, ASCII_BREAK);
		for (; at < end; at++)
			out[len++] = value.text[at] ? value.text[at] : ' ';
		if (at == value.len)
			break;
		while (len > 0 && (out[len - 1] == ' ' || out[len - 1] == '\t'))
			len--;
	}
	return len;
}

/* Return the offset of the ">" after a URL whose white space is only folds, or 0. */
static size_t
folded_url_end(const char *text, size_t len)
{
	size_t at = 0;

	while (at < len && text[at] != '>') {
		const char *word = text + at, *space;
		bool has_scheme;

		while (at < len && (unsigned char)text[at] > ' ' && !ascii_is_one_of(text[at], "<>"))
			at++;
		space = text + at;
		has_scheme = memmem(word, (size_t)(space - word), "://", 3) ||
		    (word > text && space - word > 7 && ascii_equal(word, "mailto:", 7));
		while (at < len && header_is_space(text[at]))
			at++;
		/* "<http://h/a,\n mailto:b@h>" is two URLs */
		if (space == word || has_scheme != (word == text) || (space < text + at &&
			ascii_until(space, (size_t)(text + at - space), ASCII_BREAK) ==
			    (size_t)(text + at - space)))
			return 0;
	}
	return at < len ? at : 0;
}

size_t
header_join_urls(char *out, urlgrep_span value)
{
	size_t at, end = 0, len = 0;

	for (at = 0; at < value.len; at++) {
		if (value.text[at] == '<')
			end = at + folded_url_end(value.text + at + 1, value.len - at - 1);
		if (at > end || !header_is_space(value.text[at]))
			out[len++] = value.text[at];
	}
	return len;
}

void
header_skip_space(urlgrep_span *s)
{
	unsigned depth = 0;

	for (; s->len > 0; s->text++, s->len--) {
		char c = *s->text;

		if (c == '(') {
			depth++;
		} else if (depth == 0 && !header_is_space(c)) {
			return;
		} else if (depth > 0 && c == ')') {
			depth--;
		} else if (c == '\\' && s->len > 1) {
			s->text++;
			s->len--;
		}
	}
}

bool
header_take_char(urlgrep_span *s, char c)
{
	header_skip_space(s);
	if (s->len == 0 || *s->text != c)
		return false;
	header_advance(s, 1);
	return true;
}

size_t
header_take_number(urlgrep_span *s, uint64_t *value)
{
	size_t n = 0;

	*value = 0;
	for (header_skip_space(s); n < s->len && ascii_is(s->text[n], ASCII_DIGIT); n++)
		if (n < MAX_NUMBER_DIGITS)
			*value = *value * 10 + (uint64_t)(s->text[n] - '0');
	header_advance(s, n);
	return n;
}

/* ---- encoded words (RFC 2047) --- */

enum { MAX_CHARSET_BYTES = 40 };

/* An encoded word: =?charset*language?encoding?text?= */
struct encoded_word {
	urlgrep_span charset; /* without the language (RFC 2231, 5) */
	char encoding;        /* 'b' or 'q' */
	urlgrep_span text;
	const char *end;      /* of the word */
};

static const char *
skip_blanks(const char *text, const char *end)
{
	return text + ascii_span(text, (size_t)(end - text), ASCII_BLANK);
}

/* Return where the next encoded word may begin, or end. ("=?=" is the end of an encoded word.) */
static const char *
find_word_begin(const char *text, const char *end)
{
	while ((text = memmem(text, (size_t)(end - text), "=?", 2)) != NULL)
		if (end - text < 3 || text[2] != '=')
			return text;
		else
			text += 2;
	return end;
}

/* Read the encoded word at the beginning of text. Return false if there is none. Blanks in the word
 * are accepted, since some programs write them. */
static bool
read_word(const char *text, const char *end, struct encoded_word *w)
{
	const char *mark, *star, *close;
	size_t most;

	if (end - text < 2 || text[0] != '=' || text[1] != '?')
		return false;
	text += 2;
	most = (size_t)(end - text);
	mark = memchr(text, '?', most < MAX_CHARSET_BYTES ? most : MAX_CHARSET_BYTES);
	if (mark == NULL || end - mark < 3 || mark[2] != '?' || !strchr("bBqQ", mark[1]))
		return false;
	star = memchr(text, '*', (size_t)(mark - text));
	w->charset = (urlgrep_span){ text, (size_t)((star ? star : mark) - text) };
	w->encoding = ascii_lower(mark[1]);
	mark += 3;
	/* not beyond the next word, so that the work is linear */
	close = memmem(mark, (size_t)(find_word_begin(mark, end) - mark), "?=", 2);
	if (close == NULL || w->charset.len == 0)
		return false;
	w->text = (urlgrep_span){ mark, (size_t)(close - mark) };
	w->end = close + 2;
	return true;
}

/* Decode text of the Q encoding, and append it. An "=" without two hex digits is kept. */
static void
append_q(struct strbuf *out, urlgrep_span text)
{
	size_t i;

	for (i = 0; i < text.len; i++) {
		char c = text.text[i] == '_' ? ' ' : text.text[i];

		if (ascii_read_escape(text.text + i, text.len - i, '=', &c))
			i += 2;
		strbuf_append_byte(out, c);
	}
}

/* Decode the letters of words in the B encoding, append the bytes, and clear the letters. */
static void
append_b(struct strbuf *out, struct strbuf *letters)
{
	if (letters->len > 0 && strbuf_reserve(out, base64_decoded_size(letters->len)))
		out->len += base64_decode(letters->at, letters->len, out->at + out->len);
	letters->len = 0;
}

/* Append text that is not encoded: unchanged if it is UTF-8, else converted from ISO 8859-1. */
static void
append_plain(struct strbuf *out, urlgrep_span text)
{
	char utf8[4];
	size_t i;

	if (utf8_is_valid(text.text, text.len)) {
		strbuf_append(out, text.text, text.len);
		return;
	}
	for (i = 0; i < text.len; i++)
		strbuf_append(out, utf8, utf8_encode((unsigned char)text.text[i], utf8));
}

/* Convert bytes to UTF-8, with a blank for each NUL, and append them. */
static void
append_bytes(struct strbuf *out, urlgrep_span charset, struct strbuf *bytes,
    struct charset_converters *converters)
{
	char name[MAX_CHARSET_BYTES + 1], *nul = bytes->at;
	urlgrep_span text = { bytes->at ? bytes->at : "", bytes->len };

	memory_copy_text(name, charset.text, charset.len);
	while (nul && (nul = memchr(nul, '\0', (size_t)(bytes->at + bytes->len - nul))) != NULL)
		*nul++ = ' ';
	if (!charset_append(converters, name, text, out))
		append_plain(out, text);
}

/* Append the run of words that begins with w, and return the end of the run. The words of a run
 * have the same charset and encoding. They are decoded together, since some programs split words
 * within a character or a group of base64 letters. */
static const char *
append_run(struct strbuf *out, const struct encoded_word *w, const char *end,
    struct charset_converters *converters)
{
	struct strbuf bytes = { .memory = out->memory }, letters = { .memory = out->memory };
	struct encoded_word word, next = *w;

	do {
		word = next;
		if (word.encoding == 'q')
			append_q(&bytes, word.text);
		else
			strbuf_append(&letters, word.text.text, word.text.len);
		if (letters.len > 0 && letters.at[letters.len - 1] == '=')
			append_b(&bytes, &letters);
	} while (read_word(skip_blanks(word.end, end), end, &next) &&
	    next.encoding == word.encoding && next.charset.len == word.charset.len &&
	    ascii_equal(next.charset.text, word.charset.text, word.charset.len));
	append_b(&bytes, &letters);
	append_bytes(out, w->charset, &bytes, converters);
	out->failed |= bytes.failed | letters.failed;
	strbuf_free(&bytes);
	strbuf_free(&letters);
	return word.end;
}

void
encoded_words_decode(struct strbuf *out, urlgrep_span text,
    struct charset_converters *converters)
{
	const char *at = text.text, *end = at + text.len;
	bool was_encoded = false;

	while (at < end) {
		const char *begin = skip_blanks(at, end);
		struct encoded_word w;
		bool is_encoded = read_word(begin, end, &w);

		if (!(is_encoded && was_encoded)) /* drop blanks between encoded words */
			strbuf_append(out, at, (size_t)(begin - at));
		was_encoded = is_encoded;
		if (is_encoded) {
			at = append_run(out, &w, end, converters);
			continue;
		}
		for (at = begin; at < end && !ascii_is(*at, ASCII_BLANK); at++)
			if (at > begin && *at == '=' && end - at > 1 && at[1] == '?')
				break;
		append_plain(out, (urlgrep_span){ begin, (size_t)(at - begin) });
	}
}

/* ---- dates (RFC 5322, 3.3 and 4.3) as ISO 8601 --- */

struct date {
	uint64_t year, month, day; /* month and day count from 1; 0: not read yet */
	uint64_t hour, minute, second;
	bool has_time;
	char sign; /* of the zone; '+': east of Greenwich */
	uint64_t zone_hour, zone_minute;
};

/* Read ":12:00" after the hour. Return false if the time is invalid. */
static bool
take_time(urlgrep_span *s, char mark, struct date *d)
{
	size_t digits;

	header_take_char(s, mark);
	digits = header_take_number(s, &d->minute);
	if (digits < 1 || digits > 2)
		return false;
	d->has_time = true;
	return !header_take_char(s, mark) || header_take_number(s, &d->second) <= 2;
}

/* Read "+0100", "+01:00" or "+01". All else, such as "-0060", is an unknown offset. */
static void
take_offset(urlgrep_span *s, struct date *d)
{
	uint64_t hour, minute = 0;
	size_t digits;

	d->sign = *s->text;
	header_advance(s, 1);
	digits = header_take_number(s, &hour);
	if (digits == 4) {
		minute = hour % 100;
		hour /= 100;
	} else if (digits != 2 || (header_take_char(s, ':') && header_take_number(s, &minute) != 2)) {
		return;
	}
	if (hour <= 23 && minute <= 59) {
		d->zone_hour = hour;
		d->zone_minute = minute;
	}
}

/* Read a word: "am" or "pm", a month, a zone (all names to which RFC 5322 gives an offset are west
 * of UTC), or a word to ignore. */
static void
take_word(urlgrep_span *s, struct date *d)
{
	static const char months[] = "janfebmaraprmayjunjulaugsepoctnovdec";
	static const char zones[] = "edt4est5cdt5cst6mdt6mst7pdt7pst8";
	urlgrep_span word = { s->text, 0 };
	size_t i;

	while (word.len < s->len && ascii_is(word.text[word.len], ASCII_ALPHA))
		word.len++;
	header_advance(s, word.len);
	if (d->has_time && d->hour <= 12 && (span_is(word, "am") || span_is(word, "pm")))
		d->hour = d->hour % 12 + (span_is(word, "pm") ? 12 : 0);
	for (i = 0; d->month == 0 && word.len >= 3 && months[i]; i += 3)
		if (ascii_lower(*word.text) == months[i] && ascii_equal(word.text, months + i, 3))
			d->month = i / 3 + 1;
	for (i = 0; d->has_time && d->sign == 0 && word.len == 3 && zones[i]; i += 4)
		if (ascii_equal(word.text, zones + i, 3)) {
			d->sign = '-';
			d->zone_hour = (uint64_t)(zones[i + 3] - '0');
		}
}

/* Read "03-14" after the year of ISO 8601, and the "T" before the time. */
static bool
take_iso_date(urlgrep_span *s, struct date *d)
{
	if (!header_take_char(s, '-') || header_take_number(s, &d->month) > 2 ||
	    !header_take_char(s, '-') || header_take_number(s, &d->day) > 2 || d->month == 0)
		return false;
	if (s->len > 0 && (*s->text == 'T' || *s->text == 't'))
		header_advance(s, 1);
	return true;
}

/* Read a number: a day, a year, the hour of a time, or one to ignore. A year may have two to four
 * digits (RFC 5322, 4.3); some mailers write the years since 1900 with four digits: "0103". Return
 * false if the number is invalid. */
static bool
take_digits(urlgrep_span *s, struct date *d)
{
	uint64_t value;
	size_t digits = header_take_number(s, &value);
	urlgrep_span after = *s;
	char mark = header_take_char(&after, ':') ? ':' : s->len > 0 ? *s->text : '\0';

	if (!d->has_time && (mark == ':' || (mark == '.' && d->day > 0 && d->month > 0))) {
		d->hour = value;
		return digits <= 2 && take_time(s, mark, d);
	}
	if (digits <= 2 && d->day == 0) {
		d->day = value;
		return value > 0;
	}
	if (d->year > 0)
		return d->has_time;
	d->year = value + (value < 50 ? 2000 : value < 1000 ? 1900 : 0);
	return digits >= 2 && digits <= 4 &&
	    (d->month > 0 || digits < 4 || s->len < 2 || *s->text != '-' ||
	        !ascii_is(s->text[1], ASCII_DIGIT) || take_iso_date(s, d));
}

/* Return true if the date exists. A second 60 is a leap second. */
static bool
is_in_range(const struct date *d)
{
	static const unsigned char days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	bool is_leap = (d->year % 4 == 0 && d->year % 100 != 0) || d->year % 400 == 0;

	return d->year >= 1900 && d->year <= 9999 && d->month >= 1 && d->month <= 12 &&
	    d->day >= 1 && d->day <= days[d->month - 1] + (unsigned)(is_leap && d->month == 2) &&
	    d->hour <= 23 && d->minute <= 59 && d->second <= 60;
}

/* Write a character and a two-digit number at *at, and advance *at. */
static void
write_two(char **at, char before, uint64_t number)
{
	*(*at)++ = before;
	*(*at)++ = (char)('0' + number / 10);
	*(*at)++ = (char)('0' + number % 10);
}

/* Write a date that is in range. (snprintf would take five times as long as reading the date.) */
static void
write_iso(const struct date *d, char *at)
{
	*at++ = (char)('0' + d->year / 1000);
	write_two(&at, (char)('0' + d->year / 100 % 10), d->year % 100);
	write_two(&at, '-', d->month);
	write_two(&at, '-', d->day);
	write_two(&at, 'T', d->hour);
	write_two(&at, ':', d->minute);
	write_two(&at, ':', d->second);
	write_two(&at, d->zone_hour || d->zone_minute ? d->sign : '+', d->zone_hour);
	write_two(&at, ':', d->zone_minute);
	*at = '\0';
}

bool
date_to_iso(const char *text, size_t len, char iso[DATE_ISO_BYTES])
{
	urlgrep_span s = { text, len };
	struct date d = { .sign = 0 };

	for (header_skip_space(&s); s.len > 0; header_skip_space(&s)) {
		bool is_sign = *s.text == '+' || *s.text == '-';

		if (ascii_is(*s.text, ASCII_DIGIT)) {
			if (!take_digits(&s, &d))
				return false;
		} else if (ascii_is(*s.text, ASCII_ALPHA)) {
			take_word(&s, &d);
		} else if (is_sign && d.has_time && s.len > 1 && ascii_is(s.text[1], ASCII_DIGIT)) {
			take_offset(&s, &d);
		} else {
			header_advance(&s, 1);
		}
	}
	if (!d.has_time || !is_in_range(&d))
		return false;
	write_iso(&d, iso);
	return true;
}
