/* details.h - values of a URL that are computed only when a field needs them: its URI, its
 * target, and the like */
#ifndef ROW_DETAILS_H
#define ROW_DETAILS_H

#include <stdbool.h>

#include <urlgrep.h>

#include "row/idn.h"
#include "row/options.h"

/* For one thread. The results of the functions last until details_begin. */
struct details;

/* The details that the options of the command ask for. */
struct details_choice {
	bool strict;         /* loose URLs lead nowhere */
	bool targets;        /* decode the targets of wrappers; */
	bool unwrap;         /* show targets instead of wrappers, */
	bool strip_tracking; /* and the URL without tracking parameters */
};

/* The objects that details are made from. All are borrowed, and must outlive the details. */
struct details_source {
	const char *grammar_name;
	const urlgrep_grammar *grammar;         /* which judged the URLs */
	const urlgrep_grammar *rfc1738;         /* NULL: compiled when it is needed */
	/* The classes of services whose URLs have a target, and a table of more services, or
	 * NULL. */
	unsigned unwrap_classes;
	const struct wrapper_table *wrappers;
	const struct details_choice *choice; /* NULL: everything may be asked for */
};

/* Return details of URLs. Scanners are made when they are needed: this takes less than
 * 4 KiB. NULL without memory. */
struct details *details_new(const struct details_source *source);
/* Takes NULL. */
void details_free(struct details *details);

/* Forget the URL before. */
void details_begin(struct details *details);

/* Return true if an allocation failed, until that is cleared. */
bool details_have_failed(const struct details *details);
void details_clear_failure(struct details *details);

/* Return a scanner of the grammar, for judging and explaining; NULL without memory. */
urlgrep_scanner *details_scanner(struct details *details);

/* Return the name of the grammar. */
const char *details_grammar(const struct details *details);

/* Return the URI; absent if it is the URL itself. */
urlgrep_span details_uri(struct details *details, const urlgrep_url *url);

/* Return whether RFC 1738 accepts the URL. */
bool details_is_rfc1738(struct details *details, const urlgrep_url *url);

/* Return the forms of the host, if it is internationalized. */
const struct idn *details_host(struct details *details, const urlgrep_url *url);

/* Return the result of decoding a wrapper, whose target may be unknown; NULL if the URL is
 * not a wrapper. */
const urlgrep_unwrapped *details_unwrapped(struct details *details,
    const urlgrep_url *url);

/* Return the URL that it carries; NULL if it is not known. */
const urlgrep_url *details_target(struct details *details, const urlgrep_url *url);

/* Return the URL, or else its target if it is known, without tracking parameters; NULL if
 * there are none. */
const urlgrep_cleaned *details_cleaned(struct details *details, const urlgrep_url *url);

/* Return the URL that is shown by the choice: the URL itself, its target, or either of them
 * without tracking parameters. */
const urlgrep_url *details_shown(struct details *details, const urlgrep_url *url);

/* Return the warnings of the URL as a wrapper: its services and, if targets are shown, the reason
 * why its target is unknown. There are none without a choice. */
urlgrep_warnings details_wrapper_warnings(struct details *details, const urlgrep_url *url);

/* Return the shown URL, as urlgrep_defang writes it. */
urlgrep_span details_defanged(struct details *details, const urlgrep_url *url);

/* A list of texts. */
struct text_list {
	const urlgrep_span *at;
	size_t count;
};

/* Return the services of a wrapper, the URLs that undoing each yields, and notes about
 * that. */
struct text_list details_via(struct details *details, const urlgrep_unwrapped *unwrapped);
struct text_list details_steps(struct details *details,
    const urlgrep_unwrapped *unwrapped);
struct text_list details_notes(struct details *details,
    const urlgrep_unwrapped *unwrapped);

#endif
