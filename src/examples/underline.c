/* underline.c - print a text of at most 1 MiB with its URLs underlined, as in the view of a mail
 * client: a URL is underlined across line breaks, but not the quote prefixes within it
 *
 *	cc underline.c $(pkg-config --cflags --libs liburlgrep) && ./a.out <text */
#include <stdio.h>
#include <urlgrep.h>

/* Print each line and, below it, a "^" for each byte that is in a URL. marks has one byte
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
	urlgrep_span rest;
	uint64_t at;

	urlgrep_scanner_text(scanner, text, len, URLGREP_LAST);
	while ((found = urlgrep_next(scanner)) != NULL) {
		rest = found->url.text;
		for (at = found->offset; at < found->offset + found->length; at++)
			if (rest.len > 0 && text[at] == *rest.text) { /* else a line break */
				marks[at] = 1;
				rest.text++;
				rest.len--;
			}
	}
}

int
main(void)
{
	static char text[1 << 20], marks[1 << 20];
	size_t len = fread(text, 1, sizeof(text), stdin);
	urlgrep_scanner *scanner = urlgrep_scanner_new(NULL);

	if (scanner == NULL)
		return 2;
	mark_urls(scanner, text, len, marks);
	show(text, marks, len);
	urlgrep_scanner_free(scanner);
	return 0;
}
