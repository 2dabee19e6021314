/* host_name.c - the names that hosts are written as */
#include "url/host_name.h"

#include <string.h>

#include "util/ascii.h"

enum { MAX_DNS_NAME_BYTES = 253, MAX_DNS_LABEL_BYTES = 63 };

/* Return the length of the number at the beginning of the host: digits, or "0x" and
 * hexadecimal digits, of which there may be none ("0x" is 0 to browsers). Returns 0 if
 * the label holds anything else. */
static size_t
number_label_length(urlgrep_span host)
{
	bool is_hex = host.len > 1 && host.text[0] == '0' &&
	    ascii_lower(host.text[1]) == 'x';
	size_t i = is_hex ? 2 : 0;

	while (i < host.len && ascii_is(host.text[i], is_hex ? ASCII_HEX : ASCII_DIGIT))
		i++;
	return i == host.len || host.text[i] == '.' ? i : 0;
}

bool
host_name_looks_numeric(urlgrep_span host)
{
	size_t i = 0;

	while (i < host.len) {
		size_t len = number_label_length(
		    (urlgrep_span){ host.text + i, host.len - i });

		if (len == 0)
			return false;
		i += len + 1;
	}
	return host.len > 0;
}

bool
host_name_ends_in_number(urlgrep_span host)
{
	size_t begin;

	if (host.len > 0 && host.text[host.len - 1] == '.')
		host.len--;
	for (begin = host.len; begin > 0 && host.text[begin - 1] != '.'; begin--)
		;
	return number_label_length(
	    (urlgrep_span){ host.text + begin, host.len - begin }) > 0;
}

/* Return true if a label of letters, digits and hyphens has the length, the beginning and the end
 * of one (RFC 1034, 3.5). */
static bool
is_label_of_dns(const char *label, size_t len)
{
	return len > 0 && len <= MAX_DNS_LABEL_BYTES && label[0] != '-' && label[len - 1] != '-';
}

bool
host_name_is_of_dns(urlgrep_span host)
{
	size_t i, begin = 0; /* of the label */

	if (host.len && host.text[host.len - 1] == '.')
		host.len--;
	if (host.len == 0 || host.len > MAX_DNS_NAME_BYTES)
		return false;
	for (i = 0; i < host.len; i++) {
		if (ascii_is_alphanumeric(host.text[i]))
			continue;
		if (host.text[i] == '.') {
			if (!is_label_of_dns(host.text + begin, i - begin))
				return false;
			begin = i + 1;
		} else if (host.text[i] != '-') {
			return false;
		}
	}
	return is_label_of_dns(host.text + begin, host.len - begin);
}

bool
host_name_has_a_label(urlgrep_span host)
{
	size_t i;

	if (host.len == 0 || memchr(host.text, '-', host.len) == NULL) /* most have none */
		return false;
	for (i = 0; i + 4 <= host.len; i++)
		if ((i == 0 || host.text[i - 1] == '.') &&
		    ascii_is_word(host.text + i, 4, "xn--"))
			return true;
	return false;
}

bool
host_name_is_localhost(urlgrep_span host)
{
	size_t len = strlen("localhost");

	if (host.len > 0 && host.text[host.len - 1] == '.')
		host.len--;
	return host.len >= len &&
	    ascii_is_word(host.text + host.len - len, len, "localhost") &&
	    (host.len == len || host.text[host.len - len - 1] == '.');
}
