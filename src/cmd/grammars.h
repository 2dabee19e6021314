/* grammars.h - the grammars that the options choose */
#ifndef CMD_GRAMMARS_H
#define CMD_GRAMMARS_H

#include "cmd/settings.h"
#include "urlgrep.h"

/* Return the grammar of that name; never NULL. */
urlgrep_grammar *grammars_make(const char *name, unsigned flags);

/* Return the chosen grammar, which knows the schemes of --scheme; NULL after a message if
 * one of these is not the name of a scheme. */
urlgrep_grammar *grammars_make_chosen(const struct settings *s);

#endif
