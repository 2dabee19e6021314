/* printer.c - the table of output formats, and a printer that uses one */
#include "cmd/print/printer.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/print/json.h"
#include "cmd/print/text.h"
#include "cmd/xmalloc.h"

static const struct printer_format *const formats[] = {
	&format_plain,
	&format_text,
	&format_json,
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
    FILE *out, urlgrep_mail *mail)
{
	struct printer *p = x_calloc(1, sizeof(*p));

	p->settings = settings;
	p->out = out;
	p->mail = mail;
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
	free(p);
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
