/* link_target.c - whether a link shows another host than it leads to behind wrappers
 * (rule U14) */
#include "find/link_target.h"

#include <stdbool.h>
#include <string.h>

#include "util/ascii.h"

void
link_target_free(struct link_target *t)
{
	urlgrep_unwrapper_free(t->unwrapper);
	t->unwrapper = NULL;
}

/* Return true if the text is the URL, but for white space around it. */
static bool
is_url_itself(urlgrep_span text, urlgrep_span url)
{
	while (text.len && ascii_is_space(text.text[0])) {
		text.text++;
		text.len--;
	}
	while (text.len && ascii_is_space(text.text[text.len - 1]))
		text.len--;
	return text.len == url.len && memcmp(text.text, url.text, url.len) == 0;
}

static bool
has_redirect(const urlgrep_unwrapped *r)
{
	unsigned i;

	for (i = 0; i < r->step_count; i++)
		if (r->steps[i].kind == URLGREP_UNWRAP_REDIRECT)
			return true;
	return false;
}

/* Return true if one of the URLs that the wrapper leads to, from step number `first` on,
 * has the host. */
static bool
leads_to(const urlgrep_unwrapped *r, unsigned first, struct idna *idna, urlgrep_span host)
{
	unsigned i;

	for (i = first; i < r->step_count; i++) {
		urlgrep_span other = urlgrep_part_named(&r->steps[i].url, "host");

		if (other.text &&
		    idna_is_same_host(idna, host, other))
			return true;
		if (&r->steps[i].url == r->target)
			break;
	}
	return false;
}

/* Return the number of the step that yielded the innermost target. */
static unsigned
target_step(const urlgrep_unwrapped *r)
{
	unsigned i = 0;

	while (&r->steps[i].url != r->target)
		i++;
	return i;
}

/* Make the unwrapper, which knows the caller's rows. Returns false without memory. */
static bool
make_unwrapper(struct link_target *t)
{
	size_t i;

	t->unwrapper = urlgrep_unwrapper_new(t->grammar, URLGREP_UNWRAP_DEFAULT);
	if (t->unwrapper == NULL)
		return false;
	for (i = 0; i < t->row_count; i++)
		if (urlgrep_unwrapper_add(t->unwrapper, t->rows[i], strlen(t->rows[i]),
			NULL) == URLGREP_NOMEM) {
			link_target_free(t);
			return false;
		}
	return true;
}

urlgrep_status
link_target_compare(struct link_target *t, struct idna *idna, urlgrep_span url,
    urlgrep_span text, struct shown_url *shown)
{
	const urlgrep_unwrapped *r;

	if (shown->host.text == NULL || is_url_itself(text, url))
		return URLGREP_OK;
	if (t->unwrapper == NULL && !make_unwrapper(t))
		return URLGREP_NOMEM;
	r = urlgrep_unwrap(t->unwrapper, url.text, url.len);
	if (r == NULL)
		return URLGREP_NOMEM;
	if (r->status != URLGREP_UNWRAP_TARGET)
		return URLGREP_OK;
	if (has_redirect(r))
		shown->has_other_host = !leads_to(r, target_step(r), idna, shown->host);
	else if (shown->has_other_host)
		shown->has_other_host = !leads_to(r, 0, idna, shown->host);
	return URLGREP_OK;
}
