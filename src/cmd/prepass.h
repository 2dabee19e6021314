/* prepass.h - for --resolve: which readings of broken URLs occur unbroken somewhere in
 * the input
 *
 * The input is read once, for the URLs whose line breaks can be read in several ways and
 * for all URLs that are unbroken. Where these take more than 32 MiB, it is read again, for
 * those that are a reading of the former: their number bounds the memory. */
#ifndef CMD_PREPASS_H
#define CMD_PREPASS_H

#include "cmd/search.h"

/* Return the set of unbroken URLs in the files called names, which the caller frees.
 * Standard input that cannot be read twice is copied to a temporary file, and is that
 * file from then on. What cannot be read is skipped: the main pass reports it.
 * Return NULL and set errno if standard input cannot be copied. */
urlgrep_url_set *prepass_run(const struct search_context *context, char **names);

#endif
