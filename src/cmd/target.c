/* target.c - what a URL leads to: --unwrap, --strip-tracking, --wrappers */
#include "cmd/target.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/xmalloc.h"
#include "row/warnings.h"

struct target_finder {
	const struct settings *settings;
	urlgrep_unwrapper *unwrapper; /* NULL: nobody asked */
	struct target target;
};

struct target_finder *
target_finder_new(const struct settings *s, const urlgrep_grammar *grammar)
{
	struct target_finder *f = x_calloc(1, sizeof(*f));
	size_t i;

	f->settings = s;
	if (!s->need_targets && !s->strip_tracking)
		return f;
	f->unwrapper = urlgrep_unwrapper_new(grammar, s->unwrap_classes);
	if (f->unwrapper == NULL)
		x_die();
	for (i = 0; i < s->wrapper_rows.count; i++) /* they were read once before */
		if (urlgrep_unwrapper_add(f->unwrapper, s->wrapper_rows.at[i],
			strlen(s->wrapper_rows.at[i]), NULL) == URLGREP_NOMEM)
			x_die();
	return f;
}

void
target_finder_free(struct target_finder *f)
{
	if (f)
		urlgrep_unwrapper_free(f->unwrapper);
	free(f);
}

/* Find what the wrapper leads to. */
static void
unwrap(struct target_finder *f, const urlgrep_url *url)
{
	const urlgrep_unwrapped *unwrapped =
	    urlgrep_unwrap(f->unwrapper, url->text.text, url->text.len);

	if (unwrapped == NULL)
		x_die();
	if (unwrapped->status == URLGREP_UNWRAP_NONE)
		return;
	f->target.unwrapped = unwrapped;
	if (f->settings->unwrap && unwrapped->status == URLGREP_UNWRAP_TARGET)
		f->target.shown = unwrapped->target;
}

static void
clean(struct target_finder *f)
{
	const urlgrep_span *text = &f->target.shown->text;
	const urlgrep_cleaned *cleaned =
	    urlgrep_strip_tracking(f->unwrapper, text->text, text->len);

	if (cleaned == NULL)
		x_die();
	if (cleaned->removed_count == 0)
		return;
	f->target.cleaned = cleaned;
	f->target.shown = &cleaned->url;
}

const struct target *
target_find(struct target_finder *f, const urlgrep_url *url)
{
	f->target = (struct target){ .shown = url };
	if (f->unwrapper == NULL || !settings_accept(f->settings, url->verdict))
		return &f->target;
	if (f->settings->need_targets)
		unwrap(f, url);
	if (f->settings->strip_tracking)
		clean(f);
	return &f->target;
}

urlgrep_warnings
target_warnings_of_wrapper(const struct target *t, const struct settings *s)
{
	if (t->unwrapped == NULL)
		return 0;
	return finding_warnings_of_services(t->unwrapped) |
	    (s->unwrap ? finding_warnings_of_status(t->unwrapped->status) : 0);
}

urlgrep_warnings
target_warnings_of_all(const struct target *t)
{
	urlgrep_warnings set = 0;
	unsigned i;

	if (t->unwrapped == NULL)
		return 0;
	for (i = 0; i < t->unwrapped->step_count; i++)
		set |= finding_warnings_of_url(&t->unwrapped->steps[i].url);
	return set | finding_warnings_of_services(t->unwrapped) |
	    finding_warnings_of_status(t->unwrapped->status);
}
