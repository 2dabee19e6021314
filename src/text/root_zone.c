/* root_zone.c - the last labels of host names, by the root zone of the DNS */
#include "text/root_zone.h"

#include <string.h>

#include "names/suffix.h"
#include "util/ascii.h"

bool
root_zone_has(const char *text, size_t len)
{
	const struct top_label *top = top_label_find(text, len);

	return top && !(top->flags & (TOP_MAIL_ONLY | TOP_WITHDRAWN));
}

/* Return true if text[0..len) is one of the words of a list, separated by blanks. */
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
