/* filter.c - which findings are wanted: --invalid, --all, --deny, --scheme, --host, -e */
#include "cmd/filter.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cmd/message_filter.h"
#include "cmd/url_patterns.h"
#include "cmd/target_warnings.h"
#include "cmd/messages.h"
#include "cmd/xmalloc.h"
#include "row/warnings.h"
#include "util/ascii.h"

struct filter {
	const struct settings *settings;
	bool only_valid;   /* there is no other condition */
	struct message_filter *messages; /* NULL: all are wanted */
	struct url_patterns *patterns;
};

/* Return true if all that is found is of a kind and certainty that is wanted. */
static bool
wants_all_kinds(const struct settings *s)
{
	return s->kinds & WANT_URLS && s->least_name != URLGREP_HIGH &&
	    s->least_address != URLGREP_HIGH;
}

static bool
wants_kind(const struct settings *s, const urlgrep_finding *finding)
{
	switch (finding->kind) {
	case URLGREP_KIND_NAME:
		return s->kinds & WANT_NAMES && finding->certainty <= s->least_name;
	case URLGREP_KIND_ADDRESS:
		return s->kinds & WANT_ADDRESSES && finding->certainty <= s->least_address;
	default:
		return s->kinds & WANT_URLS;
	}
}

struct filter *
filter_new(const struct settings *s)
{
	struct filter *f = x_calloc(1, sizeof(*f));

	f->settings = s;
	f->only_valid = s->selection == SELECT_VALID && !s->deny && wants_all_kinds(s) &&
	    s->schemes.count == 0 && s->hosts.count == 0 && s->patterns.count == 0;
	f->messages = message_filter_new(s);
	f->patterns = url_patterns_new(s);
	if (f->patterns == NULL) {
		filter_free(f);
		return NULL;
	}
	return f;
}

void
filter_free(struct filter *f)
{
	if (f == NULL)
		return;
	message_filter_free(f->messages);
	url_patterns_free(f->patterns);
	free(f);
}

urlgrep_warnings
filter_denied_warnings(const struct settings *s, const urlgrep_finding *finding,
    const urlgrep_location *location, const struct target *target)
{
	return s->deny ? s->deny & (finding_warnings_of(finding, location) |
	    target_warnings_of_all(target)) : 0;
}

urlgrep_status
filter_verdict(const struct settings *s, const urlgrep_finding *finding,
    const urlgrep_location *location, const struct target *target)
{
	urlgrep_status verdict = finding->url.verdict;

	return (verdict == URLGREP_OK || verdict == URLGREP_LOOSE) &&
	    filter_denied_warnings(s, finding, location, target) ? URLGREP_INVALID : verdict;
}

bool
filter_accepts(const struct settings *s, const urlgrep_finding *finding,
    const urlgrep_location *location, const struct target *target)
{
	return settings_accept(s, filter_verdict(s, finding, location, target));
}

static bool
wants_validity(const struct settings *s, const urlgrep_finding *finding,
    const urlgrep_location *location, const struct target *target)
{
	return s->selection == SELECT_ALL ||
	    filter_accepts(s, finding, location, target) == (s->selection == SELECT_VALID);
}

/* An invalid URL has no parts, but it has a scheme: what is before the colon. */
static bool
wants_scheme(const struct settings *s, const urlgrep_url *url)
{
	const char *colon;
	size_t len, i;

	if (s->schemes.count == 0)
		return true;
	colon = memchr(url->text.text, ':', url->text.len);
	len = colon ? (size_t)(colon - url->text.text) : 0;
	for (i = 0; i < s->schemes.count; i++)
		if (ascii_is_word(url->text.text, len, s->schemes.at[i]))
			return true;
	return false;
}

/* Return the host of a URL, or the domain of an address; absent if it has none. */
static urlgrep_span
host_of(const urlgrep_finding *finding, const urlgrep_url *url)
{
	const char *at;
	size_t before;

	if (finding->kind != URLGREP_KIND_ADDRESS)
		return urlgrep_part_named(url, "host");
	at = memrchr(finding->written.text, '@', finding->written.len);
	before = at ? (size_t)(at + 1 - finding->written.text) : 0;
	return (urlgrep_span){ finding->written.text + before,
		finding->written.len - before };
}

static bool
wants_host(const struct settings *s, const urlgrep_finding *finding,
    const urlgrep_url *url)
{
	urlgrep_span host;
	char *name;
	bool matches = false;
	size_t i;

	if (s->hosts.count == 0)
		return true;
	host = host_of(finding, url);
	if (host.text == NULL)
		return false;
	name = x_strndup(host.text, host.len);
	for (i = 0; i < s->hosts.count && !matches; i++)
		matches = strcasecmp(s->hosts.at[i], name) == 0 || /* "[::1]" */
		    fnmatch(s->hosts.at[i], name, FNM_CASEFOLD) == 0;
	free(name);
	return matches;
}

/* Return whether the URL has one of the schemes, the host, and matches a pattern. */
static enum filter_answer
judge_url(struct filter *f, const urlgrep_finding *finding, const urlgrep_url *url)
{
	if (!wants_scheme(f->settings, url) || !wants_host(f->settings, finding, url))
		return FILTER_UNWANTED;
	return url_patterns_match(f->patterns, url->text);
}

enum filter_answer
filter_match(struct filter *f, const urlgrep_finding *finding, const struct target *target)
{
	const struct settings *s = f->settings;
	enum filter_answer answer = judge_url(f, finding, &finding->url);
	unsigned i;

	for (i = 0; s->unwrap && target->unwrapped && answer == FILTER_UNWANTED &&
	    i < target->unwrapped->step_count; i++)
		if (settings_accept(s, target->unwrapped->steps[i].url.verdict))
			answer = judge_url(f, finding, &target->unwrapped->steps[i].url);
	return answer;
}

enum filter_answer
filter_judge(struct filter *f, urlgrep_mail *mail, const urlgrep_finding *finding,
    const urlgrep_location *location, const struct target *target)
{
	const struct settings *s = f->settings;

	if (f->only_valid && f->messages == NULL)
		return settings_accept(s, finding->url.verdict) ? FILTER_WANTED :
		    FILTER_UNWANTED;
	if (f->messages && mail && !message_filter_wants(f->messages, mail, location))
		return FILTER_UNWANTED;
	if (!wants_kind(s, finding) || !wants_validity(s, finding, location, target))
		return FILTER_UNWANTED;
	return filter_match(f, finding, target);
}

const char *
filter_failure(const struct filter *f, const char **reason)
{
	return url_patterns_failure(f->patterns, reason);
}
