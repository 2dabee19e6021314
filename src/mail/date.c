/* date.c - the Date field of a message (RFC 5322, 3.3 and 4.3) as ISO 8601 */
#include "mail/header.h"
#include "util/ascii.h"
#include "util/memory.h"

struct date {
	unsigned year, month, day; /* month and day from 1; 0: not read yet */
	unsigned hour, minute, second;
	bool has_time;
	char sign; /* of the zone: '+' is east of Greenwich */
	unsigned zone_hour, zone_minute;
};

static void
skip(urlgrep_span *s, size_t count)
{
	s->text += count;
	s->len -= count;
}

/* Skip c, with white space and comments around it, and return true if it is next. */
static bool
take_char(urlgrep_span *s, char c)
{
	urlgrep_span rest = *s;

	header_skip_space(&rest);
	if (rest.len == 0 || *rest.text != c)
		return false;
	skip(&rest, 1);
	header_skip_space(&rest);
	*s = rest;
	return true;
}

/* Read the digits at the beginning of s, and return their number. */
static size_t
take_number(urlgrep_span *s, unsigned *value)
{
	size_t n = 0;

	*value = 0;
	for (; n < s->len && ascii_is(s->text[n], ASCII_DIGIT); n++)
		if (n < 9) /* no more fit, and no date has so many */
			*value = *value * 10 + (unsigned)(s->text[n] - '0');
	skip(s, n);
	return n;
}

/* ---- the elements of a date, in any order --- */

/* Read ":12:00" after the hour. Returns false if the time is invalid. */
static bool
take_time(urlgrep_span *s, char mark, struct date *d)
{
	size_t digits;

	take_char(s, mark);
	digits = take_number(s, &d->minute);
	if (digits < 1 || digits > 2)
		return false;
	d->has_time = true;
	return !take_char(s, mark) || take_number(s, &d->second) <= 2;
}

/* Read "+0100", "+01:00" or "+01"; others, such as "-0060", are unknown offsets. */
static void
take_offset(urlgrep_span *s, struct date *d)
{
	unsigned hour, minute = 0;
	size_t digits;

	d->sign = *s->text;
	skip(s, 1);
	digits = take_number(s, &hour);
	if (digits == 4) {
		minute = hour % 100;
		hour /= 100;
	} else if (digits != 2 || (take_char(s, ':') && take_number(s, &minute) != 2)) {
		return;
	}
	if (hour <= 23 && minute <= 59) {
		d->zone_hour = hour;
		d->zone_minute = minute;
	}
}

/* Read a word: a month, a zone (the names that RFC 5322 gives an offset are all west of UTC), or
 * one that does not matter. */
static void
take_word(urlgrep_span *s, struct date *d)
{
	static const char *const months[] = { "january", "february", "march", "april", "may",
		"june", "july", "august", "september", "october", "november", "december" };
	static const char zones[] = "edt4est5cdt5cst6mdt6mst7pdt7pst8";
	urlgrep_span word = { s->text, 0 };
	size_t i;

	while (word.len < s->len && ascii_is(word.text[word.len], ASCII_ALPHA))
		word.len++;
	skip(s, word.len);
	if (d->has_time && ascii_is_word(word.text, word.len, "pm"))
		d->hour += d->hour < 12 ? 12 : 0;
	for (i = 0; d->month == 0 && i < COUNT(months); i++)
		if ((word.len == 3 || word.len == strlen(months[i])) &&
		    ascii_equal(word.text, months[i], word.len))
			d->month = (unsigned)i + 1;
	for (i = 0; d->has_time && d->sign == 0 && word.len == 3 && zones[i]; i += 4)
		if (ascii_equal(word.text, zones + i, 3)) {
			d->sign = '-';
			d->zone_hour = (unsigned)(zones[i + 3] - '0');
		}
}

/* Read "03-14" after the year of ISO 8601, and the letter before the time. */
static bool
take_iso_date(urlgrep_span *s, struct date *d)
{
	if (!take_char(s, '-') || take_number(s, &d->month) > 2 || !take_char(s, '-') ||
	    take_number(s, &d->day) > 2 || d->month == 0)
		return false;
	if (s->len > 0 && (*s->text == 'T' || *s->text == 't'))
		skip(s, 1);
	return true;
}

/* Read a number: of day, year or time; others do not matter. A year may have two to four digits
 * (RFC 5322, 4.3); some mailers print the years since 1900 with four: "0103". Returns false if the
 * number is invalid. */
static bool
take_digits(urlgrep_span *s, struct date *d)
{
	unsigned value;
	size_t digits = take_number(s, &value);
	urlgrep_span after = *s;
	char mark = take_char(&after, ':') ? ':' : s->len > 0 ? *s->text : '\0';

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

/* ---- the date --- */

/* Return true if the date exists. The second 60 is a leap second. */
static bool
is_in_range(const struct date *d)
{
	static const unsigned char days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	bool is_leap = (d->year % 4 == 0 && d->year % 100 != 0) || d->year % 400 == 0;

	return d->year >= 1900 && d->year <= 9999 && d->month >= 1 && d->month <= 12 &&
	    d->day >= 1 && d->day <= days[d->month - 1] + (unsigned)(is_leap && d->month == 2) &&
	    d->hour <= 23 && d->minute <= 59 && d->second <= 60;
}

/* Write a character and a number of two digits at *at, which is advanced. */
static void
write_two(char **at, char before, unsigned number)
{
	*(*at)++ = before;
	*(*at)++ = (char)('0' + number / 10);
	*(*at)++ = (char)('0' + number % 10);
}

/* Write a date that is in range. (snprintf takes five times as long as reading it.) */
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
			skip(&s, 1);
		}
	}
	if (!d.has_time || !is_in_range(&d))
		return false;
	write_iso(&d, iso);
	return true;
}
