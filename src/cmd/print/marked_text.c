/* marked_text.c - the texts of a message with the URLs that were found marked in them */
#include "cmd/print/marked_text.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/xmalloc.h"
#include "util/strbuf.h"

/* A mark whose spans are offsets in the copies, which may move. */
struct stored_mark {
	struct mark mark;
	size_t url, label;
};

struct marked_text {
	urlgrep_mail_type type;
	struct strbuf path;
	struct strbuf file_text; /* of a text or HTML file */
	bool has_file_text;
	urlgrep_mail *mail;      /* whose current message has the texts */

	struct stored_mark *marks;
	struct mark *sorted;
	size_t count, room;
	struct strbuf copies;
};

struct marked_text *
marked_text_new(void)
{
	struct marked_text *t = x_calloc(1, sizeof(*t));

	t->path.memory = t->file_text.memory = t->copies.memory = &xmalloc_memory;
	return t;
}

void
marked_text_free(struct marked_text *t)
{
	if (t == NULL)
		return;
	strbuf_free(&t->path);
	strbuf_free(&t->file_text);
	strbuf_free(&t->copies);
	free(t->marks);
	free(t->sorted);
	free(t);
}

void
marked_text_begin(struct marked_text *t, const urlgrep_message *message)
{
	t->type = message->type;
	strbuf_clear(&t->path);
	strbuf_append(&t->path, message->path, strlen(message->path) + 1);
	strbuf_clear(&t->file_text);
	t->has_file_text = message->text.text != NULL;
	if (t->type != URLGREP_MAIL_MESSAGE && t->has_file_text)
		strbuf_append(&t->file_text, message->text.text, message->text.len);
	t->count = 0;
	strbuf_clear(&t->copies);
}

/* ---- marks --- */

/* Copy a span. Return where. */
static size_t
copy_span(struct marked_text *t, urlgrep_span span)
{
	size_t at = t->copies.len;

	if (span.text)
		strbuf_append(&t->copies, span.text, span.len);
	return at;
}

void
marked_text_add(struct marked_text *t, const struct mark *mark)
{
	struct stored_mark *stored;

	if (t->count == t->room) {
		t->room = t->room ? 2 * t->room : 64;
		t->marks = x_realloc(t->marks, t->room * sizeof(*t->marks));
		t->sorted = x_realloc(t->sorted, t->room * sizeof(*t->sorted));
	}
	stored = &t->marks[t->count++];
	stored->mark = *mark;
	stored->url = copy_span(t, mark->url);
	stored->label = copy_span(t, mark->label);
}

static int
compare_marks(const void *left, const void *right)
{
	const struct mark *a = left, *b = right;

	if (a->text != b->text)
		return a->text < b->text ? -1 : 1;
	if (a->begin != b->begin)
		return a->begin < b->begin ? -1 : 1;
	return a->end < b->end ? 1 : a->end > b->end ? -1 : 0; /* the longer one first */
}

/* Drop marks that begin in another one, or go beyond their text. */
static void
drop_overlaps(struct marked_text *t)
{
	size_t i, kept = 0;

	for (i = 0; i < t->count; i++) {
		const struct mark *mark = &t->sorted[i];
		const struct mark *last = kept ? &t->sorted[kept - 1] : NULL;
		urlgrep_mail_text text;

		if (last && last->text == mark->text && mark->begin < last->end)
			continue;
		if (marked_text_at(t, mark->text, &text) && mark->begin < mark->end &&
		    mark->end <= text.text.len)
			t->sorted[kept++] = *mark;
	}
	t->count = kept;
}

const char *
marked_text_end(struct marked_text *t, urlgrep_mail *mail)
{
	size_t i;

	t->mail = mail;
	if (t->type != URLGREP_MAIL_MESSAGE && !t->has_file_text)
		return "larger than 128 MiB: not printed as a whole";
	for (i = 0; i < t->count; i++) {
		const struct stored_mark *stored = &t->marks[i];

		t->sorted[i] = stored->mark;
		t->sorted[i].url.text = t->copies.at + stored->url;
		if (stored->mark.label.text)
			t->sorted[i].label.text = t->copies.at + stored->label;
	}
	if (t->count > 0)
		qsort(t->sorted, t->count, sizeof(*t->sorted), compare_marks);
	drop_overlaps(t);
	return NULL;
}

/* ---- texts --- */

const char *
marked_text_path(const struct marked_text *t)
{
	return t->path.at;
}

urlgrep_mail_type
marked_text_type(const struct marked_text *t)
{
	return t->type;
}

bool
marked_text_at(const struct marked_text *t, size_t i, urlgrep_mail_text *text)
{
	urlgrep_status status;

	if (t->type == URLGREP_MAIL_MESSAGE) {
		status = urlgrep_mail_text_at(t->mail, i, text);
		if (status == URLGREP_NOMEM)
			x_die();
		return status == URLGREP_OK;
	}
	*text = (urlgrep_mail_text){ .text = { t->file_text.at ? t->file_text.at : "",
			t->file_text.len },
		.html = t->type == URLGREP_MAIL_HTML };
	return i == 0;
}

const struct mark *
marked_text_marks(const struct marked_text *t, size_t i, size_t *count)
{
	size_t begin = 0, end, half;

	/* the first mark of text i, by bisection */
	for (end = t->count; begin < end;) {
		half = begin + (end - begin) / 2;
		if (t->sorted[half].text < i)
			begin = half + 1;
		else
			end = half;
	}
	for (*count = 0; begin + *count < t->count &&
	    t->sorted[begin + *count].text == i;)
		(*count)++;
	return t->sorted + begin;
}
