/* argument.h - the kinds of arguments: words, numbers, dates, sizes, lists
 *
 * The functions that read one return false, after a message, if it is wrong. */
#ifndef CMD_ARGUMENT_H
#define CMD_ARGUMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "cmd/options.h"
#include "cmd/string_list.h"

/* Print "urlgrep: --NAME=ARGUMENT: REASON" and return false. */
bool argument_report(const struct option_row *row, const char *argument,
    const char *reason);

/* The same; after the reason come the words that the argument may be: "auto, never or
 * always". */
bool argument_report_words(const struct option_row *row, const char *argument,
    const char *reason);

/* Find the argument among the words that the option takes, and set *index to its index.
 * Return false, without a message, if it is not one of them. */
bool argument_find_word(const struct option_row *row, const char *argument,
    unsigned *index);

/* The same, but with a message. */
bool argument_read_word(const struct option_row *row, const char *argument,
    unsigned *index);

/* Read auto, never or always. Without an argument it is auto, as in GNU grep. */
bool argument_read_when(const struct option_row *row, const char *argument,
    enum when *when);
const char *argument_when_word(unsigned i);

/* Read a decimal number from min to max; expected describes it in the message. */
bool argument_read_number(const struct option_row *row, const char *argument, long min,
    long max, const char *expected, long *number);

/* Read YYYY, YYYY-MM or YYYY-MM-DD, with a month and a day that exist in some year. */
bool argument_read_date(const struct option_row *row, const char *argument,
    const char **date);

/* Read a number of bytes other than 0, or of KiB, MiB or GiB (K, M, G). */
bool argument_read_size(const struct option_row *row, const char *argument,
    uint64_t *bytes);

/* Read BEGIN-END, or BEGIN-, which ends at UINT64_MAX. */
bool argument_read_range(const struct option_row *row, const char *argument,
    uint64_t *begin, uint64_t *end);

/* Add the words of the argument, which are separated by commas, to the list. The argument is
 * changed and must outlive the list. If it has no word, the error message says that
 * `expected` was expected. */
bool argument_add_words(struct string_list *list, const struct option_row *row,
    char *argument, const char *expected);

#endif
