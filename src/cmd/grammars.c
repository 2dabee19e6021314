/* grammars.c - the grammars that the options choose */
#include "cmd/grammars.h"

#include <string.h>

#include "cmd/messages.h"
#include "cmd/xmalloc.h"
#include "util/strbuf.h"

urlgrep_grammar *
grammars_make(const char *name, unsigned flags)
{
	urlgrep_grammar *grammar =
	    urlgrep_grammar_new(name, flags, &xmalloc_memory, NULL);

	if (grammar == NULL)
		x_die();
	return grammar;
}

static void
report_scheme(const char *name)
{
	struct strbuf place = { .memory = &xmalloc_memory };

	strbuf_append_string(&place, "--scheme=");
	strbuf_append(&place, name, strlen(name) + 1);
	message(place.at, "not the name of a scheme");
	strbuf_free(&place);
}

urlgrep_grammar *
grammars_make_chosen(const struct settings *s)
{
	urlgrep_grammar *grammar = grammars_make(s->grammar, s->grammar_flags);
	size_t i;

	for (i = 0; i < s->schemes.count; i++) {
		const char *name = s->schemes.at[i];
		urlgrep_status status = urlgrep_grammar_add_scheme(grammar, name);

		if (status == URLGREP_NOMEM)
			x_die();
		if (status == URLGREP_INVALID) {
			report_scheme(name);
			urlgrep_grammar_free(grammar);
			return NULL;
		}
	}
	return grammar;
}
