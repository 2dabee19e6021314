/* printer.c - the table of output formats, and a printer that uses one */
#include "cmd/print/printer.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/print/header_fields.h"
#include "cmd/print/json.h"
#include "cmd/print/html_page.h"
#include "cmd/print/marked_text.h"
#include "cmd/print/without_urls.h"
#include "cmd/print/mbox.h"
#include "cmd/print/parts.h"
#include "cmd/print/record.h"
#include "cmd/print/text.h"
#include "cmd/url_cache.h"
#include "cmd/digits.h"
#include "cmd/xmalloc.h"
#include "row/idn.h"

static const struct printer_format *const formats[] = {
	&format_plain,
	&format_text,
	&format_json,
	&format_csv,
	&format_tsv,
	&format_template,
	&format_html,
	&format_without,
	&format_mbox,
};

const struct printer_format *
printer_format_named(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
		if (strcmp(formats[i]->name, name) == 0)
			return formats[i];
	return NULL;
}

static urlgrep_scanner *
make_scanner(const urlgrep_grammar *grammar)
{
	urlgrep_scanner *scanner = urlgrep_scanner_new(grammar);

	if (scanner == NULL)
		x_die();
	return scanner;
}

struct printer *
printer_new(const struct settings *settings, const struct grammars *grammars,
    struct strbuf *out, urlgrep_mail *mail)
{
	struct printer *p = x_calloc(1, sizeof(*p));

	p->settings = settings;
	p->out = out;
	p->mail = mail;
	p->value.memory = p->context_line.memory = &xmalloc_memory;
	if (settings->format == &format_json) {
		p->urls = url_cache_new();
		p->explained = url_cache_new();
		p->header_fields = header_fields_new();
	}
	if (settings->format->print_message)
		p->marked = marked_text_new();
	p->parts.memory = p->message_path.memory = &xmalloc_memory;
	p->scanner = make_scanner(grammars->chosen);
	p->targets = target_finder_new(settings, grammars->chosen);
	if (settings->format->needs_rfc1738)
		p->rfc1738 = make_scanner(grammars->rfc1738);
	return p;
}

void
printer_free(struct printer *p)
{
	if (p == NULL)
		return;
	urlgrep_scanner_free(p->scanner);
	urlgrep_scanner_free(p->rfc1738);
	target_finder_free(p->targets);
	strbuf_free(&p->value);
	strbuf_free(&p->context_line);
	url_cache_free(p->urls);
	url_cache_free(p->explained);
	marked_text_free(p->marked);
	strbuf_free(&p->parts);
	strbuf_free(&p->message_path);
	header_fields_free(p->header_fields);
	free(p);
}

bool
printer_make_uri(struct printer *p, const urlgrep_url *url, urlgrep_span *uri)
{
	urlgrep_status status = idn_make_uri(p->scanner, url, uri);

	if (status == URLGREP_NOMEM)
		x_die();
	return status == URLGREP_OK;
}

bool
printer_find_parts(struct printer *p, const urlgrep_finding *finding,
    const urlgrep_url *url, urlgrep_span *parts)
{
	const struct settings *s = p->settings;
	bool has_any;

	strbuf_clear(&p->parts);
	has_any = parts_append(&p->parts, &s->parts, finding, url, s->unique);
	*parts = (urlgrep_span){ p->parts.at ? p->parts.at : "", p->parts.len };
	return has_any;
}

void
printer_print_begin(struct printer *p)
{
	if (p->settings->format->print_begin &&
	    p->settings->mode == OUTPUT_FINDINGS)
		p->settings->format->print_begin(p);
}

void
printer_begin_message(struct printer *p, const urlgrep_message *message)
{
	marked_text_begin(p->marked, message);
}

const char *
printer_print_message(struct printer *p)
{
	const char *reason = marked_text_end(p->marked, p->mail);

	if (reason == NULL)
		p->settings->format->print_message(p);
	return reason;
}

void
printer_print_end(struct printer *p)
{
	if (p->settings->format->print_end &&
	    p->settings->mode == OUTPUT_FINDINGS)
		p->settings->format->print_end(p);
}

void
printer_write_number(struct printer *p, enum printer_number kind, uint64_t number)
{
	if (p->defer_number == NULL) {
		digits_append(p->out, number);
		return;
	}
	p->defer_number(p->defer_data, kind, number, p->out->len);
}

void
printer_print_check(struct printer *p, const struct check_result *result)
{
	if (p->settings->format->print_check)
		p->settings->format->print_check(p, result);
}

void
printer_print_name(struct printer *p, const char *path)
{
	if (p->settings->format->print_name)
		p->settings->format->print_name(p, path);
}

void
printer_print_count(struct printer *p, const char *path, uint64_t count)
{
	if (p->settings->format->print_count)
		p->settings->format->print_count(p, path, count);
}

void
printer_print_summary(struct printer *p, const struct run_summary *summary)
{
	if (p->settings->format->print_summary &&
	    p->settings->mode != OUTPUT_NOTHING)
		p->settings->format->print_summary(p, summary);
}
