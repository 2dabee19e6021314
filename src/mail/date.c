/* date.c - the Date field of a message (RFC 5322, 3.3 and 4.3) as ISO 8601 */
#include "mail/date.h"

#include "urlgrep.h"
#include "util/ascii.h"

struct date {
	unsigned year, month, day; /* month and day from 1 */
	unsigned hour, minute, second;
	char sign; /* of the zone: '+' is east of Greenwich */
	unsigned zone_hour, zone_minute;
};

/* ---- tokens: each function skips what it returns, and white space and comments
 * after it --- */

static void
advance(urlgrep_span *s, size_t count)
{
	s->text += count;
	s->len -= count;
}

/* Skip a comment, and those inside it; one that does not end is skipped to the end. */
static void
skip_comment(urlgrep_span *s)
{
	unsigned depth = 0;

	while (s->len > 0) {
		char c = *s->text;

		if (c == '\\' && s->len > 1)
			advance(s, 1);
		advance(s, 1);
		depth += c == '(';
		depth -= c == ')';
		if (depth == 0)
			return;
	}
}

static void
skip_more_space(urlgrep_span *s)
{
	while (s->len > 0)
		if (ascii_is_space(*s->text))
			advance(s, 1);
		else if (*s->text == '(')
			skip_comment(s);
		else
			return;
}

/* Skip white space and comments. Most tokens have one space or nothing after them. */
static inline void
skip_space(urlgrep_span *s)
{
	if (s->len > 0 && *s->text == ' ')
		advance(s, 1);
	if (s->len > 0 && (*s->text == '(' || ascii_is_space(*s->text)))
		skip_more_space(s);
}

static bool
take_char(urlgrep_span *s, char c)
{
	if (s->len == 0 || *s->text != c)
		return false;
	advance(s, 1);
	skip_space(s);
	return true;
}

/* Return the letters at the beginning of s. */
static urlgrep_span
take_word(urlgrep_span *s)
{
	urlgrep_span word = { s->text, 0 };

	while (word.len < s->len && ascii_is(word.text[word.len], ASCII_ALPHA))
		word.len++;
	advance(s, word.len);
	skip_space(s);
	return word;
}

/* Read a number of min to max digits; return false if there is none. */
static inline bool
take_number(urlgrep_span *s, unsigned min, unsigned max, unsigned *value)
{
	unsigned n = 0;

	*value = 0;
	while (n < s->len && n <= max && ascii_is(s->text[n], ASCII_DIGIT))
		*value = *value * 10 + (unsigned)(s->text[n++] - '0');
	if (n < min || n > max)
		return false;
	advance(s, n);
	skip_space(s);
	return true;
}

/* ---- date, time and zone --- */

static bool
take_month(urlgrep_span *s, unsigned *month)
{
	static const char names[] = "janfebmaraprmayjunjulaugsepoctnovdec";
	urlgrep_span word = take_word(s);

	for (*month = 1; word.len == 3 && *month <= 12; ++*month) {
		const char *name = names + (*month - 1) * 3;

		if (ascii_lower(word.text[0]) == name[0] && ascii_lower(word.text[1]) == name[1] &&
		    ascii_lower(word.text[2]) == name[2])
			return true;
	}
	return false;
}

/* Read a year of two to four digits (RFC 5322, 4.3). Some mailers print the years since 1900
 * with four: "0103". */
static bool
take_year(urlgrep_span *s, unsigned *year)
{
	if (!take_number(s, 2, 4, year))
		return false;
	if (*year < 50)
		*year += 2000;
	else if (*year < 1000)
		*year += 1900;
	return true;
}

/* Read "Tue, 14 Mar 1995". The weekday, and its comma, are optional. */
static bool
take_date(urlgrep_span *s, struct date *d)
{
	take_word(s);
	take_char(s, ',');
	return take_number(s, 1, 2, &d->day) && take_month(s, &d->month) &&
	    take_year(s, &d->year);
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
	if (!take_number(s, 1, 2, &d->hour) || !take_char(s, ':') ||
	    !take_number(s, 2, 2, &d->minute))
		return false;
	return !take_char(s, ':') || take_number(s, 2, 2, &d->second);
}

/* Set the offset of a zone that RFC 5322 names; all of these are west of UTC. Other
 * names have none. */
static void
set_named_zone(struct date *d, urlgrep_span name)
{
	static const struct {
		const char *name;
		unsigned hours;
	} zones[] = { { "edt", 4 }, { "est", 5 }, { "cdt", 5 }, { "cst", 6 },
		{ "mdt", 6 }, { "mst", 7 }, { "pdt", 7 }, { "pst", 8 } };
	size_t i;

	for (i = 0; i < sizeof(zones) / sizeof(zones[0]); i++)
		if (ascii_is_word(name.text, name.len, zones[i].name)) {
			d->sign = '-';
			d->zone_hour = zones[i].hours;
		}
}

/* Read "+0100" or "+01:00", whatever follows; a name at the end; or nothing. */
static bool
take_zone(urlgrep_span *s, struct date *d)
{
	d->sign = s->len > 0 && *s->text == '-' ? '-' : '+';
	if (!take_char(s, '+') && !take_char(s, '-')) {
		set_named_zone(d, take_word(s));
		return s->len == 0;
	}
	if (s->len > 2 && s->text[2] == ':') {
		if (!take_number(s, 2, 2, &d->zone_hour) || !take_char(s, ':') ||
		    !take_number(s, 2, 2, &d->zone_minute))
			return false;
	} else {
		if (!take_number(s, 4, 4, &d->zone_minute))
			return false;
		d->zone_hour = d->zone_minute / 100;
		d->zone_minute %= 100;
	}
	if (d->zone_hour == 0 && d->zone_minute == 0)
		d->sign = '+';
	return true;
}

/* ---- the date --- */

static unsigned
days_in_month(unsigned year, unsigned month)
{
	static const unsigned char days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30,
		31, 30, 31 };
	bool is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;

	return month == 2 && is_leap ? 29 : days[month - 1];
}

/* Return true if there is such a date. The second 60 is a leap second. */
static bool
is_in_range(const struct date *d)
{
	return d->year >= 1900 && d->year <= 9999 && d->month >= 1 &&
	    d->month <= 12 && d->day >= 1 &&
	    d->day <= days_in_month(d->year, d->month) && d->hour <= 23 &&
	    d->minute <= 59 && d->second <= 60 && d->zone_hour <= 23 &&
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

	skip_space(&s);
	is_iso = s.len > 4 && s.text[4] == '-';
	if (!(is_iso ? take_iso_date(&s, &d) : take_date(&s, &d)) ||
	    !take_time(&s, &d) || !take_zone(&s, &d) || !is_in_range(&d))
		return false;
	write_iso(&d, iso);
	return true;
}
