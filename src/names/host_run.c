/* host_run.c - where in running text a host may begin and end (rule N1) */
#include "names/host_run.h"

#include "names/host.h"
#include "names/letters.h"

/* A run that is longer than this before a dot is no host. */
enum { MAX_RUN_BYTES = 320 };

/* Return true if the two hyphens before bytes[at] are those of an A-label or the like:
 * exactly two characters of the label precede them. */
static bool
is_hyphen_pair_before(const struct scan_text *t, size_t at, size_t floor)
{
	return at >= floor + 4 && ascii_is_alphanumeric(t->bytes[at - 3]) &&
	    ascii_is_alphanumeric(t->bytes[at - 4]) && scan_byte_at(t, at) != '-' &&
	    (at == floor + 4 || t->bytes[at - 5] == '.' ||
		!name_character_before(t, at - 4, true));
}

/* Step back over the dots before bytes[at]. Returns false if the run begins with a dot or
 * has two together; sets *is_begin if the run begins after them. */
static bool
skip_dots_back(const struct scan_text *t, size_t floor, bool is_iri, size_t *at,
    bool *is_begin)
{
	size_t dots = *at;

	while (dots > floor && *at - dots < 3 && t->bytes[dots - 1] == '.')
		dots--;
	*is_begin = *at - dots >= 2;
	if (*at - dots >= 3)
		return true;
	if (*at - dots == 2)
		return dots == floor || !name_character_before(t, dots, is_iri);
	*at = dots;
	return dots > floor && name_character_before(t, dots, is_iri) > 0;
}

bool
host_run_begin_plain(const struct scan_text *t, size_t floor, size_t dot, size_t *begin)
{
	size_t limit = dot - floor > MAX_RUN_BYTES ? dot - MAX_RUN_BYTES : floor;
	const char *bytes = t->bytes;
	size_t at = dot;

	while (at > limit && name_byte_is(bytes[at - 1], BYTE_HOST)) {
		at--;
		if (bytes[at] <= '.' && bytes[at] == bytes[at + 1])
			return false; /* of the characters of hosts only "." and "-" are so low */
	}
	*begin = at;
	return at < dot && ascii_is_alphanumeric(bytes[at]) &&
	    (at == floor || (at > limit && (unsigned char)bytes[at - 1] < 0x80));
}

bool
host_run_begin(const struct scan_text *t, size_t floor, size_t dot, bool is_iri,
    size_t *begin)
{
	size_t at = dot, n;
	bool is_begin = false;

	while (!is_begin && at > floor && (n = name_character_before(t, at, is_iri)) > 0) {
		if (dot - at > MAX_RUN_BYTES)
			return false;
		if (ascii_is_alphanumeric(t->bytes[at - 1])) {
			at--;
		} else if (t->bytes[at - 1] == '.') {
			if (!skip_dots_back(t, floor, is_iri, &at, &is_begin))
				return false;
		} else if (t->bytes[at - 1] == '-' && at >= floor + 2 &&
		    t->bytes[at - 2] == '-') {
			is_begin = !is_hyphen_pair_before(t, at, floor);
			at -= is_begin ? 0 : 2;
		} else {
			at -= n;
		}
	}
	while (at < dot && (t->bytes[at] == '-' || t->bytes[at] == '_'))
		at++;
	*begin = at;
	return at < dot && t->bytes[at] != '.';
}

size_t
host_run_label_end(const struct scan_text *t, size_t begin, bool is_iri, size_t *rest)
{
	size_t at = begin, end, n;

	while (at < t->len && at - begin <= 4 * MAX_LABEL_BYTES &&
	    ascii_is_alphanumeric(t->bytes[at]))
		at++;
	while (at - begin <= 4 * MAX_LABEL_BYTES &&
	    (n = name_character_after(t, at, is_iri)) > 0 && t->bytes[at] != '.') {
		bool is_pair = t->bytes[at] == '-' && scan_byte_at(t, at + 1) == '-';

		if (is_pair && (at - begin != 2 || scan_byte_at(t, at + 2) == '-'))
			break;
		at += is_pair ? 2 : n;
	}
	*rest = end = at;
	while (end > begin && (t->bytes[end - 1] == '-' || t->bytes[end - 1] == '_'))
		end--;
	return end;
}

enum run_end
host_run_classify_end(const struct scan_text *t, size_t label, size_t end, size_t rest,
    bool is_iri)
{
	size_t next = rest + 1, next_rest;

	if (scan_byte_at(t, rest) != '.')
		return RUN_ENDS;
	if (scan_byte_at(t, next) == '.') {
		bool is_ellipsis = scan_byte_at(t, next + 1) == '.';

		return is_ellipsis || !name_character_after(t, next + 1, is_iri) ?
		    RUN_ENDS : RUN_GOES_ON;
	}
	if (!name_character_after(t, next, is_iri))
		return RUN_ENDS;
	if (end < rest || scan_byte_at(t, next) < 'A' || scan_byte_at(t, next) > 'Z')
		return RUN_GOES_ON;
	end = host_run_label_end(t, next, is_iri, &next_rest);
	return label_has_title_case(t->bytes + next, end - next) &&
	    !label_has_title_case(t->bytes + label, rest - label) ?
	    RUN_MAY_BE_CUT : RUN_GOES_ON;
}
