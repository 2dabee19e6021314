/* matcher.c - judge URLs by a grammar as valid, loose or invalid, and find their parts */
#include "url/matcher.h"

#include <stdint.h>
#include <string.h>

#include "url/match.h"
#include "util/ascii.h"
#include "util/utf8.h"

/* ---- matching a text against a pattern, with machine code if there is any --- */

enum {
	MATCH_LIMIT = 20 * 1000 * 1000,
	HEAP_LIMIT_KIB = 64 * 1024
};

bool
match_state_init(struct match_state *m, pcre2_general_context *general)
{
	m->context = pcre2_match_context_create(general);
	m->data = pcre2_match_data_create(URLGREP_MAX_PARTS + 1, general);
	if (m->context == NULL || m->data == NULL)
		return false;
	pcre2_set_match_limit(m->context, MATCH_LIMIT);
	pcre2_set_depth_limit(m->context, MATCH_LIMIT);
	pcre2_set_heap_limit(m->context, HEAP_LIMIT_KIB);
	return true;
}

void
match_state_free(struct match_state *m)
{
	pcre2_match_data_free(m->data);
	pcre2_match_context_free(m->context);
}

struct subject
subject_make(const struct pattern_set *set, const char *text, size_t len)
{
	const struct grammar_table *g = set->table;
	const char *colon = memchr(text, ':', len);
	size_t scheme_len = colon ? (size_t)(colon - text) : 0;
	unsigned i;

	for (i = 0; i < g->scheme_count; i++)
		if (g->schemes[i].len == scheme_len &&
		    ascii_equal(g->schemes[i].name, text, scheme_len))
			return (struct subject){ text, len, set, g->schemes[i].section };
	return (struct subject){ text, len, set, g->other_section };
}

const struct grammar_section *
subject_section(const struct subject *s)
{
	return &s->set->table->sections[s->section];
}

/* Return true if machine code gave up where the interpreter may not: its stack is small, and it
 * counts steps differently. */
static bool
needs_interpreter(int rc)
{
	return rc == PCRE2_ERROR_JIT_STACKLIMIT || rc == PCRE2_ERROR_JIT_BADOPTION ||
	    rc == PCRE2_ERROR_MATCHLIMIT;
}

int
match_run(struct match_state *m, const pcre2_code *code, const char *text, size_t len,
    uint32_t options)
{
	int rc = pcre2_match(code, (PCRE2_SPTR)text, len, 0, options, m->data, m->context);

	if (needs_interpreter(rc))
		rc = pcre2_match(code, (PCRE2_SPTR)text, len, 0,
		    options | PCRE2_NO_JIT, m->data, m->context);
	return rc;
}

int
match_jit(const struct match_state *m, const pcre2_code *code, const char *text, size_t len,
    size_t at)
{
	int rc = pcre2_jit_match(code, (PCRE2_SPTR)text, len, at, 0, m->data, m->context);

	if (needs_interpreter(rc))
		rc = pcre2_match(code, (PCRE2_SPTR)text, len, at, PCRE2_NO_JIT, m->data,
		    m->context);
	return rc;
}

urlgrep_verdict
match_verdict(int rc)
{
	if (rc >= 0)
		return URLGREP_VALID;
	if (rc <= PCRE2_ERROR_UTF8_ERR1 && rc >= PCRE2_ERROR_UTF8_ERR21) /* the text is not UTF-8 */
		return URLGREP_INVALID;
	switch (rc) {
	case PCRE2_ERROR_NOMATCH:
	case PCRE2_ERROR_PARTIAL:
		return URLGREP_INVALID;
	case PCRE2_ERROR_NOMEMORY:
		return URLGREP_UNJUDGED;
	default: /* the limit of matches, depth or heap */
		return URLGREP_LIMIT;
	}
}

/* Return the verdict for the subject; never LOOSE. */
static urlgrep_verdict
subject_match(struct match_state *m, const struct subject *s)
{
	unsigned variant = memchr(s->text, '[', s->len) ? PATTERN_JUDGE :
	    memchr(s->text, '@', s->len) ? PATTERN_JUDGE_UNBRACKETED : PATTERN_JUDGE_USERLESS;
	struct pattern *p = pattern_find(s->set, s->section, variant);
	const pcre2_code *code;

	if (p == NULL)
		return URLGREP_UNJUDGED;
	code = pattern_code(&s->set->options, p, JIT_AFTER_MATCHES);
	if (code != p->code && !s->set->table->is_utf)
		return match_verdict(match_jit(m, code, s->text, s->len, 0));
	return match_verdict(match_run(m, code, s->text, s->len, 0));
}

/* ---- the cache of the URLs judged last --- */

/* A hash table with one URL per slot; a new URL replaces the previous one. The size is 64 KiB. */
enum { ENTRY_BITS = 9, MIN_TEXT_BYTES = 16, MAX_TEXT_BYTES = 92, MAX_KEPT_PARTS = 8 };

struct match_entry {
	const char *const *part_names; /* of the section that judged it */
	unsigned char len; /* 0: the entry is empty */
	unsigned char verdict, part_count;
	unsigned char shape; /* the verdict of shapes.pcre plus 1; 0: not known */
	unsigned char part_name[MAX_KEPT_PARTS], part_begin[MAX_KEPT_PARTS], part_len[MAX_KEPT_PARTS];
	char text[MAX_TEXT_BYTES];
};

static bool
is_kept(size_t len)
{
	return len >= MIN_TEXT_BYTES && len <= MAX_TEXT_BYTES;
}

/* Hash the length, the middle and the end: URLs often begin alike. */
static size_t
entry_index(const char *text, size_t len)
{
	const uint64_t golden_ratio = 0x9E3779B97F4A7C15u; /* 2^64 / 1.618... */
	uint64_t end = 0, middle = 0;

	memcpy(&end, text + len - sizeof(end), sizeof(end));
	memcpy(&middle, text + len / 2, sizeof(middle));
	return ((end ^ middle * 31 ^ len) * golden_ratio) >> (64 - ENTRY_BITS);
}

/* Return the entry of a text; NULL if it is not in the cache. */
static struct match_entry *
find_entry(struct match_entry *cache, const char *text, size_t len)
{
	struct match_entry *e;

	if (cache == NULL || !is_kept(len))
		return NULL;
	e = &cache[entry_index(text, len)];
	return e->len == len && memcmp(e->text, text, len) == 0 ? e : NULL;
}

/* Fill in the rest of *url, with spans of its text, from its entry. */
static void
recall(const struct match_entry *e, urlgrep_url *url)
{
	const char *text = url->text.text;
	unsigned i;

	url->verdict = (urlgrep_verdict)e->verdict;
	url->part_count = e->part_count;
	for (i = 0; i < e->part_count; i++)
		url->parts[i] = (urlgrep_part){ e->part_names[e->part_name[i]],
			{ text + e->part_begin[i], e->part_len[i] } };
}

/* Store a URL that the section judged. Return its entry, or NULL. */
static struct match_entry *
keep(struct match_entry *cache, const urlgrep_url *url, const struct grammar_section *section)
{
	urlgrep_span text = url->text;
	struct match_entry *e;
	unsigned char name = 0; /* the parts are in the order of their names */
	unsigned i;

	if (cache == NULL || !is_kept(text.len) || url->part_count > MAX_KEPT_PARTS ||
	    url->verdict == URLGREP_UNJUDGED)
		return NULL;
	e = &cache[entry_index(text.text, text.len)];
	memcpy(e->text, text.text, text.len);
	e->len = (unsigned char)text.len;
	e->verdict = (unsigned char)url->verdict;
	e->part_count = (unsigned char)url->part_count;
	e->shape = 0;
	e->part_names = section->part_names;
	for (i = 0; i < url->part_count; i++) {
		urlgrep_span part = url->parts[i].value;

		while (section->part_names[name] != url->parts[i].name)
			name++;
		e->part_name[i] = name;
		e->part_begin[i] = (unsigned char)(part.text - text.text);
		e->part_len[i] = (unsigned char)part.len;
	}
	return e;
}

/* ---- creation and release --- */

struct matcher *
matcher_new(const urlgrep_grammar *grammar)
{
	struct matcher *m = memory_allocate_zeroed(grammar_memory(grammar), sizeof(*m));

	if (m == NULL)
		return NULL;
	m->grammar = grammar;
	m->repaired.memory = m->uri.memory = grammar_memory(grammar);
	m->message.memory = m->suggestion.memory = grammar_memory(grammar);
	if (match_state_init(&m->state, grammar->ascii.options.general))
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
	memory_release(grammar_memory(m->grammar), m->cache);
	strbuf_free(&m->repaired);
	strbuf_free(&m->uri);
	strbuf_free(&m->message);
	strbuf_free(&m->suggestion);
	memory_release(grammar_memory(m->grammar), m);
}

/* ---- judging --- */

/* Fill in the parts of the URL, which was matched as this text. */
static void
fill_parts(const struct matcher *m, const char *text, urlgrep_url *url)
{
	const PCRE2_SIZE *offsets = pcre2_get_ovector_pointer(m->state.data) + 2;
	unsigned i;

	for (i = 0; i < m->section->part_count; i++, offsets += 2)
		if (offsets[0] != PCRE2_UNSET)
			url->parts[url->part_count++] = (urlgrep_part){
				m->section->part_names[i],
				{ text + offsets[0], offsets[1] - offsets[0] }
			};
}

bool
matcher_is_iri(const struct matcher *m, const char *text, size_t len)
{
	return grammar_is_iri(m->grammar) && !utf8_is_ascii(text, len);
}

/* Replace the spans of the parts, which are in the encoded text, by those of the same parts in the
 * URL's text. */
static void
map_parts(urlgrep_url *url, const char *encoded)
{
	urlgrep_span text = url->text;
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
}

urlgrep_verdict
matcher_encode_iri(struct matcher *m, const char *text, size_t len)
{
	struct subject s = subject_make(&m->grammar->beyond_ascii, text, len);
	urlgrep_verdict verdict = subject_match(&m->state, &s);

	if (verdict != URLGREP_VALID)
		return verdict;
	strbuf_clear(&m->uri);
	loose_encode(&m->uri, (urlgrep_span){ text, len }, 0, len, ENCODE_UNICODE);
	return m->uri.failed ? URLGREP_UNJUDGED : URLGREP_VALID;
}

/* Judge the subject, which is the URL's text or an encoded form of it. If it has characters beyond
 * US-ASCII and RFC 3987 accepts it, *s becomes its URI. */
static void
judge_subject(struct matcher *m, struct subject *s, urlgrep_url *url)
{
	m->section = subject_section(s);
	url->part_count = 0;
	if (matcher_is_iri(m, s->text, s->len)) {
		url->verdict = matcher_encode_iri(m, s->text, s->len);
		if (url->verdict != URLGREP_VALID)
			return;
		s->text = m->uri.at;
		s->len = m->uri.len;
	}
	url->verdict = subject_match(&m->state, s);
	if (url->verdict != URLGREP_VALID)
		return;
	fill_parts(m, s->text, url);
	if (s->text != url->text.text)
		map_parts(url, s->text);
}

/* Return true if the URL has the authority that its scheme needs. A listed scheme with "//" needs a
 * host, which may be empty for some schemes. */
static bool
has_authority(const urlgrep_url *url)
{
	urlgrep_span name = urlgrep_part_named(url, "scheme");
	urlgrep_span host = urlgrep_part_named(url, "host");
	const struct scheme *scheme = scheme_find(name.text, name.len);

	if (scheme == NULL || !scheme->slashes)
		return true;
	if (host.text == NULL && !scheme->opaque) /* no authority */
		return false;
	return host.text == NULL || host.len > 0 || scheme->empty_host;
}

/* Judge an invalid URL as loose if the repairs `what` (see loose_encode()) make it a URI. */
static void
judge_loosely(struct matcher *m, unsigned what, urlgrep_url *url)
{
	const struct grammar_table *table = m->grammar->ascii.table;
	urlgrep_span text = url->text;
	struct subject s;

	if (text.len == 0 || table->loose_section < 0 ||
	    (!grammar_is_iri(m->grammar) && !utf8_is_ascii(text.text, text.len)))
		return;
	strbuf_clear(&m->repaired);
	loose_encode(&m->repaired, text, 0, text.len, what);
	if (m->repaired.failed) {
		url->verdict = URLGREP_UNJUDGED;
		return;
	}
	s = (struct subject){ m->repaired.at, m->repaired.len, &m->grammar->ascii,
		(unsigned)table->loose_section };
	judge_subject(m, &s, url);
	if (url->verdict != URLGREP_VALID)
		return;
	url->verdict = has_authority(url) ? URLGREP_LOOSE : URLGREP_INVALID;
	if (url->verdict == URLGREP_INVALID)
		url->part_count = 0;
}

urlgrep_verdict
matcher_judge(struct matcher *m, const char *text, size_t len, unsigned flags, urlgrep_url *url)
{
	url->text = (urlgrep_span){ text, len };
	url->part_count = 0;
	if (len > URLGREP_MAX_URL_BYTES)
		return url->verdict = URLGREP_LIMIT;
	m->entry = find_entry(m->cache, text, len);
	if (m->entry) {
		recall(m->entry, url);
	} else {
		struct subject s = subject_make(&m->grammar->ascii, text, len);

		judge_subject(m, &s, url);
		if (url->verdict == URLGREP_INVALID)
			judge_loosely(m, ENCODE_LOOSE, url);
		if (m->cache == NULL)
			m->cache = memory_allocate_zeroed(grammar_memory(m->grammar),
			    (sizeof(*m->cache) << ENTRY_BITS));
		m->entry = keep(m->cache, url, m->section);
	}
	if (flags & URLGREP_ATTRIBUTE && url->verdict == URLGREP_INVALID)
		judge_loosely(m, ENCODE_LOOSE | ENCODE_SPACE, url);
	if (flags & URLGREP_REJECT_FRAGMENT && memchr(text, '#', len) &&
	    verdict_has_parts(url->verdict)) {
		url->part_count = 0;
		url->verdict = URLGREP_INVALID;
	}
	return url->verdict;
}

urlgrep_status
matcher_make_uri(struct matcher *m, const urlgrep_url *url, urlgrep_span host, urlgrep_span *uri)
{
	unsigned what = ENCODE_UNICODE |
	    (url->verdict == URLGREP_LOOSE ? ENCODE_LOOSE | ENCODE_SPACE : 0);
	urlgrep_span written = urlgrep_part_named(url, "host");
	size_t begin = 0, end = 0; /* of the host to replace */

	*uri = (urlgrep_span){ NULL, 0 };
	if (!verdict_has_parts(url->verdict))
		return URLGREP_REJECTED;
	if (host.text && written.text) {
		begin = (size_t)(written.text - url->text.text);
		end = begin + written.len;
	} else {
		host.len = 0;
	}
	strbuf_clear(&m->uri);
	loose_encode(&m->uri, url->text, 0, begin, what);
	strbuf_append(&m->uri, host.text, host.len);
	loose_encode(&m->uri, url->text, end, url->text.len, what);
	if (m->uri.failed)
		return URLGREP_NOMEM;
	*uri = (urlgrep_span){ m->uri.at, m->uri.len };
	return URLGREP_OK;
}

urlgrep_verdict
matcher_judge_shape(struct matcher *m, const char *text, size_t len)
{
	struct match_entry *e = m->entry;
	urlgrep_verdict verdict;
	struct subject s;

	if (e && e->shape)
		return (urlgrep_verdict)(e->shape - 1);
	s = subject_make(&m->grammar->shapes, text, len);
	verdict = subject_match(&m->state, &s);
	if (e && verdict != URLGREP_UNJUDGED)
		e->shape = (unsigned char)(verdict + 1);
	return verdict;
}
