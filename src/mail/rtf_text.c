/* rtf_text.c - RTF of a message as HTML */
#include "mail/rtf_text.h"

#include "mail/rtf.h"
#include "mail/rtf_compression.h"
#include "util/strbuf.h"

bool
rtf_text_open(struct rtf_text *t, struct arena *arena, urlgrep_span rtf, bool is_compressed)
{
	struct strbuf plain = { .memory = arena->memory }, html = { .memory = arena->memory };
	bool is_whole = true, has_failed;
	unsigned code_page = 0;

	if (is_compressed) {
		is_whole = rtf_decompress(rtf, &plain);
		rtf = (urlgrep_span){ plain.at, plain.len };
	}
	is_whole = rtf_to_html(rtf, &html, &code_page) && is_whole;
	has_failed = plain.failed || html.failed;
	strbuf_free(&plain);
	*t = (struct rtf_text){ .is_damaged = !is_whole, .html.len = html.len };
	if (!has_failed)
		t->html.text = arena_copy(arena, html.at ? html.at : "", html.len);
	strbuf_free(&html);
	if (!code_page_charset(code_page, t->charset))
		t->charset[0] = '\0';
	return t->html.text != NULL;
}
