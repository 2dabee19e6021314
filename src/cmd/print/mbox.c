/* mbox.c - output as an mbox of the messages that hold a finding (--print-message)
 *
 * Messages are written as they are stored. A line that begins with "From " gets a ">"
 * before it, as in mboxo: such lines of a message that comes from an mbox have one. */
#include "cmd/print/mbox.h"

#include <string.h>

#include "cmd/print/unlocked.h"

/* Return true if the message is the one that was printed last, and note it otherwise. */
static bool
is_printed(struct printer *p, const urlgrep_message *message)
{
	struct strbuf *path = &p->message_path;

	if (path->len > 0 && p->message_offset == message->offset &&
	    strcmp(path->at, message->path) == 0)
		return true;
	strbuf_clear(path);
	strbuf_append(path, message->path, strlen(message->path) + 1);
	p->message_offset = message->offset;
	return false;
}

static void
write_line(FILE *out, const char *line, size_t len)
{
	if (len >= 5 && memcmp(line, "From ", 5) == 0)
		write_byte(out, '>');
	write_bytes(out, line, len);
}

static void
print_finding(struct printer *p, const urlgrep_finding *finding,
    const urlgrep_location *location)
{
	const urlgrep_message *message = urlgrep_mail_current(p->mail);
	const char *at, *end;

	(void)finding;
	if (message == NULL || location->message == 0 || is_printed(p, message))
		return;
	write_literal(p->out, "From MAILER-DAEMON Thu Jan  1 00:00:00 1970\n");
	at = message->text.text;
	end = at + message->text.len;
	while (at < end) {
		const char *feed = memchr(at, '\n', (size_t)(end - at));
		size_t len = (size_t)((feed ? feed + 1 : end) - at);

		write_line(p->out, at, len);
		at += len;
	}
	if (message->text.len > 0 && end[-1] != '\n')
		write_byte(p->out, '\n');
	write_byte(p->out, '\n');
}

const struct printer_format format_mbox = {
	.name = "mbox",
	.print_finding = print_finding,
};
