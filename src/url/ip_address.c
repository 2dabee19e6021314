/* ip_address.c - the addresses of IP that hosts are written as */
#include "url/ip_address.h"

#include <string.h>

#include "util/ascii.h"

bool
ip_address_read_quad(urlgrep_span host, unsigned group[4], bool *has_zeros)
{
	size_t i = 0;
	int n;

	*has_zeros = false;
	for (n = 0; n < 4; n++) {
		size_t begin = i;

		group[n] = 0;
		while (i < host.len && ascii_is(host.text[i], ASCII_DIGIT) &&
		    group[n] < 1000)
			group[n] = group[n] * 10 + (unsigned)(host.text[i++] - '0');
		if (i == begin || group[n] > 255)
			return false;
		if (host.text[begin] == '0' && i - begin > 1)
			*has_zeros = true;
		if (n < 3 && (i == host.len || host.text[i++] != '.'))
			return false;
	}
	return i == host.len;
}

bool
ip_address_is_private_quad(const unsigned group[4])
{
	return group[0] == 127 || group[0] == 10 || group[0] == 0 ||
	    (group[0] == 169 && group[1] == 254) ||
	    (group[0] == 192 && group[1] == 168) ||
	    (group[0] == 172 && group[1] >= 16 && group[1] < 32);
}

/* Return the hexadecimal number at text[*at] and move *at to after it. */
static unsigned
read_hex(urlgrep_span text, size_t *at)
{
	unsigned n = 0;

	for (; *at < text.len && ascii_is(text.text[*at], ASCII_HEX); ++*at)
		n = n * 16 + ascii_hex_value(text.text[*at]);
	return n;
}

/* Read the eight groups of an IP literal without its brackets. The grammar has checked
 * it: returns false for an address of a later version only. */
static bool
read_ipv6(urlgrep_span host, unsigned group[8])
{
	unsigned count = 0, gap = 8, quad[4];
	bool has_zeros;
	size_t at = 0;

	memset(group, 0, 8 * sizeof(*group));
	while (at < host.len && count < 8) {
		urlgrep_span tail = { host.text + at, host.len - at };

		if (tail.text[0] == ':') {
			if (tail.len > 1 && tail.text[1] == ':')
				gap = count;
			at++;
		} else if (count < 7 && ip_address_read_quad(tail, quad, &has_zeros)) {
			group[count++] = quad[0] << 8 | quad[1];
			group[count++] = quad[2] << 8 | quad[3];
			at = host.len;
		} else if (ascii_is(tail.text[0], ASCII_HEX)) {
			group[count++] = read_hex(host, &at);
		} else {
			return false;
		}
	}
	if (gap < count) {
		memmove(group + 8 - (count - gap), group + gap,
		    (count - gap) * sizeof(*group));
		memset(group + gap, 0, (8 - count) * sizeof(*group));
	}
	return true;
}

bool
ip_address_is_private_literal(urlgrep_span host)
{
	unsigned g[8], quad[4], middle;

	if (host.len < 3 ||
	    !read_ipv6((urlgrep_span){ host.text + 1, host.len - 2 }, g))
		return false;
	if ((g[0] & 0xFE00) == 0xFC00 || (g[0] & 0xFFC0) == 0xFE80)
		return true;
	middle = g[2] | g[3] | g[4];
	if (middle ||
	    !((g[0] == 0 && g[1] == 0 && (g[5] == 0 || g[5] == 0xFFFF)) ||
		(g[0] == 0x64 && g[1] == 0xFF9B && g[5] == 0)))
		return false;
	if (g[0] == 0 && g[5] == 0 && g[6] == 0)
		return g[7] <= 1;
	quad[0] = g[6] >> 8;
	quad[1] = g[6] & 0xFF;
	quad[2] = g[7] >> 8;
	quad[3] = g[7] & 0xFF;
	return ip_address_is_private_quad(quad);
}
