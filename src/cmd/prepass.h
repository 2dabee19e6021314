/* prepass.h - for --resolve: which readings of broken URLs occur unbroken somewhere in
 * the input
 *
 * The input is read twice: first for the URLs whose line breaks can be read in several
 * ways, then for those of their readings that occur unbroken. The number of these
 * readings bounds the memory. */
#ifndef CMD_PREPASS_H
#define CMD_PREPASS_H

#include "cmd/search.h"

/* Return the set of unbroken URLs in the files called names, which the caller frees.
 * Standard input that cannot be read twice is copied to a temporary file, and is that
 * file from then on. What cannot be read is skipped: the main pass reports it.
 * Return NULL and set errno if standard input cannot be copied. */
urlgrep_url_set *prepass_run(const struct search_context *context, char **names);

#endif
