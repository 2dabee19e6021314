/* file_type.c - what a file is, by its first octets */
#include "input/file_type.h"

#include "mail/header.h"
#include "mail/mbox.h"

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

/* What a field is worth; two marks are enough. */
static unsigned
marks_of(const char *name, size_t len)
{
	if (among(telling, COUNT(telling), name, len))
		return 2;
	return among(usual, COUNT(usual), name, len);
}

enum answer { NO, YES, UNSURE };

/* Fields up to a blank line (or as far as can be seen), folded or not, and what
 * a message has among them. More octets may help where there is some mark. */
static enum answer
is_message(const char *text, size_t len)
{
	unsigned marks = 0;
	size_t at = 0;

	while (at < len) {
		const char *line = text + at;
		const char *end = memchr(line, '\n', len - at);
		size_t size = end ? (size_t)(end - line) : len - at;
		size_t name = header_name_length(line, size);

		if (size == 0 || (size == 1 && *line == '\r'))
			return marks >= 2 ? YES : NO;
		if (name == 0 && (at == 0 || (*line != ' ' && *line != '\t'))) {
			if (end)
				return NO;
			break;
		}
		if (marks < 2)
			marks += marks_of(line, name);
		at += size + (end != NULL);
	}
	return marks >= 2 ? YES : marks ? UNSURE : NO;
}

/* A "From " line, and a field or an empty message behind it; or, as UUCP had
 * it, another such line, quoted. */
static enum answer
is_mbox(const char *text, size_t len)
{
	const char *end = memchr(text, '\n', len);
	size_t left;

	if (len < 5 || memcmp(text, "From ", 5) != 0)
		return NO;
	if (end == NULL)
		return UNSURE;
	if (!mbox_from_line(text, (size_t)(end - text)))
		return NO;
	left = len - (size_t)(++end - text);
	if (header_name_length(end, left) || (left > 0 && strchr("\r\n>", *end)))
		return YES;
	return memchr(end, '\n', left) ? NO : UNSURE;
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
kind_of(const char *text, size_t len, bool *sure)
{
	enum answer mbox = is_mbox(text, len);
	enum answer message = mbox == YES ? NO : is_message(text, len);

	*sure = mbox != UNSURE && message != UNSURE;
	if (mbox == YES)
		return KIND_MBOX;
	if (message == YES)
		return KIND_MAIL;
	return is_html(text, len) ? KIND_HTML : KIND_TEXT;
}
