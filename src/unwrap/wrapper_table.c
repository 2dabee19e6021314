/* wrapper_table.c - services that wrap URLs: the rows for them, and which URLs match */
#include "unwrap/unwrap.h"

#include <stdint.h>
#include <string.h>

#include "util/ascii.h"
#include "util/uri.h"

/* ---- http URLs --- */

size_t
http_scheme_length(const char *text, size_t len)
{
	if (ascii_begins_with(text, len, "http://"))
		return 7;
	return ascii_begins_with(text, len, "https://") ? 8 : 0;
}

/* Divide the authority in url->host into user, host and port. */
static void
divide_authority(struct http_url *url)
{
	const char *at = memrchr(url->host.text, '@', url->host.len);
	urlgrep_span port = { NULL, 0 };

	if (at)
		url->host = span_from(url->host, at + 1);
	if (url->host.len > 0 && url->host.text[0] != '[') /* an IPv6 address, not a name */
		port = uri_cut_at(&url->host, ':');
	if (url->host.len > 0 && url->host.text[url->host.len - 1] == '.')
		url->host.len--;
	url->is_plain = at == NULL && (port.len == 0 ||
	    (port.len == 2 && memcmp(port.text, "80", 2) == 0) ||
	    (port.len == 3 && memcmp(port.text, "443", 3) == 0));
}

bool
http_url_read(struct http_url *url, const char *text, size_t len)
{
	size_t scheme = http_scheme_length(text, len), end = scheme;

	if (scheme == 0)
		return false;
	end += ascii_until(text + end, len - end, ASCII_AUTHORITY_END);
	url->whole = (urlgrep_span){ text, len };
	url->rest = url->path = span_from(url->whole, text + end);
	url->fragment = uri_cut_at(&url->path, '#');
	url->query = uri_cut_at(&url->path, '?');
	url->host = (urlgrep_span){ text + scheme, end - scheme };
	divide_authority(url);
	return true;
}

bool
parameter_next(urlgrep_span *query, struct parameter *parameter)
{
	urlgrep_span part = *query;

	if (query->text == NULL)
		return false;
	*query = uri_cut_at(&part, '&');
	if (text_begins_with(query->text, query->len, "amp;"))
		*query = span_from(*query, query->text + 4);
	parameter->name = part;
	parameter->value = uri_cut_at(&parameter->name, '=');
	return true;
}

bool
query_has_parameter(urlgrep_span query, const char *names)
{
	struct parameter parameter;

	while (parameter_next(&query, &parameter)) {
		const char *list = names;
		urlgrep_span name;

		while ((name = list_next(&list, ',')).text)
			if (span_equals(parameter.name, name))
				return true;
	}
	return false;
}

/* ---- patterns of hosts --- */

/* Return true for com, xx, co.xx and com.xx, where xx are two letters. */
static bool
is_country_suffix(urlgrep_span text)
{
	if (text.len == 3)
		return ascii_equal(text.text, "com", 3);
	if (text.len == 5 && ascii_begins_with(text.text, 5, "co."))
		text = span_from(text, text.text + 3);
	else if (text.len == 6 && ascii_begins_with(text.text, 6, "com."))
		text = span_from(text, text.text + 4);
	return text.len == 2 && ascii_is(text.text[0], ASCII_ALPHA) &&
	    ascii_is(text.text[1], ASCII_ALPHA);
}

/* Match a host with a pattern, in which "*" matches one or more characters of a label or, if
 * is_wide, one or more labels. */
static bool
matches_host(urlgrep_span pattern, urlgrep_span host, bool is_wide)
{
	const char *p = pattern.text, *end = p + pattern.len, *h = host.text;
	size_t n;

	for (; p < end && *p != '*' && *p != '{'; p++, h++)
		if (h == host.text + host.len || ascii_lower(*h) != *p)
			return false;
	host = span_from(host, h);
	if (p == end)
		return host.len == 0;
	if (*p == '{')
		return is_country_suffix(host);
	for (n = 1; n <= host.len && (is_wide || host.text[n - 1] != '.'); n++)
		if ((p + 1 == end || p[1] != '.' || (n < host.len && host.text[n] == '.')) &&
		    matches_host(span_from(pattern, p + 1), span_from(host, host.text + n), false))
			return true;
	return false;
}

bool
wrapper_hosts_match(const char *patterns, urlgrep_span host)
{
	urlgrep_span pattern;

	while ((pattern = list_next(&patterns, ' ')).text) {
		urlgrep_span after = span_from(pattern, pattern.text + 1);
		char last = pattern.text[pattern.len - 1]; /* most hosts end differently */

		if (last != '*' && last != '}' && (host.len == 0 ||
		    ascii_lower(host.text[host.len - 1]) != last))
			continue;
		if (matches_host(pattern, host, *pattern.text == '*' &&
		    (after.len == 0 || *after.text == '.')))
			return true;
	}
	return false;
}

/* Return true if the host consists of nonempty labels with characters of host names. */
static bool
is_name(urlgrep_span host)
{
	size_t i, label = 0;

	for (i = 0; i < host.len; i++) {
		char c = host.text[i];

		if (c == '.' ? label == 0 : !ascii_is(c, ASCII_LABEL))
			return false;
		label = c == '.' ? 0 : label + 1;
	}
	return label > 0;
}

/* ---- patterns of paths --- */

/* Skip the match of pattern[0..len) at the beginning of *text; return false if there is none. "**"
 * matches all text before the literal after it. */
static bool
skip_matching(const char *pattern, size_t len, urlgrep_span *text)
{
	const char *end = pattern + len, *found;

	while (pattern < end) {
		size_t n = 1, literal;

		if (*pattern != '*') {
			if (text->len == 0 || *text->text != *pattern++)
				return false;
		} else if (pattern[1] == '*') {
			pattern += 2;
			literal = strcspn(pattern, "*{");
			found = literal == 0 ? NULL :
			    memmem(text->text, text->len, pattern, literal);
			n = found ? (size_t)(found - text->text) : text->len;
		} else {
			pattern++;
			n = ascii_until(text->text, text->len, ASCII_AUTHORITY_END);
			if (n == 0)
				return false;
		}
		*text = span_from(*text, text->text + n);
	}
	return true;
}

/* Match a whole path with a pattern without {t}. */
static bool
matches_whole_path(const char *pattern, size_t len, urlgrep_span path)
{
	if (path.len == 0)
		path = (urlgrep_span){ "/", 1 };
	if (pattern[len - 1] != '*' || pattern[len - 2] != '*') {
		len -= pattern[len - 1] == '/';
		path.len -= path.text[path.len - 1] == '/';
	}
	return skip_matching(pattern, len, &path) && path.len == 0;
}

static bool
matches_path(const char *pattern, const struct http_url *url, urlgrep_span *target, bool *is_cut)
{
	size_t len = strcspn(pattern, "{");
	const char *end, *after = pattern + len;

	*is_cut = false;
	if (*after == '\0')
		return matches_whole_path(pattern, len, url->path);
	*target = url->rest;
	if (!skip_matching(pattern, len, target))
		return false;
	after += strlen("{t}");
	if (*after) {
		end = memmem(target->text, target->len, after, strlen(after));
		*is_cut = end == NULL;
		if (end)
			target->len = (size_t)(end - target->text);
	}
	return true;
}

/* Return false if the first characters of the path and the pattern differ, as in most cases. */
static bool
may_match_path(const char *pattern, urlgrep_span path)
{
	char first = pattern[1]; /* after the slash */

	if (first == '\0')
		return path.len <= 1;
	return first == '*' || first == '{' || (path.len > 1 && path.text[1] == first);
}

bool
wrapper_matches(const struct wrapper *w, const struct http_url *url,
    urlgrep_span *target, bool *is_cut)
{
	return may_match_path(w->path, url->path) &&
	    matches_path(w->path, url, target, is_cut) && url->is_plain && is_name(url->host) &&
	    wrapper_hosts_match(w->hosts, url->host) &&
	    (w->where != WHERE_SERVER || *w->names == '\0' ||
		query_has_parameter(url->query, w->names));
}

unsigned
wrapper_classes_of_host(urlgrep_span host)
{
	size_t tail = host.len < WRAPPER_TAIL_BYTES ? 0 : host.len - WRAPPER_TAIL_BYTES, at;
	uint32_t hash = 0; /* unwrap/tables/wrappers.awk computes the same */

	/* hosts in the table have no characters that this does not map to lower case */
	for (at = host.len; at > tail; at--)
		hash = hash * 31 + ((unsigned char)host.text[at - 1] | ('a' ^ 'A'));
	return wrapper_host_classes[hash % WRAPPER_HOST_SLOTS];
}

/* ---- rows of the caller --- */

enum { ID, CLASS, HOSTS, PATH, WHERE, CODEC, ENDS, HINT, ROW_FIELD_COUNT };

/* Return the index of the word in a list separated by blanks; -1 if it is not there. */
static int
find_word(const char *list, const char *text, size_t len)
{
	urlgrep_span word;
	int n;

	for (n = 0; (word = list_next(&list, ' ')).text; n++)
		if (word.len == len && memcmp(word.text, text, len) == 0)
			return n;
	return -1;
}

/* Split a copy of the row at its tabs. Return false if a field is missing, empty or extra. */
static bool
split_row(char *row, char *field[ROW_FIELD_COUNT])
{
	unsigned i;

	for (i = 0; i < ROW_FIELD_COUNT; i++) {
		field[i] = row;
		row += strcspn(row, "\t");
		if (row == field[i] || (*row == '\0') != (i == ROW_FIELD_COUNT - 1))
			return false;
		*row++ = '\0';
	}
	return true;
}

static bool
is_host_pattern(urlgrep_span host)
{
	size_t i;

	if (host.len > 3 && text_ends_with(host.text, host.len, "{g}"))
		host.len -= 3;
	for (i = 0; i < host.len; i++)
		if (!ascii_is_alphanumeric(host.text[i]) && !ascii_is_one_of(host.text[i], ".-_*"))
			return false;
	return host.len > 0;
}

static const char *
read_hosts(struct wrapper *w, char *hosts)
{
	const char *list = hosts;
	urlgrep_span host;
	size_t i;

	for (i = 0; hosts[i]; i++)
		hosts[i] = ascii_lower(hosts[i]);
	while ((host = list_next(&list, ' ')).text)
		if (!is_host_pattern(host))
			return "not a list of hosts";
	w->hosts = hosts;
	return NULL;
}

static const char *
read_path(struct wrapper *w, const char *path)
{
	const char *target = strstr(path, "{t}"), *wide = strstr(path, "**");

	if (path[0] != '/')
		return "a path begins with a slash";
	if ((w->where == WHERE_PATH) != (target != NULL) ||
	    strcspn(path, "{") != (target ? (size_t)(target - path) : strlen(path)) ||
	    (target && strpbrk(target + 1, "{*")))
		return "a path needs one {t} if the target is in it, and none otherwise";
	if (target == NULL && wide && wide[2])
		return "\"**\" must be at the end of a path, or before {t}";
	w->path = path;
	return NULL;
}

static const char *
read_where(struct wrapper *w, const char *where)
{
	size_t len = strcspn(where, ":");
	bool has_names = where[len] == ':' && where[len + 1];
	int value = find_word("q query path star amp3 none has", where, len); /* enum wrapper_where */

	if (value < 0 || has_names != (where[0] == 'h' || value == WHERE_PARAMETER))
		return "unknown place of the target";
	w->where = value > WHERE_SERVER ? WHERE_SERVER : (enum wrapper_where)value;
	w->names = has_names ? where + len + 1 : "";
	return NULL;
}

static const char *
read_codec(struct wrapper *w, const char *list)
{
	urlgrep_span word = list_next(&list, '+');
	int value = word.text == NULL ? -1 : span_is(word, "-") ? CODEC_RAW :
	    find_word("raw pct head b64 bing pp1 pp2 pp3", word.text, word.len); /* enum codec */

	if (value < 0)
		return "unknown codec";
	w->codec = (enum codec)value;
	while ((word = list_next(&list, '+')).text) {
		if (span_is(word, "last"))
			w->takes_rest = true;
		else if (span_is(word, "http"))
			w->supplied = "http://";
		else if (span_is(word, "https"))
			w->supplied = "https://";
		else
			return "unknown option of a codec";
	}
	return NULL;
}

static const char *
optional(const char *field)
{
	return strcmp(field, "-") == 0 ? NULL : field;
}

const char *
wrapper_row_read(struct wrapper *w, struct arena *arena, const char *row, size_t len, bool *nomem)
{
	char *field[ROW_FIELD_COUNT], *copy;
	const char *why;
	int class;

	memset(w, 0, sizeof(*w));
	*nomem = false;
	if (memchr(row, '\0', len))
		return "a NUL byte";
	copy = arena_copy(arena, row, len);
	*nomem = copy == NULL;
	if (copy == NULL)
		return NULL;
	if (!split_row(copy, field))
		return "expected 8 fields, separated by tabs: "
		       "id, class, hosts, path, where, codec, end, hint";
	class = find_word("gateway redirect tracker amp archive short", field[CLASS],
	    strlen(field[CLASS])); /* in the order of URLGREP_UNWRAP_GATEWAY... */
	if (class < 0)
		return "unknown class";
	w->class = 1u << class;
	w->id = field[ID];
	w->ends = optional(field[ENDS]);
	w->hint = optional(field[HINT]);
	why = read_where(w, field[WHERE]);
	if (why == NULL)
		why = read_path(w, field[PATH]);
	if (why == NULL)
		why = read_hosts(w, field[HOSTS]);
	return why ? why : read_codec(w, field[CODEC]);
}

/* ---- shapes (rule U13) --- */

/* Return true if the path may be the beginning of one that matches the row's pattern. */
static bool
may_become(const struct wrapper *w, const struct http_url *url)
{
	size_t literal = strcspn(w->path, "*{");
	size_t len = url->path.len < literal ? url->path.len : literal;

	return url->query.text == NULL && memcmp(url->path.text, w->path, len) == 0;
}

/* Return the shape of version 3 of Proofpoint: "...__;BYTES!!ORGANIZATION!ID$". */
static enum wrapper_shape
shape_of_v3(urlgrep_span target)
{
	const char *mark = memmem(target.text, target.len, "__;", 3), *end = target.text + target.len;
	unsigned i;

	for (i = 0; mark && i < 2; i++)
		mark = memchr(mark + 1, '!', (size_t)(end - mark - 1));
	return mark && memchr(mark, '$', (size_t)(end - mark)) ? SHAPE_WHOLE : SHAPE_OPEN;
}

/* Return the shape by the last of the parameters that end a complete wrapper. */
static enum wrapper_shape
shape_of_query(const char *ends, urlgrep_span query)
{
	const char *last = strrchr(ends, ',');

	return query_has_parameter(query, last ? last + 1 : ends) ? SHAPE_WHOLE : SHAPE_OPEN;
}

/* A wrapper without a recognizable end has no shape once its target may be complete. */
static enum wrapper_shape
shape_by_row(const struct wrapper *w, const struct http_url *url)
{
	urlgrep_span target = { "", 0 };
	bool is_cut;

	if (w->class != URLGREP_UNWRAP_GATEWAY || w->where == WHERE_SERVER ||
	    !(may_match_path(w->path, url->path) || may_become(w, url)) ||
	    !wrapper_hosts_match(w->hosts, url->host))
		return SHAPE_NONE;
	if (!matches_path(w->path, url, &target, &is_cut))
		return may_become(w, url) ? SHAPE_OPEN : SHAPE_NONE;
	if (w->codec == CODEC_PP3)
		return shape_of_v3(target);
	return w->ends ? shape_of_query(w->ends, url->query) : SHAPE_NONE;
}

enum wrapper_shape
wrapper_shape_of(const char *text, size_t len)
{
	enum wrapper_shape shape, best = SHAPE_NONE;
	struct http_url url;
	unsigned i;

	if (!http_url_read(&url, text, len) || !url.is_plain ||
	    !(wrapper_classes_of_host(url.host) & URLGREP_UNWRAP_GATEWAY))
		return SHAPE_NONE; /* nearly all URLs */
	for (i = 0; i < wrapper_count; i++) {
		shape = shape_by_row(&wrapper_table[i], &url);
		if (shape > best)
			best = shape;
	}
	return best;
}
