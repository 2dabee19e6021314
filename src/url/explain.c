/* explain.c - say where and why a URL fails, and how to fix it
 *
 * It fails at the end of the longest prefix that it shares with some valid URL; partial matches of
 * PCRE2 find that. The reason is the rule that was being matched there; callouts find that. */
#include <string.h>

#include "url/match.h"
#include "util/ascii.h"
#include "util/span.h"
#include "util/utf8.h"

/* Where and why a text fails. The spans borrow from the grammar. */
struct failure {
	size_t offset;     /* the length of the viable prefix */
	urlgrep_span rule; /* the production that was being matched there */
	urlgrep_span why;  /* its %%why message, or absent */
	bool is_prose;     /* the standard's BNF accepts the text; its prose does not */
	bool is_iri;       /* RFC 3987 rejects the text, which has characters beyond US-ASCII */
};

/* ---- the longest viable prefix --- */

/* Return the status of an explanation for a text with that verdict. */
static urlgrep_status
status_of(urlgrep_verdict verdict)
{
	if (verdict == URLGREP_VALID)
		return URLGREP_OK;
	return verdict == URLGREP_UNJUDGED ? URLGREP_NOMEM : URLGREP_REJECTED;
}

/* Set *s to the subject whose failure explains the rejection: the text or, if RFC 3987 accepts it,
 * its URI. Return OK, REJECTED or NOMEM. */
static urlgrep_status
failing_subject(struct matcher *m, const char *text, size_t len, struct subject *s)
{
	urlgrep_verdict verdict;

	*s = subject_make(&m->grammar->ascii, text, len);
	if (!matcher_is_iri(m, text, len))
		return URLGREP_OK;
	verdict = matcher_encode_iri(m, text, len);
	if (verdict == URLGREP_INVALID) {
		*s = subject_make(&m->grammar->beyond_ascii, text, len);
		return URLGREP_OK;
	}
	s->text = m->uri.at;
	s->len = m->uri.len;
	return status_of(verdict);
}

static size_t
written_offset(const struct subject *s, const char *text, size_t len, size_t offset)
{
	struct loose_map map = { .text = text, .encoded = s->text, .text_len = len };

	if (s->text == text)
		return offset;
	offset = loose_map_offset(&map, offset);
	while (offset < len && utf8_is_continuation(text[offset])) /* ends in the scheme */
		offset--;
	return offset;
}

/* Return the offset, moved back to the beginning of a UTF-8 character. */
static size_t
character_begin(const struct subject *s, size_t at)
{
	if (s->set->table->is_utf && at < s->len)
		while (at > 0 && utf8_is_continuation(s->text[at]))
			at--;
	return at;
}

/* Reduce *viable to the length of the longest prefix that matches fully or partially. All shorter
 * prefixes then match partially, so this is a binary search. It begins with the whole text, since
 * most rules do not limit the prefix. */
static urlgrep_status
bisect_viable(struct matcher *m, const struct subject *s, unsigned variant, size_t *viable)
{
	const struct pattern *p = pattern_find(s->set, s->section, variant);
	size_t low = 0, high = *viable, middle = high;

	if (p == NULL)
		return URLGREP_NOMEM;
	for (; low < high; middle = low + (high - low + 1) / 2) {
		int rc = match_run(&m->state, p->code, s->text, character_begin(s, middle),
		    PCRE2_PARTIAL_HARD);

		if (rc >= 0 || rc == PCRE2_ERROR_PARTIAL)
			low = middle;
		else if (match_verdict(rc) == URLGREP_INVALID)
			high = middle - 1;
		else
			return status_of(match_verdict(rc));
	}
	*viable = character_begin(s, low);
	return URLGREP_OK;
}

/* Find the viable prefix in a grammar with rules that look ahead to count ("not 64 of these"). Such
 * a rule reaches the end of any short prefix, so that all short prefixes match partially. Search
 * without these rules first, and then with each of them alone, so that only its failure matters.
 * Set *limiting to the rule that failed, or NULL. */
static urlgrep_status
find_viable(struct matcher *m, const struct subject *s, size_t *viable,
    const struct grammar_rule **limiting)
{
	const struct grammar_table *table = s->set->table;
	urlgrep_status status;
	unsigned n;

	*viable = s->len;
	*limiting = NULL;
	status = bisect_viable(m, s, PATTERN_TRACE, viable);
	for (n = 0; n < table->count_count && status == URLGREP_OK; n++) {
		size_t before = *viable;

		if (subject_section(s)->uses[table->counts[n]] == 0)
			continue; /* the pattern would be the same */
		status = bisect_viable(m, s, PATTERN_COUNT + n, viable);
		if (*viable < before)
			*limiting = &table->rules[table->counts[n]];
	}
	return status;
}

/* ---- the rule that fails --- */

/* Finds the item of the pattern that was tried first at the offset of the failure, or at the
 * nearest offset before it that the match reached; if groups are nested there, the first item of
 * the innermost one. If the match backtracked to the offset, the last time counts. */
struct callout_trace {
	size_t offset;
	const struct grammar_table *table;
	const char *pattern;
	bool only_prose; /* consider only prose rules that have a message */
	size_t reached;
	size_t item;
	bool is_settled;
};

/* Rules that only the prose of a standard states have names that begin with "p_". */
static bool
is_prose_rule(const struct grammar_rule *rule)
{
	return rule->name.len > 2 && text_begins_with(rule->name.text, rule->name.len, "p_");
}

static int
trace_callout(pcre2_callout_block *block, void *data)
{
	struct callout_trace *trace = data;
	size_t at = block->current_position;
	const struct grammar_rule *rule = trace->only_prose ? pattern_text_rule_at(trace->table,
	    trace->pattern, block->pattern_position) : NULL;

	if (trace->only_prose &&
	    !(rule && is_prose_rule(rule) && !rule->is_count && rule->why.text))
		return 0;
	if (at < trace->reached)
		trace->is_settled = false;
	if (at > trace->offset || at < trace->reached ||
	    (at == trace->reached && trace->is_settled))
		return 0;
	trace->reached = at;
	trace->item = block->pattern_position;
	trace->is_settled = trace->pattern[trace->item] != '(';
	return 0;
}

/* Set *rule to the rule that was being matched at the offset, if any. Return OK or NOMEM. */
static urlgrep_status
find_rule(struct matcher *m, const struct subject *s, size_t offset,
    bool only_prose, const struct grammar_rule **rule)
{
	const struct grammar_table *table = s->set->table;
	unsigned variant = memchr(s->text, '@', s->len) ? PATTERN_TRACE : PATTERN_TRACE_HOST;
	struct pattern *p = pattern_find(s->set, s->section, variant);
	struct strbuf text = { .memory = grammar_memory(m->grammar) };
	struct callout_trace trace = { .offset = offset, .table = table,
		.only_prose = only_prose };
	const struct grammar_rule *found;
	int rc = PCRE2_ERROR_NOMEMORY;

	pattern_text_compose(&text, table, s->section, variant);
	strbuf_append_byte(&text, '\0');
	if (p && !text.failed) {
		trace.pattern = text.at;
		pcre2_set_callout(m->state.context, trace_callout, &trace);
		rc = match_run(&m->state, p->code, s->text, s->len, 0);
		pcre2_set_callout(m->state.context, NULL, NULL);
		found = trace.item ? pattern_text_rule_at(table, text.at, trace.item) : NULL;
		if (found)
			*rule = found;
	}
	strbuf_free(&text);
	return match_verdict(rc) == URLGREP_UNJUDGED ? URLGREP_NOMEM : URLGREP_OK;
}

/* Return VALID if the BNF of the grammar, without its prose, accepts the text; INVALID if it does
 * not, or if there is no such BNF; or LIMIT or UNJUDGED. */
static urlgrep_verdict
judge_by_bnf(struct matcher *m, const struct subject *s)
{
	int bnf = s->set->table->bnf_section;
	const struct pattern *p;

	if (bnf < 0)
		return URLGREP_INVALID;
	p = pattern_find(s->set, (unsigned)bnf, PATTERN_JUDGE);
	return p ? match_verdict(match_run(&m->state, p->code, s->text, s->len, 0)) :
	    URLGREP_UNJUDGED;
}

/* Return a rule's name without the prefix that says which rules it serves: "p_host" and "ld_attr"
 * are shown as host and attr. */
static urlgrep_span
shown_name(urlgrep_span name)
{
	size_t i;

	for (i = 1; i <= 2 && i + 1 < name.len; i++)
		if (name.text[i] == '_')
			return (urlgrep_span){ name.text + i + 1, name.len - i - 1 };
	return name;
}

/* Complete *failure, whose offset is set. rule: the counting rule that failed, or NULL. */
static urlgrep_status
complete_failure(struct matcher *m, const struct subject *s, const struct grammar_rule *rule,
    struct failure *failure)
{
	urlgrep_verdict bnf = judge_by_bnf(m, s);
	urlgrep_status status = URLGREP_OK;

	if (bnf == URLGREP_UNJUDGED)
		return URLGREP_NOMEM;
	if (rule == NULL)
		status = find_rule(m, s, failure->offset, false, &rule);
	failure->is_prose = bnf == URLGREP_VALID ||
	    (s->set->table->bnf_section < 0 && rule && is_prose_rule(rule));
	if (status == URLGREP_OK && failure->is_prose && !(rule && rule->why.text))
		status = find_rule(m, s, failure->offset, true, &rule);
	failure->why = rule ? rule->why : (urlgrep_span){ NULL, 0 };
	failure->rule = shown_name(rule ? rule->name : subject_section(s)->production);
	return status;
}

/* Explain why a text is invalid. Return OK, REJECTED or NOMEM. */
static urlgrep_status
find_failure(struct matcher *m, const char *text, size_t len, struct failure *failure)
{
	const struct grammar_rule *counting;
	struct subject s;
	urlgrep_status status = failing_subject(m, text, len, &s);

	if (status != URLGREP_OK)
		return status;
	if (s.set->table->is_utf) /* a viable prefix ends before any ill-formed byte */
		s.len = utf8_valid_length(s.text, s.len);
	status = find_viable(m, &s, &failure->offset, &counting);
	if (status == URLGREP_OK)
		status = complete_failure(m, &s, counting, failure);
	failure->offset = written_offset(&s, text, len, failure->offset);
	failure->is_iri = s.set == &m->grammar->beyond_ascii;
	return status;
}

/* ---- the message --- */

/* The characters that RFC 1738 section 2.2 calls unsafe, and why. */
static const struct {
	const char *characters;
	const char *why;
} unsafe[] = {
	{ " ", "unsafe, white space may come and go (RFC 1738 section 2.2)" },
	{ "<>\"", "unsafe, it delimits URLs in text (RFC 1738 section 2.2)" },
	{ "~", "unsafe, RFC 1738 section 2.2 (allowed since RFC 2396)" },
	{ "{}|\\^[]`", "unsafe, gateways change it (RFC 1738 section 2.2)" },
};

/* Return true if text[at] should be a hexadecimal digit of an escape, but is not. */
static bool
is_cut_escape(const char *text, size_t len, size_t at)
{
	if (at < len && ascii_is(text[at], ASCII_HEX))
		return false;
	return (at > 0 && text[at - 1] == '%') ||
	    (at > 1 && text[at - 2] == '%' && ascii_is(text[at - 1], ASCII_HEX));
}

/* Return why no URL may have the character at the failure, or end there; NULL if a URL may. */
static const char *
why_unsafe(const char *text, size_t len, const struct failure *failure)
{
	size_t at = failure->offset, i;
	unsigned char c;
	uint32_t code;

	if (is_cut_escape(text, len, at))
		return "two hexadecimal digits must follow \"%\" (RFC 1738 section 2.2)";
	if (at == len)
		return NULL;
	c = (unsigned char)text[at];
	if (c < 0x20 || c == 0x7F)
		return "a control character (RFC 1738 section 2.2)";
	if (c >= 0x80 && utf8_decode(text + at, len - at, &code) == 0)
		return "not UTF-8 (RFC 3987 section 3.2)";
	if (c >= 0x80)
		return failure->is_iri ? "no URL may hold it here (RFC 3987 section 2.2)" :
		    "not US-ASCII (RFC 1738 section 2.2)";
	if (c == '%' && !ascii_is_escape(text + at, len - at))
		return "two hexadecimal digits must follow (RFC 1738 section 2.2)";
	if (c == '#' && memchr(text, '#', at))
		return "a fragment begins only once";
	for (i = 0; i < COUNT(unsafe); i++)
		if (strchr(unsafe[i].characters, c))
			return unsafe[i].why;
	return NULL;
}

/* Append a character as 'x', one beyond US-ASCII as U+HHHH, and any other byte that cannot be
 * printed as "byte HH". */
static void
append_character(struct strbuf *out, const char *text, size_t len)
{
	uint32_t code = 0;
	size_t n = utf8_decode(text, len, &code);

	if (n > 1)
		strbuf_printf(out, "U+%04X", (unsigned)code);
	else
		strbuf_printf(out, code >= 0x20 && code < 0x7F ? "'%c'" : "byte %02X", (unsigned char)*text);
}

/* Append a rule's name as the standards write it: URL_PATH as url-path. */
static void
append_rule(struct strbuf *out, urlgrep_span rule)
{
	size_t i;

	for (i = 0; i < rule.len; i++) {
		char c = rule.text[i] == '_' ? '-' : ascii_lower(rule.text[i]);

		strbuf_append_byte(out, c);
	}
}

/* Append the message for the character at the failure, or for a text that ends there too early. */
static void
append_message(struct strbuf *out, const char *text, size_t len, const struct failure *failure)
{
	bool is_end = failure->offset == len;
	const char *always = why_unsafe(text, len, failure);
	urlgrep_span why = always ? span_of(always) : failure->why;

	if (!is_end && always == NULL && why.text) {
		strbuf_append(out, why.text, why.len);
		return;
	}
	if (is_end) {
		strbuf_append_string(out, len == 0 ? "empty" : "ends too early, in ");
	} else {
		append_character(out, text + failure->offset, len - failure->offset);
		strbuf_append_string(out, " is not allowed in ");
	}
	if (len > 0)
		append_rule(out, failure->rule);
	if (why.text)
		strbuf_printf(out, ": %.*s", (int)why.len, why.text);
}

/* Return true if there is no host between "//" and the offset of the failure. */
static bool
lacks_host(const char *text, size_t len, size_t offset)
{
	return text_ends_with(text, offset, "://") &&
	    (offset == len || ascii_is_one_of(text[offset], "/?#"));
}

/* Set the members of *error except the suggestion. The message and the rule are written to out. */
static urlgrep_status
explain_failure(struct strbuf *out, const char *text, size_t len,
    const struct failure *failure, urlgrep_error *error)
{
	urlgrep_span rule = failure->rule;
	size_t message_len;
	uint32_t code;

	error->offset = failure->offset;
	error->length = utf8_decode(text + failure->offset, len - failure->offset, &code);
	error->length += error->length == 0 && failure->offset < len; /* an ill-formed byte */
	error->prose = failure->is_prose;
	strbuf_clear(out);
	if (lacks_host(text, len, failure->offset)) {
		rule = (urlgrep_span){ "host", 4 };
		strbuf_append_string(out, "a host must follow \"//\"");
	} else {
		append_message(out, text, len, failure);
	}
	message_len = out->len;
	append_rule(out, rule);
	if (out->failed)
		return URLGREP_NOMEM;
	error->message = (urlgrep_span){ out->at, message_len };
	error->rule = (urlgrep_span){ out->at + message_len, out->len - message_len };
	return URLGREP_OK;
}

/* ---- the suggestion --- */

/* Return true if the suggestion escapes the character that begins with c after the failure, because
 * it is the rejected character (NUL if there is none) or just as illegal. */
static bool
is_rejected(char c, char rejected)
{
	return (unsigned char)c >= 0x80 ? (unsigned char)rejected >= 0x80 :
	    ascii_is_one_of(c, "[]") || (c == rejected && c != '%' && !ascii_is_alphanumeric(c));
}

/* Write a suggestion: escape all characters that are illegal in URLs and, from the failure on, the
 * character that was rejected there. It may be legal elsewhere ("/", "?"); the user decides whether
 * the suggestion is the intended URL. Return OK, REJECTED if the result is not a valid URL, or
 * NOMEM. */
static urlgrep_status
suggest_fix(struct strbuf *out, struct matcher *m, const char *text, size_t len, size_t failure,
    unsigned flags)
{
	bool has_rejected = failure < len && !is_cut_escape(text, len, failure);
	char rejected = has_rejected ? text[failure] : '\0';
	size_t fragment = ascii_find(text, len, '#');
	urlgrep_verdict verdict;
	urlgrep_url url;
	urlgrep_span host;
	uint32_t code;
	size_t at = 0, n;

	strbuf_clear(out);
	while (at < len) {
		n = utf8_decode(text + at, len - at, &code);
		if (n == 0 || (at >= failure && is_rejected(text[at], rejected)) ||
		    (n == 1 && !ascii_is_one_of(text[at], "[]") && loose_set_of(text, len, at, fragment)))
			for (n += n == 0; n > 0; n--)
				strbuf_append_escaped(out, text[at++]);
		else
			strbuf_append(out, text + at, n);
		at += n;
	}
	if (out->failed)
		return URLGREP_NOMEM;
	verdict = matcher_judge(m, out->at ? out->at : "", out->len, flags, &url);
	if (verdict != URLGREP_VALID)
		return status_of(verdict);
	/* in a host, an A-label should replace the escapes (RFC 5890), but there is no code for
	 * that here */
	host = urlgrep_part_named(&url, "host");
	return host.len && memchr(host.text, '%', host.len) ? URLGREP_REJECTED : URLGREP_OK;
}

/* ---- the explanation --- */

urlgrep_status
matcher_explain(struct matcher *m, const char *text, size_t len, unsigned flags,
    urlgrep_error *error)
{
	static const char no_fragment[] = "a fragment is no part of a URL (RFC 1738 section 2.2)";
	const char *mark = flags & URLGREP_REJECT_FRAGMENT ? memchr(text, '#', len) : NULL;
	struct failure failure;
	urlgrep_url url;
	urlgrep_verdict verdict;
	urlgrep_status status;

	memset(error, 0, sizeof(*error));
	verdict = matcher_judge(m, text, len, flags, &url);
	if (verdict == URLGREP_VALID)
		return URLGREP_END;
	if (verdict != URLGREP_INVALID && verdict != URLGREP_LOOSE)
		return status_of(verdict);
	status = find_failure(m, text, len, &failure);
	if (status != URLGREP_OK)
		return status;
	if (mark && (size_t)(mark - text) > failure.offset)
		mark = NULL;
	if (mark)
		failure = (struct failure){ (size_t)(mark - text), { "url", 3 },
			{ no_fragment, sizeof(no_fragment) - 1 }, true, false };
	status = explain_failure(&m->message, text, len, &failure, error);
	if (status != URLGREP_OK || mark)
		return status;
	status = suggest_fix(&m->suggestion, m, text, len, failure.offset, flags);
	if (status == URLGREP_OK)
		error->suggestion = (urlgrep_span){ m->suggestion.at, m->suggestion.len };
	return status == URLGREP_NOMEM ? status : URLGREP_OK;
}
