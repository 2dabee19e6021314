/* scanner.c - search a text for URLs, from colon to colon
 *
 * Every URL has a scheme and a colon, and colons are rare. The prefilter finds the colons after
 * letters that end the name of a scheme; the other code reads the text around those colons only. */
#include "text/scanner.h"

#include <stddef.h>
#include <string.h>

#include "text/forms.h"
#include "text/undo.h"
#include "text/run.h"
#include "url/grammar.h"
#include "util/ascii.h"
#include "util/text_line.h"

/* ---- creation and release --- */

urlgrep_scanner *
urlgrep_scanner_new(const urlgrep_grammar *grammar)
{
	urlgrep_grammar *own = grammar ? NULL : urlgrep_grammar_new(NULL, 0, NULL, NULL);
	const urlgrep_memory *memory;
	urlgrep_scanner *s;

	if (grammar == NULL && (grammar = own) == NULL)
		return NULL;
	memory = grammar_memory(grammar);
	s = memory_allocate_zeroed(memory, sizeof(*s));
	if (s == NULL) {
		urlgrep_grammar_free(own);
		return NULL;
	}
	s->grammar = grammar;
	s->own_grammar = own;
	s->text.is_iri = grammar_is_iri(grammar);
	s->suffixes = grammar_suffixes(grammar);
	s->joined.memory = s->undone.text.memory = s->undone.map.memory = memory;
	s->readable.memory = memory;
	s->matcher = matcher_new(grammar);
	s->rules = rules_new(grammar);
	if (s->matcher == NULL || s->rules == NULL) {
		urlgrep_scanner_free(s);
		return NULL;
	}
	return s;
}

void
urlgrep_scanner_free(urlgrep_scanner *s)
{
	urlgrep_grammar *own;

	if (s == NULL)
		return;
	own = s->own_grammar;
	strbuf_free(&s->joined);
	strbuf_free(&s->undone.text);
	strbuf_free(&s->undone.map);
	strbuf_free(&s->readable);
	urlgrep_scanner_free(s->reader);
	matcher_free(s->matcher);
	rules_free(s->rules);
	memory_release(grammar_memory(s->grammar), s->defanged_suffixes);
	memory_release(grammar_memory(s->grammar), s);
	urlgrep_grammar_free(own);
}

void
urlgrep_scanner_reset(urlgrep_scanner *s)
{
	s->text = (struct scan_text){ .is_iri = s->text.is_iri };
	s->searched = 0;
	s->in_long_run = false;
	s->is_paused = false;
	s->run_begin = s->run_end = 0;
	s->failures = 0;
	s->failed_end = 0;
}

const urlgrep_sign *
urlgrep_signs(const urlgrep_scanner *s, unsigned *count)
{
	*count = s->sign_count;
	return s->signs;
}

/* ---- the text in pieces --- */

size_t
urlgrep_scanner_consumed(const urlgrep_scanner *s)
{
	/* the lines before the finding's line, and that line up to the hit */
	enum { MAX_KEPT_BYTES = 2 * MAX_LOOKBEHIND_BYTES + 2048 };

	return s->searched > MAX_KEPT_BYTES ? s->searched - MAX_KEPT_BYTES : 0;
}

/* Return the set of needles for the flags; 0 for URLs alone. */
static unsigned
needle_set(unsigned flags)
{
	return condition_if(NEEDLE_DOT, flags & URLGREP_FIND_NAMES) |
	    condition_if(NEEDLE_AT, flags & URLGREP_FIND_ADDRESSES) |
	    condition_if(NEEDLE_PAIR, flags & (URLGREP_REFANG | URLGREP_REFANG_HOSTS)) |
	    condition_if(NEEDLE_BRACKET, flags & URLGREP_REFANG_HOSTS) |
	    condition_if(NEEDLE_ANY_COLON | NEEDLE_SLASHES, flags & URLGREP_FIND_MALFORMED);
}

void
urlgrep_scanner_text(urlgrep_scanner *s, const char *text, size_t len, unsigned flags)
{
	uint64_t end = s->text.origin + s->text.len;
	size_t dropped;

	if (s->text.is_last)
		urlgrep_scanner_reset(s);
	dropped = s->text.bytes ? urlgrep_scanner_consumed(s) : 0;
	s->text.origin += dropped;
	s->is_paused = s->text.bytes && s->text.origin + len == end;
	s->searched -= dropped;
	s->text.floor -= s->text.floor < dropped ? s->text.floor : dropped;
	if (s->searched > len) /* a read error truncated the text */
		s->searched = s->text.floor = len;
	s->text.bytes = text;
	s->text.len = len;
	s->text.is_last = (flags & URLGREP_LAST) != 0;
	s->flags = flags;
	prefilter_begin(&s->prefilter, needle_set(flags), text);
}

/* ---- from hit to hit --- */

/* A hit is a needle that the prefilter found, a place where a URL may be: a colon or, with
 * URLGREP_FIND_MALFORMED, the first of two slashes without a colon; for names and addresses, a dot
 * or an "@"; for defanged URLs, two slashes or underscores, or a bracket. */

/* Return the first hit in [at, end), or NULL. If only URLs are searched, colons of prose are
 * skipped here, before a window is measured for them; otherwise bare_find() skips them. */
static const char *
find_hit(urlgrep_scanner *s, const char *at, const char *end)
{
	const struct suffix_table *suffixes = s->defanged_suffixes && s->prefilter.set ?
	    s->defanged_suffixes : s->suffixes;

	while ((at = prefilter_next(&s->prefilter, suffixes, at, end)) != NULL &&
	    s->prefilter.set == 0 && !bare_may_be_scheme(&s->text, (size_t)(at - s->text.bytes)))
		at++;
	return at;
}

/* Skip the rest of a run that is too long for a URL. Return false at the end of the text. */
static bool
skip_long_run(urlgrep_scanner *s)
{
	s->searched = bare_find_run_end(&s->text, s->searched, s->text.len, NULL);
	if (s->searched == s->text.len)
		return false;
	s->in_long_run = false;
	s->text.floor = s->searched;
	return true;
}

/* Set *hit and s->searched to the next hit. Return false at the end of the text. */
static bool
next_hit(urlgrep_scanner *s, size_t *hit)
{
	const struct scan_text *t = &s->text;
	const char *found = NULL;

	if (s->in_long_run && !skip_long_run(s))
		return false;
	if (s->searched < t->len)
		found = find_hit(s, t->bytes + s->searched, t->bytes + t->len);
	s->searched = found ? (size_t)(found - t->bytes) : t->len;
	*hit = s->searched;
	return found != NULL;
}

/* ---- the finding at a hit --- */

typedef bool finder(urlgrep_scanner *s, size_t hit, urlgrep_finding *finding);

/* The finders for the bytes that may be a hit, in the order in which they are tried: a defanged URL
 * before its beginning, which may be a URL; a misspelled scheme before an unlisted one. */
static const struct {
	const char *hits; /* the bytes of these hits */
	unsigned flags; /* at least one must be set; 0: always tried */
	finder *find;
} finders[] = {
	{ ":/_[({<", URLGREP_REFANG | URLGREP_REFANG_HOSTS, defanged_find },
	{ ":", 0, bare_find },
	{ "@", URLGREP_FIND_ADDRESSES, address_find },
	{ ".:", URLGREP_FIND_NAMES, name_find },
	{ ":/", URLGREP_FIND_MALFORMED, malformed_find },
	{ ":", URLGREP_FIND_MALFORMED, bare_find_unlisted },
};

/* ---- the text around a hit --- */

/* Return the end of the run at the hit, or a place beyond any end of a URL there. The run is
 * measured once for all its hits: "mailto:mailto:..." has many. */
static size_t
measure_run(urlgrep_scanner *s, size_t hit)
{
	const struct scan_text *t = &s->text;
	uint64_t at = t->origin + hit;
	size_t end, limit = hit + URLGREP_MAX_URL_BYTES + 1;

	if (at >= s->run_end) {
		s->run_begin = UINT64_MAX;
		s->run_end = s->unmarked_end = at + ascii_span_unrepeated(t->bytes + hit,
		    t->len < limit ? t->len - hit : limit - hit, ASCII_UNMARKED);
		s->run_is_complete = s->run_has_escapes = false;
		s->run_candidates = s->run_too_long = 0;
	}
	end = (size_t)(s->run_end - t->origin);
	if (!s->run_is_complete && end < limit) {
		if (!ascii_is_space(scan_byte_at(t, end)) && t->bytes[end] != '>') /* as often */
			end = bare_find_run_end(t, end, limit - end, &s->run_has_escapes);
		s->run_end = t->origin + end;
		/* a control sequence may be incomplete */
		s->run_is_complete = end < limit && (t->is_last || (end < t->len &&
		    (t->bytes[end] != '\33' || t->len - end > MAX_CONTROL_BYTES)));
	}
	return end;
}

size_t
scanner_run_end(urlgrep_scanner *s, size_t begin, size_t max_len)
{
	size_t end = (size_t)(s->run_end - s->text.origin);

	if (s->run_begin == UINT64_MAX)
		s->run_begin = s->text.origin + begin;
	return scan_limit(begin, max_len, end);
}

/* Return true if the text available so far contains the lines that usually decide: the line of the
 * hit and, if its run reaches the end of that line, the next one. */
static bool
has_lines(const urlgrep_scanner *s, size_t run_end)
{
	const struct scan_text *t = &s->text;
	size_t end = text_line_find_end(t, run_end, t->len);

	if (s->flags & URLGREP_JOIN_NEVER || !text_line_is_blank(t, run_end, end))
		return end < t->len;
	return text_line_find_end(t, text_line_find_next(t, end), t->len) < t->len;
}

/* Set *end to the end of the text that decides about the hit: its run, and WINDOW_BYTES more; in a
 * pause, its whole lines. Return false if that text is not available yet. */
static bool
find_window(urlgrep_scanner *s, size_t hit, size_t *end)
{
	const struct scan_text *t = &s->text;
	size_t run_end = measure_run(s, hit);

	if (t->len - run_end >= WINDOW_BYTES) {
		*end = run_end + WINDOW_BYTES;
		return true;
	}
	*end = t->len;
	if (t->is_last)
		return true;
	if (!s->is_paused || !has_lines(s, run_end))
		return false;
	*end = ascii_after_break(t->bytes, t->len);
	return true;
}

/* Return true if there is a finding at the hit, or if memory ran out. */
static bool
try_finder(urlgrep_scanner *s, finder *find, size_t hit, urlgrep_finding *finding)
{
	bool found;

	s->sign_count = 0;
	found = find(s, hit, finding);
	if (undo_is_active(s))
		undo_finish(s, found ? finding : NULL);
	if (rules_failed(s->rules))
		s->failed = true;
	return found || s->failed;
}

/* Try the finders that the flags select. */
static bool
find_any(urlgrep_scanner *s, size_t hit, urlgrep_finding *finding)
{
	size_t i;

	for (i = 0; i < COUNT(finders); i++)
		if ((finders[i].flags == 0 || s->flags & finders[i].flags) &&
		    strchr(finders[i].hits, s->text.bytes[hit]) &&
		    try_finder(s, finders[i].find, hit, finding))
			return true;
	return false;
}

/* Find the URL, name or address at the hit, and continue after it. The text ends with the hit's
 * window meanwhile, so that the findings do not depend on the pieces in which the text arrives.
 * Return OK, REJECTED if nothing is found, MORE if the window is not complete, or NOMEM. */
static urlgrep_status
find_at(urlgrep_scanner *s, size_t hit, urlgrep_finding *finding)
{
	const size_t len = s->text.len;
	const bool is_last = s->text.is_last;
	bool found;
	size_t end;

	if (!find_window(s, hit, &end))
		return URLGREP_MORE;
	s->text.len = end;
	s->text.is_last = true;
	s->failed = false;
	found = s->prefilter.set ? find_any(s, hit, finding) : try_finder(s, bare_find, hit, finding);
	if (found && !s->failed) {
		readings_note_surroundings(s, finding);
		s->in_long_run = finding->url.verdict == URLGREP_LIMIT; /* nor is the rest a URL */
		s->searched = s->text.floor =
		    (size_t)(finding->offset + finding->length - s->text.origin);
	}
	if (s->failed)
		undone_clear(&s->undone); /* for the next hit */
	s->text.len = len;
	s->text.is_last = is_last;
	return s->failed ? URLGREP_NOMEM : found ? URLGREP_OK : URLGREP_REJECTED;
}

/* Return true if the flags select the finding. */
static bool
is_wanted(const urlgrep_scanner *s, const urlgrep_finding *f)
{
	return s->flags & URLGREP_ALL || f->notes & (URLGREP_MALFORMED | URLGREP_UNLISTED_SCHEME) ||
	    urlgrep_accepts(s->grammar, f->url.verdict);
}

static urlgrep_status
find_next(urlgrep_scanner *s, urlgrep_finding *finding)
{
	urlgrep_status status;
	size_t hit;

	if (s->flags & (URLGREP_REFANG | URLGREP_REFANG_HOSTS) && s->defanged_suffixes == NULL &&
	    (s->defanged_suffixes = scheme_before_suffixes_new(s->grammar)) == NULL)
		return URLGREP_NOMEM;
	while (next_hit(s, &hit)) {
		status = find_at(s, hit, finding);
		if (status == URLGREP_REJECTED)
			s->searched = hit + 1;
		else if (status != URLGREP_OK || is_wanted(s, finding))
			return status;
	}
	return s->text.is_last ? URLGREP_END : URLGREP_MORE;
}

urlgrep_status
urlgrep_next_into(urlgrep_scanner *s, urlgrep_finding *finding)
{
	return s->status = find_next(s, finding);
}

const urlgrep_finding *
urlgrep_next(urlgrep_scanner *s)
{
	return urlgrep_next_into(s, &s->finding) == URLGREP_OK ? &s->finding : NULL;
}

urlgrep_status
urlgrep_scanner_status(const urlgrep_scanner *s)
{
	return s->status;
}
