/* check.c - --check: judge URLs one by one */
#include "cmd/check.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cmd/filter.h"
#include "cmd/idn.h"
#include "cmd/print/json_writer.h"
#include "cmd/print/escape.h"
#include "cmd/messages.h"
#include "cmd/finding_warnings.h"

static urlgrep_span
without(urlgrep_span text, size_t before, size_t behind)
{
	return (urlgrep_span){ text.text + before, text.len - before - behind };
}

static urlgrep_span
without_blanks_before(urlgrep_span text)
{
	while (text.len && (*text.text == ' ' || *text.text == '\t'))
		text = without(text, 1, 0);
	return text;
}

/* The wrapper is no part of a URL: "<", "URL:" in any case, ">", and blanks
 * within. */
static urlgrep_span
unwrapped(urlgrep_span text)
{
	if (text.len > 1 && text.text[0] == '<' &&
	    text.text[text.len - 1] == '>') {
		text = without_blanks_before(without(text, 1, 1));
		while (text.len && (text.text[text.len - 1] == ' ' ||
		    text.text[text.len - 1] == '\t'))
			text = without(text, 0, 1);
	}
	if (text.len >= 4 && strncasecmp(text.text, "URL:", 4) == 0)
		text = without_blanks_before(without(text, 4, 0));
	return text;
}

/* An internationalized host both ways. */
static void
write_host(struct printer *p, const urlgrep_url *url)
{
	struct idn idn;

	if (!idn_read(url, &idn))
		return;
	fputs("\n  host: ", p->out);
	safe_write(p->out, idn.ascii, strlen(idn.ascii));
	fputs(", in Unicode ", p->out);
	safe_write(p->out, idn.unicode, strlen(idn.unicode));
}

static void
write_valid(struct printer *p, const urlgrep_finding *f)
{
	const urlgrep_url *url = &f->url;
	unsigned i;

	safe_write(p->out, url->text.text, url->text.len);
	fprintf(p->out, "\n  valid in %s:", p->options->grammar);
	for (i = 0; i < url->part_count; i++) {
		fprintf(p->out, " %s=", url->parts[i].name);
		safe_write(p->out, url->parts[i].value.text,
		    url->parts[i].value.len);
	}
	write_host(p, url);
	if (p->options->warn)
		print_warnings(p->out, "\n  warnings: ", warnings_of(f, NULL));
	fputc('\n', p->out);
}

static void
write_denied(struct printer *p, const urlgrep_finding *f)
{
	safe_write(p->out, f->url.text.text, f->url.text.len);
	write_host(p, &f->url);
	print_warnings(p->out, "\n  denied: ",
	    warnings_of(f, NULL) & p->options->deny);
	fputc('\n', p->out);
}

/* The place under the URL, in the columns that it takes when shown. */
static void
write_error(struct printer *p, urlgrep_span url, const urlgrep_error *e)
{
	size_t before, under, i;

	before = safe_write(p->out, url.text, e->offset);
	under = safe_write(p->out, url.text + e->offset, e->length);
	safe_write(p->out, url.text + e->offset + e->length,
	    url.len - e->offset - e->length);
	fprintf(p->out, "\n%*s^", (int)before, "");
	for (i = 1; i < under; i++)
		fputc('^', p->out);
	fputc(' ', p->out);
	safe_write(p->out, e->message.text, e->message.len);
	fputc('\n', p->out);
	if (e->suggestion.text) {
		fputs("  write: ", p->out);
		safe_write(p->out, e->suggestion.text, e->suggestion.len);
		fputc('\n', p->out);
	}
}

static void
write_json(struct printer *p, const urlgrep_finding *f, bool valid,
    const urlgrep_error *error)
{
	const urlgrep_url *url = &f->url;
	struct json j = { p->out, false };

	json_open(&j, NULL, '{');
	json_string(&j, "type", "check");
	json_span(&j, "url", url->text);
	json_string(&j, "grammar", p->options->grammar);
	json_bool(&j, "valid", valid);
	print_json_parts(&j, url);
	print_json_host(&j, url);
	if (error)
		print_json_error(&j, error);
	print_json_warnings(&j, warnings_of(f, NULL));
	json_close(&j, '}');
	fputc('\n', p->out);
}

static bool
check_one(struct printer *p, urlgrep_scanner *scanner, urlgrep_span text)
{
	urlgrep_finding f = { .notes = 0 };
	urlgrep_error error;
	bool valid;
	urlgrep_status why = URLGREP_END;

	text = unwrapped(text);
	urlgrep_judge(scanner, text.text, text.len, 0, &f.url);
	valid = filter_valid(p->options, &f, NULL);
	if (p->options->quiet)
		return valid;
	if (f.url.verdict != URLGREP_OK)
		why = urlgrep_explain(scanner, text.text, text.len, 0, &error);
	if (p->options->json) {
		write_json(p, &f, valid, why == URLGREP_OK ? &error : NULL);
	} else if (valid) {
		write_valid(p, &f);
	} else if (f.url.verdict == URLGREP_OK) {
		write_denied(p, &f);
	} else if (why == URLGREP_OK) {
		write_error(p, text, &error);
	} else {
		safe_write(p->out, text.text, text.len < 60 ? text.len : 60);
		fprintf(p->out, "...\n  too long: more than %d octets\n",
		    URLGREP_MAX_URL_BYTES);
	}
	if (p->options->line_buffered)
		flush_output();
	return valid;
}

static bool
check_lines(struct printer *p, urlgrep_scanner *scanner)
{
	char *line = NULL;
	size_t size = 0;
	ssize_t len;
	bool all = true;

	while (!output_failed() && (len = getline(&line, &size, stdin)) > 0) {
		while (len && (line[len - 1] == '\n' || line[len - 1] == '\r'))
			len--;
		all &= check_one(p, scanner,
		    (urlgrep_span){ line, (size_t)len });
	}
	if (ferror(stdin))
		trouble_error("standard input", errno);
	free(line);
	return all;
}

bool
check(struct printer *p, urlgrep_scanner *scanner, char **urls)
{
	bool all = true;

	if (*urls == NULL)
		return check_lines(p, scanner);
	for (; *urls; urls++)
		all &= check_one(p, scanner,
		    (urlgrep_span){ *urls, strlen(*urls) });
	return all;
}
