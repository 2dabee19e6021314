/* kind.c - what a file is, by its first octets */
#include "kind.h"

#include "mbox.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

/* Fields that a message of mail or news has (RFC 5322, RFC 5536) and that text
 * seldom begins a line with. One of these must be there... */
static const char *const telling[] = { "Message-ID", "Received", "Return-Path",
	"Delivered-To", "MIME-Version", "Newsgroups", "Path", "X-Mailer",
	"In-Reply-To", "References", "DKIM-Signature" };
/* ... or two of these. */
static const char *const usual[] = { "From", "To", "Cc", "Date", "Subject",
	"Sender", "Reply-To", "Content-Type", "Organization", "Lines" };

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static bool
among(const char *const *names, size_t count, const char *name, size_t len)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (strlen(names[i]) == len && strncasecmp(names[i], name, len) == 0)
			return true;
	return false;
}

/* The length of a field's name at the front of a line; 0 if it is no field. */
static size_t
field_name(const char *line, size_t len)
{
	size_t i = 0;

	while (i < len && line[i] > ' ' && line[i] < 0x7F && line[i] != ':')
		i++;
	return i < len && i > 0 && line[i] == ':' ? i : 0;
}

/* Fields up to a blank line (or as far as can be seen), folded or not, and what
 * a message has among them. */
static bool
is_message(const char *text, size_t len)
{
	unsigned marks = 0;
	size_t at = 0;

	while (at < len) {
		const char *line = text + at;
		const char *end = memchr(line, '\n', len - at);
		size_t size = end ? (size_t)(end - line) : len - at;
		size_t name = field_name(line, size);

		if (size == 0 || (size == 1 && *line == '\r'))
			return marks >= 2;
		if (name == 0 && (at == 0 || (*line != ' ' && *line != '\t')))
			return end == NULL && at > 0 && marks >= 2;
		if (among(telling, COUNT(telling), line, name))
			marks += 2;
		if (among(usual, COUNT(usual), line, name))
			marks++;
		at += size + (end != NULL);
	}
	return marks >= 2;
}

static bool
is_html(const char *text, size_t len)
{
	static const char *const begins[] = { "<!doctype html", "<html", "<head",
		"<body" };
	size_t at = 0, i;

	if (len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
		at = 3;
	while (at < len && strchr(" \t\r\n", text[at]) && text[at])
		at++;
	for (i = 0; i < COUNT(begins); i++)
		if (len - at >= strlen(begins[i]) &&
		    strncasecmp(text + at, begins[i], strlen(begins[i])) == 0)
			return true;
	return false;
}

enum kind
kind_of(const char *text, size_t len)
{
	const char *end = memchr(text, '\n', len);

	if (end && mbox_from_line(text, (size_t)(end - text)) &&
	    field_name(end + 1, len - (size_t)(end + 1 - text)))
		return KIND_MBOX;
	if (is_message(text, len))
		return KIND_MAIL;
	return is_html(text, len) ? KIND_HTML : KIND_TEXT;
}
