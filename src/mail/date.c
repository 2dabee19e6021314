/* date.c - the Date field of a message (RFC 5322, 3.3 and 4.3) as ISO 8601 */
#include "mail/date.h"

#include "mail/header.h"
#include "util/ascii.h"

struct date {
	unsigned year, month, day; /* month and day from 1 */
	unsigned hour, minute, second;
	char sign; /* of the zone: '+' is east of Greenwich */
	unsigned zone_hour, zone_minute;
};

/* ---- tokens: each function skips what it returns, and white space and comments after it --- */

static void
skip(urlgrep_span *s, size_t count)
{
	s->text += count;
	s->len -= count;
	header_skip_space(s);
}

static bool
take_char(urlgrep_span *s, char c)
{
	if (s->len == 0 || *s->text != c)
		return false;
	skip(s, 1);
	return true;
}

/* Return the letters at the beginning of s. */
static urlgrep_span
take_word(urlgrep_span *s)
{
	urlgrep_span word = { s->text, 0 };

	while (word.len < s->len && ascii_is(word.text[word.len], ASCII_ALPHA))
		word.len++;
	skip(s, word.len);
	return word;
}

/* Read a number of min to max digits; return false if there is none. */
static bool
take_number(urlgrep_span *s, unsigned min, unsigned max, unsigned *value)
{
	unsigned n = 0;

	*value = 0;
	while (n < s->len && n <= max && ascii_is(s->text[n], ASCII_DIGIT))
		*value = *value * 10 + (unsigned)(s->text[n++] - '0');
	if (n < min || n > max)
		return false;
	skip(s, n);
	return true;
}

/* ---- date, time and zone --- */

static bool
take_month(urlgrep_span *s, unsigned *month)
{
	static const char names[] = "janfebmaraprmayjunjulaugsepoctnovdec";
	urlgrep_span word = take_word(s);

	for (*month = 1; word.len == 3 && *month <= 12; ++*month)
		if (ascii_equal(word.text, names + (*month - 1) * 3, 3))
			return true;
	return false;
}

/* Read "Tue, 14 Mar 1995". The weekday, and its comma, are optional. A year may have two to four
 * digits (RFC 5322, 4.3); some mailers print the years since 1900 with four: "0103". */
static bool
take_date(urlgrep_span *s, struct date *d)
{
	take_word(s);
	take_char(s, ',');
	if (!take_number(s, 1, 2, &d->day) || !take_month(s, &d->month) ||
	    !take_number(s, 2, 4, &d->year))
		return false;
	d->year += d->year < 50 ? 2000 : d->year < 1000 ? 1900 : 0;
	return true;
}

/* Read "1995-03-14T" or "1995-03-14 ". */
static bool
take_iso_date(urlgrep_span *s, struct date *d)
{
	if (!take_number(s, 4, 4, &d->year) || !take_char(s, '-') ||
	    !take_number(s, 2, 2, &d->month) || !take_char(s, '-') ||
	    !take_number(s, 2, 2, &d->day))
		return false;
	take_char(s, 'T');
	return true;
}

static bool
take_time(urlgrep_span *s, struct date *d)
{
	return take_number(s, 1, 2, &d->hour) && take_char(s, ':') &&
	    take_number(s, 2, 2, &d->minute) &&
	    (!take_char(s, ':') || take_number(s, 2, 2, &d->second));
}

/* Read "+0100" or "+01:00", whatever follows; a name at the end; or nothing. The names that RFC 5322
 * gives an offset are all west of UTC. */
static bool
take_zone(urlgrep_span *s, struct date *d)
{
	static const char *const names[] = { "edt", "est", "cdt", "cst", "mdt", "mst", "pdt", "pst" };
	static const unsigned char hours[] = { 4, 5, 5, 6, 6, 7, 7, 8 };
	bool is_west = s->len > 0 && *s->text == '-';

	if (!take_char(s, '+') && !take_char(s, '-')) {
		urlgrep_span name = take_word(s);
		size_t i;

		for (i = 0; i < sizeof(hours); i++)
			if (ascii_is_word(name.text, name.len, names[i]))
				d->zone_hour = hours[i];
		is_west = d->zone_hour > 0;
		if (s->len > 0)
			return false;
	} else if (s->len > 2 && s->text[2] == ':') {
		if (!take_number(s, 2, 2, &d->zone_hour) || !take_char(s, ':') ||
		    !take_number(s, 2, 2, &d->zone_minute))
			return false;
	} else {
		if (!take_number(s, 4, 4, &d->zone_minute))
			return false;
		d->zone_hour = d->zone_minute / 100;
		d->zone_minute %= 100;
	}
	d->sign = is_west && (d->zone_hour || d->zone_minute) ? '-' : '+';
	return true;
}

/* ---- the date --- */

/* Return true if there is such a date. The second 60 is a leap second. */
static bool
is_in_range(const struct date *d)
{
	static const unsigned char days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	bool is_leap = (d->year % 4 == 0 && d->year % 100 != 0) || d->year % 400 == 0;

	return d->year >= 1900 && d->year <= 9999 && d->month >= 1 && d->month <= 12 &&
	    d->day >= 1 && d->day <= days[d->month - 1] + (unsigned)(is_leap && d->month == 2) &&
	    d->hour <= 23 && d->minute <= 59 && d->second <= 60 && d->zone_hour <= 23 &&
	    d->zone_minute <= 59;
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
	write_two(&at, d->sign, d->zone_hour);
	write_two(&at, ':', d->zone_minute);
	*at = '\0';
}

bool
date_to_iso(const char *text, size_t len, char iso[DATE_ISO_BYTES])
{
	urlgrep_span s = { text, len };
	struct date d = { 0 };
	bool is_iso;

	header_skip_space(&s);
	is_iso = s.len > 4 && s.text[4] == '-';
	if (!(is_iso ? take_iso_date(&s, &d) : take_date(&s, &d)) ||
	    !take_time(&s, &d) || !take_zone(&s, &d) || !is_in_range(&d))
		return false;
	write_iso(&d, iso);
	return true;
}
