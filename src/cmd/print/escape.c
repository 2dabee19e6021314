/* escape.c - octets that are fit to be shown; the rest escaped */
#include "cmd/print/escape.h"

#include <stdint.h>
#include <string.h>

#include "urlgrep.h"

size_t
utf8_character(const char *text, size_t len, unsigned *code)
{
	static const unsigned least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	unsigned char c = (unsigned char)text[0];
	size_t n = c < 0x80 ? 1 : c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : 2, i;

	if ((c >= 0x80 && c < 0xC2) || c > 0xF4 || n > len)
		return 0;
	*code = n == 1 ? c : c & (0xFFu >> (n + 1));
	for (i = 1; i < n; i++) {
		if (((unsigned char)text[i] & 0xC0) != 0x80)
			return 0;
		*code = *code << 6 | ((unsigned char)text[i] & 0x3F);
	}
	if (*code < least[n] || *code > 0x10FFFF ||
	    (*code >= 0xD800 && *code < 0xE000))
		return 0;
	return n;
}

/* Neither controls nor what separates lines or annotates another text; nor what
 * the library knows that nobody sees. */
bool
fit_to_show(unsigned code)
{
	if (code < 0xA0)
		return code >= 0x20 && code < 0x7F;
	return code != 0x2028 && code != 0x2029 && (code < 0xFFF9 || code > 0xFFFB) &&
	    !urlgrep_is_invisible(code);
}

/* Eight at a time. */
size_t
skip_printable(const char *text, size_t at, size_t len)
{
	const uint64_t ones = 0x0101010101010101, tops = ones << 7;

	while (len - at >= sizeof(uint64_t)) {
		uint64_t octets;

		memcpy(&octets, text + at, sizeof(octets));
		if ((octets | (octets + ones) | (octets - ones * 0x20)) & tops)
			break; /* from 7F on, or below 20 */
		at += sizeof(octets);
	}
	while (at < len && text[at] >= 0x20 && text[at] < 0x7F)
		at++;
	return at;
}

/* Only one thread writes to a stream, so it need not be locked. */
#ifdef __linux__
#define write_octets fwrite_unlocked
#else
#define write_octets fwrite
#endif

size_t
safe_write(FILE *out, const char *text, size_t len)
{
	size_t columns = 0, i = 0;

	while (i < len) {
		size_t plain = i, n = 0;
		unsigned code = 0;

		i = skip_printable(text, i, len);
		write_octets(text + plain, 1, i - plain, out);
		columns += i - plain;
		if (i == len)
			break;
		n = utf8_character(text + i, len - i, &code);
		if (n && fit_to_show(code)) {
			write_octets(text + i, 1, n, out);
			columns++;
		} else if (n > 1) {
			columns += (size_t)fprintf(out,
			    code > 0xFFFF ? "\\U%08X" : "\\u%04X", code);
		} else {
			columns += (size_t)fprintf(out, "\\x%02X",
			    (unsigned)(unsigned char)text[i]);
		}
		i += n ? n : 1;
	}
	return columns;
}

void
safe_line(FILE *out, const char *text, size_t len)
{
	if (skip_printable(text, 0, len) == len)
		write_octets(text, 1, len, out);
	else
		safe_write(out, text, len);
	putc_unlocked('\n', out);
}
