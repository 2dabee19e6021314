/* parts.c - print the URLs in the argument and their parts
 *
 *	cc parts.c $(pkg-config --cflags --libs liburlgrep) */
#include <stdio.h>
#include <string.h>
#include <urlgrep.h>

static void
print(const char *what, urlgrep_span span)
{
	printf("%s %.*s\n", what, (int)span.len, span.text);
}

int
main(int argc, char **argv)
{
	const char *text = argc > 1 ? argv[1] : "<URL:http://h.example/over-\nview>";
	urlgrep_scanner *scanner = urlgrep_scanner_new(NULL);
	const urlgrep_finding *found;
	unsigned i;

	if (scanner == NULL)
		return 2;
	urlgrep_scanner_text(scanner, text, strlen(text), URLGREP_LAST | URLGREP_ALL);
	while ((found = urlgrep_next(scanner)) != NULL) {
		print(urlgrep_name(URLGREP_VERDICT_NAMES, found->url.verdict), found->url.text);
		for (i = 0; i < found->url.part_count; i++)
			print(found->url.parts[i].name, found->url.parts[i].value);
	}
	urlgrep_scanner_free(scanner);
	return 0;
}
