/* search.c - the state that a database extension keeps between texts */
#include "sql/search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How much is searched before a query can be interrupted: bytes of a text, and steps to an unwanted
 * URL or a message. */
enum { PIECE_BYTES = 256 * 1024, STEPS = 64 };

void
search_free(struct sql_search *s)
{
	details_free(s->details);
	urlgrep_mail_free(s->mail);
	urlgrep_grammar_free(s->grammar);
	memset(s, 0, sizeof(*s));
}

/* Initialize a zeroed search for these arguments. */
static urlgrep_status
make(struct sql_search *s, bool is_mail, const char *arguments, char *why, size_t size)
{
	urlgrep_mail_options options;

	search_options_init(&s->options);
	if (!search_options_parse(&s->options, is_mail ? FOR_MAIL : FOR_TEXT, arguments, why,
	    size))
		return URLGREP_REJECTED;
	options = search_mail_options(&s->options);
	s->grammar = urlgrep_grammar_new(s->options.grammar, search_grammar_flags(&s->options),
	    NULL, NULL);
	s->details = s->grammar ? details_new(&s->options, s->grammar, NULL) : NULL;
	if (s->details == NULL)
		return URLGREP_NOMEM;
	if (is_mail)
		s->mail = urlgrep_mail_new(s->grammar, &options);
	else
		s->scanner = details_scanner(s->details);
	if (s->mail == NULL && s->scanner == NULL)
		return URLGREP_NOMEM;
	memcpy(s->arguments, arguments, strlen(arguments) + 1);
	return URLGREP_OK;
}

urlgrep_status
search_choose(struct sql_search *searches, unsigned count, struct sql_search **search,
    bool is_mail, urlgrep_span join, urlgrep_span words, char *why, size_t size)
{
	char arguments[MAX_ARGUMENTS_BYTES];
	unsigned i;
	int len;

	if ((join.len && memchr(join.text, '\0', join.len)) ||
	    (words.len && memchr(words.text, '\0', words.len))) {
		snprintf(why, size, "an option has a NUL");
		return URLGREP_REJECTED;
	}
	len = snprintf(arguments, sizeof(arguments), "%s%.*s %.*s", join.len ? "join=" : "",
	    (int)join.len, join.len ? join.text : "", (int)words.len,
	    words.len ? words.text : "");
	if (len < 0 || (size_t)len >= sizeof(arguments)) {
		snprintf(why, size, "the options are too long");
		return URLGREP_REJECTED;
	}
	for (i = 0; i < count; i++)
		if ((searches[i].mail != NULL) == is_mail &&
		    strcmp(searches[i].arguments, arguments) == 0) {
			*search = &searches[i];
			return URLGREP_OK;
		}
	search_free(&searches[count - 1]);
	memmove(searches + 1, searches, (count - 1) * sizeof(*searches));
	memset(searches, 0, sizeof(*searches));
	*search = searches;
	return make(searches, is_mail, arguments, why, size);
}

/* Pass the scanner the next piece of the text, after `kept` consumed bytes of the previous one. */
static void
give_piece(struct sql_search *s, size_t kept)
{
	unsigned flags = search_text_flags(&s->options);

	s->text = (urlgrep_span){ s->text.text + kept, s->text.len - kept };
	s->given += PIECE_BYTES - kept;
	if (s->given < s->text.len)
		flags &= ~(unsigned)URLGREP_LAST;
	else
		s->given = s->text.len;
	urlgrep_scanner_text(s->scanner, s->text.text, s->given, flags);
}

urlgrep_status
search_begin(struct sql_search *s, const char *text, size_t len)
{
	s->steps = 0;
	if (s->mail)
		return urlgrep_mail_open_buffer(s->mail, "", text, len, NULL);
	urlgrep_scanner_reset(s->scanner);
	s->text = (urlgrep_span){ text, len };
	s->given = 0;
	give_piece(s, 0);
	return URLGREP_OK;
}

/* Go to the next finding of the message; at its end, go to the next message and return MORE. */
static urlgrep_status
next_in_mail(struct sql_search *s)
{
	urlgrep_status status = URLGREP_END;
	const urlgrep_message *message;

	if (urlgrep_mail_current(s->mail))
		status = urlgrep_mail_next(s->mail, &s->row.finding, &s->row.location);
	if (status != URLGREP_END)
		return status;
	status = urlgrep_mail_next_message(s->mail, &message);
	return status == URLGREP_OK ? URLGREP_MORE : status;
}

/* Go to the next finding of the text; at the end of a piece, return MORE. */
static urlgrep_status
next_in_text(struct sql_search *s)
{
	s->row.finding = urlgrep_next(s->scanner);
	if (s->row.finding)
		return URLGREP_OK;
	if (urlgrep_scanner_status(s->scanner) == URLGREP_MORE) {
		give_piece(s, urlgrep_scanner_consumed(s->scanner));
		s->steps = STEPS;
		return URLGREP_MORE;
	}
	return urlgrep_scanner_status(s->scanner);
}

urlgrep_status
search_next(struct sql_search *s)
{
	urlgrep_status status;

	s->row = (struct row){ .mail = s->mail, .details = s->details };
	do {
		if (s->steps++ >= STEPS) {
			s->steps = 0;
			return URLGREP_MORE;
		}
		status = s->mail ? next_in_mail(s) : next_in_text(s);
	} while (status == URLGREP_MORE ||
	    (status == URLGREP_OK && !search_wants(&s->options, s->row.finding)));
	details_begin(s->details);
	if (status != URLGREP_SKIPPED)
		return status;
	s->row = (struct row){ .error = urlgrep_mail_error(s->mail)->reason };
	return URLGREP_OK;
}

bool
search_value(struct sql_search *s, const struct field *column, struct value *value)
{
	field_get(column, &s->row, value);
	return !details_have_failed(s->details);
}
