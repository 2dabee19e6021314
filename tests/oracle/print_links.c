/* print_links.c - print the links in many HTML documents, for html_links.mjs
 *
 * Standard input: each document as its length in bytes, in decimal, a line feed, and its
 * bytes. Standard output: for each link the number of the document, the element, the
 * attribute and the URL, these three in hexadecimal, separated by tabs. */
#include <stdio.h>
#include <stdlib.h>

#include "html/html.h"
#include "util/memory.h"

static void
print_hex(urlgrep_span span)
{
	size_t i;

	putchar('\t');
	for (i = 0; i < span.len; i++)
		printf("%02x", (unsigned char)span.text[i]);
}

static void
print_links(unsigned long number, const char *text, size_t len)
{
	struct html *h = html_new(&memory_default, text, len, NULL);
	size_t count, i;
	const struct html_link *link;

	if (h == NULL)
		abort();
	link = html_links(h, &count);
	for (i = 0; i < count; i++) {
		printf("%lu", number);
		print_hex(link[i].element);
		print_hex(link[i].attribute);
		print_hex(link[i].url);
		putchar('\n');
	}
	html_free(h);
}

int
main(void)
{
	unsigned long number;
	size_t len;

	for (number = 0; scanf("%zu", &len) == 1; number++) {
		char *text = malloc(len + 1);

		if (text == NULL || getchar() != '\n' || fread(text, 1, len, stdin) != len)
			return 2;
		print_links(number, text, len);
		free(text);
	}
	return 0;
}
