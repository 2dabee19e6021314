/* clipboard.c - copies text to the clipboard of the desktop and of the terminal */
#include "pick/clipboard.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/xmalloc.h"
#include "pick/process.h"

enum { MAX_TOOL_WORDS = 6 };

/* The programs that set a clipboard, where their variable is set. */
static const struct tool {
	const char *variable;
	const char *clipboard[MAX_TOOL_WORDS], *primary[MAX_TOOL_WORDS];
} tools[] = {
	{ "WAYLAND_DISPLAY", { "wl-copy" }, { "wl-copy", "--primary" } },
	{ "DISPLAY", { "xclip", "-selection", "clipboard" }, { "xclip" } },
	{ "DISPLAY", { "xsel", "--clipboard", "--input" },
	    { "xsel", "--primary", "--input" } },
	{ "TMUX", { "tmux", "load-buffer", "-w", "-" },
	    { "tmux", "load-buffer", "-w", "-" } },
	{ "HOME", { "pbcopy" }, { "pbcopy" } },
};

/* Return the name of the first program that is there and takes the text; or NULL. */
static const char *
copy_by_program(const char *text, size_t len, bool is_primary)
{
	size_t i;

	for (i = 0; i < sizeof(tools) / sizeof(tools[0]); i++) {
		const char *const *words = is_primary ? tools[i].primary : tools[i].clipboard;
		const char *value = getenv(tools[i].variable);

		if (value && *value && process_is_there(words[0]) &&
		    process_start((char *const *)(uintptr_t)words, text, len) >= 0)
			return words[0];
	}
	return NULL;
}

static void
append_base64(struct strbuf *out, const char *text, size_t len)
{
	static const char digits[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	size_t at, i;

	for (at = 0; at < len; at += 3) {
		size_t n = len - at < 3 ? len - at : 3;
		unsigned bits = 0;
		char four[4];

		for (i = 0; i < 3; i++)
			bits = bits << 8 | (i < n ? (unsigned char)text[at + i] : 0);
		for (i = 0; i < 4; i++)
			four[i] = i > n ? '=' : digits[bits >> (18 - 6 * i) & 0x3F];
		strbuf_append(out, four, sizeof(four));
	}
}

void
clipboard_append_osc52(struct strbuf *out, const char *text, size_t len, bool is_primary)
{
	strbuf_append_string(out, is_primary ? "\033]52;p;" : "\033]52;c;");
	append_base64(out, text, len);
	strbuf_append_string(out, "\a");
}

const char *
clipboard_copy(const char *text, size_t len, bool is_primary, int terminal)
{
	struct strbuf sequence = { .memory = &xmalloc_memory };
	size_t at = 0;
	ssize_t n;

	clipboard_append_osc52(&sequence, text, len, is_primary);
	while (at < sequence.len &&
	    (n = write(terminal, sequence.at + at, sequence.len - at)) > 0)
		at += (size_t)n;
	strbuf_free(&sequence);
	return copy_by_program(text, len, is_primary);
}
