/* search.c - what a database keeps from one text to the next */
#include "sql/search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
search_free(struct sql_search *s)
{
	details_free(s->details);
	urlgrep_mail_free(s->mail);
	urlgrep_scanner_free(s->scanner);
	urlgrep_grammar_free(s->grammar);
	free(s->join);
	free(s->words);
	memset(s, 0, sizeof(*s));
}

/* Return true if a string is an argument; one that is absent is the empty string. */
static bool
is_argument(const char *string, urlgrep_span argument)
{
	return strlen(string) == argument.len &&
	    (argument.len == 0 || memcmp(string, argument.text, argument.len) == 0);
}

bool
search_is_for(const struct sql_search *s, bool is_mail, urlgrep_span join, urlgrep_span words)
{
	return s->is_ready && s->is_mail == is_mail && is_argument(s->join, join) &&
	    is_argument(s->words, words);
}

/* Read the arguments. Return false and the reason if that fails. */
static bool
read_arguments(struct sql_search *s, char *why, size_t size)
{
	unsigned use = s->is_mail ? FOR_MAIL : FOR_TEXT;
	char join[64];

	search_options_init(&s->options);
	snprintf(join, sizeof(join), "join=%s", s->join);
	return (*s->join == '\0' ||
	    search_options_parse(&s->options, use, join, why, size)) &&
	    search_options_parse(&s->options, use, s->words, why, size);
}

/* Make what the options say. */
static bool
make_parts(struct sql_search *s)
{
	urlgrep_mail_options options = search_mail_options(&s->options);

	s->grammar = urlgrep_grammar_new(s->options.grammar, s->options.grammar_flags,
	    NULL, NULL);
	if (s->grammar == NULL)
		return false;
	s->details = details_new(&(struct details_source){
	    .grammar_name = s->options.grammar, .grammar = s->grammar,
	    .unwrap_classes = s->options.unwrap_classes });
	if (s->is_mail)
		s->mail = urlgrep_mail_new(s->grammar, &options);
	else
		s->scanner = urlgrep_scanner_new(s->grammar);
	return s->details && (s->mail || s->scanner);
}

urlgrep_status
search_prepare(struct sql_search *s, bool is_mail, urlgrep_span join, urlgrep_span words,
    char *why, size_t size)
{
	if (search_is_for(s, is_mail, join, words))
		return URLGREP_OK;
	search_free(s);
	s->is_mail = is_mail;
	s->join = strndup(join.len ? join.text : "", join.len);
	s->words = strndup(words.len ? words.text : "", words.len);
	if (s->join == NULL || s->words == NULL)
		return URLGREP_NOMEM;
	if (!read_arguments(s, why, size))
		return URLGREP_REJECTED;
	s->is_ready = make_parts(s);
	return s->is_ready ? URLGREP_OK : URLGREP_NOMEM;
}

urlgrep_status
search_begin(struct sql_search *s, const char *text, size_t len)
{
	details_clear_failure(s->details);
	if (s->is_mail)
		return urlgrep_mail_open_buffer(s->mail, "", text, len, NULL);
	urlgrep_scanner_reset(s->scanner);
	urlgrep_scanner_text(s->scanner, text, len, search_text_flags(&s->options));
	return URLGREP_OK;
}

urlgrep_status
search_next(struct sql_search *s)
{
	for (;;) {
		const urlgrep_location *location = NULL;
		const urlgrep_finding *finding;
		urlgrep_status status;

		if (s->is_mail) {
			status = urlgrep_mail_next(s->mail, &finding, &location);
		} else {
			finding = urlgrep_next(s->scanner);
			status = urlgrep_scanner_status(s->scanner);
		}
		if (status == URLGREP_SKIPPED) {
			s->row = (struct row){ .error = urlgrep_mail_error(s->mail)->reason };
			return URLGREP_OK;
		}
		if (status == URLGREP_OK && !search_wants(&s->options, finding))
			continue;
		details_begin(s->details);
		if (status == URLGREP_OK)
			s->finding = *finding;
		s->row = (struct row){ .finding = &s->finding, .mail = s->mail,
			.location = location, .details = s->details };
		return status;
	}
}

void
search_set_place(struct sql_search *s, uint64_t offset, uint64_t length)
{
	s->finding.offset = offset;
	s->finding.length = length;
}

bool
search_value(struct sql_search *s, const struct field *column, struct value *value)
{
	field_get(column, &s->row, value);
	return !details_have_failed(s->details);
}
