/* grammar_text.c - a grammar as text: its productions, its sections, its sentences */
#include "url/grammar_text.h"

#include <string.h>

#include "util/ascii.h"

const struct grammar_text *
grammar_text_named(const char *name)
{
	const struct grammar_text *t;

	for (t = grammar_texts; t->name; t++)
		if (strcmp(t->name, name) == 0)
			return t;
	return NULL;
}

/* ---- reading --- */

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

/* "(?<name> ...", and the lines that go on with it, which begin with a blank. */
static void
read_rule_line(struct language *l, urlgrep_span line)
{
	struct rule *r = &l->rules[l->rule_count];
	const char *end;

	if (line.len > 3 && memcmp(line.text, "(?<", 3) == 0) {
		end = memchr(line.text, '>', line.len);
		r->name = (urlgrep_span){ line.text + 3, (size_t)(end - line.text) - 3 };
		r->text = line;
		l->rule_count++;
	} else if (line.len > 0 && *line.text == ' ' && l->rule_count > 0) {
		r--;
		r->text.len = (size_t)(line.text + line.len - r->text.text);
	}
}

void
language_read(struct language *l, const struct grammar_text *source)
{
	urlgrep_span rest = { source->text, source->len };
	urlgrep_span line, argument;
	urlgrep_span *body = NULL;
	bool rules = false;

	memset(l, 0, sizeof(*l));
	l->source = source;
	l->bnf = SECTIONS;
	while (next_line(&rest, &line)) {
		if (line.len < 2 || memcmp(line.text, "%%", 2) != 0) {
			if (rules)
				read_rule_line(l, line);
			continue;
		}
		if (body)
			body->len = (size_t)(line.text - body->text);
		body = NULL;
		rules = false;
		if (directive(line, "%%define", &argument)) {
			rules = true;
		} else if (directive(line, "%%scheme", &argument)) {
			unsigned n = l->section_count++;
			struct section *s = &l->sections[n];

			read_section(s, argument);
			if (span_is(s->names, "_other_", 7))
				l->other = n;
			if (span_is(s->names, "_bnf_", 5))
				l->bnf = n;
			body = &s->body;
		} else if (directive(line, "%%count", &argument)) {
			l->counts[l->count_count++] = argument;
		} else if (directive(line, "%%user", &argument)) {
			l->users[l->user_count++] = argument;
		} else if (directive(line, "%%utf", &argument)) {
			l->utf = true;
		} else if (directive(line, "%%why", &argument) ||
		    directive(line, "%%name", &argument)) {
			l->values[l->value_count++] = line;
		}
		if (body)
			body->text = rest.text;
	}
	if (body)
		body->len = (size_t)(rest.text - body->text);
}

urlgrep_span
language_value(const struct language *l, const char *keyword, urlgrep_span name)
{
	urlgrep_span argument;
	unsigned i;

	for (i = 0; name.text && i < l->value_count; i++) {
		size_t at = name.len;

		if (!directive(l->values[i], keyword, &argument) || argument.len <= at ||
		    memcmp(argument.text, name.text, at) != 0 ||
		    argument.text[at] != ' ')
			continue;
		while (at < argument.len && argument.text[at] == ' ')
			at++;
		return (urlgrep_span){ argument.text + at, argument.len - at };
	}
	return (urlgrep_span){ NULL, 0 };
}

bool
language_counts(const struct language *l, urlgrep_span rule)
{
	unsigned n;

	for (n = 0; n < l->count_count; n++)
		if (span_is(rule, l->counts[n].text, l->counts[n].len))
			return true;
	return false;
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

unsigned
language_section(const struct language *l, const char *url, size_t len)
{
	const char *colon = memchr(url, ':', len);
	unsigned i;

	if (colon && colon > url && *url != '_')
		for (i = 0; i < l->section_count; i++)
			if (lists(l->sections[i].names, url, (size_t)(colon - url)))
				return i;
	return l->other;
}

/* ---- patterns --- */

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

/* How often a section and the rules that it needs use each rule. */
struct needs {
	const struct language *language;
	unsigned uses[RULES];
};

/* l->rule_count if there is none. */
static unsigned
rule_named(const struct language *l, urlgrep_span name)
{
	unsigned i = 0;

	while (i < l->rule_count &&
	    !span_is(name, l->rules[i].name.text, l->rules[i].name.len))
		i++;
	return i;
}

/* The first "(?&name)" of text: *name, and what stands before and behind it. */
static bool
next_use(urlgrep_span text, urlgrep_span *before, urlgrep_span *name,
    urlgrep_span *behind)
{
	const char *use = memmem(text.text, text.len, "(?&", 3);
	const char *end = text.text + text.len;
	const char *close = use ? memchr(use, ')', (size_t)(end - use)) : NULL;

	if (close == NULL)
		return false;
	*before = (urlgrep_span){ text.text, (size_t)(use - text.text) };
	*name = (urlgrep_span){ use + 3, (size_t)(close - use) - 3 };
	*behind = (urlgrep_span){ close + 1, (size_t)(end - close) - 1 };
	return true;
}

static void need_rules(struct needs *n, urlgrep_span text);

static void
need_rule(struct needs *n, urlgrep_span name)
{
	const struct language *l = n->language;
	unsigned i = rule_named(l, name);

	if (i < l->rule_count && n->uses[i]++ == 0)
		need_rules(n, l->rules[i].text);
}

/* All that text uses. */
static void
need_rules(struct needs *n, urlgrep_span text)
{
	urlgrep_span before, name;

	while (next_use(text, &before, &name, &text))
		need_rule(n, name);
}

/* Text, with the rules that are used only once where they are used: a call takes
 * longer. */
static size_t
put_inlined(const struct needs *n, urlgrep_span from, char *text, size_t at)
{
	const struct language *l = n->language;
	urlgrep_span before, name;

	while (next_use(from, &before, &name, &from)) {
		unsigned i = rule_named(l, name);

		at = put(text, at, before.text, before.len);
		if (i < l->rule_count && n->uses[i] == 1) {
			urlgrep_span rule = l->rules[i].text;

			rule.text += name.len + 4; /* "(?<name>" */
			rule.len -= name.len + 4;
			at = put(text, at, "(?:", 3);
			at = put_inlined(n, rule, text, at);
			text[at++] = '\n'; /* a comment may end it */
		} else {
			at = put(text, at, name.text - 3, name.len + 4);
		}
	}
	return put(text, at, from.text, from.len);
}

static size_t
put_rule(const struct language *l, const struct rule *r, enum purpose purpose,
    char *text, size_t at)
{
	urlgrep_span rest = r->text, line;

	while (next_line(&rest, &line)) {
		size_t kept;
		const char *body = made_of(l, line, purpose, &kept);

		at = put(text, at, line.text, kept);
		at = put(text, at, body, strlen(body));
		text[at++] = '\n';
	}
	return at;
}

/* The section stands first, so that its captures have the small numbers. */
size_t
language_compose(const struct language *l, unsigned section,
    enum purpose purpose, char *text)
{
	const struct section *s = &l->sections[section];
	struct needs n = { l, { 0 } };
	size_t len = put(text, 0, "(?x)\\A(?:", 9);
	unsigned i;

	need_rules(&n, s->body);
	len = purpose == JUDGE ? put_inlined(&n, s->body, text, len) :
	    put(text, len, s->body.text, s->body.len);
	len = put(text, len, "\n)\\z(?(DEFINE)\n", 14);
	for (i = 0; i < l->rule_count; i++) {
		if (purpose == JUDGE && n.uses[i] > 1) {
			len = put_inlined(&n, l->rules[i].text, text, len);
			text[len++] = '\n';
		} else if (purpose != JUDGE && n.uses[i] > 0) {
			len = put_rule(l, &l->rules[i], purpose, text, len);
		}
	}
	return put(text, len, ")", 1);
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

urlgrep_span
language_rule_at(const struct language *l, const char *pattern, size_t item)
{
	urlgrep_span name = group_around(pattern, item);
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

urlgrep_span
language_rule_name(urlgrep_span rule)
{
	size_t i;

	for (i = 1; i <= 2 && i + 1 < rule.len; i++)
		if (rule.text[i] == '_')
			return (urlgrep_span){ rule.text + i + 1,
				rule.len - i - 1 };
	return rule;
}
