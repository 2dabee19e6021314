/* html_links.c - the links of an HTML document: their targets, and the hosts that their texts
 * show */
#include "find/html_links.h"

#include <string.h>

#include "html/uri.h"
#include "util/ascii.h"
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

/* Scan text, which begins with a scheme. */
static urlgrep_status
scan(struct link_judge *j, const char *text, size_t len, urlgrep_finding *f)
{
	const urlgrep_finding *found;

	urlgrep_scanner_reset(j->scanner);
	urlgrep_scanner_text(j->scanner, text, len, URLGREP_LAST | URLGREP_ALL);
	found = urlgrep_next(j->scanner);
	if (found)
		*f = *found;
	return urlgrep_scanner_status(j->scanner);
}

/* ---- URLs that need no scanner --- */

/* Return the length of the "http://" or "https://" at the beginning of url, or 0. */
static size_t
http_prefix_length(urlgrep_span url)
{
	size_t len;

	if (url.len < 8 || memcmp(url.text, "http", 4) != 0)
		return 0;
	len = 4u + (url.text[4] == 's');
	return memcmp(url.text + len, "://", 3) == 0 ? len + 3 : 0;
}

/* Return true if text[0..len), which ascii_unmarked() stops at, may be a sign of a template: it is
 * neither a percent-escape nor a dot between names. */
static bool
is_template_sign(const char *text, size_t len)
{
	if (*text == '.')
		return len > 1 && memchr(".*+", text[1], 3);
	return !ascii_is_escape(text, len);
}

/* Return true if the scanner finds the URL, or the beginning of it, and notes nothing: then it is
 * valid if the grammar accepts it. */
static bool
is_plain(urlgrep_span url)
{
	size_t at = http_prefix_length(url);

	if (at == 0 || at == url.len || !ascii_is(url.text[at], ASCII_ALPHA | ASCII_DIGIT) ||
	    memchr(url.text, '*', url.len))
		return false;
	for (; at < url.len; at++) {
		at += ascii_unmarked(url.text + at, url.len - at);
		if (at < url.len && is_template_sign(url.text + at, url.len - at))
			return false;
	}
	return true;
}

/* Judge a URL that is plain. Return OK; END if it does not have the wanted verdict, valid or loose,
 * for reasons that only the scanner finds; or NOMEM. */
static urlgrep_status
judge_plain(struct link_judge *j, urlgrep_span url, urlgrep_verdict wanted, urlgrep_finding *f)
{
	urlgrep_verdict verdict = urlgrep_judge(j->scanner, url.text, url.len, 0, &f->url);

	if (verdict != wanted)
		return verdict == URLGREP_UNJUDGED ? URLGREP_NOMEM : URLGREP_END;
	f->notes = f->defang_signs = 0;
	f->kind = URLGREP_KIND_URL;
	f->defanged = f->written = f->supplied = (urlgrep_span){ NULL, 0 };
	f->certainty = URLGREP_HIGH;
	return URLGREP_OK;
}

/* ---- URLs that the scanner finds --- */

/* Return true if a template is anywhere in the URL, also after a blank, before which the scanner
 * ends: "http://h/ {{ x }}". */
static bool
has_template(urlgrep_span url)
{
	return memmem(url.text, url.len, "{{", 2) || memmem(url.text, url.len, "{%", 2);
}

/* Judge a URL as the scanner would, which does not take every text for a URL. In an attribute a URL
 * may have blanks, and is loose then (rule V2). */
static urlgrep_status
judge_scanned(struct link_judge *j, urlgrep_span url, urlgrep_finding *f)
{
	urlgrep_status status = scan(j, url.text, url.len, f);

	if (status != URLGREP_OK)
		return status;
	if (f->offset != 0)
		return URLGREP_END;
	if (has_template(url))
		f->notes |= URLGREP_TEMPLATE;
	if (f->notes & URLGREP_TEMPLATE) /* all of it is the template, so not a URL (rule T3) */
		f->url = (urlgrep_url){ .text = url, .verdict = URLGREP_INVALID };
	else if (f->url.text.text != url.text || f->url.text.len != url.len)
		urlgrep_judge(j->scanner, url.text, url.len, URLGREP_ATTRIBUTE, &f->url);
	f->notes &= ~(unsigned)URLGREP_HOST_BESIDE; /* that is in the URL */
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

static bool
is_one_of(const char *text, size_t len, const char *const *words)
{
	for (; *words; words++)
		if (ascii_is_word(text, len, *words))
			return true;
	return false;
}

/* Return true if browsers repair URLs of the scheme text[0..len). */
static bool
is_special(const char *text, size_t len)
{
	static const char *const special[] = { "http", "https", "ftp", "ws", "wss", "file",
		NULL };

	return is_one_of(text, len, special);
}

/* Return true if the link leads to a program or to data, not to a place. */
static bool
is_active(urlgrep_span url)
{
	static const char *const active[] = { "javascript", "vbscript", "data", NULL };

	return is_one_of(url.text, scheme_length(url), active);
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
 * methods become those of US-ASCII; for an ignored character return 0. */
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

/* Append the authority, with its host mapped, and return its end. Set *is_changed if the mapping
 * changed it. */
static size_t
mend_authority(struct strbuf *out, urlgrep_span url, size_t at, bool *is_changed)
{
	char bytes[4];
	uint32_t code, mapped;

	while (at < url.len && !is_slash(url.text[at]) && url.text[at] != '?' &&
	    url.text[at] != '#') {
		size_t len = utf8_decode(url.text + at, url.len - at, &code);

		mapped = len ? map_host_character(code) : 0;
		if (len == 0 || mapped == code) {
			strbuf_append(out, url.text + at, len ? len : 1);
		} else {
			strbuf_append(out, bytes, mapped ? utf8_encode(mapped, bytes) : 0);
			*is_changed = true;
		}
		at += len ? len : 1;
	}
	return at;
}

/* Append path, query and fragment. */
static void
mend_path(struct strbuf *out, urlgrep_span url, size_t at, bool *is_changed)
{
	bool is_path = true;

	for (; at < url.len; at++) {
		char c = url.text[at];

		is_path = is_path && c != '?' && c != '#';
		if (is_path && c == '\\') {
			strbuf_append(out, "/", 1);
			*is_changed = true;
		} else if ((unsigned char)c <= ' ' || (unsigned char)c > '~' ||
		    memchr("\"<>\\^`{|}", c, 9)) {
			strbuf_append_escaped(out, c);
		} else {
			strbuf_append(out, &c, 1);
		}
	}
}

/* Write the meaning of a URL of a special scheme to j->mended. Its authority begins at url[at],
 * after any slashes. */
static void
mend_hierarchy(struct link_judge *j, urlgrep_span scheme, urlgrep_span url, size_t at,
    bool *is_changed)
{
	size_t slashes = count_slashes(url, at);
	bool is_file = ascii_is_word(scheme.text, scheme.len, "file");

	*is_changed |= slashes < 2 || memcmp(url.text + at, "//", 2) != 0 ||
	    (slashes > 2 && !is_file);
	strbuf_append(&j->mended, scheme.text, scheme.len);
	strbuf_append_string(&j->mended, "://");
	at += slashes;
	if (!is_file) {
		size_t len = j->mended.len;

		at = mend_authority(&j->mended, url, at, is_changed);
		j->has_no_host = j->mended.len == len;
	} else if (slashes != 2) {
		strbuf_append_string(&j->mended, "/");
	}
	mend_path(&j->mended, url, at, is_changed);
}

/* Resolve a reference, with its backslashes replaced by slashes, and write it to j->mended. */
static void
mend_relative(struct link_judge *j, urlgrep_span base, urlgrep_span reference,
    bool *is_changed)
{
	struct strbuf path = { .memory = j->mended.memory };

	mend_path(&path, reference, 0, is_changed);
	if (!path.failed && strbuf_reserve(&j->mended, base.len + path.len + 1))
		j->mended.len = uri_resolve(base, (urlgrep_span){ path.at, path.len },
		    j->mended.at);
	j->mended.failed |= path.failed;
	strbuf_free(&path);
}

/* Write the URL that browsers open for a link to j->mended. Return false if it is the link as
 * written, except for escapes. */
static bool
mend(struct link_judge *j, urlgrep_span base, urlgrep_span url)
{
	size_t len = scheme_length(url), base_len = scheme_length(base);
	urlgrep_span scheme = { url.text, len };
	bool is_changed = false;

	j->has_no_host = false;
	strbuf_clear(&j->mended);
	if (base.text && !is_special(base.text, base_len))
		base = (urlgrep_span){ NULL, 0 };
	if (len > 0 && !is_special(url.text, len))
		return false;
	if (len > 0 && base.text && count_slashes(url, len + 1) < 2 && len == base_len &&
	    ascii_equal(url.text, base.text, len)) {
		url = (urlgrep_span){ url.text + len + 1, url.len - len - 1 };
		is_changed = true;
	} else if (len > 0) {
		mend_hierarchy(j, scheme, url, len + 1, &is_changed);
		return is_changed;
	}
	if (count_slashes(url, 0) >= 2) {
		scheme = base.text ? (urlgrep_span){ base.text, base_len } :
		    (urlgrep_span){ "https", 5 };
		mend_hierarchy(j, scheme, url, 0, &is_changed);
		return true;
	}
	if (base.text && url.len > 0)
		mend_relative(j, base, url, &is_changed);
	return is_changed && j->mended.len > 0;
}

/* Fill in a finding that is not valid, whatever the grammar says. */
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

/* Make an invalid finding of an active link, such as javascript: (rule H1), even if the grammar
 * accepts data. */
static urlgrep_status
judge_active(struct link_judge *j, urlgrep_span url, urlgrep_finding *f)
{
	if (!(j->flags & URLGREP_FIND_MALFORMED))
		return URLGREP_END;
	set_invalid(f, url);
	return URLGREP_OK;
}

/* Judge a URL whatever browsers make of it. */
static urlgrep_status
judge(struct link_judge *j, urlgrep_span url, urlgrep_finding *f)
{
	urlgrep_status status = is_plain(url) ? judge_plain(j, url, URLGREP_VALID, f) : URLGREP_END;

	if (status != URLGREP_END)
		return status;
	return is_active(url) ? judge_active(j, url, f) : judge_scanned(j, url, f);
}

/* Make a malformed or invalid finding of a link that is not valid; status is the result of
 * judge(). */
static urlgrep_status
judge_malformed(struct link_judge *j, urlgrep_span base, urlgrep_span written,
    urlgrep_span url, urlgrep_status status, urlgrep_finding *f)
{
	urlgrep_url second;
	bool is_mended = mend(j, base, written);

	if (j->mended.failed)
		return URLGREP_NOMEM;
	if (j->has_no_host)
		return status;
	if (!is_mended) {
		if (status == URLGREP_END && scheme_length(url) > 0) {
			set_invalid(f, url);
			status = URLGREP_OK;
		}
		return status;
	}
	set_invalid(f, url);
	if (urlgrep_judge(j->scanner, j->mended.at, j->mended.len, 0, &second) ==
	    URLGREP_UNJUDGED)
		return URLGREP_NOMEM;
	f->notes = URLGREP_MALFORMED;
	j->readings[1] = (urlgrep_reading){ second.text, second.verdict,
		URLGREP_REPAIRED };
	return URLGREP_OK;
}

/* Return true if browsers read another URL than the grammar does: in http and the like a
 * backslash is a slash. */
static bool
is_misread(const urlgrep_finding *f)
{
	return f->url.verdict == URLGREP_INVALID || (f->url.verdict == URLGREP_LOOSE &&
	    memchr(f->url.text.text, '\\', f->url.text.len) != NULL);
}

/* Replace a status and finding that browsers read otherwise: the finding is the URL that a click
 * opens. */
static urlgrep_status
judge_misread(struct link_judge *j, urlgrep_span base, const struct html_link *link,
    urlgrep_span url, urlgrep_status status, urlgrep_finding *f)
{
	bool is_loose = status == URLGREP_OK && f->url.verdict == URLGREP_LOOSE;
	urlgrep_verdict verdict;
	urlgrep_url opened;

	if (j->flags & URLGREP_FIND_MALFORMED)
		return judge_malformed(j, base, link->url, url, status, f);
	if (!link->is_anchor && !is_loose)
		return status;
	if (mend(j, base, link->url)) {
		verdict = link->is_anchor && !j->has_no_host ?
		    urlgrep_judge(j->scanner, j->mended.at, j->mended.len, 0, &opened) : URLGREP_INVALID;
		if (verdict == URLGREP_UNJUDGED)
			return URLGREP_NOMEM;
		if (verdict <= URLGREP_LOOSE) {
			set_invalid(f, url);
			f->url = opened;
			f->notes = URLGREP_MALFORMED;
			return URLGREP_OK;
		}
		if (is_loose)
			set_invalid(f, url);
	}
	return j->mended.failed ? URLGREP_NOMEM : status;
}

/* ---- links that were judged --- */

/* Return true if the URL is a mailto URL that is valid except for its query, such as
 * "?subject=a/b". In text it is not a URL (rule V4); in an attribute, a click writes a message. */
static bool
has_loose_query(struct link_judge *j, urlgrep_span url, urlgrep_finding *f)
{
	static const char scheme[] = "mailto:";
	const char *mark = memchr(url.text, '?', url.len);

	return mark && memchr(mark, '=', url.len - (size_t)(mark - url.text)) &&
	    url.len > sizeof(scheme) - 1 &&
	    ascii_equal(url.text, scheme, sizeof(scheme) - 1) && !has_template(url) &&
	    urlgrep_judge(j->scanner, url.text, (size_t)(mark - url.text), 0, &f->url) ==
	        URLGREP_VALID && judge_plain(j, url, URLGREP_LOOSE, f) == URLGREP_OK;
}

urlgrep_status
link_judge(struct link_judge *j, const struct html *h, const struct html_link *link,
    urlgrep_span url, urlgrep_finding *f)
{
	urlgrep_status status;
	bool is_mended;

	if (url.text == NULL)
		return URLGREP_NOMEM;
	status = has_loose_query(j, url, f) ? URLGREP_OK : judge(j, url, f);
	if (status == URLGREP_END || (status == URLGREP_OK && is_misread(f)))
		status = judge_misread(j, html_base(h), link, url, status, f);
	if (status != URLGREP_OK)
		return status;
	f->form = URLGREP_QUOTED;
	is_mended = f->notes & URLGREP_MALFORMED && f->url.verdict != URLGREP_INVALID;
	f->confidence = is_mended ? URLGREP_MEDIUM : URLGREP_HIGH;
	f->reading_count = f->notes & URLGREP_MALFORMED && !is_mended ? 2 : 1;
	f->offset = 0;
	f->length = url.len;
	j->readings[0] = (urlgrep_reading){ f->url.text, f->url.verdict,
		is_mended ? URLGREP_REPAIRED : 0 };
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

/* Return true for the characters with the property White_Space. */
static bool
is_space(uint32_t code)
{
	return code < 0x80 ? ascii_is_space((char)code) :
	    code == 0x85 || code == 0xA0 || code == 0x1680 ||
	    (code >= 0x2000 && code <= 0x200A) || code == 0x2028 || code == 0x2029 ||
	    code == 0x202F || code == 0x205F || code == 0x3000;
}

/* Decode a character as utf8_decode does; most are US-ASCII. */
static size_t
decode(const char *text, size_t len, uint32_t *code)
{
	*code = (unsigned char)*text;
	return *code < 0x80 ? 1 : utf8_decode(text, len, code);
}

size_t
link_text_collapse(urlgrep_span text, char out[MAX_LINK_TEXT_BYTES])
{
	size_t at = 0, len = 0, count = 0, size;
	bool is_space_due = false;
	uint32_t code;

	for (; at < text.len && count < MAX_LINK_TEXT_CHARACTERS; at += size) {
		size = decode(text.text + at, text.len - at, &code);
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

/* The host that the first URL in the text of a link shows. */
struct shown_url {
	bool has_other_host; /* than the link leads to, after IDNA */
	urlgrep_span host;   /* borrows the text or the scanner; absent if it has none */
};

/* Compare the host that the text of a link shows with its target `host`, which may be absent.
 * scanner must not be in use. Returns OK or NOMEM. */
static urlgrep_status
read_shown(urlgrep_scanner *scanner, struct idna *idna, urlgrep_span text,
    urlgrep_span host, struct shown_url *shown)
{
	const urlgrep_finding *f;

	*shown = (struct shown_url){ .host = { NULL, 0 } };
	if (host.text == NULL || text.len == 0)
		return URLGREP_OK;
	urlgrep_scanner_reset(scanner);
	urlgrep_scanner_text(scanner, text.text, text.len, URLGREP_LAST);
	f = urlgrep_next(scanner);
	if (f == NULL)
		return urlgrep_scanner_status(scanner) == URLGREP_NOMEM ? URLGREP_NOMEM :
		    URLGREP_OK;
	shown->host = urlgrep_part_named(&f->url, "host");
	shown->has_other_host = shown->host.text == NULL ||
	    !idna_is_same_host(idna, shown->host, host);
	return URLGREP_OK;
}

/* Return the first ellipsis in the text, and set *length to its length; or return NULL. */
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

static urlgrep_span
trim(const char *begin, const char *end)
{
	while (begin < end && ascii_is_space(*begin))
		begin++;
	while (begin < end && ascii_is_space(end[-1]))
		end--;
	return (urlgrep_span){ begin, (size_t)(end - begin) };
}

bool
link_text_is_shortened(urlgrep_span text, urlgrep_span url)
{
	size_t length;
	const char *ellipsis = find_ellipsis(text, &length);
	urlgrep_span front, back;

	if (ellipsis == NULL)
		return false;
	front = trim(text.text, ellipsis);
	back = trim(ellipsis + length, text.text + text.len);
	if (back.len == 0)
		return memchr(front.text, ' ', front.len) == NULL;
	return url.len > front.len + back.len && memcmp(url.text, front.text, front.len) == 0 &&
	    memcmp(url.text + url.len - back.len, back.text, back.len) == 0;
}

/* ---- the target of a wrapper --- */

/* Return true if the text is the URL, but for white space around it. */
static bool
is_url_itself(urlgrep_span text, urlgrep_span url)
{
	text = trim(text.text, text.text + text.len);
	return text.len == url.len && memcmp(text.text, url.text, url.len) == 0;
}

static bool
has_redirect(const urlgrep_unwrapped *r)
{
	unsigned i;

	for (i = 0; i < r->step_count; i++)
		if (r->steps[i].kind == URLGREP_UNWRAP_REDIRECT)
			return true;
	return false;
}

/* Return true if one of the URLs that the wrapper leads to, from step number `first` on,
 * has the host. */
static bool
leads_to(const urlgrep_unwrapped *r, unsigned first, struct idna *idna, urlgrep_span host)
{
	unsigned i;

	for (i = first; i < r->step_count; i++) {
		urlgrep_span other = urlgrep_part_named(&r->steps[i].url, "host");

		if (other.text &&
		    idna_is_same_host(idna, host, other))
			return true;
		if (&r->steps[i].url == r->target)
			break;
	}
	return false;
}

/* Return the number of the step that yielded the innermost target. */
static unsigned
target_step(const urlgrep_unwrapped *r)
{
	unsigned i = 0;

	while (&r->steps[i].url != r->target)
		i++;
	return i;
}

/* Make the unwrapper, which knows the caller's rows. Returns false without memory. */
static bool
make_unwrapper(struct link_description *d)
{
	size_t i;

	d->unwrapper = urlgrep_unwrapper_new(d->grammar, URLGREP_UNWRAP_DEFAULT);
	if (d->unwrapper == NULL)
		return false;
	for (i = 0; i < d->row_count; i++)
		if (urlgrep_unwrapper_add(d->unwrapper, d->rows[i], strlen(d->rows[i]),
			NULL) == URLGREP_NOMEM) {
			urlgrep_unwrapper_free(d->unwrapper);
			d->unwrapper = NULL;
			return false;
		}
	return true;
}

/* Correct *shown, which was compared with the host of url itself, if url is a wrapper whose target
 * is known. A gateway may show any host that it leads to; a redirector only the last one, unless
 * the text of the link is the URL itself. Returns OK or NOMEM. */
static urlgrep_status
compare_target(struct link_description *d, urlgrep_span url, urlgrep_span text,
    struct shown_url *shown)
{
	const urlgrep_unwrapped *r;

	if (shown->host.text == NULL || is_url_itself(text, url))
		return URLGREP_OK;
	if (d->unwrapper == NULL && !make_unwrapper(d))
		return URLGREP_NOMEM;
	r = urlgrep_unwrap(d->unwrapper, url.text, url.len);
	if (r == NULL)
		return URLGREP_NOMEM;
	if (r->status != URLGREP_UNWRAP_TARGET)
		return URLGREP_OK;
	if (has_redirect(r))
		shown->has_other_host = !leads_to(r, target_step(r), &d->idna, shown->host);
	else if (shown->has_other_host)
		shown->has_other_host = !leads_to(r, 0, &d->idna, shown->host);
	return URLGREP_OK;
}

void
link_description_free(struct link_description *d)
{
	urlgrep_unwrapper_free(d->unwrapper);
	idna_free(&d->idna);
}

urlgrep_status
link_description_write(struct link_description *d, urlgrep_scanner *scanner,
    urlgrep_span text, const urlgrep_finding *f, urlgrep_location *l)
{
	struct shown_url shown;
	urlgrep_status status;

	if (text.text)
		l->link_text = (urlgrep_span){ d->text, link_text_collapse(text, d->text) };
	status = read_shown(scanner, &d->idna, text,
	    urlgrep_part_named(&f->url, "host"), &shown);
	if (status == URLGREP_OK)
		status = compare_target(d, f->url.text, text, &shown);
	if (shown.has_other_host) {
		l->flags |= URLGREP_MAIL_HREF_DIFFERS;
		l->shown_host = shown.host;
	}
	return status;
}
