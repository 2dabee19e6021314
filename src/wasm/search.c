/* search.c - both libraries for JavaScript: texts, messages and URLs in, JSON out
 *
 * The exported functions are called only by urlgrep.mjs. Each leaves its result, JSON as defined in
 * src/row, in a buffer that is valid until the next call. If memory runs out, the module traps, and
 * the caller discards it. */
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <urlgrep.h>
#include <urlgrep_mail.h>

#include "row/fields.h"
#include "row/json.h"
#include "row/options.h"
#include "util/utf8.h"

#define EXPORT(name) __attribute__((export_name(name)))

/* JavaScript calls these two without the second argument. */
EXPORT("allocate") void *
allocate(size_t size, void *unused)
{
	void *block = malloc(size ? size : 1);

	(void)unused;
	if (block == NULL)
		__builtin_trap();
	return block;
}

EXPORT("release") void
release(void *block, void *unused)
{
	(void)unused;
	free(block);
}

static const urlgrep_memory memory = { allocate, release, NULL };
static struct strbuf out = { .memory = &memory };

/* The options of a search, with the objects that they require. */
struct searcher {
	struct search_options options;
	struct details_choice choice;
	urlgrep_grammar *grammar;
	urlgrep_mail *mail; /* NULL: for judging URLs only */
	struct details *details;
	bool is_text;   /* offsets count UTF-16 units, not bytes of a file */
	bool has_texts; /* the result includes the texts, and the places of findings in them */
	size_t texts;   /* number of texts written */
};

/* ---- text in UTF-16 --- */

/* A known pair of offsets in a text, in bytes and UTF-16 units; the next one is usually near. */
struct known_place {
	urlgrep_span text;
	bool is_utf8; /* otherwise JavaScript gets a string of its bytes */
	size_t bytes, units;
};

static struct known_place in_text; /* in a text of the current message */

/* Convert an offset in a text to an offset in the JavaScript string made from it. */
static size_t
units_at(struct known_place *k, urlgrep_span text, uint64_t offset)
{
	size_t at = offset < text.len ? (size_t)offset : text.len;

	if (k->text.text != text.text || k->text.len != text.len)
		*k = (struct known_place){ text, utf8_is_valid(text.text, text.len), 0, 0 };
	if (!k->is_utf8)
		return at;
	if (at >= k->bytes)
		k->units += urlgrep_length_in(text.text + k->bytes, at - k->bytes, URLGREP_UTF16);
	else
		k->units -= urlgrep_length_in(text.text + at, k->bytes - at, URLGREP_UTF16);
	k->bytes = at;
	return k->units;
}

/* ---- writing --- */

static void
begin_result(void)
{
	strbuf_free(&out);
	strbuf_append_byte(&out, '[');
}

static void
end_result(void)
{
	json_close(&out, ']');
	out.len--; /* the comma */
}

/* Set *value to the value of a field. Return false if the field is not in JSON or in these sets, or
 * the row has no value. */
static bool
read_member(const struct field *field, unsigned sets, const struct row *row, struct value *value)
{
	unsigned unwanted = NEEDS_DEFANG | NEEDS_COLUMN | (sets & IN_CHECK ? 0 : NEEDS_READABLE);

	if (field->json.len == 0 || field->sets & OF_ANOTHER || (field->sets & sets) != sets ||
	    field->needs & unwanted)
		return false;
	field_get(field, row, value);
	return !value->is_absent || value->is_null;
}

/* Write the members from `field` on that are in these sets. */
static void
write_members(const struct row *row, const struct field *field, unsigned sets)
{
	const char *open = NULL; /* the object that is open */
	struct value value;

	for (; field->name; field++) {
		if (!read_member(field, sets, row, &value))
			continue;
		json_enter_object(&out, &open, field->object);
		json_key(&out, &field->json);
		json_value(&out, field->type, &value);
	}
	json_enter_object(&out, &open, NULL);
	if (details_have_failed(row->details))
		__builtin_trap();
}

/* Write why a URL is not valid, if the explanation succeeded. */
static void
write_error(urlgrep_status status, urlgrep_error *error, urlgrep_span url)
{
	size_t end = error->offset + error->length;
	struct known_place in_url = { .bytes = 0 };

	if (status != URLGREP_OK)
		return;
	error->offset = units_at(&in_url, url, error->offset);
	error->length = units_at(&in_url, url, end) - error->offset;
	json_error(&out, error);
}

static void
write_finding(struct searcher *s, const struct row *row)
{
	const urlgrep_finding *f = row->finding;
	urlgrep_error error;

	strbuf_append_byte(&out, '{');
	if (s->is_text) { /* has no file */
		strbuf_append_string(&out, "\"type\":\"url\",");
		write_members(row, field_named("line", 4), 0);
	} else {
		write_members(row, field_table, 0);
	}
	if (row->location->sign_count && f->reading_count > 1)
		json_signs(&out, row->location);
	if (f->url.verdict == URLGREP_INVALID || f->url.verdict == URLGREP_LOOSE)
		write_error(urlgrep_explain_finding(details_scanner(s->details), f, &error), &error,
		    f->url.text);
}

/* Write the place of a finding in the texts of its message, which write_texts() adds later. */
static void
write_place(struct searcher *s, const urlgrep_location *l)
{
	urlgrep_mail_text text = { .text = urlgrep_mail_current(s->mail)->text };
	size_t begin;

	if (l->message)
		urlgrep_mail_text_at(s->mail, l->text_index, &text);
	begin = units_at(&in_text, text.text, l->text_offset);
	strbuf_printf(&out, "\"text\":{\"index\":%zu,\"offset\":%zu,\"length\":%zu},",
	    s->texts + (l->message ? l->text_index : 0), begin,
	    units_at(&in_text, text.text, l->text_offset + l->text_length) - begin);
}

/* Write a text of the message with that number. */
static void
write_text(struct searcher *s, uint64_t message, const urlgrep_mail_text *text)
{
	strbuf_printf(&out, "{\"type\":\"text\",\"message\":%zu,\"html\":%s,\"header\":%s,",
	    (size_t)message, text->html ? "true" : "false", text->header ? "true" : "false");
	json_string(&out, "part", text->part ? text->part : "");
	json_span(&out, "text", text->text.text ? text->text : (urlgrep_span){ "", 0 });
	json_close(&out, '}');
	s->texts++;
}

/* Write the texts of the current message. A text or HTML file has message number 0 and is written
 * as a single text. */
static void
write_texts(struct searcher *s)
{
	const urlgrep_message *message = urlgrep_mail_current(s->mail);
	urlgrep_mail_text text = { .text = message->text, .html = message->type == URLGREP_MAIL_HTML };
	size_t i;

	if (message->number == 0) {
		write_text(s, 0, &text);
		return;
	}
	for (i = 0; urlgrep_mail_text_at(s->mail, i, &text) == URLGREP_OK; i++)
		write_text(s, message->number, &text);
}

/* ---- searching --- */

EXPORT("searcher_free") void
searcher_free(struct searcher *s)
{
	urlgrep_mail_free(s->mail);
	details_free(s->details);
	urlgrep_grammar_free(s->grammar);
	free(s);
}

/* Return a searcher for one use (FOR_TEXT...). If an option is wrong, set the result to the reason
 * and return NULL. */
EXPORT("searcher_new") struct searcher *
searcher_new(const char *options, unsigned use, bool has_texts)
{
	struct searcher *s = memset(allocate(sizeof(*s), NULL), 0, sizeof(*s));
	urlgrep_mail_options mail;
	char why[200];

	begin_result();
	search_options_init(&s->options);
	if (!search_options_parse(&s->options, use, options, why, sizeof(why))) {
		json_string(&out, NULL, why);
		end_result();
		free(s);
		return NULL;
	}
	s->is_text = use == FOR_TEXT;
	s->has_texts = has_texts;
	s->choice = (struct details_choice){ .strip_tracking = true };
	s->grammar = urlgrep_grammar_new(s->options.grammar,
	    search_grammar_flags(&s->options) | URLGREP_NO_JIT, &memory, NULL);
	s->details = details_new(&s->options, s->grammar, &s->choice);
	mail = search_mail_options(&s->options);
	mail.memory = &memory;
	mail.flags |= has_texts ? URLGREP_WHOLE_TEXTS : 0;
	mail.type = s->is_text ? URLGREP_MAIL_TEXT : URLGREP_MAIL_DETECT;
	if (use != FOR_JUDGING)
		s->mail = urlgrep_mail_new(s->grammar, &mail);
	if (s->details == NULL || (use != FOR_JUDGING && s->mail == NULL))
		__builtin_trap();
	return s;
}

static void
write_skipped(const urlgrep_mail_error_info *info)
{
	strbuf_append_string(&out, "{\"type\":\"error\",");
	json_string(&out, "message", info->reason ? info->reason : "cannot be read");
	json_close(&out, '}');
}

/* Write a finding of the current message, if it is wanted. text is the whole text; it is not used
 * if offsets are in bytes. */
static void
write_wanted(struct searcher *s, const struct row *found, urlgrep_span text)
{
	urlgrep_location location = *found->location;
	struct row row = *found;

	if (!search_wants(&s->options, row.finding))
		return;
	if (s->is_text) {
		location.offset = units_at(&in_text, text, found->location->offset);
		location.length = units_at(&in_text, text, found->location->offset +
		    found->location->length) - location.offset;
	}
	row.location = &location;
	details_begin(s->details);
	write_finding(s, &row);
	if (s->has_texts)
		write_place(s, &location);
	json_close(&out, '}');
}

/* Write the findings of the current message, then its texts if requested. */
static void
search_message(struct searcher *s, urlgrep_span text)
{
	struct row row = { .mail = s->mail, .details = s->details };
	urlgrep_status status;

	in_text.text.text = NULL;
	while ((status = urlgrep_mail_next(s->mail, &row.finding, &row.location)) != URLGREP_END)
		if (status == URLGREP_NOMEM)
			__builtin_trap();
		else if (status == URLGREP_SKIPPED)
			write_skipped(urlgrep_mail_error(s->mail));
		else
			write_wanted(s, &row, text);
	if (s->has_texts)
		write_texts(s);
}

/* Write the findings in a text, or the findings, texts and errors of a file. */
EXPORT("search") void
search(struct searcher *s, const char *path, const char *bytes, size_t len)
{
	const urlgrep_message *message;
	urlgrep_status status;

	begin_result();
	s->texts = 0;
	urlgrep_mail_open_buffer(s->mail, path, bytes, len, NULL);
	while ((status = urlgrep_mail_next_message(s->mail, &message)) != URLGREP_END)
		if (status == URLGREP_NOMEM)
			__builtin_trap();
		else if (status == URLGREP_SKIPPED)
			write_skipped(urlgrep_mail_error(s->mail));
		else
			search_message(s, (urlgrep_span){ bytes, len });
	end_result();
}

/* ---- judging --- */

/* Write the verdict on a URL, as --check does. */
EXPORT("judge") void
judge(struct searcher *s, const char *text, size_t len)
{
	urlgrep_finding finding = { .length = len };
	struct row row = { .finding = &finding, .details = s->details };
	urlgrep_scanner *scanner = details_scanner(s->details);
	urlgrep_error error;

	begin_result();
	if (scanner == NULL)
		__builtin_trap();
	urlgrep_judge(scanner, text, len, 0, &finding.url);
	details_begin(s->details);
	strbuf_append_string(&out, "{\"type\":\"check\",");
	write_members(&row, field_table, IN_CHECK);
	write_error(urlgrep_explain(scanner, text, len, 0, &error), &error, finding.url.text);
	json_close(&out, '}');
	end_result();
}

/* ---- warnings --- */

/* Write an object with the meanings of all warnings. */
EXPORT("meanings") void
meanings(void)
{
	const char *name;
	unsigned i;

	begin_result();
	strbuf_append_byte(&out, '{');
	for (i = 0; (name = urlgrep_name(URLGREP_WARNING_NAMES, i)) != NULL; i++)
		json_string(&out, name, urlgrep_warning_meaning(i));
	json_close(&out, '}');
	end_result();
}

EXPORT("result") const char *
result(void)
{
	return out.at;
}

EXPORT("result_length") size_t
result_length(void)
{
	return out.len;
}
