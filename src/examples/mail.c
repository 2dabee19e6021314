/* mail.c - print the valid and loose URLs in files: mailboxes, messages, HTML, archives, text
 *	cc mail.c $(pkg-config --cflags --libs liburlgrep-mail) && ./a.out inbox */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <urlgrep_mail.h>

static int found, failed;

static void
print_error(const urlgrep_mail_error_info *error, urlgrep_status status)
{
	if (status == URLGREP_SKIPPED)
		fprintf(stderr, "mail: %s: %s\n", error->path, error->reason);
	else
		fprintf(stderr, "mail: out of memory\n");
	failed = 1;
}

static void
print_url(const urlgrep_finding *f, const urlgrep_location *l)
{
	printf("%s:%" PRIu64 ":%" PRIu64 ":%" PRIu64 ":%.*s\n", l->path, l->line, l->offset,
	    l->length, (int)f->url.text.len, f->url.text.text);
	found = 1;
}

static void
print_urls(urlgrep_mail *mail, const char *path)
{
	const urlgrep_finding *f;
	const urlgrep_location *l;
	urlgrep_status status = urlgrep_mail_open_file(mail, path, NULL);

	if (status != URLGREP_OK)
		print_error(urlgrep_mail_error(mail), status);
	while ((status = urlgrep_mail_next(mail, &f, &l)) != URLGREP_END)
		if (status != URLGREP_OK)
			print_error(urlgrep_mail_error(mail), status);
		else
			print_url(f, l);
}

int
main(int argc, char **argv)
{
	urlgrep_mail_options options;
	urlgrep_mail *mail;
	int i;

	memset(&options, 0, sizeof(options)); /* including members added by later versions */
	options.size = sizeof(options);
	options.flags = URLGREP_COUNT_LINES;
	mail = urlgrep_mail_new(NULL, &options);
	if (mail == NULL)
		return 2;
	for (i = 1; i < argc; i++)
		print_urls(mail, argv[i]);
	urlgrep_mail_free(mail);
	return failed ? 2 : !found;
}
