/* plugin.c - a mail plugin: print the URLs in a raw message of at most 1 MiB as
 * HTML links
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

/* Return 1 if span is the word, ignoring case. The word must be in lower case. */
static int
is_word(urlgrep_span span, const char *word)
{
	for (; span.len > 0 && (*span.text | 0x20) == *word; span.text++, span.len--)
		word++;
	return span.len == 0 && *word == '\0';
}

/* Return 1 if it is safe to turn the URL into a link. javascript:, data:, file: and others
 * run code or read local files when a reader clicks on them. */
static int
may_be_link(const urlgrep_url *url)
{
	static const char *const schemes[] = { "http", "https", "ftp", "mailto" };
	urlgrep_span scheme = urlgrep_component_of(url, URLGREP_SCHEME);
	size_t i;

	for (i = 0; i < sizeof(schemes) / sizeof(schemes[0]); i++)
		if (is_word(scheme, schemes[i]))
			return 1;
	return 0;
}

static void
print_finding(const urlgrep_finding *f)
{
	int is_link = may_be_link(&f->url);

	if (is_link) {
		/* highlight URLs with warnings, such as http://www.bank.example@evil.example/ */
		printf("<a%s href=\"", urlgrep_finding_warnings(f) ? " class=\"odd\"" : "");
		print_escaped(f->url.text);
		printf("\">");
	}
	print_escaped(f->url.text);
	printf("%s\n", is_link ? "</a>" : "");
}

int
main(void)
{
	static char message[1 << 20];
	size_t len = fread(message, 1, sizeof(message), stdin);
	urlgrep_mail *mail = urlgrep_mail_new(NULL, NULL);
	const urlgrep_finding *f;
	const urlgrep_location *l;
	urlgrep_status status;

	if (mail == NULL)
		return 2;
	status = urlgrep_mail_open_buffer(mail, "message", message, len, NULL);
	while (status != URLGREP_NOMEM &&
	    (status = urlgrep_mail_next(mail, &f, &l)) != URLGREP_END)
		if (status == URLGREP_OK)
			print_finding(f);
		else if (status == URLGREP_SKIPPED)
			fprintf(stderr, "plugin: %s\n", urlgrep_mail_error(mail)->reason);
	urlgrep_mail_free(mail);
	return status == URLGREP_NOMEM ? 2 : 0;
}
