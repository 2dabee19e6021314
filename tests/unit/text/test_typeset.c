/* test_typeset.c - does a hyphen at the end of a line divide a word? */
#include <stdlib.h>
#include <string.h>

#include "tap.h"
#include "text/typeset.h"
#include "util/text_line.h"

/* "@" is where the URL begins, "#" stands for a line of so many bytes. */
static const struct typeset_case {
	const char *text;
	size_t filler;
	bool divides;
} cases[] = {
	/* both margins are straight: two gaps at least of two or three blanks */
	{ "a  b c  d @", 0, true },
	{ "a   b c  d @", 0, true },
	{ "a  b c d  @", 0, true },
	{ "a  b c d @", 0, false },
	{ "a b c d @", 0, false },
	{ "a  b    c  d @", 0, false },
	{ "a  b  c    @", 0, false },
	{ "    a  b  c @", 0, true },
	{ "   a  b c @", 0, false },
	{ "\ta  b  c @", 0, true },
	{ "a  b\tc  d @", 0, false },
	{ "a  b  c\t@", 0, false },
	{ "a  b  \tc @", 0, false },
	{ "> a  b  c @", 0, true },
	{ ">   >   a b c @", 0, false },
	{ "a  b  c (@", 0, true },
	{ "@", 0, false },
	{ "  @", 0, false },
	/* the space after a sentence is wide anyway */
	{ "a.  b  c @", 0, false },
	{ "a:  b  c @", 0, false },
	{ "a.  b  c  d @", 0, true },
	{ "a;  b  c @", 0, true },
	{ "a.b  c  d @", 0, true },
	/* words are divided nearby: two at least */
	{ "a di-\nvided ro-\nw @", 0, true },
	{ "a di- \nvided ro-\t\nw @", 0, true },
	{ "a di-\r\nvided ro-\r\nw @", 0, true },
	{ "a divided ro-\nw @", 0, false },
	{ "a da-\nvided rz-\nw @", 0, true },
	{ "a dz-\nzvided ra-\na @", 0, true },
	{ "a d\303\274-\nn ra-\n\303\244 @", 0, true },
	{ "a d\303\200-\nvided ro-\nw @", 0, true },
	{ "a di-\n\177vided ro-\nw @", 0, false },
	{ "a dI-\nvided ro-\nw @", 0, false },
	{ "a d{-\nvided ro-\nw @", 0, false },
	{ "a d`-\nvided ro-\nw @", 0, false },
	{ "a di-\nVided ro-\nw @", 0, false },
	{ "a di-\nvided ro-\nW @", 0, false },
	{ "a di-\nvided ro-\n w @", 0, false },
	{ "a di_\nvided ro-\nw @", 0, false },
	{ "di-\nro-\nw @", 0, true },
	{ "i-\nro-\nw @", 0, false },
	{ "x\ni-\nro-\nw @", 0, false },
	{ "-\nro-\nw @", 0, false },
	{ "a -\nvided ro-\nw @", 0, false },
	/* eight lines back */
	{ "a di-\nv ro-\nw\n.\n.\n.\n.\n.\n@", 0, true },
	{ "a di-\nv ro-\nw\n.\n.\n.\n.\n.\n.\n@", 0, false },
	{ "a di-\nv ro-\nw\n#@", 4000, true },
	{ "x\na di-\nv ro-\nw\n#@", 4081, true },
	{ "x\na di-\nv ro-\nw\n#@", 4082, false },
	{ "a di-\nv ro-\nw\n#@", 4083, false },
	{ "a di-\nv ro-\nw\n#@", 5000, false },
	/* a program that divides words by U+2010 has other hyphens only */
	{ "a di\342\200\220\nv a  b  c @", 0, false },
	{ "a di\342\200\220 \nv a  b  c @", 0, false },
	{ "a b\342\200\220\nv di-\nv ro-\nw @", 0, false },
	{ "i\342\200\220\nv a  b  c @", 0, false },
	{ "\342\200\220\nv a  b  c @", 0, true },
	{ "x\n\342\200\220\nv a  b  c @", 0, true },
	{ "a di\342\200\221\nv a  b  c @", 0, true },
	{ "a di\342\200\220 x\nv a  b  c @", 0, true },
	{ "a di\342\200\220\nv\n.\n.\n.\n.\n.\n.\na  b  c @", 0, false },
	{ "a di\342\200\220\nv\n.\n.\n.\n.\n.\n.\n.\na  b  c @", 0, true },
};

/* Return the text with its line of `filler` bytes, in a block of its exact length. */
static char *
make_text(const struct typeset_case *c, size_t *len)
{
	const char *mark = strchr(c->text, '#');
	size_t before = mark ? (size_t)(mark - c->text) : strlen(c->text);
	size_t after = mark ? strlen(mark + 1) : 0;
	char *text;

	*len = before + c->filler + after;
	text = malloc(*len);
	memcpy(text, c->text, before);
	if (mark) {
		memset(text + before, 'x', c->filler - 1);
		text[before + c->filler - 1] = '\n';
		memcpy(text + before + c->filler, mark + 1, after);
	}
	return text;
}

static bool
divides(const char *bytes, size_t len)
{
	struct scan_text text = { .bytes = bytes, .len = len, .is_last = true };
	struct line_break b = { .text = &text };

	b.fragment_begin = (size_t)((const char *)memrchr(bytes, '@', len) - bytes);
	b.line = text_line_find_begin(&text, b.fragment_begin);
	quote_prefix_read(&text, b.line, MAX_QUOTE_MARKS, &b.prefix);
	return typeset_divides_words(&b);
}

int
main(void)
{
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct typeset_case *c = &cases[i];
		size_t len;
		char *text = make_text(c, &len);

		if (!ok(divides(text, len) == c->divides, "typeset case %d", (int)i))
			printf("# %s\n# expected: %s\n", c->text,
			    c->divides ? "divides words" : "does not");
		free(text);
	}
	return done_testing();
}
