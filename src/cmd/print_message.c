/* print_message.c - an mbox of the messages that contain a finding (--print-message)
 *
 * Messages are written as stored, after a new "From " line. A ">" is put before lines that begin
 * with "From ", as in mboxo; such lines in a message from an mbox already have it. */
#include <string.h>
#include <time.h>

#include "cmd/printer.h"
#include "util/ascii.h"

/* Write the "From " line of a message, with the time of its Date field in UTC (RFC 4155), or with
 * the start of 1970. The original "From " line, if any, is not available. */
static void
write_from_line(struct printer *p, urlgrep_mail *mail)
{
	const char *iso = urlgrep_mail_header(mail, URLGREP_MAIL_DATE_ISO);
	time_t when = iso ? (time_t)field_read_time(iso) : 0;
	char text[64]; /* in the C locale, as asctime(3) writes it */
	struct tm tm;

	gmtime_r(&when, &tm);
	strftime(text, sizeof(text), "%a %b %e %H:%M:%S", &tm);
	strbuf_printf(p->out, "From MAILER-DAEMON %s %04d\n", text, tm.tm_year + 1900);
}

/* Return true if a file is a message of Outlook (.msg) or TNEF: both have NULs where a message of
 * mail has the name of its first field. */
static bool
is_binary(urlgrep_span file)
{
	return memchr(file.text, '\0', file.len < 16 ? file.len : 16) != NULL;
}

/* Print the message of a finding, unless it is printed already. */
static void
print_message(struct printer *p, const struct row *row)
{
	const urlgrep_message *message = urlgrep_mail_current(row->mail);
	uint64_t serial = urlgrep_mail_serial(row->mail);
	bool in_header = true, is_quoted;
	const char *at, *end;
	size_t len;

	if (message == NULL || row->location->message == 0 || serial == p->printed_serial)
		return;
	p->printed_serial = serial;
	if (is_binary(message->text)) {
		p->failure = "a message of Outlook, which cannot be written to an mbox";
		return;
	}
	write_from_line(p, row->mail);
	at = message->text.text;
	end = at + message->text.len;
	is_quoted = memmem(at, message->text.len, "\nFrom ", 6) != NULL;
	for (; at < end; at += len) {
		len = ascii_line(at, (size_t)(end - at));
		in_header = in_header && *at != '\n' && *at != '\r';
		if (in_header && is_quoted && ascii_begins_with(at, len, "content-length:"))
			continue; /* it would be wrong */
		if (text_begins_with(at, len, "From "))
			strbuf_append_byte(p->out, '>');
		strbuf_append(p->out, at, len);
	}
	if (message->text.len > 0 && end[-1] != '\n')
		strbuf_append_byte(p->out, '\n');
	strbuf_append_byte(p->out, '\n');
}

const struct printer_format format_mbox = {
	.print_finding = print_message,
};
