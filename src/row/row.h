/* row.h - a finding, and what is computed of its URL only if a field needs it */
#ifndef ROW_ROW_H
#define ROW_ROW_H

#include <stdbool.h>

#include <urlgrep.h>
#include <urlgrep_mail.h>

#include "row/options.h"
#include "util/idna.h"

/* ---- details: values of a URL that are computed only if a field needs them --- */

/* For one thread. The results of the functions are valid until details_begin. */
struct details;

/* The forms of URLs that the options of the command request. */
struct details_choice {
	bool unwrap;         /* show targets instead of wrappers */
	bool strip_tracking; /* show URLs without tracking parameters */
};

/* Return details of URLs that the grammar of the options judged; NULL if out of memory. They take
 * less than 4 KiB; scanners are created when needed. The grammar, the table of wrappers and the
 * choice must outlive the details. If choice is NULL, all details are available, and loose URLs are
 * unwrapped even if the options are strict. */
struct details *details_new(const struct search_options *options, const urlgrep_grammar *grammar,
    const struct details_choice *choice);
/* NULL is allowed. */
void details_free(struct details *details);

/* Forget the previous URL. */
void details_begin(struct details *details);

/* Return true if an allocation has failed since the last call. Then values and warnings may be
 * missing. */
bool details_have_failed(struct details *details);

/* Return a scanner of the grammar, for judging and explaining; NULL if out of memory. */
urlgrep_scanner *details_scanner(struct details *details);

/* Return the URI, with the host as A-labels; absent if it equals the URL. The URI is valid until
 * the scanner of the details is used again. */
urlgrep_span details_uri(struct details *details, const urlgrep_url *url);

/* Return the URL in a form for readers, or the URL itself if it is neither valid nor loose. The
 * result is valid as long as that of details_uri. */
urlgrep_span details_readable(struct details *details, urlgrep_span url);

/* Return the URL as urlgrep_defang writes it. The result is valid until the next call. */
urlgrep_span details_defanged(struct details *details, urlgrep_span url);

/* Return true if RFC 1738 accepts the URL. */
bool details_is_rfc1738(struct details *details, const urlgrep_url *url);

/* Return the name of the grammar. */
const char *details_grammar_name(const struct details *details);

/* Return the forms of an internationalized host; NULL if the URL has none. They are valid until
 * another host is read. */
const struct idna_name *details_host(struct details *details, const urlgrep_url *url);

/* Return the result of decoding a wrapper, whose target may be unknown; NULL if the URL is
 * not a wrapper. */
const urlgrep_unwrapped *details_unwrapped(struct details *details,
    const urlgrep_url *url);

/* Return the target of the URL; NULL if it is not a wrapper, or if the target is unknown. */
const urlgrep_url *details_target(struct details *details, const urlgrep_url *url);

/* Return the URL, or its target if that is known, without tracking parameters; NULL if there are no
 * such parameters. */
const urlgrep_cleaned *details_cleaned(struct details *details, const urlgrep_url *url);

/* Return the warnings about a URL by itself. An invalid URL has neither warnings nor a host. */
urlgrep_warnings details_url_warnings(struct details *details, const urlgrep_url *url);

/* Return the warnings about a URL as a wrapper: its services, and why its target is unknown. */
urlgrep_warnings details_wrapper_warnings(const urlgrep_unwrapped *unwrapped);

/* ---- rows --- */

/* A finding, or a read error. */
struct row {
	const urlgrep_finding *finding;   /* NULL: error is set */
	const urlgrep_location *location; /* NULL: the finding is in a text */
	urlgrep_mail *mail; /* the finding is in its current message; or NULL */
	struct details *details;          /* of the finding's URL */
	bool is_denied;     /* the URL counts as invalid, whatever the grammar says */
	const char *path;   /* of an error */
	const char *error;
};

/* Return the grammar's verdict on the URL, or INVALID if the URL is denied. */
static inline urlgrep_verdict
row_verdict(const struct row *row)
{
	return row->is_denied ? URLGREP_INVALID : row->finding->url.verdict;
}

/* Return the URL that is printed for the finding, according to the choice of details: the finding's
 * own or, unless it is denied, its target, with or without tracking parameters. */
const urlgrep_url *row_printed_url(const struct row *row);

/* Return the warnings about the finding and, with a choice of details, about its URL as a wrapper:
 * its services and, if targets are shown, why its target is unknown. */
urlgrep_warnings row_warnings(const struct row *row);

/* Return the warnings about the finding, and all those about its URL as a wrapper and about the
 * URLs in it. */
urlgrep_warnings row_all_warnings(const struct row *row);

#endif
