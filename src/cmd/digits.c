/* digits.c - numbers in decimal */
#include "cmd/digits.h"

#include <string.h>

/* Return how many digits the number has: the logarithm of its highest bit, or one more. */
static inline unsigned
count_digits(uint64_t number)
{
	static const uint64_t powers[MAX_DIGITS] = { 1, 10, 100, 1000, 10000, 100000, 1000000,
		10000000, 100000000, 1000000000, 10000000000, 100000000000, 1000000000000,
		10000000000000, 100000000000000, 1000000000000000, 10000000000000000,
		100000000000000000, 1000000000000000000, 10000000000000000000u };
	unsigned bits = 64 - (unsigned)__builtin_clzll(number | 1);
	unsigned least = bits * 1233 >> 12; /* log10(2) is 1233/4096 */

	return least + ((number | 1) >= powers[least]);
}

size_t
digits_write(char *at, uint64_t number)
{
	static const char pairs[] =
	    "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
	    "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
	    "8081828384858687888990919293949596979899";
	unsigned count = count_digits(number);
	char *first = at + count;
	uint32_t rest; /* dividing 64 bits takes twice as many instructions */

	for (; number > UINT32_MAX; number /= 100)
		memcpy(first -= 2, pairs + 2 * (number % 100), 2);
	for (rest = (uint32_t)number; rest >= 100; rest /= 100)
		memcpy(first -= 2, pairs + 2 * (rest % 100), 2);
	if (rest >= 10)
		memcpy(at, pairs + 2 * rest, 2);
	else
		*at = (char)('0' + rest);
	return count;
}
