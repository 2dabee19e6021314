/* unfold.c - undo the folding of long lines in iCalendar, vCard and LDIF, and the escape of
 * colons */
#include "input/unfold.h"

#include <string.h>

#include "util/ascii.h"

enum { PIECE_BYTES = 4096 };

void
unfolder_init(struct unfolder *u, const urlgrep_memory *memory)
{
	*u = (struct unfolder){ .folds = { .memory = memory } };
}

void
unfolder_free(struct unfolder *u)
{
	strbuf_free(&u->folds);
}

static struct fold *
get_folds(const struct unfolder *u, size_t *count)
{
	*count = u->folds.len / sizeof(struct fold);
	return (void *)u->folds.at;
}

/* Record that so many bytes and lines are removed. */
static void
add_removed(struct unfolder *u, size_t bytes, size_t lines)
{
	size_t count;
	struct fold *folds = get_folds(u, &count);

	u->last.bytes += bytes;
	u->last.lines += lines;
	if (count > 0 && folds[count - 1].offset == u->last.offset)
		folds[count - 1] = u->last;
	else
		strbuf_append(&u->folds, (const char *)&u->last, sizeof(u->last));
}

/* Remove the line break that is held, and a blank. */
static void
remove_break(struct unfolder *u)
{
	add_removed(u, u->held_len + 1, memchr(u->held, '\n', u->held_len) != NULL);
	u->held_len = 0;
}

static void
append(struct unfolder *u, const char *text, size_t len, char *to, size_t *to_len)
{
	memcpy(to + *to_len, text, len);
	*to_len += len;
	u->last.offset += len;
}

static void
release_held(struct unfolder *u, char *to, size_t *to_len)
{
	append(u, u->held, u->held_len, to, to_len);
	u->held_len = 0;
}

/* Append the backslash that is held, unless a colon follows: c is the next byte. */
static void
release_backslash(struct unfolder *u, char c, char *to, size_t *to_len)
{
	if (!u->has_backslash)
		return;
	u->has_backslash = false;
	if (c == ':')
		add_removed(u, 1, 0);
	else
		append(u, "\\", 1, to, to_len);
}

/* Append what has no line break. */
static void
append_line(struct unfolder *u, const char *text, size_t len, char *to, size_t *to_len)
{
	size_t at = 0;

	while (at < len) {
		const char *mark = memchr(text + at, '\\', len - at);
		size_t n = mark ? (size_t)(mark - text) - at : len - at;

		release_backslash(u, text[at], to, to_len);
		append(u, text + at, n, to, to_len);
		at += n;
		if (mark) {
			u->has_backslash = true;
			at++;
		}
	}
}

/* Return true if c ends the line break of which a byte is held. */
static bool
ends_break(const struct unfolder *u, char c)
{
	return c == '\n' && u->held[u->held_len - 1] == '\r';
}

void
unfolder_append(struct unfolder *u, const char *text, size_t len, bool is_last,
    char *to, size_t *to_len)
{
	size_t at = 0;

	while (at < len) {
		size_t n;

		if (u->held_len > 0 && u->held[u->held_len - 1] == '\n' &&
		    (text[at] == ' ' || text[at] == '\t')) {
			remove_break(u);
			at++;
			continue;
		}
		if (u->held_len > 0 && !ends_break(u, text[at]))
			release_held(u, to, to_len);
		n = ascii_break(text + at, len - at);
		append_line(u, text + at, n, to, to_len);
		at += n;
		if (n == 0) {
			release_backslash(u, text[at], to, to_len);
			u->held[u->held_len++] = text[at++];
		}
	}
	if (is_last) {
		release_backslash(u, '\n', to, to_len);
		release_held(u, to, to_len);
	}
}

/* ---- streams --- */

static ssize_t
read_unfolded(void *unfolder, char *buffer, size_t size)
{
	struct unfolder *u = unfolder;
	char piece[PIECE_BYTES];
	size_t len = 0;
	ssize_t n;

	do {
		size_t room = size - sizeof(u->held) - 1; /* what is held is returned, too */

		n = u->folded.read(u->folded.data, piece,
		    room < PIECE_BYTES ? room : PIECE_BYTES);
		if (n < 0)
			return n;
		unfolder_append(u, piece, (size_t)n, n == 0, buffer, &len);
	} while (n > 0 && len == 0);
	return (ssize_t)len;
}

struct byte_stream
unfolder_open(struct unfolder *u, struct byte_stream folded)
{
	strbuf_clear(&u->folds);
	u->last = (struct fold){ 0, 0, 0 };
	u->held_len = 0;
	u->has_backslash = false;
	u->folded = folded;
	return (struct byte_stream){ .read = read_unfolded, .data = u };
}

/* ---- the map --- */

/* Return the number of folds whose offset is at most `offset`. */
static size_t
count_folds(const struct unfolder *u, uint64_t offset)
{
	size_t low = 0, high;
	const struct fold *folds = get_folds(u, &high);

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (folds[middle].offset <= offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

struct fold
unfolder_find(const struct unfolder *u, uint64_t offset)
{
	size_t count, n = count_folds(u, offset);
	const struct fold *folds = get_folds(u, &count);

	return n > 0 ? folds[n - 1] : (struct fold){ 0, 0, 0 };
}

void
unfolder_forget(struct unfolder *u, uint64_t offset)
{
	size_t count, n = count_folds(u, offset);
	struct fold *folds = get_folds(u, &count);

	/* The last of them has the sum; moving the others must pay. */
	if (n < 2 || n < count / 2)
		return;
	memmove(folds, folds + n - 1, (count - n + 1) * sizeof(*folds));
	u->folds.len = (count - n + 1) * sizeof(*folds);
}
