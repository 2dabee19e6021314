/* underline.c - print a text with its URLs underlined, including the line breaks in
 * them, as the view of a mail client shows them
 *
 *	cc underline.c $(pkg-config --cflags --libs liburlgrep) && ./a.out <text */
#include <stdio.h>
#include <stdlib.h>
#include <urlgrep.h>

/* Read a whole file: a view has all of its text. Return NULL on an error. */
static char *
read_all(FILE *in, size_t *len)
{
	char *text = NULL, *more;
	size_t got;

	*len = 0;
	do {
		if ((more = realloc(text, *len + 65536)) == NULL) {
			free(text);
			return NULL;
		}
		text = more;
		got = fread(text + *len, 1, 65536, in);
		*len += got;
	} while (got > 0);
	return text;
}

/* Print each line and, below it, "^" for each byte that is in a URL: marks has a byte
 * for each byte of the text. */
static void
show(const char *text, const char *marks, size_t len)
{
	size_t begin = 0, end, at, last;

	for (; begin < len; begin = end + 1) {
		for (end = begin; end < len && text[end] != '\n'; end++)
			;
		printf("%.*s\n", (int)(end - begin), text + begin);
		for (last = end; last > begin && marks[last - 1] == 0; last--)
			;
		for (at = begin; at < last; at++)
			putchar(marks[at] ? '^' : text[at] == '\t' ? '\t' : ' ');
		if (last > begin)
			putchar('\n');
	}
}

static void
mark_urls(urlgrep_scanner *scanner, const char *text, size_t len, char *marks)
{
	const urlgrep_finding *found;
	uint64_t at;

	urlgrep_scanner_text(scanner, text, len, URLGREP_LAST);
	while ((found = urlgrep_next(scanner)) != NULL)
		for (at = 0; at < found->length; at++)
			marks[found->offset + at] = 1;
}

int
main(void)
{
	urlgrep_grammar *grammar = urlgrep_grammar_new("current", 0, NULL, NULL);
	urlgrep_scanner *scanner = grammar ? urlgrep_scanner_new(grammar) : NULL;
	size_t len;
	char *text = read_all(stdin, &len), *marks = calloc(len + 1, 1);
	int good = scanner && text && marks;

	if (good) {
		mark_urls(scanner, text, len, marks);
		show(text, marks, len);
	}
	free(marks);
	free(text);
	urlgrep_scanner_free(scanner);
	urlgrep_grammar_free(grammar);
	return good ? 0 : 2;
}
