/* grammar.c - owns PCRE2: compiles the sections of a grammar text when they are
 * first needed, matches by them, and asks them why they do not match
 *
 * The text (src/grammar/NAME.pcre) has lines that begin with "%%":
 *   %%define            productions, up to the next such line
 *   %%scheme NAME,... PRODUCTION
 *                       a pattern for whole URLs of these schemes; the name
 *                       _other_ stands for all the rest, _bnf_ for the BNF
 *                       without prose
 *   %%why RULE TEXT     the sentence for a rejection by that rule
 *   %%name CAPTURE NAME a part whose name is not its capture's in small letters
 *   %%count RULE        the rule looks ahead to count: see matcher_viable
 *   %%user RULE         what the rule matches ends with "@": where there is none,
 *                       the rule is not to blame
 *   %%utf               characters are those of Unicode, not octets
 */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <stdatomic.h>
#include <string.h>

#include "ascii.h"
#include "grammar.h"

enum {
	MATCH_LIMIT = 20 * 1000 * 1000,
	HEAP_LIMIT = 64 * 1024, /* KiB */
	PATTERN_LONGEST = 32 * 1024
};

/* What a section's pattern is compiled for. JUDGE is for speed. The others leave
 * out rules that count: UNCOUNTED and the two BLAMEs all of them, ONLY + n all
 * but the nth. The BLAMEs call out before each item, so that one can see where
 * the match is; in BLAME_HOST the rules of user names never match. */
enum { COUNTS = 4, USERS = 2 };
enum purpose { JUDGE, UNCOUNTED, BLAME, BLAME_HOST, ONLY,
	PURPOSES = ONLY + COUNTS };

/* A compiled pattern and the names of its parts, by group number. */
struct pattern {
	pcre2_code *code;
	unsigned part_count;
	const char *part_name[URLGREP_PARTS + 1]; /* [1..]: groups from 1 */
	char names[URLGREP_PARTS * 32];
};

struct section {
	urlgrep_span names;      /* "http,https" */
	urlgrep_span production; /* "httpurl" */
	urlgrep_span body;
	_Atomic(struct pattern *) pattern[PURPOSES];
};

enum { SECTIONS = 40 };

/* One grammar text. */
struct language {
	const struct grammar_text *source;
	urlgrep_span define;
	bool utf;
	unsigned count_count;
	urlgrep_span counts[COUNTS]; /* rules that count */
	unsigned user_count;
	urlgrep_span users[USERS];   /* rules of what an "@" ends */
	unsigned section_count;
	struct section sections[SECTIONS];
	struct section *other;
	struct section *bnf; /* or NULL */
};

struct urlgrep_grammar {
	urlgrep_memory memory;
	pcre2_general_context *general;
	bool jit;
	struct language ascii;
	struct language *beyond; /* for URLs beyond US-ASCII, or NULL */
};

struct matcher {
	const urlgrep_grammar *grammar;
	pcre2_match_context *context;
	pcre2_match_data *data;
};

/* ---- reading a grammar text --- */

static bool
span_is(urlgrep_span span, const char *text, size_t len)
{
	return span.len == len && memcmp(span.text, text, len) == 0;
}

/* Split a line off the front of *rest; false at the end. */
static bool
next_line(urlgrep_span *rest, urlgrep_span *line)
{
	const char *end;

	if (rest->len == 0)
		return false;
	end = memchr(rest->text, '\n', rest->len);
	line->text = rest->text;
	line->len = end ? (size_t)(end - rest->text) : rest->len;
	rest->text += line->len + (end != NULL);
	rest->len -= line->len + (end != NULL);
	return true;
}

/* If line begins with keyword and a blank (or ends there), what follows. */
static bool
directive(urlgrep_span line, const char *keyword, urlgrep_span *argument)
{
	size_t n = strlen(keyword);

	if (line.len < n || memcmp(line.text, keyword, n) != 0)
		return false;
	if (line.len > n && line.text[n] != ' ')
		return false;
	argument->text = line.text + n;
	argument->len = line.len - n;
	while (argument->len && *argument->text == ' ') {
		argument->text++;
		argument->len--;
	}
	return true;
}

/* "http,https httpurl": the names, and the production. */
static void
read_section(struct section *s, urlgrep_span argument)
{
	const char *blank = memchr(argument.text, ' ', argument.len);

	s->names = s->production = argument;
	if (blank == NULL)
		return;
	s->names.len = (size_t)(blank - argument.text);
	s->production.text = blank + 1;
	s->production.len = argument.len - s->names.len - 1;
}

static void
read_language(struct language *l, const struct grammar_text *source)
{
	urlgrep_span rest = { source->text, source->len };
	urlgrep_span line, argument;
	urlgrep_span *body = NULL;

	l->source = source;
	while (next_line(&rest, &line)) {
		if (line.len < 2 || memcmp(line.text, "%%", 2) != 0)
			continue;
		if (body)
			body->len = (size_t)(line.text - body->text);
		body = NULL;
		if (directive(line, "%%define", &argument)) {
			body = &l->define;
		} else if (directive(line, "%%scheme", &argument)) {
			struct section *s = &l->sections[l->section_count++];

			read_section(s, argument);
			if (span_is(s->names, "_other_", 7))
				l->other = s;
			if (span_is(s->names, "_bnf_", 5))
				l->bnf = s;
			body = &s->body;
		} else if (directive(line, "%%count", &argument)) {
			l->counts[l->count_count++] = argument;
		} else if (directive(line, "%%user", &argument)) {
			l->users[l->user_count++] = argument;
		} else if (directive(line, "%%utf", &argument)) {
			l->utf = true;
		}
		if (body)
			body->text = rest.text;
	}
	if (body)
		body->len = (size_t)(rest.text - body->text);
}

/* The value of "%%KEYWORD NAME VALUE", absent if there is no such line. */
static urlgrep_span
lookup(const struct language *l, const char *keyword, const char *name,
    size_t len)
{
	urlgrep_span rest = { l->source->text, l->source->len };
	urlgrep_span line, argument;

	while (next_line(&rest, &line)) {
		if (!directive(line, keyword, &argument) || argument.len <= len ||
		    memcmp(argument.text, name, len) != 0 ||
		    argument.text[len] != ' ')
			continue;
		while (len < argument.len && argument.text[len] == ' ')
			len++;
		return (urlgrep_span){ argument.text + len, argument.len - len };
	}
	return (urlgrep_span){ NULL, 0 };
}

static bool
lists(urlgrep_span names, const char *scheme, size_t len)
{
	size_t at = 0;

	while (at + len <= names.len) {
		size_t i = 0;

		while (i < len && names.text[at + i] == ascii_lower(scheme[i]))
			i++;
		if (i == len && (at + i == names.len || names.text[at + i] == ','))
			return true;
		while (at < names.len && names.text[at] != ',')
			at++;
		at++;
	}
	return false;
}

static struct section *
section_for(const struct language *l, const char *text, size_t len)
{
	struct language *mutable = (struct language *)l;
	const char *colon = memchr(text, ':', len);
	unsigned i;

	if (colon && colon > text && *text != '_')
		for (i = 0; i < l->section_count; i++)
			if (lists(l->sections[i].names, text, (size_t)(colon - text)))
				return &mutable->sections[i];
	return l->other;
}

/* ---- compiling a section, once, when it is first asked for --- */

static bool
defines(urlgrep_span line, urlgrep_span rule)
{
	return line.len > rule.len + 3 && memcmp(line.text, "(?<", 3) == 0 &&
	    memcmp(line.text + 3, rule.text, rule.len) == 0 &&
	    line.text[rule.len + 3] == '>';
}

/* What a line of the productions stands for: itself, or its rule made always or
 * never true ("(?<rule> )", "(?<rule> (?!) )"); then *len is that of "(?<rule>". */
static const char *
made_of(const struct language *l, urlgrep_span line, enum purpose purpose,
    size_t *len)
{
	unsigned n;

	for (n = 0; purpose != JUDGE && n < l->count_count; n++)
		if ((unsigned)purpose != ONLY + n &&
		    defines(line, l->counts[n])) {
			*len = l->counts[n].len + 4;
			return " )";
		}
	for (n = 0; purpose == BLAME_HOST && n < l->user_count; n++)
		if (defines(line, l->users[n])) {
			*len = l->users[n].len + 4;
			return " (?!) )";
		}
	*len = line.len;
	return "";
}

static size_t
put(char *text, size_t at, const char *more, size_t len)
{
	memcpy(text + at, more, len);
	return at + len;
}

/* The section stands first, so that its captures have the small numbers. */
static size_t
compose(const struct language *l, const struct section *s,
    enum purpose purpose, char *text)
{
	urlgrep_span rest = l->define, line;
	size_t len = put(text, 0, "(?x)\\A(?:", 9);

	len = put(text, len, s->body.text, s->body.len);
	len = put(text, len, "\n)\\z", 4);
	while (next_line(&rest, &line)) {
		size_t kept;
		const char *body = made_of(l, line, purpose, &kept);

		len = put(text, len, line.text, kept);
		len = put(text, len, body, strlen(body));
		text[len++] = '\n';
	}
	return len;
}

/* GROUP_NAME becomes group-name, unless %%name says otherwise. */
static void
name_part(const struct language *l, struct pattern *p, unsigned group,
    const char *capture)
{
	char *name = p->names + (group - 1) * 32;
	urlgrep_span given = lookup(l, "%%name", capture, strlen(capture));
	size_t i;

	p->part_name[group] = name;
	if (given.text) {
		memcpy(name, given.text, given.len);
		return;
	}
	for (i = 0; capture[i]; i++)
		name[i] = capture[i] == '_' ? '-' : ascii_lower(capture[i]);
}

static void
name_parts(const struct language *l, struct pattern *p)
{
	uint32_t count, size, i;
	PCRE2_SPTR table;

	pcre2_pattern_info(p->code, PCRE2_INFO_NAMECOUNT, &count);
	pcre2_pattern_info(p->code, PCRE2_INFO_NAMEENTRYSIZE, &size);
	pcre2_pattern_info(p->code, PCRE2_INFO_NAMETABLE, &table);
	for (i = 0; i < count; i++, table += size) {
		unsigned group = (unsigned)(table[0] << 8 | table[1]);
		const char *capture = (const char *)table + 2;

		if (capture[0] < 'A' || capture[0] > 'Z' || group > URLGREP_PARTS)
			continue;
		name_part(l, p, group, capture);
		if (group > p->part_count)
			p->part_count = group;
	}
}

static void
pattern_free(const urlgrep_grammar *g, struct pattern *p)
{
	if (p)
		pcre2_code_free(p->code);
	memory_release(&g->memory, p);
}

static struct pattern *
pattern_new(const urlgrep_grammar *g, const struct language *l,
    const struct section *s, enum purpose purpose)
{
	struct pattern *p = memory_allocate(&g->memory, sizeof(*p));
	char *text = memory_allocate(&g->memory, PATTERN_LONGEST);
	pcre2_compile_context *compile =
	    pcre2_compile_context_create(g->general);
	uint32_t options = PCRE2_DOLLAR_ENDONLY |
	    (l->utf ? PCRE2_UTF | PCRE2_MATCH_INVALID_UTF : 0) |
	    (purpose == BLAME || purpose == BLAME_HOST ? PCRE2_AUTO_CALLOUT : 0);
	int error;
	PCRE2_SIZE at;

	if (p)
		memset(p, 0, sizeof(*p));
	if (p && text && compile)
		p->code = pcre2_compile((PCRE2_SPTR)text, compose(l, s, purpose, text),
		    options, &error, &at, compile);
	pcre2_compile_context_free(compile);
	memory_release(&g->memory, text);
	if (p == NULL || p->code == NULL) {
		memory_release(&g->memory, p);
		return NULL;
	}
	if (g->jit && purpose == JUDGE)
		pcre2_jit_compile(p->code, PCRE2_JIT_COMPLETE); /* or interpret */
	name_parts(l, p);
	return p;
}

/* Threads that come here together each compile; the first one's stays. */
static struct pattern *
pattern_of(const urlgrep_grammar *g, const struct language *l,
    struct section *s, enum purpose purpose)
{
	struct pattern *p =
	    atomic_load_explicit(&s->pattern[purpose], memory_order_acquire);
	struct pattern *mine;

	if (p)
		return p;
	mine = pattern_new(g, l, s, purpose);
	if (mine == NULL)
		return NULL;
	if (atomic_compare_exchange_strong(&s->pattern[purpose], &p, mine))
		return mine;
	pattern_free(g, mine);
	return p;
}

/* ---- the grammar's life --- */

static const struct grammar_text *
text_named(const char *name)
{
	const struct grammar_text *t;

	for (t = grammar_texts; t->name; t++)
		if (strcmp(t->name, name) == 0)
			return t;
	return NULL;
}

const char *
urlgrep_grammar_text(const char *name)
{
	const struct grammar_text *t = text_named(name);

	return t ? t->text : NULL;
}

const urlgrep_memory *
grammar_memory(const urlgrep_grammar *grammar)
{
	return &grammar->memory;
}

bool
grammar_is_iri(const urlgrep_grammar *grammar)
{
	return grammar->beyond != NULL;
}

static struct language *
language_new(const urlgrep_memory *memory, const char *name)
{
	struct language *l = memory_allocate(memory, sizeof(*l));

	if (l == NULL)
		return NULL;
	memset(l, 0, sizeof(*l));
	read_language(l, text_named(name));
	return l;
}

urlgrep_grammar *
urlgrep_grammar_new(const char *name, unsigned flags,
    const urlgrep_memory *memory, urlgrep_status *why)
{
	urlgrep_status ignored;
	urlgrep_grammar *g;
	bool iri = strcmp(name, "iri") == 0;

	if (memory == NULL)
		memory = &memory_default;
	if (why == NULL)
		why = &ignored;
	*why = URLGREP_UNKNOWN;
	if (text_named(name) == NULL)
		return NULL;
	*why = URLGREP_NOMEM;
	g = memory_allocate(memory, sizeof(*g));
	if (g == NULL)
		return NULL;
	memset(g, 0, sizeof(*g));
	g->memory = *memory;
	g->jit = !(flags & URLGREP_NO_JIT);
	g->general = pcre2_general_context_create(g->memory.allocate,
	    g->memory.release, g->memory.data);
	read_language(&g->ascii, text_named(iri ? "current" : name));
	if (iri)
		g->beyond = language_new(&g->memory, "iri");
	if (g->general == NULL || (iri && g->beyond == NULL)) {
		urlgrep_grammar_free(g);
		return NULL;
	}
	*why = URLGREP_OK;
	return g;
}

static void
language_clear(const urlgrep_grammar *g, struct language *l)
{
	unsigned i, purpose;

	for (i = 0; i < l->section_count; i++)
		for (purpose = 0; purpose < PURPOSES; purpose++)
			pattern_free(g, l->sections[i].pattern[purpose]);
}

void
urlgrep_grammar_free(urlgrep_grammar *grammar)
{
	urlgrep_memory memory;

	if (grammar == NULL)
		return;
	memory = grammar->memory;
	language_clear(grammar, &grammar->ascii);
	if (grammar->beyond)
		language_clear(grammar, grammar->beyond);
	memory_release(&memory, grammar->beyond);
	pcre2_general_context_free(grammar->general);
	memory_release(&memory, grammar);
}

/* ---- matching --- */

struct matcher *
matcher_new(const urlgrep_grammar *grammar)
{
	struct matcher *m = memory_allocate(&grammar->memory, sizeof(*m));

	if (m == NULL)
		return NULL;
	m->grammar = grammar;
	m->context = pcre2_match_context_create(grammar->general);
	m->data = pcre2_match_data_create(URLGREP_PARTS + 1, grammar->general);
	if (m->context == NULL || m->data == NULL) {
		matcher_free(m);
		return NULL;
	}
	pcre2_set_match_limit(m->context, MATCH_LIMIT);
	pcre2_set_depth_limit(m->context, MATCH_LIMIT);
	pcre2_set_heap_limit(m->context, HEAP_LIMIT);
	return m;
}

void
matcher_free(struct matcher *m)
{
	if (m == NULL)
		return;
	pcre2_match_data_free(m->data);
	pcre2_match_context_free(m->context);
	memory_release(&m->grammar->memory, m);
}

static const struct language *
language_for(const urlgrep_grammar *g, const char *text, size_t len)
{
	size_t i;

	if (g->beyond)
		for (i = 0; i < len; i++)
			if ((unsigned char)text[i] >= 0x80)
				return g->beyond;
	return &g->ascii;
}

static int
run(struct matcher *m, const struct pattern *p, const char *text, size_t len,
    uint32_t options)
{
	int rc = pcre2_match(p->code, (PCRE2_SPTR)text, len, 0,
	    options, m->data, m->context);

	if (rc == PCRE2_ERROR_JIT_STACKLIMIT)
		rc = pcre2_match(p->code, (PCRE2_SPTR)text, len, 0,
		    options | PCRE2_NO_JIT, m->data, m->context);
	return rc;
}

static urlgrep_status
outcome(int rc)
{
	if (rc >= 0)
		return URLGREP_OK;
	switch (rc) {
	case PCRE2_ERROR_NOMATCH:
	case PCRE2_ERROR_PARTIAL:
		return URLGREP_INVALID;
	case PCRE2_ERROR_NOMEMORY:
		return URLGREP_NOMEM;
	default: /* match, heap, depth limit */
		return URLGREP_LIMIT;
	}
}

static void
take_parts(struct matcher *m, const struct pattern *p, urlgrep_url *url)
{
	const PCRE2_SIZE *at = pcre2_get_ovector_pointer(m->data);
	unsigned i;

	for (i = 1; i <= p->part_count; i++) {
		if (at[2 * i] == PCRE2_UNSET || p->part_name[i] == NULL)
			continue;
		url->parts[url->part_count++] = (urlgrep_part){
			p->part_name[i],
			{ url->text.text + at[2 * i], at[2 * i + 1] - at[2 * i] }
		};
	}
}

urlgrep_status
matcher_judge(struct matcher *m, const char *text, size_t len, urlgrep_url *url)
{
	const struct language *l = language_for(m->grammar, text, len);
	const struct pattern *p = pattern_of(m->grammar, l,
	    section_for(l, text, len), JUDGE);

	url->text = (urlgrep_span){ text, len };
	url->part_count = 0;
	url->verdict = URLGREP_NOMEM;
	if (p) {
		url->verdict = outcome(run(m, p, text, len, 0));
		if (url->verdict == URLGREP_OK)
			take_parts(m, p, url);
	}
	return url->verdict;
}

/* ---- explaining --- */

/* Characters are not to be cut in two. */
static size_t
character_begin(const struct language *l, const char *text, size_t len,
    size_t at)
{
	if (l->utf && at < len)
		while (at > 0 && ((unsigned char)text[at] & 0xC0) == 0x80)
			at--;
	return at;
}

/* A beginning is viable when it matches or matches in part, and then so are all
 * shorter ones: search by halves. */
static urlgrep_status
search_viable(struct matcher *m, const struct language *l,
    const struct pattern *p, const char *text, size_t len, size_t *viable)
{
	size_t low = 0, high = len;

	if (p == NULL)
		return URLGREP_NOMEM;
	while (low < high) {
		size_t middle = low + (high - low + 1) / 2;
		int rc = run(m, p, text, character_begin(l, text, len, middle),
		    PCRE2_PARTIAL_HARD);

		if (rc >= 0 || rc == PCRE2_ERROR_PARTIAL)
			low = middle;
		else if (outcome(rc) == URLGREP_INVALID)
			high = middle - 1;
		else
			return outcome(rc);
	}
	*viable = character_begin(l, text, len, low);
	return URLGREP_OK;
}

/* A rule that counts ("no 64 of these") looks ahead, and so reaches the end of
 * every short beginning: all of them match in part. So search without such
 * rules, then with each alone: there only its failing tells anything. */
static urlgrep_status
search_counted(struct matcher *m, const struct language *l, struct section *s,
    const char *text, size_t len, size_t *viable, unsigned *limiting)
{
	urlgrep_status status = search_viable(m, l,
	    pattern_of(m->grammar, l, s, UNCOUNTED), text, len, viable);
	unsigned n;

	*limiting = l->count_count;
	for (n = 0; n < l->count_count && status == URLGREP_OK; n++) {
		size_t counted = 0;

		status = search_viable(m, l,
		    pattern_of(m->grammar, l, s, ONLY + n), text, *viable,
		    &counted);
		if (status == URLGREP_OK && counted < *viable) {
			*viable = counted;
			*limiting = n;
		}
	}
	return status;
}

urlgrep_status
matcher_viable(struct matcher *m, const char *text, size_t len, size_t *viable)
{
	const struct language *l = language_for(m->grammar, text, len);
	unsigned limiting;

	return search_counted(m, l, section_for(l, text, len), text, len, viable,
	    &limiting);
}

/* The innermost group with a name around pattern[item]. */
static urlgrep_span
group_around(const char *pattern, size_t item)
{
	struct {
		const char *name;
		size_t len;
	} open[32];
	unsigned depth = 0;
	size_t i = 0;

	while (i < item) {
		char c = pattern[i++];

		if (c == '\\') {
			i++;
		} else if (c == '#') {
			while (i < item && pattern[i] != '\n')
				i++;
		} else if (c == '[') {
			while (i < item && pattern[i] != ']')
				i += pattern[i] == '\\' ? 2 : 1;
		} else if (c == '(' && depth < 32) {
			open[depth].name = NULL;
			open[depth].len = 0;
			if (pattern[i] == '?' && pattern[i + 1] == '<' &&
			    ascii_is(pattern[i + 2], ASCII_ALPHA)) {
				open[depth].name = pattern + i + 2;
				open[depth].len = strcspn(pattern + i + 2, ">");
			}
			depth++;
		} else if (c == ')' && depth > 0) {
			depth--;
		}
	}
	while (depth-- > 0)
		if (open[depth].name)
			return (urlgrep_span){ open[depth].name, open[depth].len };
	return (urlgrep_span){ NULL, 0 };
}

/* A name in the pattern as a span that outlives it: the same octets stand in
 * the grammar's text. */
static urlgrep_span
as_in_source(const struct language *l, urlgrep_span name)
{
	char wanted[64];
	const char *found;

	if (name.text == NULL || name.len > sizeof(wanted) - 5)
		return (urlgrep_span){ NULL, 0 };
	memcpy(wanted, "(?<", 3);
	memcpy(wanted + 3, name.text, name.len);
	memcpy(wanted + 3 + name.len, ">", 2);
	found = strstr(l->source->text, wanted);
	return (urlgrep_span){ found ? found + 3 : NULL, found ? name.len : 0 };
}

/* The item of the pattern that was tried first at the offset, or as near to it
 * as the match came; of groups within groups, what the innermost begins with. If
 * the match went back and came there again, that time counts. */
struct witness {
	size_t offset;
	const struct language *language;
	const char *pattern;
	bool prose; /* look only at rules of the prose that have a sentence */
	size_t reached;
	size_t item;
	bool settled;
};

static bool
has_sentence(const struct witness *w, size_t item)
{
	urlgrep_span rule = group_around(w->pattern, item);
	unsigned n;

	for (n = 0; n < w->language->count_count; n++)
		if (span_is(rule, w->language->counts[n].text,
			w->language->counts[n].len))
			return false; /* it was left out */
	return rule.len > 2 && memcmp(rule.text, "p_", 2) == 0 &&
	    lookup(w->language, "%%why", rule.text, rule.len).text != NULL;
}

static int
watch(pcre2_callout_block *block, void *data)
{
	struct witness *w = data;
	size_t at = block->current_position;

	if (w->prose && !has_sentence(w, block->pattern_position))
		return 0;
	if (at < w->reached)
		w->settled = false;
	if (at > w->offset || at < w->reached || (at == w->reached && w->settled))
		return 0;
	w->reached = at;
	w->item = block->pattern_position;
	w->settled = w->pattern[w->item] != '(';
	return 0;
}

static urlgrep_status
find_rule(struct matcher *m, const struct language *l, struct section *s,
    const char *text, size_t len, struct witness *w, urlgrep_span *rule)
{
	const urlgrep_memory *memory = &m->grammar->memory;
	enum purpose purpose = memchr(text, '@', len) ? BLAME : BLAME_HOST;
	struct pattern *p = pattern_of(m->grammar, l, s, purpose);
	char *pattern = memory_allocate(memory, PATTERN_LONGEST);
	int rc = PCRE2_ERROR_NOMEMORY;

	if (p && pattern) {
		pattern[compose(l, s, purpose, pattern)] = '\0';
		w->pattern = pattern;
		pcre2_set_callout(m->context, watch, w);
		rc = run(m, p, text, len, 0);
		pcre2_set_callout(m->context, NULL, NULL);
		*rule = w->item ?
		    as_in_source(l, group_around(pattern, w->item)) :
		    (urlgrep_span){ NULL, 0 };
	}
	memory_release(memory, pattern);
	return outcome(rc) == URLGREP_NOMEM ? URLGREP_NOMEM : URLGREP_OK;
}

/* The BNF of the same grammar, if it has one, accepts the text. */
static bool
bnf_accepts(struct matcher *m, const struct language *l, const char *text,
    size_t len)
{
	const struct pattern *p =
	    l->bnf ? pattern_of(m->grammar, l, l->bnf, JUDGE) : NULL;

	return p && run(m, p, text, len, 0) >= 0;
}

/* "p_host" and "ld_attr" are called host and attr: the letters say whose helper
 * a rule is. */
static urlgrep_span
without_letters(urlgrep_span rule)
{
	size_t i;

	for (i = 1; i <= 2 && i + 1 < rule.len; i++)
		if (rule.text[i] == '_')
			return (urlgrep_span){ rule.text + i + 1,
				rule.len - i - 1 };
	return rule;
}

urlgrep_status
matcher_blame(struct matcher *m, const char *text, size_t len, size_t offset,
    struct blame *blame)
{
	const struct language *l = language_for(m->grammar, text, len);
	struct section *s = section_for(l, text, len);
	struct witness w = { .offset = offset, .language = l };
	struct witness prose = { .offset = offset, .language = l, .prose = true };
	urlgrep_span sentenced = { NULL, 0 };
	unsigned limiting;
	urlgrep_status status;

	status = search_counted(m, l, s, text, len, &w.offset, &limiting);
	if (status == URLGREP_OK && limiting < l->count_count)
		blame->rule = l->counts[limiting];
	else if (status == URLGREP_OK)
		status = find_rule(m, l, s, text, len, &w, &blame->rule);
	if (status != URLGREP_OK)
		return status;
	if (blame->rule.text == NULL)
		blame->rule = s->production;
	blame->why = lookup(l, "%%why", blame->rule.text, blame->rule.len);
	blame->prose = bnf_accepts(m, l, text, len) ||
	    (l->bnf == NULL && memcmp(blame->rule.text, "p_", 2) == 0);
	if (blame->prose && blame->why.text == NULL)
		status = find_rule(m, l, s, text, len, &prose, &sentenced);
	if (status != URLGREP_OK)
		return status;
	if (sentenced.text) {
		blame->rule = sentenced;
		blame->why = lookup(l, "%%why", sentenced.text, sentenced.len);
	}
	blame->rule = without_letters(blame->rule);
	return URLGREP_OK;
}

/* ---- what PCRE2 can do here --- */

int
urlgrep_jit(void)
{
	int error, rc;
	PCRE2_SIZE at;
	pcre2_code *code =
	    pcre2_compile((PCRE2_SPTR)"a", 1, 0, &error, &at, NULL);

	if (code == NULL)
		return 0;
	rc = pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
	pcre2_code_free(code);
	return rc == 0;
}

void
urlgrep_pcre2_version(char *text, size_t size)
{
	char version[64];
	size_t len;

	if (size == 0)
		return;
	pcre2_config(PCRE2_CONFIG_VERSION, version);
	len = strlen(version);
	if (len >= size)
		len = size - 1;
	memcpy(text, version, len);
	text[len] = '\0';
}
