/* message.c - one message of mail or news as a reader sees it: the texts of its
 * outline decoded, where they are encoded at all */
#include "mail/message.h"

#include <glib.h>
#include <string.h>

#include "mail/gmime_dl.h"
#include "mail/body_structure.h"
#include "mail/transfer_encoding.h"

struct message {
	const char *text;
	size_t len;
	unsigned flags;
	struct outline *outline;
	GArray *texts;        /* of struct message_text */
	GPtrArray *kept;      /* what the texts point to */
	GPtrArray *transfers; /* their encoded forms */
	char *id, *date, *from, *subject; /* once they were asked for */
	const char *missing;  /* why what only GMime can read was left out */
};

static void
log_message(const char *domain, GLogLevelFlags level, const char *message,
    void *data)
{
	void (**no_memory)(void) = data;

	if (level & G_LOG_LEVEL_ERROR && strstr(message, "failed to allocate"))
		(*no_memory)();
	g_log_default_handler(domain, level, message, NULL);
}

void
message_setup(void (*no_memory)(void))
{
	static void (*called)(void);

	called = no_memory;
	if (no_memory)
		g_log_set_default_handler(log_message, &called);
}

/* To be asked before GMime is used. */
static bool
have_gmime(struct message *m)
{
	if (gmime()->missing)
		m->missing = gmime()->missing;
	return gmime()->missing == NULL;
}

/* ---- texts --- */

static struct extent
extent_of(const struct message_text *t, size_t at)
{
	if (!t->exact)
		return (struct extent){ t->begin, t->end };
	if (t->transfer)
		return transfer_extent(t->transfer, at);
	return (struct extent){ t->begin + at, t->begin + at + 1 };
}

size_t
message_source(const struct message_text *t, size_t at)
{
	return extent_of(t, at).begin;
}

size_t
message_source_end(const struct message_text *t, size_t at)
{
	return extent_of(t, at).end;
}

static void *
keep(struct message *m, void *block)
{
	g_ptr_array_add(m->kept, block);
	return block;
}

static void
leave_out(struct message_text *t)
{
	t->text = "";
	t->len = 0;
}

/* Undo the transfer encoding, if there is one. */
static void
decode(struct message *m, struct message_text *t,
    enum transfer_encoding encoding)
{
	if (!transfer_changes(encoding))
		return;
	if (encoding != QUOTED_PRINTABLE && !have_gmime(m)) {
		leave_out(t);
		return;
	}
	t->transfer = transfer_new(t->text, t->len, t->begin, encoding);
	g_ptr_array_add(m->transfers, t->transfer);
	t->text = transfer_text(t->transfer, &t->len);
}

/* Charsets whose octets below 80 are not those of US-ASCII, or not always. A
 * text said to be UTF-16 that has no NUL is something else, or has no URL. */
static bool
beyond_ascii(const char *charset, const char *text, size_t len)
{
	static const char *const names[] = { "utf-16", "utf16", "utf-32", "ucs-2",
		"ucs-4", "iso-10646-ucs", "utf-7", "iso-2022-", "hz-gb", "ebcdic", "ibm037" };
	enum { WIDE = 6 }; /* two octets a character, or four */
	size_t i;

	for (i = 0; i < G_N_ELEMENTS(names); i++)
		if (g_ascii_strncasecmp(charset, names[i], strlen(names[i])) == 0)
			return i >= WIDE || memchr(text, '\0', len) != NULL;
	return false;
}

static bool
all_ascii(const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if ((unsigned char)text[i] >= 0x80)
			return false;
	return true;
}

/* Convert to UTF-8 where that is needed; octets that lie about their charset
 * are left out. */
static void
convert(struct message *m, struct message_text *t, const char *charset)
{
	GMimeFilter *filter;
	char *out;
	size_t len, before;

	if (charset == NULL || g_ascii_strcasecmp(charset, "utf-8") == 0)
		return;
	if (!beyond_ascii(charset, t->text, t->len) &&
	    (!(m->flags & MESSAGE_UTF8) || all_ascii(t->text, t->len)))
		return;
	if (!have_gmime(m)) {
		leave_out(t);
		return;
	}
	filter = gmime()->filter_charset_new(charset, "utf-8");
	if (filter == NULL)
		return;
	gmime()->filter_complete(filter, (char *)t->text, t->len, 0, &out, &len,
	    &before);
	t->text = keep(m, g_memdup2(out, len ? len : 1));
	t->len = len;
	t->exact = false;
	gmime()->object_unref(filter);
}

static void
add_part(struct message *m, const struct part *p)
{
	struct message_text t = { .part = p->path,
		.encoding = transfer_name(p->encoding), .html = p->html,
		.flowed = p->flowed, .delsp = p->delsp,
		.alternative = p->alternative, .text = m->text + p->begin,
		.len = p->end - p->begin, .begin = p->begin, .end = p->end,
		.exact = true };

	decode(m, &t, p->encoding);
	convert(m, &t, p->charset);
	g_array_append_val(m->texts, t);
}

/* ---- the header --- */

static bool
field_is(const struct header_field *f, const char *name)
{
	return (*f->name | 0x20) == (*name | 0x20) && f->name_len == strlen(name) &&
	    g_ascii_strncasecmp(f->name, name, f->name_len) == 0;
}

static bool
is_subject(const struct header_field *f)
{
	return field_is(f, "subject");
}

/* Is the value to be read as it stands: in one line, without a coded word, in
 * UTF-8 or US-ASCII? Then it is narrowed to its text. */
static bool
narrow_value(const char **value, size_t *len)
{
	bool beyond = false;
	size_t i;

	while (*len > 0 && (*value)[*len - 1] && strchr(" \t\r\n", (*value)[*len - 1]))
		--*len;
	while (*len > 0 && (**value == ' ' || **value == '\t')) {
		++*value;
		--*len;
	}
	for (i = 0; i < *len; i++) {
		unsigned char c = (unsigned char)(*value)[i];

		if (c < ' ' || c == 0x7F ||
		    (c == '=' && i + 1 < *len && (*value)[i + 1] == '?'))
			return false;
		beyond |= c >= 0x80;
	}
	return !beyond || g_utf8_validate(*value, (gssize)*len, NULL);
}

/* GMime looks for the end of each coded word to the end of the value. */
enum { DECODED_LONGEST = 8 * 1024 };

/* Its value, unfolded and decoded (RFC 2047): the caller's. NULL: there is no GMime. */
static char *
decode_value(struct message *m, const struct header_field *f)
{
	char *raw, *unfolded, *value;

	if (!have_gmime(m))
		return NULL;
	raw = g_strndup(f->value, f->value_len);
	unfolded = gmime()->utils_header_unfold(raw);
	g_free(raw);
	if (f->value_len > DECODED_LONGEST)
		return unfolded;
	value = gmime()->utils_header_decode_text(NULL, unfolded);
	g_free(unfolded);
	return value;
}

/* Where the value begins, if its octets stand there after all; else the field. */
static size_t
find_value(const struct message *m, const struct header_field *f,
    const struct message_text *t)
{
	size_t at = f->offset + f->name_len + 1;

	while (at < m->len && (m->text[at] == ' ' || m->text[at] == '\t'))
		at++;
	return t->len <= m->len - at &&
	    memcmp(m->text + at, t->text, t->len) == 0 ? at : f->offset;
}

/* Where the field ends, before its last line end. */
static size_t
find_field_end(const struct message *m, const struct header_field *f)
{
	size_t at = f->offset, end;

	do {
		const char *feed = memchr(m->text + at, '\n', m->len - at);

		end = feed ? (size_t)(feed - m->text) : m->len;
		at = feed ? end + 1 : end;
	} while (at < m->len && (m->text[at] == ' ' || m->text[at] == '\t'));
	return end > f->offset && m->text[end - 1] == '\r' ? end - 1 : end;
}

/* A header field as a text of its own: borrowed if it is read as it stands. */
static void
add_header(struct message *m, const struct header_field *f)
{
	struct message_text t = { .encoding = transfer_name(SEVEN_BIT),
		.text = f->value, .len = f->value_len, .exact = true };

	t.part = is_subject(f) ? "subject" :
	    keep(m, g_ascii_strdown(f->name, (gssize)f->name_len));
	if (narrow_value(&t.text, &t.len)) {
		t.begin = f->offset + f->name_len + 1 +
		    (size_t)(t.text - f->value);
	} else {
		t.text = decode_value(m, f);
		if (t.text == NULL)
			return;
		keep(m, (char *)t.text);
		t.len = strlen(t.text);
		t.begin = find_value(m, f, &t);
		t.end = find_field_end(m, f);
		t.exact = t.begin > f->offset;
	}
	g_array_append_val(m->texts, t);
}

/* Fields whose angle brackets hold addresses and identifiers, not URLs, or
 * noise: none of these is scanned (RULES: Message-IDs are no URLs). */
static bool
never_scanned(const struct header_field *f)
{
	static const char *const names[] = { "from", "to", "cc", "bcc", "sender",
		"reply-to", "message-id", "references", "in-reply-to", "received",
		"return-path", "date", "dkim-signature", "x-face", "face", "path",
		"arc-seal", "arc-message-signature", "authentication-results",
		"content-type", "content-transfer-encoding", "mime-version",
		"content-id", "x-received", "domainkey-signature",
		"x-google-dkim-signature", "subject" };
	size_t i;

	for (i = 0; i < G_N_ELEMENTS(names); i++)
		if (field_is(f, names[i]))
			return true;
	return false;
}

static void
add_headers(struct message *m)
{
	size_t count, i;
	const struct header_field *f = outline_fields(m->outline, &count);

	for (i = 0; i < count; i++)
		if (is_subject(&f[i]) ||
		    m->flags & MESSAGE_EVERY_HEADER ||
		    (m->flags & MESSAGE_HEADERS && !never_scanned(&f[i])))
			add_header(m, &f[i]);
}

/* ---- the message --- */

struct message *
message_new(unsigned flags)
{
	struct message *m = g_new0(struct message, 1);

	m->flags = flags;
	m->outline = outline_new();
	m->texts = g_array_new(FALSE, FALSE, sizeof(struct message_text));
	m->kept = g_ptr_array_new_with_free_func(g_free);
	m->transfers = g_ptr_array_new_with_free_func(transfer_free);
	return m;
}

static void
forget(struct message *m)
{
	char **decoded[] = { &m->id, &m->date, &m->from, &m->subject };
	size_t i;

	m->missing = NULL;
	outline_clear(m->outline);
	g_array_set_size(m->texts, 0);
	g_ptr_array_set_size(m->kept, 0);
	g_ptr_array_set_size(m->transfers, 0);
	for (i = 0; i < G_N_ELEMENTS(decoded); i++)
		g_clear_pointer(decoded[i], g_free);
}

void
message_free(struct message *m)
{
	if (m == NULL)
		return;
	forget(m);
	outline_free(m->outline);
	g_array_free(m->texts, TRUE);
	g_ptr_array_free(m->kept, TRUE);
	g_ptr_array_free(m->transfers, TRUE);
	g_free(m);
}

void
message_read(struct message *m, const char *text, size_t len)
{
	const struct part *parts;
	size_t count, i;

	forget(m);
	m->text = text;
	m->len = len;
	if ((m->flags & MESSAGE_BY_GMIME ||
	    !outline_regular(m->outline, text, len)) && have_gmime(m))
		outline_any(m->outline, text, len);
	add_headers(m);
	parts = outline_parts(m->outline, &count);
	for (i = 0; i < count; i++)
		add_part(m, &parts[i]);
}

const struct message_text *
message_texts(struct message *m, size_t *count)
{
	*count = m->texts->len;
	return (const struct message_text *)(void *)m->texts->data;
}

const char *
message_trouble(const struct message *m)
{
	return outline_deep(m->outline) ? "parts nested too deeply" : m->missing;
}

/* ---- who wrote it, and when --- */

/* Does the value of the field stand for itself, from *text on? */
static bool
stands_so(const struct message *m, const struct header_field *f,
    const char **text, size_t *len)
{
	*text = f->value;
	*len = f->value_len;
	return !(m->flags & MESSAGE_BY_GMIME) && narrow_value(text, len);
}

/* The first field of this name, decoded into *value when it is first asked for. */
static const char *
decoded(struct message *m, const char *name, char **value)
{
	size_t count, i, len;
	const struct header_field *f = outline_fields(m->outline, &count);
	const char *text;

	for (i = 0; *value == NULL && i < count; i++)
		if (field_is(&f[i], name))
			*value = stands_so(m, &f[i], &text, &len) ?
			    g_strndup(text, len) : decode_value(m, &f[i]);
	return *value;
}

/* Is it <atoms@atoms>, as most are (RFC 5322, 3.6.4: the dots, too)? Then it is
 * narrowed to what stands between the brackets. */
static bool
narrow_id(const char **id, size_t *len)
{
	const char *text = *id;
	size_t end = *len - 1, at = 0, i;

	if (*len < 5 || text[0] != '<' || text[end] != '>' || text[end - 1] == '.')
		return false;
	for (i = 1; i < end; i++)
		if (text[i] == '@' && at == 0)
			at = i;
		else if (!(g_ascii_isalnum(text[i]) ||
		    strchr("!#$%&'*+-/=?^_`{|}~.", text[i])) ||
		    (text[i] == '.' && text[i + 1] == '.'))
			return false;
	*id = text + 1;
	*len = end - 1;
	return at > 1 && at + 1 < end;
}

/* The identifier between angle brackets. NULL: there is no GMime. */
static char *
decode_id(struct message *m, const struct header_field *f)
{
	const char *text;
	size_t len;
	char *raw, *id;

	if (stands_so(m, f, &text, &len) && narrow_id(&text, &len))
		return g_strndup(text, len);
	if (!have_gmime(m))
		return NULL;
	raw = g_strndup(f->value, f->value_len);
	id = gmime()->utils_decode_message_id(g_strchomp(raw));
	g_free(raw);
	return id;
}

const char *
message_id(struct message *m)
{
	size_t count;
	const struct header_field *f = outline_fields(m->outline, &count);

	while (m->id == NULL && count-- > 0) /* the last: some gateways add one */
		if (field_is(&f[count], "message-id"))
			m->id = decode_id(m, &f[count]);
	return m->id;
}

const char *
message_date(struct message *m)
{
	return decoded(m, "date", &m->date);
}

const char *
message_from(struct message *m)
{
	return decoded(m, "from", &m->from);
}

const char *
message_subject(struct message *m)
{
	return decoded(m, "subject", &m->subject);
}
