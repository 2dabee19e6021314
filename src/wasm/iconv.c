/* iconv.c - the functions of <iconv.h>, implemented with the charsets of urlgrep.mjs
 *
 * The iconv of the C library (musl, in wasi-libc of 2022) writes beyond its output for some EUC-KR
 * (CVE-2025-26519), does not reset ISO-2022-JP, and takes 145 KB, a seventh of the module. */
#include <errno.h>
#include <iconv.h>
#include <stddef.h>
#include <stdint.h>

#define IMPORT(name) __attribute__((import_module("charset"), import_name(name)))

/* Return the number of a new converter to UTF-8; 0 if the platform lacks the charset. */
IMPORT("open") intptr_t converter_open(const char *name);
IMPORT("close") void converter_close(intptr_t converter);
/* Reset the state for another text. */
IMPORT("reset") void converter_reset(intptr_t converter);
/* Convert as iconv() does. */
enum conversion { DONE, NO_CHARACTER, NOT_COMPLETE, NO_ROOM };
IMPORT("convert") enum conversion converter_convert(intptr_t converter, char **in, size_t *in_len,
    char **out, size_t *room);

iconv_t
iconv_open(const char *to, const char *name)
{
	intptr_t converter = converter_open(name);

	(void)to; /* UTF-8 */
	errno = EINVAL;
	return (iconv_t)(converter ? converter : -1);
}

int
iconv_close(iconv_t converter)
{
	converter_close((intptr_t)converter);
	return 0;
}

size_t
iconv(iconv_t converter, char **restrict in, size_t *restrict in_len, char **restrict out,
    size_t *restrict room)
{
	static const int errors[] = { [NO_CHARACTER] = EILSEQ, [NOT_COMPLETE] = EINVAL,
		[NO_ROOM] = E2BIG };
	enum conversion result = DONE;

	if (in == NULL || *in == NULL)
		converter_reset((intptr_t)converter);
	else
		result = converter_convert((intptr_t)converter, in, in_len, out, room);
	if (result != DONE)
		errno = errors[result];
	return result == DONE ? 0 : (size_t)-1;
}
