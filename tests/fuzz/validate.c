/* validate.c - judge one URL: check that the result is the same without JIT, and for rfc1738 that
 * of the oracle; no valid URL shares more with an invalid one than the text before its error
 * offset */
#include "fuzz.h"

#include "../oracle/rfc1738.h"
#include "same_url.h"

static const char *const names[] = { "rfc1738", "current", "draft", "iri" };
enum { GRAMMARS = 4, RFC1738 = 0, IRI = 3 };

static urlgrep_scanner *jit[GRAMMARS], *interpreter[GRAMMARS];

static void
setup(void)
{
	unsigned i;

	for (i = 0; i < GRAMMARS && interpreter[i] == NULL; i++) {
		jit[i] = urlgrep_scanner_new(urlgrep_grammar_new(names[i],
		    URLGREP_EARLY_JIT, NULL, NULL));
		interpreter[i] = urlgrep_scanner_new(urlgrep_grammar_new(names[i],
		    URLGREP_NO_JIT, NULL, NULL));
	}
}

/* Check that the parts are within the URL. */
static void
check_parts(const urlgrep_url *url)
{
	const char *end = url->text.text + url->text.len;
	unsigned i;

	must(url->part_count >= 1);
	must(strcmp(url->parts[0].name, "scheme") == 0);
	for (i = 0; i < url->part_count; i++) {
		const urlgrep_span *value = &url->parts[i].value;

		must(value->text >= url->text.text && value->text <= end);
		must(value->len <= (size_t)(end - value->text));
	}
}

/* Return true if the scheme has its own rules for the URL. Most have none for non-ASCII URLs. */
static bool
is_strict(unsigned g, const uint8_t *data, size_t size)
{
	while (g == IRI && size-- > 0)
		if (data[size] >= 0x80)
			return false;
	return true;
}

/* Check that a valid URL without its fragment is valid, with the same parts. */
static void
check_without_fragment(urlgrep_scanner *s, const urlgrep_url *url)
{
	const char *text = url->text.text;
	const char *mark = memchr(text, '#', url->text.len);
	size_t len = mark ? (size_t)(mark - text) : url->text.len;
	urlgrep_url without = { .verdict = URLGREP_INVALID };
	urlgrep_url strict;

	urlgrep_judge(s, text, len, URLGREP_REJECT_FRAGMENT, &without);
	must(without.verdict == URLGREP_VALID);
	must(without.part_count == url->part_count - (mark ? 1 : 0));
	urlgrep_judge(s, text, url->text.len, URLGREP_REJECT_FRAGMENT, &strict);
	must((strict.verdict == URLGREP_VALID) == (mark == NULL));
}

/* Check that the case of a scheme does not matter. */
static void
check_capitals(urlgrep_scanner *s, const urlgrep_url *url)
{
	char *text = copied(url->text.text, url->text.len);
	urlgrep_url other;
	size_t i;

	for (i = 0; text[i] != ':'; i++)
		if ((text[i] | 0x20) >= 'a' && (text[i] | 0x20) <= 'z')
			text[i] ^= 0x20;
	urlgrep_judge(s, text, url->text.len, 0, &other);
	must(same_url(url, &other));
	free(text);
}

static void
check_valid(urlgrep_scanner *s, const urlgrep_url *url, bool strict)
{
	unsigned names_of_warnings = 0;

	check_parts(url);
	if (strict)
		check_without_fragment(s, url);
	check_capitals(s, url);
	while (urlgrep_name(URLGREP_WARNING_NAMES, names_of_warnings))
		names_of_warnings++;
	must(urlgrep_url_warnings(url) >> names_of_warnings == 0);
}

/* Check that a URL may begin with text[0..len): it is valid, or its error is at its end. */
static void
check_viable(urlgrep_scanner *s, const char *text, size_t len)
{
	char *copy;
	urlgrep_error error;
	urlgrep_status status;

	if (len > 0 && (unsigned char)text[len - 1] >= 0x80)
		return; /* the prefix ends within a character */
	copy = copied(text, len);
	status = urlgrep_explain(s, copy, len, 0, &error);
	must(status == URLGREP_END ||
	    (status == URLGREP_OK && error.offset == len && error.length == 0));
	free(copy);
}

static void
check_error(urlgrep_scanner *s, const char *text, size_t len, urlgrep_error *error)
{
	urlgrep_url url;

	must(urlgrep_explain(s, text, len, 0, error) == URLGREP_OK);
	must(error->offset + error->length <= len);
	must(error->length > 0 || error->offset == len);
	must(error->message.len > 0 && error->rule.len > 0);
	must(memchr(error->message.text, '\n', error->message.len) == NULL);
	if (error->suggestion.text) {
		char *repaired = copied(error->suggestion.text, error->suggestion.len);

		must(urlgrep_judge(s, repaired, error->suggestion.len, 0, &url) == URLGREP_VALID);
		free(repaired);
	}
}

/* Check the error offset: some URL begins with the text before it, and none with one more
 * character. Each check takes long, so make at most one. */
static void
check_offset(urlgrep_scanner *s, const char *text, size_t len,
    const urlgrep_error *error, unsigned choice)
{
	size_t offset = error->offset, length = error->length, eighths = choice & 7;
	urlgrep_error cut;
	size_t i;

	/* non-ASCII URLs are explained by the generic grammar, not by that of the scheme */
	for (i = 0; i < len; i++)
		if ((unsigned char)text[i] >= 0x80)
			return;
	if (choice & 8) {
		check_viable(s, text, eighths ? offset * eighths / 8 : offset);
	} else if (choice & 16 && length > 0) {
		must(urlgrep_explain(s, text, offset + length, 0, &cut) == URLGREP_OK);
		must(cut.offset == offset && cut.length == length);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned choice = take_choice(data, &size);
	unsigned g = choice & 3;
	char *text = copied(data, size);
	urlgrep_url url, plain, theirs;
	urlgrep_error error;

	setup();
	urlgrep_judge(jit[g], text, size, 0, &url);
	urlgrep_judge(interpreter[g], text, size, 0, &plain);
	must(same_url(&url, &plain));
	if (g == RFC1738 && size <= URLGREP_MAX_URL_BYTES) {
		rfc1738_judge(text, size, &theirs);
		must(same_url(&url, &theirs));
	}
	if (url.verdict == URLGREP_VALID)
		check_valid(jit[g], &url, is_strict(g, data, size));
	if (url.verdict == URLGREP_INVALID) {
		check_error(jit[g], text, size, &error);
		if (is_strict(g, data, size))
			check_offset(jit[g], text, size, &error, choice >> 2);
	}
	free(text);
	return 0;
}
