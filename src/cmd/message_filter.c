/* message_filter.c - which messages are wanted: --from, --to, --subject, --since, --until */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "cmd/message_filter.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/xmalloc.h"

/* A header field, and what it must contain. */
struct condition {
	urlgrep_mail_field field;
	pcre2_code **texts; /* one of them; or NULL */
	size_t count;
};

enum { CONDITION_COUNT = 3 };

struct message_filter {
	const struct settings *settings;
	struct condition conditions[CONDITION_COUNT];
	pcre2_match_data *match_data;
};

/* Compile a text that is looked for without regard to case, as Unicode knows it if the
 * text is UTF-8. */
static pcre2_code *
compile_text(const char *text)
{
	const unsigned options = PCRE2_LITERAL | PCRE2_CASELESS;
	int error;
	PCRE2_SIZE offset;
	pcre2_code *code = pcre2_compile((PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED,
	    options | PCRE2_UTF | PCRE2_MATCH_INVALID_UTF, &error, &offset, NULL);

	if (code == NULL)
		code = pcre2_compile((PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED, options,
		    &error, &offset, NULL);
	if (code == NULL)
		x_die();
	return code;
}

static void
set_condition(struct condition *c, urlgrep_mail_field field,
    const struct string_list *texts)
{
	size_t i;

	c->field = field;
	c->count = texts->count;
	c->texts = x_calloc(texts->count + 1, sizeof(*c->texts));
	for (i = 0; i < texts->count; i++)
		c->texts[i] = compile_text(texts->at[i]);
}

struct message_filter *
message_filter_new(const struct settings *s)
{
	struct message_filter *f;

	if (s->from.count == 0 && s->to.count == 0 && s->subjects.count == 0 &&
	    s->since == NULL && s->until == NULL && !s->print_message)
		return NULL;
	f = x_calloc(1, sizeof(*f));
	f->settings = s;
	f->match_data = pcre2_match_data_create(1, NULL);
	if (f->match_data == NULL)
		x_die();
	set_condition(&f->conditions[0], URLGREP_MAIL_FROM, &s->from);
	set_condition(&f->conditions[1], URLGREP_MAIL_TO, &s->to);
	set_condition(&f->conditions[2], URLGREP_MAIL_SUBJECT, &s->subjects);
	return f;
}

void
message_filter_free(struct message_filter *f)
{
	size_t i, k;

	if (f == NULL)
		return;
	for (i = 0; i < CONDITION_COUNT; i++) {
		for (k = 0; k < f->conditions[i].count; k++)
			pcre2_code_free(f->conditions[i].texts[k]);
		free(f->conditions[i].texts);
	}
	pcre2_match_data_free(f->match_data);
	free(f);
}

/* Return true if the field contains one of the texts, or nothing is asked for. */
static bool
meets_condition(const struct message_filter *f, const struct condition *c,
    urlgrep_mail *mail)
{
	const char *value;
	size_t i;

	if (c->count == 0)
		return true;
	value = urlgrep_mail_header(mail, c->field);
	for (i = 0; value && i < c->count; i++)
		if (pcre2_match(c->texts[i], (PCRE2_SPTR)value, strlen(value), 0, 0,
			f->match_data, NULL) >= 0)
			return true;
	return false;
}

/* Return true if the message is from the time that is wanted. The limits are beginnings of
 * a date in ISO 8601, so that a year or a month includes all that begins so. */
static bool
meets_dates(const struct settings *s, urlgrep_mail *mail)
{
	const char *date;

	if (s->since == NULL && s->until == NULL)
		return true;
	date = urlgrep_mail_header(mail, URLGREP_MAIL_DATE_ISO);
	return date &&
	    (s->since == NULL || strncmp(date, s->since, strlen(s->since)) >= 0) &&
	    (s->until == NULL || strncmp(date, s->until, strlen(s->until)) <= 0);
}

bool
message_filter_wants(struct message_filter *f, urlgrep_mail *mail,
    const urlgrep_location *location)
{
	size_t i;

	if (location->message == 0 || !meets_dates(f->settings, mail))
		return false;
	for (i = 0; i < CONDITION_COUNT; i++)
		if (!meets_condition(f, &f->conditions[i], mail))
			return false;
	return true;
}
