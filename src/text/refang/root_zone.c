/* root_zone.c - the last labels of host names, by the root zone of the DNS */
#include "text/refang/root_zone.h"

#include <stdlib.h>
#include <string.h>

#include "util/ascii.h"

static int
compare_labels(const void *label, const void *row)
{
	return strcmp(label, *(const char *const *)row);
}

bool
root_zone_has(const char *text, size_t len)
{
	char label[64];
	size_t i;

	if (len == 0 || len >= sizeof(label) || memchr(text, '\0', len))
		return false;
	for (i = 0; i < len; i++)
		label[i] = ascii_lower(text[i]);
	label[len] = '\0';
	return bsearch(label, root_zone_labels, root_zone_count,
	    sizeof(*root_zone_labels), compare_labels) != NULL;
}

/* Return true if text[0..len) is one of the words of a list, divided by blanks. */
static bool
is_in_list(const char *text, size_t len, const char *list)
{
	while (*list) {
		size_t word = strcspn(list, " ");

		if (word == len && ascii_equal(text, list, len))
			return true;
		list += word + (list[word] == ' ');
	}
	return false;
}

bool
root_zone_is_reserved(const char *text, size_t len)
{
	return is_in_list(text, len, "example test invalid localhost local internal onion "
	    "lan corp home");
}

bool
root_zone_is_word(const char *text, size_t len)
{
	return is_in_list(text, len, "am as be by do id in is it me my no or re so to us la de "
	    "el et un il en es al co cat dog fun here now open one pro plus red blue sale save "
	    "show win work world you yes zip mov new off link live map man ink");
}
