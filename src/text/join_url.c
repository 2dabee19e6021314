/* join_url.c - what the URL at a break shows: hosts, file names and identifiers that it cuts */
#include "text/join_signs.h"

#include <string.h>

#include "names/name.h"
#include "text/run.h"
#include "util/ascii.h"

#define SENTENCE ".,;:!?"
#define CLOSER ")]}"

/* ---- names of files --- */

/* Extensions of file names in URLs, and those of them that a word after a full stop hardly is. */
#define UNMISTAKABLE "asp aspx bz2 cgi css csv gif htm html jpg php pdf png shtml tgz txt xml zip"
static const char file_extensions[] = UNMISTAKABLE
    " asc avi cpp diff doc dvi eps exe git gz hqx java jpeg js json jsp log md mp3 patch pgp pl "
    "ppt ps py rtf shtm sig tar tex text xhtml xls xz xsl";
enum { MAX_EXTENSION_BYTES = 5 };

bool
join_ends_as_file(urlgrep_span s)
{
	size_t end = s.len, at;

	while (end > 0 && ascii_is_one_of(s.text[end - 1], SENTENCE ")'"))
		end--;
	for (at = end; at > 0 && ascii_is_alphanumeric(s.text[at - 1]); at--)
		if (end - at == MAX_EXTENSION_BYTES)
			return false;
	return at >= 2 && s.text[at - 1] == '.' &&
	    word_list_has(file_extensions, s.text + at, end - at);
}

size_t
join_find_path(urlgrep_span url)
{
	size_t slashes = ascii_pair(url.text, url.len, '/', '/');
	size_t host = slashes < url.len ? slashes + 2 : url.len;

	return host + ascii_until(url.text + host, url.len - host, ASCII_AUTHORITY_END);
}

bool
join_splits_extension(urlgrep_span url, urlgrep_span run, bool is_alone, bool is_text)
{
	char extension[MAX_EXTENSION_BYTES];
	size_t len = 0, more = 0, dot;

	while (len < MAX_EXTENSION_BYTES && len < url.len &&
	    ascii_is(url.text[url.len - 1 - len], ASCII_ALPHA))
		len++;
	while (more < MAX_EXTENSION_BYTES && more < run.len &&
	    ascii_is(run.text[more], ASCII_ALPHA))
		more++;
	dot = url.len - len;
	if (more == 0 || dot == 0 || url.text[dot - 1] != '.' || len + more > MAX_EXTENSION_BYTES)
		return false;
	if (len == 0 && (!(is_alone || (is_text &&
	    word_list_has(UNMISTAKABLE, run.text, more) &&
	    (more == run.len || !ascii_is(run.text[more], ASCII_LABEL)))) ||
	    join_find_path(url) >= url.len))
		return false;
	memcpy(extension, url.text + dot, len);
	memcpy(extension + len, run.text, more);
	return word_list_has(file_extensions, extension, len + more);
}

/* ---- hosts that a line break divides (rule J13) --- */

/* Top labels that are reserved (RFC 6761, RFC 6762, RFC 9476 and the like). */
static const char reserved_labels[] = "example internal invalid local localhost test";

/* Return true if the host at the end of url ends in a top label, perhaps a reserved one, a port or
 * an address. */
static bool
has_top_label(urlgrep_span url)
{
	const char *dot = memrchr(url.text, '.', url.len), *label = dot ? dot + 1 : url.text;
	size_t len = url.len - (size_t)(label - url.text);
	char last = url.text[url.len - 1];

	return dot && (last < 'A' || (unsigned char)last >= 0x80 ||
	    top_label_find(label, len) != NULL || word_list_has(reserved_labels, label, len));
}

bool
join_ends_in_open_host(urlgrep_span url)
{
	size_t end = url.len - 1;
	const struct top_label *top;
	const char *slashes, *dot, *label;
	size_t len;

	if (url.text[end] == '/' && url.text[end - 1] == '/')
		return true;
	if (!ascii_is_one_of(url.text[end], ":.-") || join_find_path(url) < url.len)
		return false;
	slashes = memmem(url.text, url.len, "//", 2);
	if (slashes == NULL)
		return url.text[end] == ':';
	if (url.text[end] == ':')
		return false; /* a port follows */
	dot = memrchr(slashes, '.', (size_t)(url.text + end - slashes));
	label = dot ? dot + 1 : slashes + 2;
	len = (size_t)(url.text + end - label);
	if (word_list_has(reserved_labels, label, len))
		return false;
	top = dot ? top_label_find(label, len) : NULL;
	return top == NULL || (top->len > 2 && !(top->flags & TOP_STRONG));
}

bool
join_ends_in_host(const struct scan_text *t, const struct candidate *c)
{
	const struct fragment *url = c->fragments;

	if (t->bytes[c->end - 1] == '-')
		return join_ends_in_open_host(scan_span(t, url->begin, c->end));
	return c->end + 1 == url->end && t->bytes[c->end] == '.' &&
	    ascii_is(t->bytes[c->end - 1], ASCII_ALPHA) &&
	    join_ends_in_open_host(scan_span(t, url->begin, url->end)) &&
	    ascii_is(scan_byte_at(t, text_line_skip_blanks(t, url->end, t->len)), ASCII_BREAK);
}

/* Return true if url ends in the name of a field, before its value, or in "/~", before the name of
 * a user. The "=" at the end of base64 does not count. */
static bool
ends_before_value(urlgrep_span url)
{
	if (memcmp(url.text + url.len - 2, "/~", 2) == 0)
		return true;
	return url.text[url.len - 1] == '=' && ascii_is(url.text[url.len - 2], ASCII_ALPHA) &&
	    ascii_find_authority(url.text, url.len);
}

/* Return true if the run begins with the rest of a host, perhaps after the slashes of "http:", and
 * that ends in a top label. has_dot: a dot precedes the run. */
static bool
completes_host(urlgrep_span run, bool has_dot)
{
	size_t begin = run.len > 2 && text_begins_with(run.text, run.len, "//") ? 2 : 0, label;
	size_t end = begin + ascii_span(run.text + begin, run.len - begin, ASCII_HOST);

	while (end > begin && run.text[end - 1] == '.')
		end--;
	for (label = end; label > begin && run.text[label - 1] != '.'; label--)
		;
	return (has_dot || label > begin) && top_label_find(run.text + label, end - label) &&
	    (end == run.len || !ascii_is_alphanumeric(run.text[end]));
}

/* Return true if the run completes the host in which the URL ends, before a path: "http://h.exam" and
 * "ple.org/a", "http:/" and "/h.example.org/a". */
static bool
completes_label(urlgrep_span url, urlgrep_span joined)
{
	size_t path = join_find_path(joined);

	return path > url.len && path < joined.len && joined.text[path] == '/' &&
	    !ascii_has_ending(url.text, url.len, "/localhost") &&
	    has_top_label((urlgrep_span){ joined.text, path });
}

/* ---- identifiers that a line break divides --- */

static bool
is_lower_hex(char c)
{
	return ascii_is(c, ASCII_DIGIT) || (c >= 'a' && c <= 'f');
}

bool
join_divides_commit(const struct join *j)
{
	enum { MD5_DIGITS = 32, SHA1_DIGITS = 40, SHA256_DIGITS = 64 };
	size_t begin = j->url.len, end = begin;

	while (begin > 0 && is_lower_hex(j->joined.text[begin - 1]))
		begin--;
	while (end < j->joined.len && is_lower_hex(j->joined.text[end]))
		end++;
	if (j->url.len - begin == MD5_DIGITS && end - begin == SHA256_DIGITS)
		return false; /* more likely two checksums in a table */
	return end > j->url.len && (end - begin == SHA1_DIGITS || end - begin == SHA256_DIGITS) &&
	    (end == j->joined.len || !ascii_is_alphanumeric(j->joined.text[end])) &&
	    begin > 0 && !ascii_is_alphanumeric(j->joined.text[begin - 1]);
}

bool
join_divides_doi(const struct join *j)
{
	enum { MIN_PREFIX_DIGITS = 4, MAX_PAGE_DIGITS = 4 };
	urlgrep_span url = j->url, run = j->run;
	const char *doi;
	size_t rest;

	if (!ascii_is_one_of(last_byte(j), "./") || !ascii_is_alphanumeric(*run.text) ||
	    (ascii_is_capital(*run.text) && ascii_until(run.text, run.len, ASCII_DIGIT) == run.len))
		return false;
	doi = memmem(url.text, url.len, "/10.", 4);
	if (doi == NULL)
		return last_byte(j) == '/' && run.len > 8 && text_begins_with(run.text, run.len, "10.") &&
		    ascii_span(run.text + 3, run.len - 3, ASCII_DIGIT) >= MIN_PREFIX_DIGITS &&
		    has_byte(run, '/');
	rest = url.len - (size_t)(doi + 4 - url.text);
	if (rest > 0 && ascii_span(doi + 4, rest, ASCII_DIGIT) < MIN_PREFIX_DIGITS)
		return false;
	return !j->is_alone || run.len > MAX_PAGE_DIGITS ||
	    ascii_span(run.text, run.len, ASCII_DIGIT) < run.len;
}

/* ---- the signs --- */

enum join_sign
join_end_sign(const struct join *j)
{
	const char *last = j->url.text + j->url.len - 1;
	size_t kept = trim_bare_url(j->scanner->rules, j->c->opener, j->url.text, j->url.len);

	for (; kept < j->url.len; kept++)
		if (ascii_is_one_of(j->url.text[kept], CLOSER))
			return SIGN_END_CLOSED;
	if (*last == '%' || (last[-1] == '%' && ascii_is(*last, ASCII_HEX)))
		return SIGN_END_ESCAPE_CUT;
	if (memcmp(last - 2, "://", 3) == 0 || (*last == ':' && join_ends_in_open_host(j->url)))
		return SIGN_END_NO_HOST;
	if (*last == '/' || *last == '_')
		return SIGN_END_SLASH;
	if (ends_before_value(j->url))
		return SIGN_END_VALUE;
	if (ascii_is_one_of(*last, "=&?"))
		return SIGN_END_QUERY;
	if (*last == '#' && !has_byte(j->run, ':')) /* "rdf:type" is a name */
		return SIGN_END_FRAGMENT;
	return *last == '-' ? SIGN_END_HYPHEN : SIGN_NONE;
}

/* Return true if the break precedes a host, that of the URL or of a URL in it, or divides it before
 * a path. */
static bool
cuts_host(const struct join *j)
{
	urlgrep_span url = j->url;
	size_t at = url.len;
	char last = last_byte(j);

	while (at > 0 && !ascii_is(url.text[at - 1], ASCII_AUTHORITY_END))
		at--;
	return text_ends_with(url.text, at, "://") &&
	    ascii_is_one_of(last, "/.-") && completes_host(j->inner, last == '.') &&
	    (at == url.len ||
	    ascii_until(j->inner.text, j->inner.len, ASCII_AUTHORITY_END) < j->inner.len);
}

enum join_sign
join_path_sign(const struct join *j)
{
	urlgrep_span url = j->url;
	urlgrep_span path = { url.text + j->path, url.len - j->path };
	char last = last_byte(j), next = *j->run.text;
	bool has_odd_end = path.len == 0 && !has_top_label(url);
	bool is_odd_host = has_odd_end && ascii_find_authority(url.text, url.len);

	if (path.len == 0 && (join_ends_in_open_host(url) || (is_odd_host && next == '.')) &&
	    completes_host(j->run, last == '.' || next == '.') &&
	    (has_byte(j->run, '/') || !join_is_frequent(j->b)))
		return SIGN_PATH_HOST_OPEN;
	if (cuts_host(j) || (has_odd_end && j->b->is_text && completes_label(url, j->joined)))
		return SIGN_PATH_HOST_CUT;
	if (path.len == 0 && next == '@')
		return SIGN_PATH_NONE_USER;
	if (path.len == 0)
		return is_odd_host ? SIGN_PATH_NONE_ODD_HOST : SIGN_PATH_NONE;
	if (!j->splits_extension && last != '?' && join_ends_as_file(path))
		return ascii_is_one_of(next, FRONT "+-") ? SIGN_PATH_FILE : SIGN_PATH_FILE_WORD;
	if (path.len == 1 || (path.len == 2 && last == '.'))
		return has_top_label((urlgrep_span){ url.text, j->path }) ? SIGN_NONE :
		    SIGN_PATH_ROOT_WORD_HOST;
	return last == '/' ? SIGN_PATH_DIRECTORY : SIGN_PATH_OPEN;
}

enum join_sign
join_joined_sign(const struct join *j)
{
	urlgrep_span inner = j->inner;
	size_t path = ascii_until(inner.text, inner.len, ASCII_AUTHORITY_END);

	if (inner.text[inner.len - 1] == '/')
		return SIGN_JOINED_SLASH;
	if (j->splits_extension && last_byte(j) == '.' &&
	    (path == inner.len || inner.text[path] != '/') &&
	    join_ends_as_file((urlgrep_span){ j->joined.text, j->url.len + path }))
		return SIGN_JOINED_AFTER_DOT; /* perhaps with a query or fragment */
	if (!join_ends_as_file((urlgrep_span){ j->joined.text, j->url.len + inner.len }))
		return SIGN_NONE;
	if (j->splits_extension || (*inner.text == '.' && inner.len > 1 && inner.text[1] != '/' &&
	    !join_ends_as_file(j->url)))
		return SIGN_JOINED_ENDING;
	return join_ends_as_file(inner) && !join_ends_as_file(j->url) ? SIGN_JOINED_FILE : SIGN_NONE;
}

bool
join_is_open_end(const struct join *j)
{
	return ascii_is_one_of(last_byte(j), "=&?%#_-") ||
	    j->url.text[j->url.len - 2] == '%' || cuts_host(j) ||
	    (j->splits_extension && last_byte(j) != '.');
}
