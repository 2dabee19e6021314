/* matcher.c - judge URLs by a grammar: valid, loose or invalid, with their parts */
#include "url/matcher.h"

#include <string.h>

#include "url/grammar.h"
#include "url/loose.h"
#include "url/state.h"
#include "util/utf8.h"

struct matcher *
matcher_new(const urlgrep_grammar *grammar)
{
	struct matcher *m = memory_allocate_zeroed(grammar_memory(grammar), sizeof(*m));

	if (m == NULL)
		return NULL;
	m->grammar = grammar;
	m->mended.memory = m->uri.memory = grammar_memory(grammar);
	if (match_state_init(&m->state, grammar_patterns(grammar)->options.general))
		return m;
	matcher_free(m);
	return NULL;
}

void
matcher_free(struct matcher *m)
{
	if (m == NULL)
		return;
	match_state_free(&m->state);
	match_cache_free(m->cache);
	strbuf_free(&m->mended);
	strbuf_free(&m->uri);
	memory_release(grammar_memory(m->grammar), m);
}

/* ---- judging --- */

/* Fill in the parts of the URL that was matched. Return a bit for each group that is
 * set; bit 0 is the first group. */
static unsigned
fill_parts(const struct matcher *m, const struct grammar_section *section,
    urlgrep_url *url)
{
	const PCRE2_SIZE *offsets = pcre2_get_ovector_pointer(m->state.data) + 2;
	unsigned i, groups = 0;

	for (i = 0; i < section->part_count; i++, offsets += 2) {
		if (offsets[0] == PCRE2_UNSET)
			continue;
		url->parts[url->part_count++] = (urlgrep_part){
			section->part_names[i],
			{ url->text.text + offsets[0], offsets[1] - offsets[0] }
		};
		groups |= 1u << i;
	}
	return groups;
}

/* The result for a URL; its verdict and parts are in *url. */
struct judgement {
	urlgrep_url *url;
	const struct grammar_section *section; /* that judged it */
	unsigned groups; /* of its parts, see fill_parts() */
};

bool
matcher_is_iri(const struct matcher *m, const char *text, size_t len)
{
	return grammar_is_iri(m->grammar) && !utf8_is_ascii(text, len);
}

static void
judge_subject(struct matcher *m, const struct subject *s, struct judgement *j)
{
	j->section = subject_section(s);
	j->groups = 0;
	j->url->part_count = 0;
	j->url->verdict = subject_match(&m->state, s);
	if (j->url->verdict == URLGREP_VALID)
		j->groups = fill_parts(m, j->section, j->url);
}

/* Replace the spans of the parts, which are those of the encoded text, by the same parts
 * of the text itself. */
static void
map_parts(urlgrep_url *url, urlgrep_span text, const char *encoded)
{
	struct loose_map map = { .text = text.text, .encoded = encoded,
		.text_len = text.len };
	unsigned i;

	for (i = 0; i < url->part_count; i++) {
		urlgrep_span *part = &url->parts[i].value;
		size_t begin = (size_t)(part->text - encoded);
		size_t end = begin + part->len;

		begin = loose_map_offset(&map, begin);
		end = loose_map_offset(&map, end);
		*part = (urlgrep_span){ text.text + begin, end - begin };
	}
	url->text = text;
}

/* Judge the URI that j->url's text was encoded as. */
static void
judge_encoded(struct matcher *m, const struct subject *s, struct judgement *j)
{
	urlgrep_span text = j->url->text;

	j->url->text = (urlgrep_span){ s->text, s->len };
	judge_subject(m, s, j);
	map_parts(j->url, text, s->text);
}

urlgrep_verdict
matcher_encode_iri(struct matcher *m, const char *text, size_t len)
{
	struct subject s = subject_make(grammar_patterns_beyond_ascii(m->grammar), text, len);
	urlgrep_verdict verdict = subject_match(&m->state, &s);

	if (verdict != URLGREP_VALID)
		return verdict;
	strbuf_clear(&m->uri);
	loose_encode(&m->uri, text, len, ENCODE_UNICODE);
	return m->uri.failed ? URLGREP_UNJUDGED : URLGREP_VALID;
}

/* Judge a URL by the rules of its scheme. */
static void
judge_strictly(struct matcher *m, struct judgement *j)
{
	urlgrep_span text = j->url->text;
	struct subject s = subject_make(grammar_patterns(m->grammar), text.text, text.len);

	if (!matcher_is_iri(m, text.text, text.len)) {
		judge_subject(m, &s, j);
		return;
	}
	j->section = subject_section(&s);
	j->groups = 0;
	j->url->part_count = 0;
	j->url->verdict = matcher_encode_iri(m, text.text, text.len);
	if (j->url->verdict != URLGREP_VALID)
		return;
	s.text = m->uri.at;
	s.len = m->uri.len;
	judge_encoded(m, &s, j);
}

/* Write the text with its repairs, percent-encoded, to m->mended or m->uri, and set *s to
 * it. Returns the verdict about its characters beyond US-ASCII. */
static urlgrep_verdict
mend(struct matcher *m, urlgrep_span text, unsigned what, struct subject *s)
{
	urlgrep_verdict verdict = URLGREP_VALID;

	strbuf_clear(&m->mended);
	loose_encode(&m->mended, text.text, text.len, what);
	if (m->mended.failed)
		return URLGREP_UNJUDGED;
	*s = (struct subject){ m->mended.at, m->mended.len, grammar_patterns(m->grammar),
		(unsigned)grammar_patterns(m->grammar)->table->loose_section };
	if (matcher_is_iri(m, s->text, s->len)) {
		verdict = matcher_encode_iri(m, s->text, s->len);
		s->text = m->uri.at;
		s->len = m->uri.len;
	}
	return verdict;
}

/* Judge a URL that is not valid as loose if the repairs `what` (see loose.h) make it a URI. */
static void
judge_loosely(struct matcher *m, unsigned what, struct judgement *j)
{
	urlgrep_verdict verdict;
	struct subject s;

	if (j->url->verdict != URLGREP_INVALID || j->url->text.len == 0 ||
	    grammar_patterns(m->grammar)->table->loose_section < 0)
		return;
	if (!grammar_is_iri(m->grammar) && !utf8_is_ascii(j->url->text.text, j->url->text.len))
		return;
	verdict = mend(m, j->url->text, what, &s);
	if (verdict != URLGREP_VALID) {
		j->url->verdict = verdict;
		return;
	}
	judge_encoded(m, &s, j);
	if (j->url->verdict != URLGREP_VALID)
		return;
	if (loose_has_authority(j->url)) {
		j->url->verdict = URLGREP_LOOSE;
	} else {
		j->url->verdict = URLGREP_INVALID;
		j->url->part_count = j->groups = 0;
	}
}

urlgrep_verdict
matcher_judge(struct matcher *m, const char *text, size_t len, urlgrep_url *url)
{
	struct judgement j = { .url = url };

	if (match_cache_find(m->cache, text, len, url))
		return url->verdict;
	url->text = (urlgrep_span){ text, len };
	judge_strictly(m, &j);
	judge_loosely(m, ENCODE_LOOSE, &j);
	if (m->cache == NULL)
		m->cache = match_cache_new(grammar_memory(m->grammar));
	match_cache_keep(m->cache, url, j.section, j.groups);
	return url->verdict;
}

urlgrep_verdict
matcher_judge_url(struct matcher *m, const char *text, size_t len, unsigned flags,
    urlgrep_url *url)
{
	struct judgement j = { .url = url };

	if (len > URLGREP_MAX_URL_BYTES) {
		url->text = (urlgrep_span){ text, len };
		url->part_count = 0;
		return url->verdict = URLGREP_LIMIT;
	}
	matcher_judge(m, text, len, url);
	if (flags & URLGREP_ATTRIBUTE)
		judge_loosely(m, ENCODE_LOOSE | ENCODE_SPACE, &j);
	if (flags & URLGREP_NO_FRAGMENT && memchr(text, '#', len) &&
	    (url->verdict == URLGREP_VALID || url->verdict == URLGREP_LOOSE)) {
		url->part_count = 0;
		url->verdict = URLGREP_INVALID;
	}
	return url->verdict;
}

urlgrep_status
matcher_make_uri(struct matcher *m, const urlgrep_url *url, urlgrep_span host,
    urlgrep_span *uri)
{
	*uri = (urlgrep_span){ NULL, 0 };
	if (url->verdict != URLGREP_VALID && url->verdict != URLGREP_LOOSE)
		return URLGREP_REJECTED;
	strbuf_clear(&m->uri);
	loose_append_uri(&m->uri, url, host);
	if (m->uri.failed)
		return URLGREP_NOMEM;
	*uri = (urlgrep_span){ m->uri.at, m->uri.len };
	return URLGREP_OK;
}

urlgrep_verdict
matcher_judge_shape(struct matcher *m, const char *text, size_t len)
{
	struct subject s = subject_make(grammar_shapes(m->grammar), text, len);
	unsigned char *kept = match_cache_shape(m->cache, text, len);
	urlgrep_verdict verdict;

	if (kept && *kept)
		return (urlgrep_verdict)(*kept - 1);
	verdict = subject_match(&m->state, &s);
	if (kept && verdict != URLGREP_UNJUDGED)
		*kept = (unsigned char)(verdict + 1);
	return verdict;
}
