/* search.h - searches one input after another: an iterator over the wanted
 * findings, the errors and the ends of members
 *
 *	search_open(s, fd, path, &range);
 *	while ((event = search_next(s)) != SEARCH_END)
 *		switch (event) ...
 *
 * The command (with any number of threads), its prepass and urlpick all run this loop and differ
 * only in how they handle the events. walk.h provides the inputs. */
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
	FILTER_NOTED, /* not wanted, but worth a notice: a link to javascript: or the like */
	FILTER_FAILED /* PCRE2 gave up matching a pattern */
};

/* Return whether --scheme, --host, -e and -f select a finding. After FILTER_FAILED, filter_failure
 * returns which pattern failed, and why. */
enum filter_answer filter_match(struct filter *filter, const struct row *row);

/* Return the place of the pattern that failed last (an option, or a line of a file), and set
 * *reason. Both are valid until the next call of filter_match. */
const char *filter_failure(const struct filter *filter, const char **reason);

/* Return the warnings of the finding and of its target that --deny names. */
urlgrep_warnings filter_denied_warnings(const struct settings *settings,
    const struct row *row);

/* Return true if the grammar accepts the URL, but --deny does not. */
bool filter_denies(const struct settings *settings, const struct row *row);

/* ---- searches --- */

/* The data that the searches of a run share. */
struct search_context {
	const struct settings *settings;
	urlgrep_grammar *grammar; /* which the threads share */
	struct user_wrappers *tables; /* of --wrappers */
	urlgrep_url_set *known; /* from the prepass, or NULL */
	/* Of the prepass, or NULL: unbroken URLs, wanted or not, are added instead of printed. */
	urlgrep_url_set *collected;
};

/* Make the grammars that the settings select, read the table of --wrappers and check the patterns
 * of -e. On error, print a message and return false. The caller must end the context either way. */
bool search_context_begin(struct search_context *context, struct settings *settings);
void search_context_end(struct search_context *context);

enum search_event {
	SEARCH_FINDING,    /* row is set */
	SEARCH_ACTIVE_LINK, /* row is the first link of a message to javascript: or the
	                      like, which is not wanted (--warn) */
	SEARCH_SKIPPED,    /* path could not be read, for this reason */
	SEARCH_PATTERN_FAILED, /* matching a pattern against a finding failed, for this
	                      reason; path is the option -e */
	SEARCH_MEMBER_END, /* the member called path has ended */
	SEARCH_END         /* the input has ended */
};

/* One thread's search. Each event sets the first part, which is valid until the next event. */
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
/* Free a search, which may be NULL. */
void search_free(struct search *s);

/* Return the range of a whole file, with flags of urlgrep_mail_range. */
static inline urlgrep_mail_range
search_whole_file(unsigned flags)
{
	return (urlgrep_mail_range){ .size = sizeof(urlgrep_mail_range), .end = UINT64_MAX,
		.flags = flags };
}

/* Begin to search a range of an input. */
void search_open(struct search *s, int fd, const char *path, const urlgrep_mail_range *range);

/* Return the next event of the input. */
enum search_event search_next(struct search *s);

/* Exit with a message if memory ran out while the details of a row were made, rather than print it
 * without its warnings. */
void search_check_memory(const struct row *row);

/* Skip the rest of the member. The next event is its end. */
void search_skip_member(struct search *s);

/* Open a file. If it may be divided (see urlgrep_mail_divisible), complete the range, which is the
 * whole file, and return true. */
bool search_is_divisible(struct search *s, int fd, const char *path, urlgrep_mail_range *range);

/* ---- --check --- */

/* Judge the URLs on the command line or, if there are none, those on standard input, one per line.
 * Print the selected ones. Return true if all URLs are valid and selected. */
bool check_urls(const struct search_context *context);

#endif
