/* test_url_set.c - a set of URLs: members of every length that differ in any byte, growth,
 * failed allocations, many members that are alike */
#include "find/find.h"
#include "tap.h"
#include "util/memory.h"

enum { MAX_LEN = 40, MANY = 60000 };

static urlgrep_span
span(const char *text, size_t len)
{
	return (urlgrep_span){ text, len };
}

/* Texts that differ in one bit of one byte. */
static void
test_members(void)
{
	char text[MAX_LEN];
	size_t len, at;
	bool good = true;

	for (len = 1; len <= MAX_LEN; len++) {
		urlgrep_url_set *set = urlgrep_url_set_new(NULL);

		memset(text, 'a', len);
		good &= !urlgrep_url_set_has(set, span(text, len)) &&
		    urlgrep_url_set_add(set, span(text, len)) == URLGREP_OK &&
		    urlgrep_url_set_add(set, span(text, len)) == URLGREP_END;
		for (at = 0; at < len; at++) {
			text[at] = '\0';
			good &= !urlgrep_url_set_has(set, span(text, len)) &&
			    urlgrep_url_set_add(set, span(text, len)) == URLGREP_OK &&
			    urlgrep_url_set_has(set, span(text, len));
			text[at] = 'a';
		}
		good &= urlgrep_url_set_has(set, span(text, len)) &&
		    !urlgrep_url_set_has(set, span(text, len - 1)) &&
		    urlgrep_url_set_add(set, span(text, len - 1)) ==
		    (len > 1 ? URLGREP_OK : URLGREP_END);
		urlgrep_url_set_free(set);
	}
	ok(good, "texts of every length that differ in one byte");
}

static void
test_empty(void)
{
	urlgrep_url_set *set = urlgrep_url_set_new(&memory_default);

	ok(urlgrep_url_set_add(set, span("", 0)) == URLGREP_END &&
	    !urlgrep_url_set_has(set, span("", 0)), "the empty URL is never added");
	url_set_clear(set);
	ok(urlgrep_url_set_add(set, span("a", 1)) == URLGREP_OK &&
	    !urlgrep_url_set_has(set, span("", 0)), "nor found beside another");
	url_set_clear(set);
	ok(!urlgrep_url_set_has(set, span("a", 1)), "cleared");
	ok(urlgrep_url_set_add(set, span("b", 1)) == URLGREP_OK &&
	    urlgrep_url_set_add(set, span("a", 1)) == URLGREP_OK, "and used again");
	urlgrep_url_set_free(set);
	urlgrep_url_set_free(NULL);
}

/* Add the numbers 1 to count, and clear the set. Return true if it had these only. */
static bool
has_numbers_only(urlgrep_url_set *set, unsigned count)
{
	bool good = true;
	unsigned i;

	for (i = 1; i <= count; i++)
		good &= urlgrep_url_set_add(set, span((char *)&i, sizeof(i))) == URLGREP_OK;
	for (i = 1; i <= 2 * count + 100; i++)
		good &= urlgrep_url_set_has(set, span((char *)&i, sizeof(i))) == (i <= count);
	url_set_clear(set);
	return good;
}

/* A table that was large, and is halved each time until it grows again. */
static void
test_clearing(void)
{
	static const unsigned counts[] = { 3000, 3, 300, 0, 2, 1, 40, 0, 0, 0, 0, 0, 0, 5, 3000, 20,
		700, 1 };
	urlgrep_url_set *set = urlgrep_url_set_new(NULL);
	size_t i;

	for (i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
		ok(has_numbers_only(set, counts[i]), "%u members, after others", counts[i]);
	urlgrep_url_set_free(set);
}

/* Numbers in one of the places that a hash takes apart. If they do not spread, this takes
 * minutes. */
static void
test_many(size_t place)
{
	urlgrep_url_set *set = urlgrep_url_set_new(NULL);
	char text[64];
	unsigned i;
	bool good = true;

	memset(text, 'x', sizeof(text));
	for (i = 0; i < MANY; i++) {
		memcpy(text + place, &i, sizeof(i));
		good &= urlgrep_url_set_add(set, span(text, 32)) == URLGREP_OK;
	}
	for (i = 0; i < 2 * MANY; i++) {
		memcpy(text + place, &i, sizeof(i));
		good &= urlgrep_url_set_has(set, span(text, 32)) == (i < MANY);
	}
	ok(good, "%d members that differ in bytes %zu to %zu", MANY, place, place + 3);
	urlgrep_url_set_free(set);
}

/* ---- failed allocations --- */

static void *
allocate_some(size_t size, void *data)
{
	int *left = data;

	return (*left)-- > 0 ? malloc(size) : NULL;
}

static void
release(void *block, void *data)
{
	(void)data;
	free(block);
}

/* Add numbers until an allocation fails: those that were added stay. */
static void
test_no_memory(int allocations)
{
	int left = allocations;
	urlgrep_memory memory = { allocate_some, release, &left };
	urlgrep_url_set *set = urlgrep_url_set_new(&memory);
	urlgrep_status status = URLGREP_OK;
	char text[16] = "0123456789";
	unsigned i, count;
	bool good = true;

	for (i = 0; set && i < MANY && status == URLGREP_OK; i++) {
		memcpy(text, &i, sizeof(i));
		status = urlgrep_url_set_add(set, span(text, 10));
	}
	count = i - 1;
	for (i = 0; set && i <= count; i++) {
		memcpy(text, &i, sizeof(i));
		good &= urlgrep_url_set_has(set, span(text, 10)) == (i < count);
	}
	ok(set ? status == URLGREP_NOMEM && good : allocations == 0,
	    "no memory after %d allocations", allocations);
	left = 10;
	memcpy(text, &count, sizeof(count));
	ok(set == NULL || (urlgrep_url_set_add(set, span(text, 10)) == URLGREP_OK &&
	    urlgrep_url_set_has(set, span(text, 10))), "then there is some");
	urlgrep_url_set_free(set);
}

int
main(void)
{
	size_t place;
	int allocations;

	test_members();
	test_empty();
	test_clearing();
	for (place = 0; place <= 28; place += 4)
		test_many(place);
	for (allocations = 0; allocations < 8; allocations++)
		test_no_memory(allocations);
	return done_testing();
}
