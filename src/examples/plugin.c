/* plugin.c - a mail plugin in 40 lines: the URLs of a raw message, as links in HTML
 *
 *	cc plugin.c $(pkg-config --cflags --libs liburlgrep-mail) && ./a.out <message */
#include <stdio.h>
#include <string.h>
#include <urlgrep_mail.h>

static void
print_escaped(urlgrep_span text)
{
	for (; text.len > 0; text.text++, text.len--)
		if (strchr("&<>\"'", *text.text))
			printf("&#%d;", *text.text);
		else
			putchar(*text.text);
}

static void
print_link(const urlgrep_finding *f)
{
	/* http://www.bank.example@evil.example/ and the like are to stand out */
	printf(urlgrep_finding_warnings(f) ? "<a class=\"odd\" href=\"" : "<a href=\"");
	print_escaped(f->url.text);
	printf("\">");
	print_escaped(f->url.text);
	printf("</a>\n");
}

int
main(void)
{
	static char message[1 << 20];
	size_t len = fread(message, 1, sizeof(message), stdin);
	urlgrep_grammar *grammar = urlgrep_grammar_new("current", 0, NULL, NULL);
	urlgrep_mail *mail = grammar ? urlgrep_mail_new(grammar, NULL) : NULL;
	urlgrep_finding f;
	urlgrep_location l;

	if (mail && urlgrep_mail_open_buffer(mail, "message", message, len, NULL) == URLGREP_OK)
		while (urlgrep_mail_next(mail, &f, &l) == URLGREP_OK)
			if (f.url.verdict == URLGREP_OK)
				print_link(&f);
	urlgrep_mail_free(mail);
	urlgrep_grammar_free(grammar);
	return mail == NULL;
}
