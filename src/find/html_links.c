/* html_links.c - the links of an HTML document: their targets, and the hosts that their texts
 * show */
#include "find/find.h"

#include <string.h>

#include "html/html.h"
#include "urlgrep_tools.h"
#include "util/ascii.h"
#include "util/idna.h"
#include "util/span.h"
#include "util/uri.h"
#include "util/utf8.h"

/* ---- the target of a link --- */

bool
link_is_relative(const struct html *h, const struct html_link *link)
{
	return html_base(h).text && uri_is_relative_reference(link->url);
}

urlgrep_span
link_url(struct link_judge *j, const struct html *h, const struct html_link *link)
{
	urlgrep_span base = html_base(h);

	if (!link_is_relative(h, link))
		return link->url;
	strbuf_clear(&j->resolved);
	if (!strbuf_reserve(&j->resolved, base.len + link->url.len + 1))
		return (urlgrep_span){ NULL, 0 };
	j->resolved.len = uri_resolve(base, link->url, j->resolved.at);
	return (urlgrep_span){ j->resolved.at, j->resolved.len };
}

/* Return true if there is a template anywhere in the URL, even after a blank, at which the scanner
 * stops: "http://h/ {{ x }}". */
static bool
has_template(urlgrep_span url)
{
	return ascii_pair(url.text, url.len, '{', '{') < url.len ||
	    ascii_pair(url.text, url.len, '{', '%') < url.len;
}

/* Return true if no sign of a template is at `at` or after it. */
static bool
is_unmarked(urlgrep_span url, size_t at)
{
	for (; (at += ascii_span_unrepeated(url.text + at, url.len - at, ASCII_UNMARKED)) < url.len; at++)
		if (url.text[at] != '&' && !ascii_is_escape(url.text + at, url.len - at))
			return false;
	return true;
}

/* Return true if the URL has the scheme http or https and no signs of a template. If the grammar
 * also accepts it, the scanner would report the same, but take five times as long. */
static bool
is_plain(urlgrep_span url)
{
	size_t at = url.len > 4 && url.text[4] == 's' ? 8 : 7;

	return url.len > at && memcmp(url.text, "http", 4) == 0 &&
	    memcmp(url.text + at - 3, "://", 3) == 0 && ascii_is_alphanumeric(url.text[at]) &&
	    !memchr(url.text + at, '@', url.len - at) && is_unmarked(url, at);
}

/* Judge a URL as the scanner would; the scanner does not report every text as a URL. In an
 * attribute, a URL may contain blanks, and is then loose (rule V2). */
static urlgrep_status
judge_scanned(struct link_judge *j, urlgrep_span url, urlgrep_finding *f)
{
	urlgrep_status status;

	urlgrep_scanner_reset(j->scanner);
	urlgrep_scanner_text(j->scanner, url.text, url.len, URLGREP_LAST | URLGREP_ALL);
	status = urlgrep_next_into(j->scanner, f);
	if (status != URLGREP_OK)
		return status;
	if (f->offset != 0)
		return URLGREP_END;
	if (has_template(url))
		f->notes |= URLGREP_TEMPLATE;
	if (f->notes & URLGREP_TEMPLATE) /* all of it is a template, not a URL (rule T3) */
		f->url = (urlgrep_url){ .text = url, .verdict = URLGREP_INVALID };
	else if (f->url.text.text != url.text || f->url.text.len != url.len)
		urlgrep_judge(j->scanner, url.text, url.len, URLGREP_ATTRIBUTE, &f->url);
	f->notes &= ~(unsigned)URLGREP_HOST_BESIDE; /* the text beside it is part of the URL */
	return f->url.verdict == URLGREP_UNJUDGED ? URLGREP_NOMEM : URLGREP_OK;
}

/* ---- the URL that browsers open (WHATWG URL, "basic URL parser") --- */

static bool
is_slash(char c)
{
	return c == '/' || c == '\\';
}

/* Return the length of the scheme of url, without its colon, or 0. A single letter is a drive. */
static size_t
scheme_length(urlgrep_span url)
{
	size_t len = uri_scheme_length(url);

	return len > 1 ? len : 0;
}

/* Return true if the scheme of url is a listed scheme. Keep the answer for the next link, since a
 * search costs as much as ten links. */
static bool
is_listed(struct link_judge *j, urlgrep_span url)
{
	size_t len = scheme_length(url);
	urlgrep_scheme scheme;
	unsigned i;

	if (len > sizeof(j->scheme))
		return false;
	if (len == j->scheme_len && memcmp(j->scheme, url.text, len) == 0)
		return j->is_listed;
	memcpy(j->scheme, url.text, len);
	j->scheme_len = len;
	j->is_listed = false;
	for (i = 0; !j->is_listed && urlgrep_scheme_at(i, &scheme) == URLGREP_OK; i++)
		j->is_listed = strlen(scheme.name) == len && ascii_equal(url.text, scheme.name, len);
	return j->is_listed;
}

/* Return true if browsers repair URLs of the scheme text[0..len). */
static bool
is_special(const char *text, size_t len)
{
	return word_list_has("http https ftp ws wss file", text, len);
}

static size_t
count_slashes(urlgrep_span url, size_t at)
{
	size_t begin = at;

	while (at < url.len && is_slash(url.text[at]))
		at++;
	return at - begin;
}

/* Map a character of a host as IDNA does: the letters and full stops of Chinese and Japanese input
 * methods are mapped to US-ASCII. Return 0 for an ignored character. */
static uint32_t
map_host_character(uint32_t code)
{
	if (code >= 0xFF01 && code <= 0xFF5E)
		return code - 0xFF01 + '!';
	if (code == 0x3002 || code == 0xFF61)
		return '.';
	return code == 0xAD || code == 0x200B || code == 0x2060 || code == 0xFEFF ? 0 :
	    code;
}

/* Return true if browsers escape the character everywhere. */
static bool
is_escaped(char c)
{
	return (unsigned char)c <= ' ' || (unsigned char)c > '~' || ascii_is_one_of(c, "\"<>\\^`{|}");
}

/* Append the authority with its user escaped and its host mapped. Return its end. */
static size_t
repair_authority(struct link_judge *j, urlgrep_span url, size_t at)
{
	struct strbuf *out = &j->repaired;
	size_t end = at, user_end = at;
	char bytes[4];
	uint32_t code, mapped;

	for (; end < url.len && !is_slash(url.text[end]) && !ascii_is_one_of(url.text[end], "?#"); end++)
		if (url.text[end] == '@')
			user_end = end;
	while (at < end) {
		size_t len = utf8_decode(url.text + at, url.len - at, &code);

		mapped = len ? map_host_character(code) : 0;
		if (at < user_end && (is_escaped(url.text[at]) || ascii_is_one_of(url.text[at], "@[]"))) {
			strbuf_append_escaped(out, url.text[at]);
			len = 1;
			j->is_changed = true;
		} else if (len == 0 || mapped == code) {
			strbuf_append(out, url.text + at, len ? len : 1);
		} else {
			strbuf_append(out, bytes, mapped ? utf8_encode(mapped, bytes) : 0);
			j->is_changed = true;
		}
		at += len ? len : 1;
	}
	return at;
}

/* Append the path, query and fragment. */
static void
repair_path(struct link_judge *j, struct strbuf *out, urlgrep_span url, size_t at)
{
	bool is_path = true;

	for (; at < url.len; at++) {
		char c = url.text[at];

		is_path = is_path && c != '?' && c != '#';
		if (is_path && c == '\\') {
			strbuf_append(out, "/", 1);
			j->is_changed = true;
		} else if (is_escaped(c)) {
			strbuf_append_escaped(out, c);
		} else {
			strbuf_append(out, &c, 1);
		}
	}
}

/* Write the URL of a special scheme, as browsers read it, to j->repaired. The slashes before its
 * authority, if any, begin at url[at]. */
static void
repair_hierarchy(struct link_judge *j, urlgrep_span scheme, urlgrep_span url, size_t at)
{
	size_t slashes = count_slashes(url, at);
	bool is_file = ascii_is_word(scheme.text, scheme.len, "file");

	j->is_changed |= slashes < 2 || memcmp(url.text + at, "//", 2) != 0 ||
	    (slashes > 2 && !is_file);
	strbuf_append(&j->repaired, scheme.text, scheme.len);
	strbuf_append_string(&j->repaired, "://");
	at += slashes;
	if (!is_file) {
		size_t len = j->repaired.len;

		at = repair_authority(j, url, at);
		j->has_no_host = j->repaired.len == len;
	} else if (slashes != 2) {
		strbuf_append_string(&j->repaired, "/");
	}
	repair_path(j, &j->repaired, url, at);
}

/* Replace backslashes in a reference by slashes, resolve it, and write it to j->repaired. */
static void
repair_relative(struct link_judge *j, urlgrep_span base, urlgrep_span reference)
{
	struct strbuf path = { .memory = j->repaired.memory };

	repair_path(j, &path, reference, 0);
	if (!path.failed && strbuf_reserve(&j->repaired, base.len + path.len + 1))
		j->repaired.len = uri_resolve(base, (urlgrep_span){ path.at, path.len },
		    j->repaired.at);
	j->repaired.failed |= path.failed;
	strbuf_free(&path);
}

/* Write the URL that browsers open for a link to j->repaired. Return false if it equals the link as
 * written, except for escapes. */
static bool
repair(struct link_judge *j, urlgrep_span base, urlgrep_span url)
{
	size_t len = scheme_length(url), base_len = scheme_length(base);
	urlgrep_span scheme = { url.text, len };

	j->has_no_host = j->is_changed = false;
	strbuf_clear(&j->repaired);
	if (base.text && !is_special(base.text, base_len))
		base = (urlgrep_span){ NULL, 0 };
	if (len > 0 && !is_special(url.text, len))
		return false;
	if (len > 0 && base.text && count_slashes(url, len + 1) < 2 && len == base_len &&
	    ascii_equal(url.text, base.text, len)) {
		url = (urlgrep_span){ url.text + len + 1, url.len - len - 1 };
		j->is_changed = true;
	} else if (len > 0) {
		repair_hierarchy(j, scheme, url, len + 1);
		return j->is_changed;
	}
	if (count_slashes(url, 0) >= 2) {
		scheme = base.text ? (urlgrep_span){ base.text, base_len } :
		    (urlgrep_span){ "https", 5 };
		repair_hierarchy(j, scheme, url, 0);
		return true;
	}
	if (base.text && url.len > 0)
		repair_relative(j, base, url);
	return j->is_changed && j->repaired.len > 0;
}

/* Fill in an invalid finding, whatever the grammar says. */
static void
set_invalid(urlgrep_finding *f, urlgrep_span url)
{
	memset(f, 0, sizeof(*f));
	f->url.verdict = url.len > URLGREP_MAX_URL_BYTES ? URLGREP_LIMIT :
	    URLGREP_INVALID;
	if (url.len > URLGREP_MAX_URL_BYTES)
		url.len = URLGREP_MAX_URL_BYTES;
	f->url.text = url;
}

/* Return true if a mailto URL has a name before and after "@" or "%40". */
static bool
has_address(urlgrep_span url)
{
	size_t end = ascii_find(url.text, url.len, '?'), at;

	for (at = sizeof("mailto:"); at + 1 < end; at++)
		if (url.text[at] == '@' || (end - at > 3 && memcmp(url.text + at, "%40", 3) == 0))
			return ascii_find_authority(url.text, end) == NULL;
	return false;
}

/* Return true if the URL, whose scheme has len letters, is a placeholder: "mailto:%7Bname%7D". */
static bool
is_placeholder(urlgrep_span url, size_t len)
{
	size_t end = ascii_find(url.text, url.len, '?'), at;

	for (at = len; at + 1 < end; at++)
		if (memcmp(url.text + at, "@@", 2) == 0 || (url.text[at] == '%' && end - at > 2 &&
			word_list_has("7b 24", url.text + at + 1, 2)))
			return true;
	if (ascii_is_word(url.text, len, "tel"))
		return ascii_until(url.text + len, url.len - len, ASCII_DIGIT) == url.len - len;
	return ascii_is_word(url.text, len, "mailto") && !has_address(url);
}

/* Judge a URL without "//", and return true if its scheme, of len letters, is listed and it is loose.
 * In text it would not be a URL (rule V4), but a click on "mailto:ann%40h.example" opens a new
 * message. Its query may have any marks: "?subject=[a]". */
static bool
judge_loose(struct link_judge *j, urlgrep_span url, size_t len, urlgrep_finding *f)
{
	urlgrep_span marked = url;

	if (len == 0 || len + 1 == url.len || is_special(url.text, len) || !is_listed(j, url))
		return false;
	if (ascii_is_word(url.text, len, "mailto"))
		marked.len = ascii_find(url.text, url.len, '?');
	memset(f, 0, sizeof(*f));
	return is_unmarked(marked, len) && !has_template(url) && !is_placeholder(url, len) &&
	    urlgrep_judge(j->scanner, url.text, url.len, 0, &f->url) == URLGREP_LOOSE;
}

/* Judge a URL without regard to browsers' repairs. An active link, which leads to a program or to
 * data, is invalid even if the grammar accepts data (rule H1). */
static urlgrep_status
judge(struct link_judge *j, const struct html_link *link, urlgrep_span url, urlgrep_finding *f)
{
	unsigned wanted = URLGREP_FIND_MALFORMED | (link->is_anchor ? URLGREP_ACTIVE_LINKS : 0);
	size_t len = scheme_length(url);
	urlgrep_status status;

	memset(f, 0, sizeof(*f));
	if (is_plain(url) &&
	    urlgrep_judge(j->scanner, url.text, url.len, 0, &f->url) == URLGREP_VALID)
		return URLGREP_OK;
	if (!word_list_has("javascript vbscript data", url.text, len)) {
		status = judge_scanned(j, url, f);
		return status == URLGREP_END && judge_loose(j, url, len, f) ? URLGREP_OK : status;
	}
	set_invalid(f, url);
	return j->flags & wanted ? URLGREP_OK : URLGREP_END;
}

/* Return true if browsers may read a different URL than the grammar does: in http and similar
 * schemes, a backslash is a slash. */
static bool
is_misread(const urlgrep_finding *f)
{
	return f->url.verdict == URLGREP_INVALID || (f->url.verdict == URLGREP_LOOSE &&
	    memchr(f->url.text.text, '\\', f->url.text.len) != NULL);
}

/* Report a link that browsers repair as malformed, with the URL that they open as its second
 * reading, and any other link that begins with a scheme as invalid, even if the scanner would not
 * report it as a URL. If neither applies, return the given status. */
static urlgrep_status
report_malformed(struct link_judge *j, bool is_repaired, const urlgrep_url *opened,
    urlgrep_span url, urlgrep_status status, urlgrep_finding *f)
{
	if (j->has_no_host || (!is_repaired && (status == URLGREP_OK || scheme_length(url) == 0)))
		return status;
	set_invalid(f, url);
	if (is_repaired) {
		f->notes = URLGREP_MALFORMED;
		j->readings[1] = (urlgrep_reading){ opened->text, opened->verdict, URLGREP_REPAIRED };
	} else if (!is_listed(j, url)) {
		f->notes = URLGREP_UNLISTED_SCHEME;
	}
	return URLGREP_OK;
}

/* Replace a status and finding that browsers read differently: with FIND_MALFORMED by a malformed
 * or invalid finding, else by the URL that a click opens. */
static urlgrep_status
judge_misread(struct link_judge *j, urlgrep_span base, const struct html_link *link,
    urlgrep_span url, urlgrep_status status, urlgrep_finding *f)
{
	bool is_loose = status == URLGREP_OK && f->url.verdict == URLGREP_LOOSE;
	bool finds_malformed = j->flags & URLGREP_FIND_MALFORMED, is_repaired;
	urlgrep_url opened = { .verdict = URLGREP_INVALID };

	if (!finds_malformed && !link->is_anchor && !is_loose)
		return status;
	is_repaired = repair(j, base, link->url);
	if (j->repaired.failed || (is_repaired && !j->has_no_host &&
		(finds_malformed || link->is_anchor) &&
		urlgrep_judge(j->scanner, j->repaired.at, j->repaired.len, 0, &opened) ==
		    URLGREP_UNJUDGED))
		return URLGREP_NOMEM;
	if (finds_malformed)
		return report_malformed(j, is_repaired, &opened, url, status, f);
	if (is_repaired && (is_loose || opened.verdict <= URLGREP_LOOSE))
		set_invalid(f, url);
	if (!is_repaired || opened.verdict > URLGREP_LOOSE)
		return status;
	f->notes = URLGREP_MALFORMED;
	f->url = opened;
	return URLGREP_OK;
}

urlgrep_status
link_judge(struct link_judge *j, const struct html *h, const struct html_link *link,
    urlgrep_span url, urlgrep_finding *f)
{
	urlgrep_status status;
	bool is_repaired;

	if (url.text == NULL)
		return URLGREP_NOMEM;
	status = judge(j, link, url, f);
	if (status == URLGREP_END || (status == URLGREP_OK && is_misread(f)))
		status = judge_misread(j, html_base(h), link, url, status, f);
	if (status != URLGREP_OK)
		return status;
	f->form = URLGREP_QUOTED;
	is_repaired = f->notes & URLGREP_MALFORMED && f->url.verdict != URLGREP_INVALID;
	f->confidence = is_repaired ? URLGREP_MEDIUM : URLGREP_HIGH;
	f->reading_count = f->notes & URLGREP_MALFORMED && !is_repaired ? 2 : 1;
	f->offset = 0;
	f->length = url.len;
	j->readings[0] = (urlgrep_reading){ f->url.text, f->url.verdict,
		is_repaired ? URLGREP_REPAIRED : 0 };
	f->readings = j->readings;
	return URLGREP_OK;
}

const struct html_link *
link_find(const struct html *h, urlgrep_span url, size_t *next)
{
	enum { MAX_COMPARED_LINKS = 512 };
	size_t count, i;
	const struct html_link *links = html_links(h, &count);

	for (i = 0; i < count && i < MAX_COMPARED_LINKS; i++) {
		size_t at = (*next + i) % count;

		if (links[at].is_anchor && links[at].url.len == url.len &&
		    memcmp(links[at].url.text, url.text, url.len) == 0) {
			*next = at + 1;
			return &links[at];
		}
	}
	return NULL;
}

/* ---- the text of a link --- */

/* Return true for characters with the property White_Space. */
static bool
is_space(uint32_t code)
{
	return code < 0x80 ? ascii_is_space((char)code) :
	    code == 0x85 || code == 0xA0 || code == 0x1680 ||
	    (code >= 0x2000 && code <= 0x200A) || code == 0x2028 || code == 0x2029 ||
	    code == 0x202F || code == 0x205F || code == 0x3000;
}

size_t
link_text_collapse(urlgrep_span text, char out[MAX_LINK_TEXT_BYTES])
{
	size_t at = 0, len = 0, count = 0, size;
	bool is_space_due = false;
	uint32_t code;

	for (; at < text.len && count < MAX_LINK_TEXT_CHARACTERS; at += size) {
		size = utf8_decode(text.text + at, text.len - at, &code);
		if (size == 0)
			size = 1; /* a byte of another charset */
		else if (is_space(code)) {
			is_space_due = count > 0;
			continue;
		}
		if (is_space_due && count + 1 == MAX_LINK_TEXT_CHARACTERS)
			break;
		if (is_space_due)
			out[len++] = ' ';
		memcpy(out + len, text.text + at, size);
		len += size;
		count += 1u + is_space_due;
		is_space_due = false;
	}
	return len;
}

/* Find the host that the text of a link shows: that of its first URL, or of a name if the text
 * begins with "www.". *host borrows the text or the scanner's memory, and is absent if the URL has
 * no host. Return OK if the text has a URL, END if not, or NOMEM. */
static urlgrep_status
read_shown(urlgrep_scanner *scanner, urlgrep_span text, urlgrep_span *host)
{
	const urlgrep_finding *f;

	urlgrep_scanner_reset(scanner);
	urlgrep_scanner_text(scanner, text.text, text.len, URLGREP_LAST |
	    (text.len > 4 && ascii_equal(text.text, "www.", 4) ?
	    URLGREP_FIND_NAMES | URLGREP_SUPPLY_HTTPS : 0));
	f = urlgrep_next(scanner);
	if (f == NULL)
		return urlgrep_scanner_status(scanner);
	*host = urlgrep_part_named(&f->url, "host");
	return URLGREP_OK;
}

/* Return true if a shown host is the host of the link, ignoring a "www." before it. */
static bool
is_host_shown(urlgrep_span shown, urlgrep_span host)
{
	if (idna_is_same_host(shown, host))
		return true;
	return shown.len > 4 && ascii_equal(shown.text, "www.", 4) &&
	    idna_is_same_host((urlgrep_span){ shown.text + 4, shown.len - 4 }, host);
}

/* Return the first ellipsis in the text, and set *length to its length; NULL if there is none. */
static const char *
find_ellipsis(urlgrep_span text, size_t *length)
{
	const char *dots = memmem(text.text, text.len, "...", 3);
	const char *mark = memmem(text.text, text.len, "\xE2\x80\xA6", 3); /* U+2026 */
	const char *at = dots && (mark == NULL || dots < mark) ? dots : mark;
	const char *end = text.text + text.len;

	*length = 3;
	while (at && at == dots && at + *length < end && at[*length] == '.')
		++*length;
	return at;
}

bool
link_text_is_shortened(urlgrep_span text, urlgrep_span url)
{
	size_t length;
	const char *ellipsis = find_ellipsis(text, &length);
	urlgrep_span front, back;

	if (ellipsis == NULL)
		return false;
	front = span_trim((urlgrep_span){ text.text, (size_t)(ellipsis - text.text) });
	back = span_trim(span_from(text, ellipsis + length));
	if (back.len == 0)
		return memchr(front.text, ' ', front.len) == NULL;
	return url.len > front.len + back.len && memcmp(url.text, front.text, front.len) == 0 &&
	    memcmp(url.text + url.len - back.len, back.text, back.len) == 0;
}

/* ---- the target of a wrapper --- */

static bool
has_redirect(const urlgrep_unwrapped *r)
{
	unsigned i;

	for (i = 0; i < r->step_count; i++)
		if (r->steps[i].kind == URLGREP_UNWRAP_REDIRECT)
			return true;
	return false;
}

/* Return true if any step of a wrapper leads to the host; only the last step counts if the wrapper
 * has a redirector. */
static bool
leads_to(const urlgrep_unwrapped *r, urlgrep_span host)
{
	bool is_redirect = has_redirect(r), is_last = false;
	unsigned i;

	for (i = 0; i < r->step_count && !is_last; i++) {
		urlgrep_span other = urlgrep_part_named(&r->steps[i].url, "host");

		is_last = &r->steps[i].url == r->target;
		if ((is_last || !is_redirect) && other.text && idna_is_same_host(host, other))
			return true;
	}
	return false;
}

/* Correct *differs, the comparison of a shown host with that of url itself, if url is a wrapper
 * whose target is known. A gateway may show any host that it leads to, but a redirector only the
 * last one, unless the text of the link is the URL itself. Return OK or NOMEM. */
static urlgrep_status
compare_target(struct link_description *d, urlgrep_span url, urlgrep_span text,
    urlgrep_span shown, bool *differs)
{
	const urlgrep_mail_options *given = &d->options->given;
	const urlgrep_unwrapped *r;

	if (shown.text == NULL ||
	    (text.len == url.len && memcmp(text.text, url.text, url.len) == 0))
		return URLGREP_OK;
	if (d->unwrapper == NULL)
		d->unwrapper = urlgrep_unwrapper_with(d->options->grammar, URLGREP_UNWRAP_DEFAULT,
		    given->wrappers, given->wrapper_count);
	r = d->unwrapper ? urlgrep_unwrap(d->unwrapper, url.text, url.len) : NULL;
	if (r == NULL)
		return URLGREP_NOMEM;
	if (r->status == URLGREP_UNWRAP_TARGET && (*differs || has_redirect(r)))
		*differs = !leads_to(r, shown);
	return URLGREP_OK;
}

void
link_description_free(struct link_description *d)
{
	urlgrep_unwrapper_free(d->unwrapper);
}

urlgrep_status
link_description_write(struct link_description *d, urlgrep_scanner *scanner,
    urlgrep_span text, const urlgrep_finding *f, urlgrep_location *l)
{
	urlgrep_span host = urlgrep_part_named(&f->url, "host"), shown = { NULL, 0 };
	urlgrep_status status;
	bool differs;

	if (text.text == NULL)
		return URLGREP_OK;
	l->link_text = (urlgrep_span){ d->text, link_text_collapse(text, d->text) };
	if (host.text == NULL || text.len == 0)
		return URLGREP_OK;
	text = span_trim(text);
	status = read_shown(scanner, text, &shown);
	if (status != URLGREP_OK)
		return status == URLGREP_NOMEM ? URLGREP_NOMEM : URLGREP_OK;
	differs = shown.text == NULL || !is_host_shown(shown, host);
	status = compare_target(d, f->url.text, text, shown, &differs);
	if (differs) {
		l->flags |= URLGREP_MAIL_HREF_DIFFERS;
		l->shown_host = shown;
	}
	return status;
}
