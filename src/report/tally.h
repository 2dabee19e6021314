/* tally.h - how often each of many strings was counted */
#ifndef REPORT_TALLY_H
#define REPORT_TALLY_H

#include <stddef.h>
#include <stdint.h>

struct tally;

struct tally_row {
	char *key; /* ends with NUL */
	uint64_t count;
	unsigned first_year, last_year; /* in which it was counted; 0: unknown */
	const char *note;               /* the caller's; NULL at first */
};

struct tally *tally_new(void);
/* Takes NULL. */
void tally_free(struct tally *t);

/* Count a string once more, in a year; 0: unknown. Return its row, which stays where it
 * is. */
struct tally_row *tally_add(struct tally *t, const char *key, unsigned year);

/* Return how often a string was counted. */
uint64_t tally_count_of(const struct tally *t, const char *key);

/* Return the rows in an order, and set *count. They last until the next call of a function
 * of the tally. */
struct tally_row *const *tally_by_count(struct tally *t, size_t *count); /* greatest first */
struct tally_row *const *tally_by_key(struct tally *t, size_t *count);

size_t tally_size(const struct tally *t);

#endif
