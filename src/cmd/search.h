/* search.h - searches one input after another: a pull iterator over the wanted
 * findings, the errors and the ends of members
 *
 *	search_open(s, fd, path, &range);
 *	while ((event = search_next(s)) != SEARCH_END)
 *		switch (event) ...
 *
 * The command, with any number of threads, its prepass and urlpick run this loop; they differ in
 * their handling of events. walk.h has the inputs. */
#ifndef CMD_SEARCH_H
#define CMD_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

#include "cmd/printer.h"
#include "cmd/settings.h"
#include "urlgrep_mail.h"

/* ---- filters: --all, --deny, --scheme, --host, -e, --from... --- */

/* One thread's filter. */
struct filter;

enum filter_answer {
	FILTER_UNWANTED,
	FILTER_WANTED,
	FILTER_NOTED, /* not wanted, but its message is noted: a link to javascript: or the like */
	FILTER_FAILED /* PCRE2 gave up matching a pattern */
};

/* Return whether --scheme, --host, -e and -f want a finding. After FILTER_FAILED, filter_failure
 * says which pattern failed, and why. */
enum filter_answer filter_match(struct filter *filter, const struct row *row);

/* Return the option or the line of a file with the pattern that failed last, and set *reason.
 * Both last until the next call of filter_match. */
const char *filter_failure(const struct filter *filter, const char **reason);

/* Exit with a message if there was no memory for the details of a row, before it is printed: without
 * ICU a deceptive host has no warnings. */
void search_check_memory(const struct row *row);

/* Return those warnings of the finding and of its target that --deny names. */
urlgrep_warnings filter_denied_warnings(const struct settings *settings,
    const struct row *row);

/* Return true if the grammar accepts the URL, but --deny does not. */
bool filter_denies(const struct settings *settings, const struct row *row);

/* ---- searches --- */

/* The data that the searches of a run share. */
struct search_context {
	const struct settings *settings;
	urlgrep_grammar *grammar; /* which the threads share */
	struct wrapper_table *tables; /* of --wrappers */
	urlgrep_url_set *known; /* from the prepass, or NULL */
	/* Of the prepass, or NULL: unbroken URLs, wanted or not, are added instead of printed. */
	urlgrep_url_set *collected;
};

/* Make the grammars that the settings choose, read the table of --wrappers and check the
 * patterns of -e. Return false after a message. In both cases the context must be ended. */
bool search_context_begin(struct search_context *context, struct settings *settings);
void search_context_end(struct search_context *context);

enum search_event {
	SEARCH_FINDING,    /* row is set */
	SEARCH_ACTIVE_LINK, /* the same, for the first link of a message to javascript: or the
	                      like, which is not wanted (--warn) */
	SEARCH_SKIPPED,    /* path could not be read, for this reason */
	SEARCH_PATTERN_FAILED, /* path is the option -e of a pattern that cannot be
	                      matched with a finding, for this reason */
	SEARCH_MEMBER_END, /* the member called path has ended */
	SEARCH_END         /* there is no more in the input */
};

/* One thread's search. The first part is set by events and lasts until the next. */
struct search {
	struct row row; /* of the finding */
	const char *path;
	const char *reason;

	urlgrep_mail *mail; /* the reader */
	struct details *details;
	struct filter *filter; /* NULL: all findings are wanted */
	uint64_t noted; /* the serial number of the last message with SEARCH_ACTIVE_LINK */
	const urlgrep_member *member; /* the last one */
	enum { SEARCH_IN_INPUT, SEARCH_IN_MEMBER, SEARCH_SKIPPING_MEMBER } state;
};

/* Make a search. With is_filtered, it returns only findings that the settings select. */
struct search *search_new(const struct search_context *context, bool is_filtered);
/* Takes NULL. */
void search_free(struct search *s);

/* Return the range that is all of a file, with flags of urlgrep_mail_range. */
static inline urlgrep_mail_range
search_whole_file(unsigned flags)
{
	return (urlgrep_mail_range){ .size = sizeof(urlgrep_mail_range), .end = UINT64_MAX,
		.flags = flags };
}

/* Open an input, of which this range is searched. */
void search_open(struct search *s, int fd, const char *path, const urlgrep_mail_range *range);

/* Return the next event of the input. */
enum search_event search_next(struct search *s);

/* Skip the rest of the member; the next event is its end. */
void search_skip_member(struct search *s);

/* Open a file. Return true, and complete the range, which is all of it, if that may be divided: see
 * urlgrep_mail_divisible. */
bool search_is_divisible(struct search *s, int fd, const char *path, urlgrep_mail_range *range);

/* ---- --check --- */

/* Judge and print each URL of the command line that the options select; if there are
 * none, one URL per line of standard input. Return true if all are valid and selected. */
bool check_urls(const struct search_context *context);

#endif
