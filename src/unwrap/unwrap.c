/* unwrap.c - unwrap URLs, even nested ones, by the rows of a table */
#include <stddef.h>
#include <string.h>

#include "unwrap/unwrap.h"
#include "url/grammar.h"
#include "urlgrep_tools.h"
#include "util/ascii.h"
#include "util/uri.h"

/* ---- the unwrapper --- */

urlgrep_unwrapper *
urlgrep_unwrapper_new(const urlgrep_grammar *grammar, unsigned classes)
{
	urlgrep_grammar *own = grammar ? NULL : urlgrep_grammar_new(NULL, 0, NULL, NULL);
	const urlgrep_memory *memory;
	urlgrep_unwrapper *u;
	unsigned i;

	if (grammar == NULL && (grammar = own) == NULL)
		return NULL;
	memory = grammar_memory(grammar);
	u = memory_allocate_zeroed(memory, sizeof(*u));
	if (u == NULL) {
		urlgrep_grammar_free(own);
		return NULL;
	}
	u->memory = memory;
	u->own_grammar = own;
	u->grammar = grammar;
	u->classes = classes | URLGREP_UNWRAP_SHORT;
	u->arena.memory = memory;
	for (i = 0; i < URLGREP_MAX_UNWRAP_STEPS; i++)
		u->urls[i].memory = memory;
	u->decoded.memory = u->clean.memory = u->names.memory = memory;
	u->rows.memory = u->removed.memory = memory;
	u->matcher = matcher_new(grammar);
	if (u->matcher == NULL) {
		urlgrep_unwrapper_free(u);
		return NULL;
	}
	return u;
}

urlgrep_unwrapper *
urlgrep_unwrapper_with(const urlgrep_grammar *grammar, unsigned classes, const char *const *rows,
    size_t count)
{
	urlgrep_unwrapper *u = urlgrep_unwrapper_new(grammar, classes);
	size_t i;

	for (i = 0; u && i < count; i++)
		if (urlgrep_unwrapper_add(u, rows[i], strlen(rows[i]), NULL) == URLGREP_NOMEM) {
			urlgrep_unwrapper_free(u);
			u = NULL;
		}
	return u;
}

void
urlgrep_unwrapper_free(urlgrep_unwrapper *u)
{
	urlgrep_grammar *own;
	unsigned i;

	if (u == NULL)
		return;
	own = u->own_grammar;
	for (i = 0; i < URLGREP_MAX_UNWRAP_STEPS; i++)
		strbuf_free(&u->urls[i]);
	strbuf_free(&u->decoded);
	strbuf_free(&u->clean);
	strbuf_free(&u->names);
	strbuf_free(&u->removed);
	strbuf_free(&u->rows);
	arena_free(&u->arena);
	matcher_free(u->matcher);
	memory_release(u->memory, u);
	urlgrep_grammar_free(own);
}

urlgrep_status
urlgrep_unwrapper_add(urlgrep_unwrapper *u, const char *row, size_t len, const char **why)
{
	struct wrapper wrapper;
	bool nomem;
	const char *wrong = wrapper_row_read(&wrapper, &u->arena, row, len, &nomem);

	if (why)
		*why = wrong;
	if (wrong)
		return URLGREP_REJECTED;
	if (!nomem)
		strbuf_append(&u->rows, (const char *)&wrapper, sizeof(wrapper));
	nomem |= u->rows.failed;
	u->rows.failed = false; /* the next row may find memory */
	return nomem ? URLGREP_NOMEM : URLGREP_OK;
}

/* ---- the target --- */

/* The result of one row for a URL. */
struct attempt {
	urlgrep_unwrap_status status;
	unsigned notes;
	urlgrep_span hint;
	urlgrep_url url; /* the target, if any, with its verdict */
};

/* Return true if the value begins with a scheme and a colon, or an encoded colon. */
static bool
looks_like_url(urlgrep_span value)
{
	size_t scheme = ascii_span(value.text, value.len, ASCII_SCHEME);

	return scheme > 0 && scheme < value.len && ascii_is_one_of(value.text[scheme], ":%");
}

/* Set *value to the value of the parameter with this name. Return AMBIGUOUS if it occurs twice
 * with different values, and MALFORMED if it is missing. */
static urlgrep_unwrap_status
read_parameter(urlgrep_span query, urlgrep_span name, urlgrep_span *value)
{
	urlgrep_unwrap_status status = URLGREP_UNWRAP_MALFORMED;
	struct parameter parameter;

	while (parameter_next(&query, &parameter)) {
		if (!span_equals(parameter.name, name) || parameter.value.text == NULL)
			continue;
		if (status == URLGREP_UNWRAP_MALFORMED) {
			*value = parameter.value;
			status = URLGREP_UNWRAP_TARGET;
		} else if (parameter.value.len != value->len ||
		    memcmp(parameter.value.text, value->text, value->len) != 0) {
			status = URLGREP_UNWRAP_AMBIGUOUS;
		}
	}
	return status;
}

/* Set *value to the one among the row's parameters that looks like a URL, or else to the first
 * nonempty one. Return AMBIGUOUS if two that look like URLs differ. */
static urlgrep_unwrap_status
find_value(const struct wrapper *w, urlgrep_span query, urlgrep_span *value)
{
	urlgrep_unwrap_status status = URLGREP_UNWRAP_MALFORMED, found;
	const char *list = w->names;
	urlgrep_span name, other = { NULL, 0 };

	while ((name = list_next(&list, ',')).text) {
		found = read_parameter(query, name, &other);
		if (found == URLGREP_UNWRAP_MALFORMED)
			continue;
		if (looks_like_url(other) && looks_like_url(*value)) {
			if (other.len != value->len || memcmp(other.text, value->text, other.len) != 0)
				status = URLGREP_UNWRAP_AMBIGUOUS;
		} else if (looks_like_url(other) || (value->len == 0 && other.len > 0) ||
		    status == URLGREP_UNWRAP_MALFORMED) {
			*value = other;
			status = found;
		}
	}
	return status;
}

static urlgrep_unwrap_status
locate_parameter(const struct wrapper *w, const struct http_url *url,
    urlgrep_span *target, unsigned *notes)
{
	urlgrep_unwrap_status status = find_value(w, url->query, target);

	if (status != URLGREP_UNWRAP_TARGET)
		return status;
	if (w->takes_rest && http_scheme_length(target->text, target->len))
		*target = span_from(url->whole, target->text);
	if (w->ends && !query_has_parameter(
		span_from(url->query, target->text + target->len), w->ends))
		*notes |= URLGREP_UNWRAP_MAYBE_CUT;
	return status;
}

/* Set *target to the encoded target; for a row with {t}, wrapper_matches() has set it. Return
 * TARGET, or the reason why there is none. */
static urlgrep_unwrap_status
locate(const struct wrapper *w, const struct http_url *url, urlgrep_span *target, unsigned *notes)
{
	const char *mark = NULL, *end = url->rest.text + url->rest.len;
	size_t at;

	switch (w->where) {
	case WHERE_PARAMETER:
		return locate_parameter(w, url, target, notes);
	case WHERE_PATH:
		return URLGREP_UNWRAP_TARGET;
	case WHERE_QUERY:
		mark = url->query.text;
		break;
	case WHERE_STAR: /* after the first "*"; more of them and a hyphen may follow */
		mark = memchr(url->rest.text, '*', url->rest.len);
		if (mark == NULL)
			break;
		while (mark < end && *mark == '*')
			mark++;
		mark += mark < end && *mark == '-';
		break;
	case WHERE_AMPERSANDS: /* after the last "&&&" */
		for (at = url->rest.len; at >= 3 && mark == NULL; at--)
			if (memcmp(url->rest.text + at - 3, "&&&", 3) == 0)
				mark = url->rest.text + at;
		break;
	case WHERE_SERVER:
		return URLGREP_UNWRAP_OPAQUE;
	}
	if (mark == NULL)
		return URLGREP_UNWRAP_MALFORMED;
	*target = span_from(url->whole, mark);
	return URLGREP_UNWRAP_TARGET;
}

/* Return the host in the parameter of the row's hint, or an absent span. The host can be forged, so
 * it is only for people to read. */
static urlgrep_span
find_hint(const struct wrapper *w, const struct http_url *url)
{
	urlgrep_span hint = { NULL, 0 };

	if (w->hint == NULL)
		return hint;
	if (read_parameter(url->query, span_of(w->hint), &hint) != URLGREP_UNWRAP_TARGET ||
	    ascii_span(hint.text, hint.len, ASCII_HOST) < hint.len)
		return (urlgrep_span){ NULL, 0 };
	return hint;
}

/* ---- one level --- */

/* Return true if a repaired URL has a host with a dot, or an IP address in brackets. */
static bool
has_whole_host(urlgrep_span url)
{
	struct uri_parts parts = uri_split(url);
	urlgrep_span host = parts.authority.text ? parts.authority : parts.path;
	size_t dot;

	uri_cut_at(&host, '/');
	dot = ascii_find(host.text, host.len, '.');
	return host.len > 0 && (*host.text == '[' ||
	    (dot + 1 < host.len && ascii_is_alphanumeric(host.text[dot + 1])));
}

/* Return true if the text ends within an escape. */
static bool
ends_in_escape(urlgrep_span text)
{
	const char *percent = text.len ? memrchr(text.text, '%', text.len) : NULL;
	size_t left = percent ? (size_t)(text.text + text.len - percent) : 0;

	return left == 1 || (left == 2 && ascii_is(percent[1], ASCII_HEX));
}

/* Decode and repair a target into *out. Return false if memory runs out. */
static bool
make_target(urlgrep_unwrapper *u, const struct wrapper *w, urlgrep_span target,
    struct strbuf *out, struct attempt *a)
{
	strbuf_clear(&u->decoded);
	strbuf_clear(out);
	if (!strbuf_reserve(&u->decoded, 1) || !strbuf_reserve(out, 1))
		return false;
	a->status = codec_decode(w->codec, target, &u->decoded, &a->notes);
	if (a->status == URLGREP_UNWRAP_TARGET && !u->decoded.failed)
		a->status = repair_target(&u->decoded, w->supplied, out, &a->notes);
	if (u->decoded.failed || out->failed)
		return false;
	if (a->notes & URLGREP_UNWRAP_MAYBE_CUT && (a->status == URLGREP_UNWRAP_MALFORMED ||
	    ends_in_escape((urlgrep_span){ u->decoded.at, u->decoded.len }) ||
	    (out->len && !has_whole_host((urlgrep_span){ out->at, out->len }))))
		a->status = URLGREP_UNWRAP_CUT;
	if (a->status != URLGREP_UNWRAP_TARGET)
		a->notes &= URLGREP_UNWRAP_MAYBE_CUT;
	return true;
}

/* Unwrap a URL by one row, and write the target to *out. Return false if memory runs out. If the
 * status is NONE, the row does not match the URL, and the rest of *a is undefined. */
static bool
try_row(urlgrep_unwrapper *u, const struct wrapper *w, const struct http_url *url,
    struct strbuf *out, struct attempt *a)
{
	urlgrep_span target = { NULL, 0 };
	bool is_cut = false;

	a->status = URLGREP_UNWRAP_NONE;
	if (!(w->class & u->classes) || !wrapper_matches(w, url, &target, &is_cut))
		return true;
	*a = (struct attempt){ .url = { .verdict = URLGREP_INVALID } };
	a->status = is_cut ? URLGREP_UNWRAP_CUT : locate(w, url, &target, &a->notes);
	if (a->status == URLGREP_UNWRAP_OPAQUE)
		a->hint = find_hint(w, url);
	if (a->status == URLGREP_UNWRAP_TARGET && ends_in_escape(target) &&
	    target.text + target.len == url->whole.text + url->whole.len)
		a->status = URLGREP_UNWRAP_CUT;
	if (a->status != URLGREP_UNWRAP_TARGET)
		return true;
	if (!make_target(u, w, target, out, a))
		return false;
	if (a->status != URLGREP_UNWRAP_TARGET)
		return true;
	matcher_judge(u->matcher, out->at, out->len, 0, &a->url);
	if (!urlgrep_accepts(u->grammar, a->url.verdict))
		a->status = URLGREP_UNWRAP_INVALID;
	return a->url.verdict != URLGREP_UNJUDGED;
}

/* Return the next row that may match a URL, first of the caller's rows, then of the built-in ones;
 * NULL after the last one. classes: those of its host (wrapper_classes_of_host()). *next is 0 at
 * first. */
static const struct wrapper *
next_row(const urlgrep_unwrapper *u, unsigned classes, size_t *next)
{
	const struct wrapper *rows = (const void *)u->rows.at;
	size_t count = u->rows.len / sizeof(*rows), i;

	if (*next < count)
		return &rows[(*next)++];
	if (classes == 0 && *next == count)
		*next += wrapper_fixed_count;
	while ((i = *next - count) < wrapper_count) {
		(*next)++;
		if (i >= wrapper_fixed_count || wrapper_table[i].class & classes)
			return &wrapper_table[i];
	}
	return NULL;
}

/* Unwrap a URL by the first row that matches it. Return false if memory runs out. */
static bool
undo_level(urlgrep_unwrapper *u, const struct http_url *url, struct strbuf *out,
    struct attempt *a, const struct wrapper **row)
{
	unsigned classes = wrapper_classes_of_host(url->host);
	size_t i = 0;

	a->status = URLGREP_UNWRAP_NONE;
	while (a->status == URLGREP_UNWRAP_NONE && (*row = next_row(u, classes, &i)) != NULL)
		if (!try_row(u, *row, url, out, a))
			return false;
	return true;
}

/* ---- all levels --- */

bool
unwrapper_knows(const urlgrep_unwrapper *u, const struct http_url *url, unsigned classes)
{
	unsigned host_classes = wrapper_classes_of_host(url->host);
	const struct wrapper *w;
	urlgrep_span target;
	size_t i = 0;
	bool is_cut;

	while ((w = next_row(u, host_classes, &i)) != NULL)
		if (w->class & classes && wrapper_matches(w, url, &target, &is_cut))
			return true;
	return false;
}

/* Record the result of a level. Return true if there is a target to unwrap further. */
static bool
add_step(urlgrep_unwrapped *r, const struct attempt *a, const struct wrapper *row,
    const struct strbuf *target)
{
	urlgrep_unwrap_step *step = &r->steps[r->step_count++];
	bool is_target = a->status == URLGREP_UNWRAP_TARGET;

	*step = (urlgrep_unwrap_step){ .via = row->id, .kind = row->class,
		.url = a->url };
	if (a->status == URLGREP_UNWRAP_INVALID)
		step->url.text = (urlgrep_span){ target->at, target->len };
	if (r->step_count == 1 || is_target) {
		r->status = a->status;
		r->notes |= a->notes;
		r->target = is_target ? &step->url : NULL;
	} else {
		r->inner = a->status;
	}
	if (a->hint.text)
		r->hint = a->hint;
	return is_target;
}

const urlgrep_unwrapped *
urlgrep_unwrap(urlgrep_unwrapper *u, const char *text, size_t len)
{
	urlgrep_unwrapped *r = &u->result;
	const struct wrapper *row;
	struct http_url url;
	struct attempt a;

	/* the steps are large, so each is set only when it is reached */
	memset(r, 0, offsetof(urlgrep_unwrapped, steps));
	while (len <= URLGREP_MAX_URL_BYTES && http_url_read(&url, text, len)) {
		struct strbuf *out = &u->urls[r->step_count];

		if (r->step_count == URLGREP_MAX_UNWRAP_STEPS) {
			if (unwrapper_knows(u, &url, u->classes))
				r->notes |= URLGREP_UNWRAP_NESTED_TOO_DEEP;
			return r;
		}
		if (!undo_level(u, &url, out, &a, &row))
			return NULL;
		if (a.status == URLGREP_UNWRAP_NONE || !add_step(r, &a, row, out))
			return r;
		text = out->at;
		len = out->len;
	}
	return r;
}
