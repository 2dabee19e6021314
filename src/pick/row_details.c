/* row_details.c - what is said about a row, in words */
#include "pick/row_details.h"

#include <string.h>

#include "cmd/xmalloc.h"
#include "row/warnings.h"
#include "pick/shown_text.h"

/* ---- lines --- */

/* Begin a line. */
static void
begin_line(struct row_details *d)
{
	d->lines[d->count] = (struct detail){ .begin = d->text.len };
}

static void
add(struct row_details *d, const char *text)
{
	shown_append(&d->text, text, strlen(text));
}

/* End the line; the last of too many is overwritten. */
static void
end_line(struct row_details *d, bool is_warning, bool is_url)
{
	struct detail *line = &d->lines[d->count];

	line->len = d->text.len - line->begin;
	line->is_warning = is_warning;
	line->is_url = is_url;
	strbuf_append(&d->text, "\n", 1);
	if (d->count < MAX_DETAILS - 1)
		d->count++;
}

static void
add_labelled(struct row_details *d, const char *label, const char *value)
{
	if (value == NULL)
		return;
	begin_line(d);
	add(d, label);
	add(d, value);
	end_line(d, false, false);
}

/* ---- what is dangerous --- */

static void
add_alarm(struct row_details *d, const char *text)
{
	begin_line(d);
	add(d, "! ");
	add(d, text);
	end_line(d, true, false);
}

/* Say which host the text shows, and which one the link has. */
static void
add_hosts(struct row_details *d, const struct url_row *row)
{
	if (!row->text_differs)
		return;
	begin_line(d);
	add(d, "! The text shows ");
	add(d, row->shown_host ? row->shown_host : "another URL");
	add(d, ", but the link leads to ");
	add(d, row->host ? row->host : row->url);
	add(d, ".");
	end_line(d, true, false);
}

static void
add_warning(struct row_details *d, const struct warning *warning)
{
	begin_line(d);
	add(d, "! ");
	add(d, warning->meaning);
	add(d, " (");
	add(d, warning->name);
	add(d, ")");
	end_line(d, true, false);
}

static void
add_warnings(struct row_details *d, const struct url_row *row)
{
	struct warning warning;
	unsigned i;

	for (i = 0; finding_warnings_row(i, &warning); i++)
		if (row->warnings & warning.bit &&
		    !(row->text_differs && strcmp(warning.name, "href-differs") == 0))
			add_warning(d, &warning);
}


/* ---- the URL --- */

static void
add_url(struct row_details *d, const char *mark, const char *url, size_t len)
{
	begin_line(d);
	add(d, mark);
	shown_append(&d->text, url, len);
	end_line(d, false, true);
}

static void
add_urls(struct row_details *d, const struct url_row *row)
{
	add_url(d, row->target && !row->opens_target ? "* " : "  ", row->url, row->len);
	if (row->target)
		add_url(d, row->opens_target ? "* leads to " : "  leads to ", row->target,
		    strlen(row->target));
	add_labelled(d, "  wrapped by ", row->service);
}

void
row_details_append_how(struct strbuf *out, unsigned how)
{
	static const struct {
		unsigned bit;
		const char *words;
	} table[] = {
		{ URLGREP_JOINED, "lines joined" },
		{ URLGREP_UNJOINED, "ends at the line break" },
		{ URLGREP_HYPHEN_KEPT, "hyphen kept" },
		{ URLGREP_HYPHEN_DROPPED, "hyphen dropped" },
		{ URLGREP_UNBROKEN_COPY, "found unbroken elsewhere" },
		{ URLGREP_REPAIRED, "repaired" },
		{ URLGREP_QP_DECODED, "quoted-printable decoded" },
	};
	size_t i;
	bool is_first = true;

	for (i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		if (!(how & table[i].bit))
			continue;
		strbuf_append_string(out, is_first ? "" : ", ");
		strbuf_append_string(out, table[i].words);
		is_first = false;
	}
}

static void
add_other_host(struct row_details *d, const struct url_row *row)
{
	if (row->other_host == NULL)
		return;
	begin_line(d);
	add(d, "  host ");
	add(d, url_row_other_form(row));
	add(d, ": ");
	add(d, row->other_host);
	end_line(d, false, false);
}

static void
add_how(struct row_details *d, const struct url_row *row)
{
	if (row->how == 0)
		return;
	begin_line(d);
	add(d, row->is_alternative ? "  other reading: " : "  best reading: ");
	row_details_append_how(&d->text, row->how);
	end_line(d, false, false);
}

void
row_details_write(struct row_details *d, const struct url_row *row)
{
	const struct url_message *m = row->message;

	d->count = 0;
	d->text = (struct strbuf){ .memory = &xmalloc_memory };
	if (row->refusal)
		add_alarm(d, row->refusal);
	if (row->is_link_text)
		add_alarm(d, "This is only the text of a link that leads elsewhere.");
	add_hosts(d, row);
	add_warnings(d, row);
	add_urls(d, row);
	add_labelled(d, "  text: ", row->label);
	add_other_host(d, row);
	add_how(d, row);
	add_labelled(d, "  from: ", m->from);
	add_labelled(d, "  subject: ", m->subject);
	add_labelled(d, "  date: ", m->date);
	add_labelled(d, "  file: ", m->path);
}
