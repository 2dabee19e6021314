/* details.c - values of a URL that are computed only when a field needs them */
#include "row/details.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "row/warnings.h"

enum { MAX_TEXTS = 16 }; /* more than there are services or notes */
_Static_assert((int)MAX_TEXTS > (int)URLGREP_MAX_UNWRAP_STEPS, "a text for each step");

struct details {
	struct details_source source;
	bool has_failed;
	/* made when they are needed */
	urlgrep_scanner *scanner;
	urlgrep_unwrapper *unwrapper;
	urlgrep_grammar *rfc1738_grammar;
	urlgrep_scanner *rfc1738;
	char *defanged;
	/* of the URL */
	bool is_unwrapped, is_cleaned, is_host_read;
	const urlgrep_unwrapped *unwrapped;
	const urlgrep_cleaned *cleaned;
	struct idn idn;
	urlgrep_span texts[MAX_TEXTS];
	char inner_note[32];
};

struct details *
details_new(const struct details_source *source)
{
	struct details *d = calloc(1, sizeof(*d));

	if (d)
		d->source = *source;
	return d;
}

void
details_free(struct details *d)
{
	if (d == NULL)
		return;
	urlgrep_scanner_free(d->scanner);
	urlgrep_unwrapper_free(d->unwrapper);
	urlgrep_scanner_free(d->rfc1738);
	urlgrep_grammar_free(d->rfc1738_grammar);
	free(d->defanged);
	free(d);
}

void
details_begin(struct details *d)
{
	d->is_unwrapped = d->is_cleaned = d->is_host_read = false;
}

bool
details_have_failed(const struct details *d)
{
	return d->has_failed;
}

void
details_clear_failure(struct details *d)
{
	d->has_failed = false;
}

/* ---- judging --- */

const char *
details_grammar(const struct details *d)
{
	return d->source.grammar_name;
}

urlgrep_scanner *
details_scanner(struct details *d)
{
	if (d->scanner == NULL)
		d->scanner = urlgrep_scanner_new(d->source.grammar);
	d->has_failed |= d->scanner == NULL;
	return d->scanner;
}

urlgrep_span
details_uri(struct details *d, const urlgrep_url *url)
{
	urlgrep_span uri = { NULL, 0 };
	urlgrep_scanner *scanner = details_scanner(d);

	if (scanner && idn_make_uri(scanner, url, &uri) == URLGREP_NOMEM)
		d->has_failed = true;
	return uri;
}

static bool
make_rfc1738(struct details *d)
{
	if (d->rfc1738)
		return true;
	if (d->source.rfc1738 == NULL)
		d->source.rfc1738 = d->rfc1738_grammar =
		    urlgrep_grammar_new("rfc1738", 0, NULL, NULL);
	if (d->source.rfc1738)
		d->rfc1738 = urlgrep_scanner_new(d->source.rfc1738);
	d->has_failed |= d->rfc1738 == NULL;
	return d->rfc1738 != NULL;
}

bool
details_is_rfc1738(struct details *d, const urlgrep_url *url)
{
	urlgrep_verdict verdict = URLGREP_INVALID;
	urlgrep_url judged;

	if (make_rfc1738(d))
		verdict = urlgrep_judge(d->rfc1738, url->text.text, url->text.len, 0,
		    &judged);
	d->has_failed |= verdict == URLGREP_UNJUDGED;
	return verdict == URLGREP_VALID;
}

const struct idn *
details_host(struct details *d, const urlgrep_url *url)
{
	if (!d->is_host_read)
		idn_read(url, &d->idn);
	d->is_host_read = true;
	return &d->idn;
}

/* ---- the target of the URL --- */

static bool
make_unwrapper(struct details *d)
{
	if (d->unwrapper == NULL) {
		d->unwrapper = urlgrep_unwrapper_new(d->source.grammar,
		    d->source.unwrap_classes);
		if (d->unwrapper && !wrapper_table_add(d->source.wrappers, d->unwrapper)) {
			urlgrep_unwrapper_free(d->unwrapper);
			d->unwrapper = NULL;
		}
	}
	d->has_failed |= d->unwrapper == NULL;
	return d->unwrapper != NULL;
}

/* Return true if the URL may lead to another one. */
static bool
may_lead(const struct details *d, const urlgrep_url *url)
{
	return url->verdict == URLGREP_VALID || (url->verdict == URLGREP_LOOSE &&
	    !(d->source.choice && d->source.choice->strict));
}

const urlgrep_unwrapped *
details_unwrapped(struct details *d, const urlgrep_url *url)
{
	if (d->is_unwrapped)
		return d->unwrapped;
	d->is_unwrapped = true;
	d->unwrapped = NULL;
	if ((d->source.choice && !d->source.choice->targets) || !may_lead(d, url) ||
	    !make_unwrapper(d))
		return NULL;
	d->unwrapped = urlgrep_unwrap(d->unwrapper, url->text.text, url->text.len);
	d->has_failed |= d->unwrapped == NULL;
	if (d->unwrapped && d->unwrapped->status == URLGREP_UNWRAP_NONE)
		d->unwrapped = NULL;
	return d->unwrapped;
}

const urlgrep_url *
details_target(struct details *d, const urlgrep_url *url)
{
	const urlgrep_unwrapped *unwrapped = details_unwrapped(d, url);

	return unwrapped && unwrapped->status == URLGREP_UNWRAP_TARGET ?
	    unwrapped->target : NULL;
}

/* Return the URL or its target, which details_cleaned() cleans. */
static const urlgrep_url *
innermost(struct details *d, const urlgrep_url *url)
{
	const struct details_choice *choice = d->source.choice;
	const urlgrep_url *target = choice && !choice->unwrap ? NULL : details_target(d, url);

	return target ? target : url;
}

const urlgrep_cleaned *
details_cleaned(struct details *d, const urlgrep_url *url)
{
	urlgrep_span text;

	if (d->is_cleaned)
		return d->cleaned;
	d->is_cleaned = true;
	d->cleaned = NULL;
	if ((d->source.choice && !d->source.choice->strip_tracking) || !may_lead(d, url) ||
	    !make_unwrapper(d))
		return NULL;
	text = innermost(d, url)->text;
	d->cleaned = urlgrep_strip_tracking(d->unwrapper, text.text, text.len);
	d->has_failed |= d->cleaned == NULL;
	if (d->cleaned && d->cleaned->removed_count == 0)
		d->cleaned = NULL;
	return d->cleaned;
}

const urlgrep_url *
details_shown(struct details *d, const urlgrep_url *url)
{
	const urlgrep_cleaned *cleaned;

	if (d->source.choice == NULL)
		return url;
	cleaned = details_cleaned(d, url);
	return cleaned ? &cleaned->url : innermost(d, url);
}

urlgrep_warnings
details_wrapper_warnings(struct details *d, const urlgrep_url *url)
{
	const urlgrep_unwrapped *u = d->source.choice ? details_unwrapped(d, url) : NULL;

	return u == NULL ? 0 : finding_warnings_of_services(u) |
	    (d->source.choice->unwrap ? finding_warnings_of_status(u->status) : 0);
}

urlgrep_span
details_defanged(struct details *d, const urlgrep_url *url)
{
	urlgrep_span text = details_shown(d, url)->text;
	size_t size = urlgrep_defang(text.text, text.len, NULL, 0);
	char *defanged = realloc(d->defanged, size + 1);

	if (defanged == NULL) {
		d->has_failed = true;
		return (urlgrep_span){ NULL, 0 };
	}
	d->defanged = defanged;
	urlgrep_defang(text.text, text.len, defanged, size);
	return (urlgrep_span){ defanged, size };
}

/* ---- lists --- */

static urlgrep_span
span_of(const char *string)
{
	return (urlgrep_span){ string, strlen(string) };
}

struct text_list
details_via(struct details *d, const urlgrep_unwrapped *u)
{
	unsigned i;

	for (i = 0; i < u->step_count; i++)
		d->texts[i] = span_of(u->steps[i].via);
	return (struct text_list){ d->texts, i };
}

struct text_list
details_steps(struct details *d, const urlgrep_unwrapped *u)
{
	unsigned i;

	for (i = 0; i < u->step_count && u->steps[i].url.text.text; i++)
		d->texts[i] = u->steps[i].url.text;
	return (struct text_list){ d->texts, i };
}

struct text_list
details_notes(struct details *d, const urlgrep_unwrapped *u)
{
	size_t count = 0;
	unsigned i;

	for (i = 0; urlgrep_name(URLGREP_UNWRAP_NOTE_NAMES, i) && count < MAX_TEXTS - 1; i++)
		if (u->notes >> i & 1)
			d->texts[count++] = span_of(urlgrep_name(URLGREP_UNWRAP_NOTE_NAMES, i));
	if (u->inner) {
		snprintf(d->inner_note, sizeof(d->inner_note), "inner-%s",
		    urlgrep_name(URLGREP_UNWRAP_STATUS_NAMES, u->inner));
		d->texts[count++] = span_of(d->inner_note);
	}
	return (struct text_list){ d->texts, count };
}
