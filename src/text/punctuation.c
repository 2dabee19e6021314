/* punctuation.c - sets of punctuation, and bytes of spans */
#include "text/punctuation.h"

#include "util/ascii.h"

const unsigned short punctuation_sets[256] = {
	['.'] = SENTENCE | FRONT | JOINT,
	[','] = SENTENCE | PAUSE, [';'] = SENTENCE | PAUSE,
	[':'] = SENTENCE | PAUSE, ['!'] = SENTENCE | PAUSE,
	['?'] = SENTENCE | PAUSE | SEARCH | FIELD | PART | FRONT | HOST_END,
	['='] = SEARCH | FIELD | PART | FRONT, ['&'] = SEARCH | FIELD | PART | FRONT,
	['%'] = FIELD | PART | FRONT, ['#'] = FIELD | PART | FRONT | HOST_END,
	['/'] = PART | FRONT | JOINT | HOST_END,
	['_'] = FIELD | FRONT | JOINT, ['~'] = FRONT | JOINT, ['+'] = JOINT,
	['"'] = QUOTE, ['\''] = QUOTE,
	['('] = OPENER, ['['] = OPENER, ['{'] = OPENER,
	[')'] = CLOSER, [']'] = CLOSER, ['}'] = CLOSER,
};

bool
has_any(urlgrep_span s, unsigned sets)
{
	size_t i;

	for (i = 0; i < s.len; i++)
		if (is_in(s.text[i], sets))
			return true;
	return false;
}

bool
has_class(urlgrep_span s, unsigned classes)
{
	size_t i;

	for (i = 0; i < s.len; i++)
		if (ascii_is(s.text[i], classes))
			return true;
	return false;
}
