/* body_text.c - the texts of a message's body: their transfer encodings, charsets, RTF and folds
 * are undone */
#include "mail/body_text.h"

#include <string.h>

#include "input/unfold.h"
#include "mail/enclosure.h"
#include "mail/charset.h"
#include "mail/transfer_encoding.h"
#include "mail/rtf_text.h"
#include "util/utf8.h"

static void
make_empty(struct message_text *t)
{
	t->text = "";
	t->len = 0;
}

/* Undo the transfer encoding, if there is one. */
static void
decode_transfer(struct message *m, struct message_text *t,
    enum transfer_encoding encoding)
{
	urlgrep_span decoded;

	t->is_encoded = !transfer_encoding_is_identity(encoding);
	if (!t->is_encoded)
		return;
	if (transfer_encoding_needs_gmime(encoding) && !message_has_gmime(m)) {
		make_empty(t);
		return;
	}
	t->decoder = transfer_decoder_new(&m->arena, t->text, t->len,
	    t->source.begin, encoding, !(m->flags & MESSAGE_BRIEF_LOCATIONS));
	if (t->decoder == NULL) {
		m->has_failed = true;
		return;
	}
	decoded = transfer_decoder_text(t->decoder);
	t->text = decoded.text;
	t->len = decoded.len;
}

static bool
needs_conversion(const struct message_text *t, const char *charset)
{
	if (charset == NULL || charset_is_utf8_or_ascii(charset))
		return false;
	return !charset_extends_ascii(charset, t->text, t->len) ||
	    !utf8_is_ascii(t->text, t->len);
}

/* Convert the text from its charset to UTF-8. Text in an unknown charset stays as it is. */
static void
convert_charset(struct message *m, struct message_text *t, const char *charset)
{
	struct charset_converters *converters;

	if (charset_needs_gmime(charset) && !message_has_gmime(m)) {
		make_empty(t);
		return;
	}
	converters = message_converters(m);
	if (converters == NULL || charset_convert(converters, &m->arena, charset,
	    (urlgrep_span){ t->text, t->len }, &t->charset_text) != URLGREP_OK) {
		m->has_failed = true;
	} else if (t->charset_text) {
		urlgrep_span utf8 = charset_text_utf8(t->charset_text);

		t->text = utf8.text;
		t->len = utf8.len;
	} else if (!charset_extends_ascii(charset, t->text, t->len)) {
		message_set_exceeded(m, "text in an unknown charset");
	}
}

/* Move the folds of u, which end with the message, to the arena. Returns false without
 * memory. */
static bool
keep_folds(struct message *m, struct unfolder *u)
{
	size_t len = u->folds.len;
	void *folds = u->folds.failed ? NULL : arena_allocate(&m->arena, len + 1);

	if (folds && len > 0)
		memcpy(folds, u->folds.at, len);
	unfolder_free(u);
	u->folds.at = folds;
	u->folds.len = len;
	return folds != NULL;
}

/* Unfold the lines of an iCalendar or vCard. */
static void
unfold(struct message *m, struct message_text *t)
{
	struct unfolder *u = arena_allocate(&m->arena, sizeof(*u));
	char *text = arena_allocate(&m->arena, t->len + 1);
	size_t len = 0;

	if (u == NULL || text == NULL) {
		m->has_failed = true;
		return;
	}
	unfolder_init(u, &m->memory);
	unfolder_append(u, t->text, t->len, true, text, &len);
	if (!keep_folds(m, u)) {
		m->has_failed = true;
		return;
	}
	t->text = text;
	t->len = len;
	t->unfolder = u;
	t->is_unfolded = true;
}

bool
body_text_is_rtf(const struct body_part *p)
{
	return p->content == BODY_RTF || p->content == BODY_COMPRESSED_RTF;
}

/* Return true if the text, which was decoded, is RTF to be converted: not every file that is
 * sent as RTF is. */
static bool
needs_rtf_conversion(const struct message_text *t, const struct body_part *p)
{
	static const char begin[] = "{\\rtf";
	const size_t len = sizeof(begin) - 1;

	return p->content == BODY_COMPRESSED_RTF ||
	    (p->content == BODY_RTF && t->len >= len && memcmp(t->text, begin, len) == 0);
}

/* Convert RTF to HTML, and that to UTF-8. */
static void
convert_rtf(struct message *m, const struct entity *e, const struct body_part *p,
    struct message_text *t)
{
	struct rtf_text rtf;

	if (!rtf_text_open(&rtf, &m->arena, (urlgrep_span){ t->text, t->len },
	        p->content == BODY_COMPRESSED_RTF)) {
		m->has_failed = true;
		return;
	}
	if (rtf.is_damaged)
		body_structure_note_part(e->structure, p, true);
	t->text = rtf.html.text;
	t->len = rtf.html.len;
	t->is_html = true;
	t->is_exact = false;
	if (*rtf.charset && needs_conversion(t, rtf.charset))
		convert_charset(m, t, rtf.charset);
}

/* Return a text for the part, which is not decoded yet. */
static struct message_text
new_text(struct message *m, const struct entity *e, const struct body_part *p)
{
	struct message_text t = { .part = p->path,
		.encoding = transfer_encoding_name(p->encoding),
		.text = e->text + p->source.begin,
		.len = p->source.end - p->source.begin,
		.is_html = p->is_html, .is_xml = p->is_xml, .is_flowed = p->is_flowed,
		.has_delsp = p->has_delsp, .alternative = p->alternative,
		.enclosure = e->enclosure, .source = p->source, .is_exact = true };

	if (e->enclosure) /* its structure is forgotten before the texts are */
		t.part = message_copy_text(m, p->path, strlen(p->path));
	return t;
}

/* Convert a text, whose transfer encoding is undone, to UTF-8 or HTML, and unfold it. */
static void
convert_text(struct message *m, const struct entity *e, const struct body_part *p,
    struct message_text *t)
{
	if (!m->has_failed && needs_rtf_conversion(t, p))
		convert_rtf(m, e, p, t);
	else if (!m->has_failed && needs_conversion(t, p->charset))
		convert_charset(m, t, p->charset);
	if (!m->has_failed && p->is_folded)
		unfold(m, t);
}

/* ---- texts without a URL --- */

/* Return true if a text without a URL can be left undecoded: its part lasts as long as the
 * message, and its bytes show whether it has a URL. */
static bool
may_be_left(const struct message *m, const struct entity *e, const struct body_part *p)
{
	return m->grammar && e->enclosure == NULL &&
	    p->content == BODY_TEXT && !p->is_xml && !p->is_folded &&
	    !transfer_encoding_needs_gmime(p->encoding) &&
	    (p->charset == NULL || charset_always_extends_ascii(p->charset));
}

/* Return true if the text, whose transfer encoding is undone, is searched as it is, which takes
 * no longer than to look for the sign of a URL. */
static bool
is_plain_utf8(const struct body_part *p)
{
	return !p->is_html && (p->charset == NULL || charset_is_utf8_or_ascii(p->charset));
}

/* Leave a text undecoded if it has no URL; return true then. is_quoted: its quoted-printable is
 * not decoded yet. */
static bool
leave_undecoded(const struct message *m, const struct body_part *p, bool is_quoted,
    struct message_text *t)
{
	if (urlgrep_may_have_url(m->grammar, t->text, t->len,
	        (is_quoted ? URLGREP_IN_QUOTED_PRINTABLE : 0) |
	        (p->is_html ? URLGREP_IN_HTML : 0)))
		return false;
	make_empty(t);
	t->is_encoded = !transfer_encoding_is_identity(p->encoding);
	t->undecoded = p;
	return true;
}

static void
decode_text(struct message *m, const struct entity *e, const struct body_part *p,
    struct message_text *t)
{
	bool is_quoted = p->encoding == TRANSFER_QUOTED_PRINTABLE;

	if (m->has_failed || (is_quoted && may_be_left(m, e, p) && leave_undecoded(m, p, true, t)))
		return;
	decode_transfer(m, t, p->encoding);
	if (m->has_failed || (!is_quoted && !is_plain_utf8(p) && may_be_left(m, e, p) &&
	        leave_undecoded(m, p, false, t)))
		return;
	if (!t->is_encoded)
		message_take_encoding(e, t);
	convert_text(m, e, p, t);
}

urlgrep_status
message_decode_texts(struct message *m)
{
	const struct entity e = { .text = m->text, .len = m->len, .structure = m->structure };
	const urlgrep_grammar *grammar = m->grammar;
	bool has_failed;
	size_t i;

	m->grammar = NULL;
	for (i = 0; !m->has_failed && i < m->text_count; i++) {
		const struct body_part *p = m->texts[i].undecoded;
		struct message_text t;

		if (p == NULL)
			continue;
		t = new_text(m, &e, p);
		decode_text(m, &e, p, &t);
		if (!m->has_failed)
			m->texts[i] = t;
	}
	m->grammar = grammar;
	has_failed = m->has_failed;
	m->has_failed = false;
	return has_failed ? URLGREP_NOMEM : URLGREP_OK;
}

void
body_text_add(struct message *m, const struct entity *e, const struct body_part *p)
{
	struct message_text t = new_text(m, e, p);

	decode_text(m, e, p, &t);
	message_append_text(m, &t);
}
