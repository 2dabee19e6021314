/* message_options.c - options: which messages are searched */
#include "cmd/message_options.h"

#include "cmd/argument.h"

static bool
set_since(struct options *o, const struct option_row *row, char *argument)
{
	return argument_read_date(row, argument, &o->since);
}

static bool
set_until(struct options *o, const struct option_row *row, char *argument)
{
	return argument_read_date(row, argument, &o->until);
}

/* The setters that cannot fail. */
SETTER(from, string_list_add(&o->from, argument))
SETTER(to, string_list_add(&o->to, argument))
SETTER(subject, string_list_add(&o->subjects, argument))

static const struct option_row rows[] = {
	{ 0, NULL, NULL, "Which messages (e-mail and news articles):", NULL, NULL },
	{ 0, "from", "TEXT", "search only messages with TEXT in From, in any case", NULL,
	    set_from },
	{ 0, "to", "TEXT", "search only messages with TEXT in To", NULL, set_to },
	{ 0, "subject", "TEXT", "search only messages with TEXT in Subject", NULL,
	    set_subject },
	{ 0, "since", "DATE", "search only messages since YYYY[-MM[-DD]]", NULL,
	    set_since },
	{ 0, "until", "DATE", "search only messages until DATE, inclusive", NULL,
	    set_until },
};

const struct option_section message_options = OPTION_SECTION(rows);
