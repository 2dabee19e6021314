/* argument.c - the kinds of arguments: words, numbers, dates, sizes, lists */
#include "cmd/argument.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/messages.h"
#include "cmd/xmalloc.h"
#include "util/ascii.h"
#include "util/strbuf.h"

bool
argument_report(const struct option_row *row, const char *argument, const char *reason)
{
	struct strbuf place = { .memory = &xmalloc_memory };

	strbuf_append_string(&place, "--");
	strbuf_append_string(&place, row->name);
	strbuf_append_string(&place, "=");
	strbuf_append(&place, argument, strlen(argument) + 1);
	message(place.at, reason);
	strbuf_free(&place);
	return false;
}

/* ---- words --- */

bool
argument_report_words(const struct option_row *row, const char *argument,
    const char *reason)
{
	struct strbuf text = { .memory = &xmalloc_memory };
	unsigned i;

	strbuf_append_string(&text, reason);
	for (i = 0; row->word(i); i++) {
		if (i > 0)
			strbuf_append_string(&text, row->word(i + 1) ? ", " : " or ");
		strbuf_append_string(&text, row->word(i));
	}
	strbuf_append(&text, "", 1);
	argument_report(row, argument, text.at);
	strbuf_free(&text);
	return false;
}

bool
argument_find_word(const struct option_row *row, const char *argument, unsigned *index)
{
	for (*index = 0; row->word(*index); (*index)++)
		if (strcmp(argument, row->word(*index)) == 0)
			return true;
	return false;
}

bool
argument_read_word(const struct option_row *row, const char *argument, unsigned *index)
{
	return argument_find_word(row, argument, index) ||
	    argument_report_words(row, argument, "expected ");
}

bool
argument_read_when(const struct option_row *row, const char *argument, enum when *when)
{
	unsigned index = WHEN_AUTO;

	if (argument && !argument_read_word(row, argument, &index))
		return false;
	*when = (enum when)index;
	return true;
}

const char *
argument_when_word(unsigned i)
{
	static const char *const words[] = { [WHEN_AUTO] = "auto",
		[WHEN_NEVER] = "never", [WHEN_ALWAYS] = "always" };

	return i < sizeof(words) / sizeof(words[0]) ? words[i] : NULL;
}

/* ---- numbers and dates --- */

bool
argument_read_number(const struct option_row *row, const char *argument, long min,
    long max, const char *expected, long *number)
{
	char *end;

	*number = strtol(argument, &end, 10); /* LONG_MAX if it is greater */
	return (end != argument && *end == '\0' && *number >= min && *number <= max) ||
	    argument_report(row, argument, expected);
}

/* Return how many days a month of a year has, in the Gregorian calendar. */
static long
days_of(long year, long month)
{
	static const char days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

	return days[month - 1] + (month == 2 && is_leap);
}

/* Return true if text is YYYY, YYYY-MM or YYYY-MM-DD, with a month and a day that exist. */
static bool
is_date(const char *text)
{
	static const char form[] = "0000-00-00";
	size_t len = strlen(text), i;
	long month, day;

	if (len != 4 && len != 7 && len != 10)
		return false;
	for (i = 0; i < len; i++)
		if (form[i] == '-' ? text[i] != '-' : !ascii_is(text[i], ASCII_DIGIT))
			return false;
	month = len > 4 ? strtol(text + 5, NULL, 10) : 1;
	day = len > 7 ? strtol(text + 8, NULL, 10) : 1;
	return month >= 1 && month <= 12 && day >= 1 &&
	    day <= days_of(strtol(text, NULL, 10), month);
}

bool
argument_read_date(const struct option_row *row, const char *argument, const char **date)
{
	*date = argument;
	return is_date(argument) || argument_report(row, argument,
	    "expected a date: YYYY, YYYY-MM or YYYY-MM-DD");
}

/* ---- bytes --- */

/* Read an unsigned decimal number at *text, and move *text after it. */
static bool
read_digits(const char **text, uint64_t *bytes)
{
	unsigned long long n;
	char *end;

	if (!ascii_is(**text, ASCII_DIGIT))
		return false;
	errno = 0;
	n = strtoull(*text, &end, 10);
	*text = end;
	*bytes = n;
	return errno == 0;
}

bool
argument_read_size(const struct option_row *row, const char *argument, uint64_t *bytes)
{
	static const char units[] = "KMG";
	const char *at = argument, *unit;
	unsigned shift = 0;

	if (read_digits(&at, bytes) && *at && (unit = strchr(units, *at)) != NULL) {
		shift = 10 * (unsigned)(unit - units + 1);
		at++;
	}
	if (at == argument || *at || *bytes == 0 || *bytes > (uint64_t)INT64_MAX >> shift)
		return argument_report(row, argument,
		    "expected a number of bytes, such as 1000000 or 64M");
	*bytes <<= shift;
	return true;
}

bool
argument_read_range(const struct option_row *row, const char *argument,
    uint64_t *begin, uint64_t *end)
{
	const char *at = argument;

	*end = UINT64_MAX;
	if (read_digits(&at, begin) && *at++ == '-' &&
	    (*at == '\0' || (read_digits(&at, end) && *at == '\0')) && *begin <= *end)
		return true;
	return argument_report(row, argument,
	    "expected the offsets of bytes, BEGIN-END or BEGIN-");
}

/* ---- lists --- */

bool
argument_add_words(struct string_list *list, const struct option_row *row, char *argument,
    const char *expected)
{
	size_t before = list->count;

	string_list_add_words(list, argument);
	return list->count > before || argument_report(row, "", expected);
}
