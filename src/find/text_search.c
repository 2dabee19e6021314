/* text_search.c - the URLs in a text of any length, read in pieces, each with its line */
#include "find/find.h"

#include <string.h>

#include "urlgrep_tools.h"
#include "util/ascii.h"
#include "util/platform.h"
#include "util/utf8.h"

enum { PIECE_BYTES = 256 * 1024, MAX_PART_BYTES = 256 * 1024,
	MAX_WHOLE_BYTES = 128 * 1024 * 1024, PAGE_BYTES = 4096, BINARY_BYTES = 32 * 1024,
	PAUSE_MILLISECONDS = 100 };

bool
text_search_init(struct text_search *s, const urlgrep_memory *memory,
    urlgrep_scanner *scanner, const struct find_options *options)
{
	s->memory = memory;
	s->options = options;
	s->scanner = scanner;
	s->unfolder.folds.memory = memory;
	s->size = 2 * PIECE_BYTES;
	s->buffer = memory_allocate(memory, s->size);
	return s->buffer != NULL;
}

void
text_search_free(struct text_search *s)
{
	if (s->memory == NULL)
		return;
	strbuf_free(&s->unfolder.folds);
	memory_release(s->memory, s->buffer);
}

void
text_search_open(struct text_search *s, const struct document *d, struct byte_stream stream,
    const urlgrep_mail_range *range, int live_fd)
{
	*s = (struct text_search){ .memory = s->memory, .options = s->options,
		.scanner = s->scanner, .buffer = s->buffer, .size = s->size,
		.unfolder = s->unfolder, .document = d, .stream = stream, .range = *range,
		.live_fd = live_fd, .offset = stream.origin,
		.counted = { range->begin, range->line, 0, 0, stream.encoding } };
	if (d->is_folded)
		s->stream = unfolder_open(&s->unfolder, stream);
	urlgrep_scanner_reset(s->scanner);
	urlgrep_scanner_text(s->scanner, s->buffer, 0, 0);
}

/* ---- reading --- */

void
text_position_advance(const struct find_options *o, struct text_position *p, const char *text,
    size_t len)
{
	const char *feed, *end = text + len;

	p->offset += len;
	p->excess += utf16_source_bytes(p->encoding, text, len) - len;
	if (p->line == 0)
		return;
	p->line += line_count(text, len);
	feed = memrchr(text, '\n', len);
	if (feed) {
		p->column = 0;
		text = feed + 1;
	}
	if (!has_flag(o, URLGREP_COLUMN_CHARACTERS))
		p->column += (uint64_t)(end - text);
	else
		for (; text < end; text++)
			p->column += !utf8_is_continuation(*text);
}

/* Count lines and stored bytes up to an offset. The bytes before it are in the buffer. */
static void
count_to(struct text_search *s, uint64_t offset)
{
	uint64_t from = s->counted.offset;

	if (offset > s->range.end)
		offset = s->range.end;
	if (offset > from)
		text_position_advance(s->options, &s->counted,
		    s->buffer + s->begin + (from - s->offset), (size_t)(offset - from));
}

/* Drop the first `count` bytes of the text at hand. */
static void
discard(struct text_search *s, size_t count)
{
	count_to(s, s->offset + count);
	s->begin += count;
	s->len -= count;
	s->offset += count;
	if (s->document->is_folded)
		unfolder_take(&s->unfolder, s->offset);
}

/* Move the unread bytes, and the context before them, to the front of the buffer, and make room for
 * another piece. Choose the front so that the piece is read to the same page offset as it has in
 * the file: processors take up to three times as long to copy to a page offset just after that of
 * the source. Return false if out of memory. */
static bool
make_room(struct text_search *s)
{
	size_t before = s->options->given.context_lines > 0 ? s->begin - s->front : 0, used;

	before = before < MAX_CONTEXT_BYTES ? before : MAX_CONTEXT_BYTES;
	used = before + s->len;
	if (s->size - used < PIECE_BYTES + PAGE_BYTES) {
		char *more = memory_grow(s->memory, s->buffer, s->begin + s->len, s->size * 2);

		if (more == NULL)
			return false;
		s->buffer = more;
		s->size *= 2;
	}
	s->front = (size_t)(s->offset + s->len - ((uintptr_t)s->buffer + used)) % PAGE_BYTES;
	memmove(s->buffer + s->front, s->buffer + s->begin - before, used);
	s->begin = s->front + before;
	return true;
}

/* Return true, once, if the writer of a live input pauses. Then the scanner need not wait for more
 * lines before it examines those that it has, as in "tail -f". */
static bool
take_pause(struct text_search *s)
{
	struct pollfd input = { .fd = s->live_fd, .events = POLLIN };

	s->is_paused = !s->is_paused && input.fd >= 0 && s->is_scanned &&
	    poll(&input, 1, PAUSE_MILLISECONDS) == 0;
	return s->is_paused;
}

bool
text_source_is_binary(const urlgrep_mail_source *source)
{
	char text[BINARY_BYTES];
	size_t len = 0;
	ssize_t n;

	do {
		n = source->read(source->data, text + len, sizeof(text) - len, len);
		len += n > 0 ? (size_t)n : 0;
	} while (n > 0 && len < sizeof(text));
	return memchr(text, '\0', len) != NULL;
}

/* Look for a NUL in the first bytes of the input. Drop the text if it is binary and binary files
 * are to be skipped. The first piece, which has been read, contains these bytes unless the stream
 * is a range. */
static void
examine_beginning(struct text_search *s)
{
	size_t len = s->len < BINARY_BYTES ? s->len : BINARY_BYTES;

	s->is_binary = s->stream.origin > 0 ? text_source_is_binary(&s->document->source) :
	    memchr(s->buffer + s->begin, '\0', len) != NULL;
	if (s->is_binary && s->range.flags & URLGREP_MAIL_NO_BINARY) {
		s->is_last = true;
		s->len = 0;
	}
}

/* Return true if where lines were folded is not known, for want of memory. */
static bool
lacks_folds(const struct text_search *s)
{
	return s->document->is_folded && s->unfolder.folds.failed;
}

/* Read another piece; after a read error, drop the word that may be incomplete. Return false
 * without memory. */
static bool
read_piece(struct text_search *s)
{
	bool is_first = s->len == 0 && s->offset == s->stream.origin;
	size_t size = PIECE_BYTES;
	ssize_t n;

	if (!make_room(s))
		return false;
	do {
		n = s->stream.read(s->stream.data, s->buffer + s->begin + s->len, size);
		if (n > 0) {
			s->len += (size_t)n;
			size -= (size_t)n;
		}
	} while (n > 0 && is_first && s->document->source.seekable && s->len < BINARY_BYTES);
	if (n < 0)
		s->len = ascii_after_space(s->buffer + s->begin, s->len); /* it may be cut short */
	s->is_last = n <= 0;
	if (is_first)
		examine_beginning(s);
	return !lacks_folds(s);
}

/* Drop the rest of the text, so that the next call ends the search. Return NOMEM. */
static urlgrep_status
give_up(struct text_search *s)
{
	s->is_last = s->is_scanned = true;
	s->len = 0;
	urlgrep_scanner_reset(s->scanner);
	urlgrep_scanner_text(s->scanner, s->buffer, 0, URLGREP_LAST);
	return URLGREP_NOMEM;
}

/* Return how many bytes at the end must not be scanned yet, so that the lines after a URL are in
 * the buffer when the URL is found. */
static size_t
context_after(const struct text_search *s)
{
	size_t most = s->len < MAX_CONTEXT_BYTES ? s->len : MAX_CONTEXT_BYTES, count = 0;
	const char *end = s->buffer + s->begin + s->len;
	unsigned lines = 0;

	if (s->options->given.context_lines == 0 || s->is_last)
		return 0;
	while (count < most && lines <= s->options->given.context_lines)
		lines += end[-(ptrdiff_t)++count] == '\n';
	return count;
}

/* Pass the scanner the bytes that it still needs, and the next piece. Read on if that is too short
 * to add anything: given the same text, the scanner would take it for a pause. Return false if out
 * of memory. */
static bool
scan_piece(struct text_search *s)
{
	size_t len;

	if (s->is_scanned)
		discard(s, urlgrep_scanner_consumed(s->scanner));
	do {
		if ((s->is_scanned || s->len == 0) && !take_pause(s) && !read_piece(s))
			return false;
		if (lacks_folds(s)) /* since text_search_whole() */
			return false;
		len = s->len - context_after(s);
	} while (s->is_scanned && !s->is_last && !s->is_paused && s->offset + len == s->given_end);
	s->is_scanned = true;
	s->given_end = s->offset + len;
	urlgrep_scanner_text(s->scanner, s->buffer + s->begin, len,
	    s->document->scanner_flags | URLGREP_ALL | (s->is_last ? URLGREP_LAST : 0));
	return true;
}

/* ---- searching --- */

static urlgrep_status
end_search(struct text_search *s)
{
	if (!s->is_entered)
		s->entered_after = s->left_after;
	s->is_entered = true;
	count_to(s, s->offset + s->len);
	return URLGREP_END;
}

/* Record the location of the finding. Return true if it begins in the range. */
static bool
note_finding(struct text_search *s, const urlgrep_finding *f)
{
	bool is_in_range = f->offset >= s->range.begin;

	if (is_in_range && !s->is_entered) {
		s->entered_after = s->left_after;
		s->is_entered = true;
	}
	s->left_after = f->offset + f->length;
	s->found = f->offset;
	return is_in_range;
}

urlgrep_status
text_search_next(struct text_search *s, urlgrep_finding *f)
{
	for (;;) {
		urlgrep_status status = urlgrep_next_into(s->scanner, f);

		if (status == URLGREP_END)
			return end_search(s);
		if (status == URLGREP_OK) {
			if (unbroken_urls_choose(s->options->given.known, s->scanner, f) ==
			    URLGREP_NOMEM)
				return give_up(s);
			f->offset += s->stream.origin; /* only now: the scanner counts from there */
			if (f->offset >= s->range.end)
				return end_search(s);
			if (note_finding(s, f))
				return URLGREP_OK;
			continue;
		}
		if (status != URLGREP_MORE)
			return give_up(s);
		/* the bytes that the scanner still needs contain no URL that begins in the range */
		if (s->is_scanned && s->offset + urlgrep_scanner_consumed(s->scanner) >= s->range.end)
			return end_search(s);
		if (!scan_piece(s))
			return give_up(s);
	}
}

urlgrep_status
text_search_skip(struct text_search *s)
{
	while (!s->is_last && s->offset + s->len < s->range.end) {
		discard(s, s->len);
		if (!read_piece(s))
			return give_up(s);
	}
	count_to(s, s->offset + s->len);
	return URLGREP_END;
}

/* Add the folds, which are US-ASCII, to the location of the last finding. */
static void
add_folds(struct text_search *s, const urlgrep_finding *f, urlgrep_location *l)
{
	uint64_t unit = utf16_source_bytes(s->counted.encoding, "", 1);
	struct fold before = unfolder_take(&s->unfolder, f->offset);
	uint64_t within = unfolder_take(&s->unfolder, f->offset + f->length - 1).bytes;

	l->offset += before.bytes * unit;
	l->length += (within - before.bytes) * unit;
	if (s->range.line > 0)
		l->line += before.lines;
}

void
text_search_locate(struct text_search *s, const urlgrep_finding *f, urlgrep_location *l)
{
	const char *text = s->buffer + s->begin + (f->offset - s->offset);

	count_to(s, f->offset);
	l->text_offset = f->offset;
	l->text_length = f->length;
	l->offset = f->offset + s->counted.excess;
	l->length = utf16_source_bytes(s->counted.encoding, text, (size_t)f->length);
	if (s->range.line > 0) {
		l->line = s->counted.line;
		l->column = s->counted.column + 1;
	}
	if (s->document->is_folded)
		add_folds(s, f, l);
}

struct text_place
text_search_place(const struct text_search *s)
{
	size_t before = s->begin - s->front, begin = before + (size_t)(s->found - s->offset);

	if (s->found + before < s->offset || s->left_after > s->offset + s->len)
		return (struct text_place){ .begin = 0 }; /* it is no longer in the buffer */
	return (struct text_place){ { s->buffer + s->front, before + s->len }, begin,
		begin + (size_t)(s->left_after - s->found) };
}

uint64_t
text_search_lines(const struct text_search *s)
{
	bool has_folds = s->document->is_folded && s->range.line > 0;

	return s->counted.line - s->range.line + (has_folds ? s->unfolder.last.lines : 0);
}

bool
text_search_whole(struct text_search *s, urlgrep_span *text)
{
	bool reads_all = has_flag(s->options, URLGREP_WHOLE_TEXTS);
	size_t most = reads_all ? MAX_WHOLE_BYTES : MAX_PART_BYTES;

	if (s->is_scanned || (s->document->is_folded && !reads_all))
		return false;
	while (!s->is_last && s->len < most)
		if (!read_piece(s))
			return false;
	if (!s->is_last)
		return false;
	*text = (urlgrep_span){ s->buffer + s->begin, s->len };
	return true;
}
