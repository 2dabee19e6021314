/* test_text_search.c - texts longer than one read: offsets, lines and surroundings of their URLs,
 * from any source, in UTF-16, and with folded lines; and long sequences of NUL */
#include "mail_findings.h"
#include "tap.h"

enum { LINES = 7000, LINE_BYTES = 400, PIECE_BYTES = 256 * 1024, PAGE_BYTES = 4096 };

static urlgrep_grammar *grammar;

/* A text, and how it is read. */
struct given {
	const char *name;
	unsigned unit;      /* bytes of a character: 1, or 2 in UTF-16 (little-endian) */
	bool has_crlf, is_pipe;
	bool is_folded;     /* an iCalendar: each URL continues on the next line */
	size_t step;        /* the most bytes of a read */
	unsigned flags, context_lines;
	unsigned before;    /* lines before the range that is searched */
	size_t zeros;       /* bytes of NUL in the middle */
	char *text;
	size_t len;
	unsigned pieces, misplaced; /* reads of whole pieces, and those of them whose destination
	                               in a page differs from the bytes' place in the text */
};

/* The known properties of line i. */
struct line {
	size_t url_begin, url_len;
};

static struct line lines[LINES + 1];

static void
append(struct given *g, const char *text)
{
	for (; *text; text++) {
		g->text[g->len++] = *text;
		if (g->unit == 2)
			g->text[g->len++] = '\0';
	}
}

static void
append_url(struct given *g, const char *url)
{
	char begin[LINE_BYTES];

	if (g->is_folded) {
		snprintf(begin, sizeof(begin), "%.*s\r\n ", 10, url);
		append(g, begin);
		url += 10;
	}
	append(g, url);
}

/* Write lines of different lengths, each with a URL. */
static void
write_lines(struct given *g)
{
	char words[LINE_BYTES], begin[LINE_BYTES], url[LINE_BYTES];
	unsigned i;

	for (i = 0; i + 1 < LINE_BYTES; i++)
		words[i] = "line "[i % 5];
	words[i] = '\0';

	g->text = malloc(LINES * LINE_BYTES * g->unit + g->zeros);
	g->len = 0;
	if (g->unit == 2)
		g->text[g->len++] = (char)0xFF, g->text[g->len++] = (char)0xFE;
	for (i = 1; i <= LINES; i++) {
		snprintf(begin, sizeof(begin), "%.*s ", (int)(i % 331), words);
		snprintf(url, sizeof(url), "http://h.example/%u/%.*s", i, (int)(i % 19),
		    "abcdefghijklmnopqrstuvw");
		append(g, begin);
		lines[i].url_begin = g->len;
		append_url(g, url);
		lines[i].url_len = g->len - lines[i].url_begin;
		append(g, g->has_crlf ? " end\r\n" : " end\n");
		if (i == LINES / 2) {
			memset(g->text + g->len, '\0', g->zeros);
			g->len += g->zeros;
		}
	}
}

static ssize_t
read_given(void *data, char *buffer, size_t size, uint64_t offset)
{
	struct given *g = data;
	size_t n = offset < g->len ? g->len - (size_t)offset : 0;

	g->pieces += size == PIECE_BYTES;
	g->misplaced += size == PIECE_BYTES && ((uintptr_t)buffer - offset) % PAGE_BYTES != 0;
	n = n < size ? n : size;
	n = n < g->step ? n : g->step;
	memcpy(buffer, g->text + (n > 0 ? offset : 0), n);
	return (ssize_t)n;
}

/* Return true if the surroundings have the expected lines before and after the URL. */
static bool
has_context(const struct given *g, urlgrep_mail *mail, const urlgrep_finding *f, unsigned number)
{
	size_t begin, end, before = 0, after = 0, i;
	urlgrep_span text = urlgrep_mail_surroundings(mail, &begin, &end);

	if (end - begin != f->length || memcmp(text.text + begin, f->url.text.text, end - begin) != 0)
		return false;
	for (i = 0; i < begin; i++)
		before += text.text[i] == '\n';
	for (i = end; i < text.len; i++)
		after += text.text[i] == '\n';
	return (before >= g->context_lines || before == number - 1) &&
	    (after > g->context_lines || after == LINES - number + 1);
}

static void
check_given(struct given *g)
{
	urlgrep_mail_options options = { .size = sizeof(options), .flags = g->flags |
		URLGREP_COUNT_LINES, .context_lines = g->context_lines };
	urlgrep_mail *mail = urlgrep_mail_new(grammar, &options);
	urlgrep_mail_source source = { read_given, g, !g->is_pipe };
	const urlgrep_finding *f;
	const urlgrep_location *l;
	unsigned found = g->before, per_url = g->is_folded ? 2 : 1;
	urlgrep_mail_range range = { .size = sizeof(range), .end = UINT64_MAX, .line = found + 1 };
	bool good = true;

	write_lines(g);
	range.begin = found > 0 ? lines[found + 1].url_begin : 0;
	urlgrep_mail_open_source(mail, g->is_folded ? "a.ics" : "text", &source, &range);
	while (good && urlgrep_mail_next(mail, &f, &l) == URLGREP_OK) {
		const struct line *line = &lines[++found];

		good = found <= LINES && l->line == (found - 1) * per_url + 1 && l->offset == line->url_begin &&
		    l->length == line->url_len &&
		    (g->context_lines == 0 || has_context(g, mail, f, found));
		if (!good)
			printf("# line %u: line %llu, %llu+%llu, expected %zu+%zu\n", found,
			    (unsigned long long)l->line, (unsigned long long)l->offset,
			    (unsigned long long)l->length, line->url_begin, line->url_len);
	}
	ok(good && found == LINES, "%s: %u URLs", g->name, found);
	/* UTF-16 and folded lines are read in smaller pieces */
	ok(g->misplaced == 0 && (g->pieces > 0 || g->unit > 1 || g->is_folded),
	    "%s: %u of %u pieces are misplaced", g->name, g->misplaced, g->pieces);
	ok(urlgrep_mail_sums_of(mail).lines == (LINES - g->before) * per_url &&
	    urlgrep_mail_sums_of(mail).bytes == g->len - range.begin,
	    "%s: sums", g->name);
	urlgrep_mail_free(mail);
	free(g->text);
}

int
main(void)
{
	struct given given[] = {
		{ .name = "whole", .unit = 1, .step = SIZE_MAX, .flags = URLGREP_WHOLE_TEXTS },
		{ .name = "in pieces", .unit = 1, .step = SIZE_MAX },
		{ .name = "small reads", .unit = 1, .step = 1237 },
		{ .name = "a pipe", .unit = 1, .step = 4096, .is_pipe = true },
		{ .name = "CRLF", .unit = 1, .step = 65536, .has_crlf = true },
		{ .name = "UTF-16", .unit = 2, .step = SIZE_MAX },
		{ .name = "UTF-16, small reads", .unit = 2, .step = 1237, .has_crlf = true },
		{ .name = "1 line of context", .unit = 1, .step = SIZE_MAX, .context_lines = 1 },
		{ .name = "5 lines of context", .unit = 1, .step = 4096, .context_lines = 5 },
		{ .name = "200 lines before a range", .unit = 1, .step = SIZE_MAX, .context_lines = 200,
		  .before = LINES / 2 },
		{ .name = "folded", .unit = 1, .step = SIZE_MAX, .is_folded = true },
		{ .name = "folded, whole", .unit = 1, .step = SIZE_MAX, .is_folded = true,
		  .flags = URLGREP_WHOLE_TEXTS },
		{ .name = "folded, UTF-16", .unit = 2, .step = 4099, .is_folded = true },
		{ .name = "NUL", .unit = 1, .step = SIZE_MAX, .zeros = 3000001 },
		{ .name = "NUL, a pipe", .unit = 1, .step = 65537, .zeros = 700000, .is_pipe = true },
	};
	size_t i;

	grammar = urlgrep_grammar_new("current", URLGREP_EARLY_JIT, NULL, NULL);
	for (i = 0; i < COUNT(given); i++)
		check_given(&given[i]);
	urlgrep_grammar_free(grammar);
	return done_testing();
}
