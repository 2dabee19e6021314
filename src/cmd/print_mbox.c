/* print_mbox.c - output as an mbox of the messages that hold a finding (--print-message)
 *
 * Messages are written as they are stored, after a new "From " line. A line that begins with
 * "From " gets a ">" before it, as in mboxo: such lines of a message that comes from an mbox have
 * one. */
#include "cmd/printer.h"

#include <string.h>
#include <time.h>


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

/* Write the line before a message: with the time of its Date in UTC (RFC 4155), or else of
 * 1970. The stored line, if there is one, is not known. */
static void
write_separator(struct printer *p)
{
	static const char days[][4] = { "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat" };
	static const char months[][4] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul",
		"Aug", "Sep", "Oct", "Nov", "Dec" };
	const char *iso = urlgrep_mail_header(p->mail, URLGREP_MAIL_DATE_ISO);
	time_t when = iso ? (time_t)field_read_time(iso) : 0;
	struct tm tm;

	gmtime_r(&when, &tm);
	strbuf_printf(p->out, "From MAILER-DAEMON %s %s %2d %02d:%02d:%02d %04d\n",
	    days[tm.tm_wday], months[tm.tm_mon], tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec,
	    tm.tm_year + 1900);
}

static void
write_line(struct strbuf *out, const char *line, size_t len)
{
	if (len >= 5 && memcmp(line, "From ", 5) == 0)
		strbuf_append_byte(out, '>');
	strbuf_append(out, line, len);
}

static void
print_finding(struct printer *p, const struct row *row)
{
	const urlgrep_message *message = urlgrep_mail_current(p->mail);
	const char *at, *end;

	if (message == NULL || row->location->message == 0 || is_printed(p, message))
		return;
	write_separator(p);
	at = message->text.text;
	end = at + message->text.len;
	while (at < end) {
		const char *feed = memchr(at, '\n', (size_t)(end - at));
		size_t len = (size_t)((feed ? feed + 1 : end) - at);

		write_line(p->out, at, len);
		at += len;
	}
	if (message->text.len > 0 && end[-1] != '\n')
		strbuf_append_byte(p->out, '\n');
	strbuf_append_byte(p->out, '\n');
}

const struct printer_format format_mbox = {
	.name = "mbox",
	.print_finding = print_finding,
};
