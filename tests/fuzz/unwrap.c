/* unwrap.c - unwrap, clean and defang a URL, and search for defanged URLs. Check that targets and
 * cleaned URLs are valid and have no controls; that a defanged URL can be read back and contains no
 * URL; that findings are within the text; and that the readable form stands for the same URL */
#include "fuzz.h"

#include <strings.h>

#include "percent.h"
#include "urlgrep.h"

static urlgrep_grammar *grammar;
static urlgrep_scanner *scanner;
static urlgrep_unwrapper *unwrapper;

static void
setup(void)
{
	if (grammar)
		return;
	grammar = urlgrep_grammar_new("current", URLGREP_EARLY_JIT, NULL, NULL);
	scanner = urlgrep_scanner_new(grammar);
	unwrapper = urlgrep_unwrapper_new(grammar, ~0u);
}

static void
must_be_clean(const urlgrep_url *url)
{
	size_t i;

	must(url->verdict != URLGREP_INVALID && url->verdict != URLGREP_UNJUDGED);
	for (i = 0; i < url->text.len; i++)
		must((unsigned char)url->text.text[i] > ' ' &&
		    (unsigned char)url->text.text[i] < 0x7F);
}

static void
check_unwrap(const char *text, size_t len)
{
	const urlgrep_unwrapped *r = urlgrep_unwrap(unwrapper, text, len);

	must(r != NULL && r->step_count <= URLGREP_MAX_UNWRAP_STEPS);
	must((r->status == URLGREP_UNWRAP_NONE) == (r->step_count == 0));
	must((r->status == URLGREP_UNWRAP_TARGET) == (r->target != NULL));
	if (r->target)
		must_be_clean(r->target);
}

/* Check that cleaning a second time removes nothing. */
static void
check_cleaned(const char *text, size_t len)
{
	const urlgrep_cleaned *r = urlgrep_strip_tracking(unwrapper, text, len);
	size_t clean_len = r->url.text.len;
	char *copy;

	must(r != NULL && (r->url.text.text == NULL) == (r->removed_count == 0));
	if (r->removed_count == 0)
		return;
	must(clean_len < len);
	copy = malloc(clean_len);
	memcpy(copy, r->url.text.text, clean_len);
	r = urlgrep_strip_tracking(unwrapper, copy, clean_len);
	must(r != NULL);
	free(copy);
}

/* Return the first URL found in a text, or an absent span. */
static urlgrep_span
search(const char *text, size_t len, unsigned flags)
{
	urlgrep_span first = { NULL, 0 };
	const urlgrep_finding *f;

	urlgrep_scanner_reset(scanner);
	urlgrep_scanner_text(scanner, text, len, flags | URLGREP_LAST | URLGREP_ALL);
	while ((f = urlgrep_next(scanner)) != NULL) {
		must(f->offset <= len && f->length <= len - f->offset);
		if (f->defanged.text) {
			must(f->defang_signs != 0 && f->url.verdict != URLGREP_INVALID);
			must(f->defanged.text == text + f->offset && f->defanged.len == f->length);
		}
		if (first.text == NULL && f->offset == 0 && f->length == len)
			first = f->url.text;
	}
	return first;
}

/* Return true if --refang would change the text: it contains a full stop of another script, which
 * is taken for a defanged dot, or a defanged scheme. */
static bool
has_defanged(const char *text, size_t len)
{
	static const char *const marks[] = { "\u3002", "\u30FB", "\uFF0E", "\uFF61", "hxxp" };
	size_t i, at, n;

	for (i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
		for (at = 0, n = strlen(marks[i]); at + n <= len; at++)
			if (strncasecmp(text + at, marks[i], n) == 0)
				return true;
	return false;
}

/* Check that a URL which is the whole text, with nothing undone, can be read back when defanged. */
static void
check_defanged(const char *text, size_t len)
{
	size_t size = urlgrep_defang(text, len, NULL, 0);
	char *defanged = malloc(size + 1);
	urlgrep_span found;

	must(size <= 3 * len);
	must(urlgrep_defang(text, len, defanged, size) == size);
	found = search(text, len, 0);
	/* brackets that defanging inserts are not legal in URLs; blanks are encoded */
	if (found.text && found.len == len && !memchr(text, '[', len) && !memchr(text, ' ', len) &&
	    !memchr(text, '\\', len) && !has_defanged(text, len)) {
		char *copy = malloc(found.len + 1);

		memcpy(copy, found.text, len);
		found = search(defanged, size, URLGREP_REFANG | URLGREP_JOIN_NEVER);
		must(found.text == NULL || (found.len == len && strncasecmp(found.text, copy, len) == 0));
		free(copy);
	}
	free(defanged);
}

static void
check_readable(const char *text, size_t len, unsigned flags)
{
	urlgrep_span readable;
	urlgrep_url url;
	char *one, *other;
	size_t n;

	urlgrep_judge(scanner, text, len, 0, &url);
	if (urlgrep_readable(scanner, &url, flags, &readable) == URLGREP_REJECTED)
		return;
	one = malloc(len + 1);
	other = malloc(readable.len + 1);
	n = percent_decode(text, len, one);
	must(percent_decode(readable.text, readable.len, other) == n && memcmp(one, other, n) == 0);
	free(one);
	free(other);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);

	setup();
	memcpy(text, data, size);
	check_unwrap(text, size);
	check_cleaned(text, size);
	check_defanged(text, size);
	check_readable(text, size, 0);
	check_readable(text, size, URLGREP_ENCLOSED);
	search(text, size, URLGREP_REFANG | URLGREP_REFANG_HOSTS | URLGREP_FIND_MALFORMED);
	free(text);
	return 0;
}
