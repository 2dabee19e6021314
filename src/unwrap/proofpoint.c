/* proofpoint.c - the three encodings of Proofpoint URL Defense */
#include "unwrap/proofpoint.h"

#include <string.h>

#include "util/ascii.h"
#include "util/utf8.h"

/* ---- versions 1 and 2 --- */

/* Append text[0..len) with "&amp;" undone. Other entities are not: "&copy=2" is a
 * parameter. */
static void
append_unescaped(struct strbuf *out, const char *text, size_t len)
{
	const char *end = text + len, *found;

	while ((found = memmem(text, (size_t)(end - text), "&amp;", 5)) != NULL) {
		strbuf_append(out, text, (size_t)(found - text) + 1);
		text = found + 5;
	}
	strbuf_append(out, text, (size_t)(end - text));
}

void
proofpoint_decode_v1(urlgrep_span text, struct strbuf *out)
{
	struct strbuf plain = { .memory = out->memory };

	if (strbuf_reserve(&plain, text.len + 1)) {
		codec_append_percent(&plain, text.text, text.len);
		append_unescaped(out, plain.at, plain.len);
	}
	out->failed |= plain.failed;
	strbuf_free(&plain);
}

enum codec_answer
proofpoint_decode_v2(urlgrep_span text, struct strbuf *out)
{
	struct strbuf translated = { .memory = out->memory };
	bool is_good = true;
	size_t i;

	strbuf_reserve(&translated, text.len + 1);
	strbuf_append(&translated, text.text, text.len);
	for (i = 0; i < translated.len; i++) {
		char *c = translated.at + i;

		if (*c == '_')
			*c = '/';
		if (*c != '-')
			continue;
		*c = '%';
		is_good = is_good && ascii_is_escape(c, translated.len - i);
	}
	if (!translated.failed)
		proofpoint_decode_v1((urlgrep_span){ translated.at, translated.len }, out);
	out->failed |= translated.failed;
	strbuf_free(&translated);
	return is_good ? CODEC_OK : CODEC_MALFORMED;
}

/* ---- version 3 --- */

/* A version 3 link, taken apart. */
struct proofpoint_pieces {
	struct strbuf template; /* with "*" and "**X" */
	struct strbuf bytes;    /* that they stand for */
};

/* Return the length of the run that a letter after "**" stands for; 0 if none. */
static size_t
run_length(char letter)
{
	return letter >= 'A' && letter <= 'Z' ? (size_t)(letter - 'A') + 2 :
	    letter >= 'a' && letter <= 'z' ? (size_t)(letter - 'a') + 28 :
	    letter >= '0' && letter <= '9' ? (size_t)(letter - '0') + 54 :
	    letter == '-' ? 64 : letter == '_' ? 65 : 0;
}

/* Read the token at the beginning of text[0..len), a "*". Returns the number of bytes
 * that it stands for, 0 if it is malformed, and sets its length. */
static size_t
read_token(const char *text, size_t len, size_t *token)
{
	*token = len >= 2 && text[1] == '*' ? 3 : 1;
	return *token == 1 ? 1 : len >= 3 ? run_length(text[2]) : 0;
}

/* Set *count to the sum of all tokens. Returns false if one is malformed. */
static bool
count_replaced(const struct strbuf *template, size_t *count)
{
	size_t at, token, run;

	*count = 0;
	for (at = 0; at < template->len; at += token) {
		token = 1;
		if (template->at[at] != '*')
			continue;
		run = read_token(template->at + at, template->len - at, &token);
		if (run == 0)
			return false;
		*count += run;
	}
	return true;
}

/* Return the length of the character at bytes[at], or 1 if there is none. */
static size_t
character_length(const struct strbuf *bytes, size_t at)
{
	uint32_t code;
	size_t len = utf8_decode(bytes->at + at, bytes->len - at, &code);

	return len ? len : 1;
}

static size_t
count_characters(const struct strbuf *bytes)
{
	size_t at, count = 0;

	for (at = 0; at < bytes->len; at += character_length(bytes, at))
		count++;
	return count;
}

/* Append the template with its tokens replaced; they count bytes, or characters. */
static void
append_replaced(struct strbuf *out, const struct proofpoint_pieces *p, bool count_bytes)
{
	size_t at, token, run, used = 0;

	for (at = 0; at < p->template.len; at += token) {
		token = 1;
		if (p->template.at[at] != '*') {
			strbuf_append(out, p->template.at + at, 1);
			continue;
		}
		run = read_token(p->template.at + at, p->template.len - at, &token);
		while (run-- > 0) {
			size_t len = count_bytes ? 1 : character_length(&p->bytes, used);

			strbuf_append(out, p->bytes.at + used, len);
			used += len;
		}
	}
}

/* Replace the tokens. Their lengths count bytes: a run of 65 may end inside a character.
 * Older encoders counted characters; both agree unless characters beyond US-ASCII are
 * replaced. */
static enum codec_answer
replace(const struct proofpoint_pieces *p, struct strbuf *out, bool maybe_cut)
{
	size_t wanted;

	if (!count_replaced(&p->template, &wanted))
		return CODEC_MALFORMED;
	if (wanted == p->bytes.len)
		append_replaced(out, p, true);
	else if (wanted == count_characters(&p->bytes))
		append_replaced(out, p, false);
	else
		return maybe_cut && wanted > p->bytes.len ? CODEC_CUT : CODEC_MALFORMED;
	return CODEC_OK;
}

enum codec_answer
proofpoint_decode_v3(urlgrep_span text, struct strbuf *out, bool *maybe_cut)
{
	struct proofpoint_pieces p = { { .memory = out->memory }, { .memory = out->memory } };
	const char *end = memmem(text.text, text.len, "__;", 3), *encoded, *mark;
	size_t left;
	enum codec_answer answer;

	if (end == NULL)
		return CODEC_CUT;
	encoded = end + 3;
	left = text.len - (size_t)(encoded - text.text);
	mark = memchr(encoded, '!', left);
	*maybe_cut = mark == NULL;
	strbuf_reserve(&p.template, 1);
	strbuf_reserve(&p.bytes, 1);
	codec_append_percent(&p.template, text.text, (size_t)(end - text.text));
	if (!codec_append_base64(&p.bytes, encoded, mark ? (size_t)(mark - encoded) : left))
		answer = *maybe_cut ? CODEC_CUT : CODEC_MALFORMED;
	else
		answer = replace(&p, out, *maybe_cut);
	out->failed |= p.template.failed || p.bytes.failed;
	strbuf_free(&p.template);
	strbuf_free(&p.bytes);
	return answer;
}
