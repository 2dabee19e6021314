/* search.h - searches one input after another: a pull iterator over the wanted
 * findings, the errors and the ends of members
 *
 *	search_begin(s, urlgrep_mail_open_file(s->mail, path, NULL));
 *	while ((event = search_next(s)) != SEARCH_END)
 *		switch (event) ...
 *
 * One thread and many run this loop; they differ in what they do with an event. */
#ifndef CMD_SEARCH_H
#define CMD_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

#include "cmd/filter.h"
#include "cmd/printer.h"
#include "cmd/settings.h"
#include "urlgrep_mail.h"
#include "util/strbuf.h"

/* What the searches of a run share. */
struct search_context {
	const struct settings *settings;
	struct grammars grammars;
	const urlgrep_url_set *known; /* from the prepass, or NULL */
};

enum search_event {
	SEARCH_MESSAGE,     /* if the format prints whole messages: message is set; what
	                       follows is of this message, or text */
	SEARCH_MESSAGE_END, /* it has ended; its texts can still be read */
	SEARCH_FINDING,    /* finding and location are set */
	SEARCH_SKIPPED,    /* path could not be read, for this reason */
	SEARCH_PATTERN_FAILED, /* path is the option -e of a pattern that cannot be
	                      matched with a finding, for this reason */
	SEARCH_MEMBER_END, /* the member called path has ended */
	SEARCH_END         /* there is no more in the input */
};

/* One thread's search. The first part is set by events and lasts until the next. */
struct search {
	urlgrep_finding finding;
	urlgrep_location location;
	urlgrep_message message;
	const struct target *target; /* of the finding */
	const char *path;
	const char *reason;

	urlgrep_mail *mail; /* the reader; inputs are opened with it directly */
	struct target_finder *targets;
	struct filter *filter; /* NULL: all findings are wanted */
	struct strbuf member_path;
	bool by_message; /* the format prints whole messages */
	bool is_in_message;
	enum {
		SEARCH_OPEN_FAILED, /* and that is not reported yet */
		SEARCH_IN_INPUT,
		SEARCH_IN_MEMBER,
		SEARCH_SKIPPING_MEMBER,
		SEARCH_ENDED
	} state;
};

enum { SEARCH_UNFILTERED = 1 };

/* Make a search. flags: SEARCH_UNFILTERED or 0. */
struct search *search_new(const struct search_context *context, unsigned flags);
/* Takes NULL. */
void search_free(struct search *s);

/* Begin with the input that was opened in s->mail with this status. */
void search_begin(struct search *s, urlgrep_status opened);

/* Return the next event of the input. */
enum search_event search_next(struct search *s);

/* Return the next event of what was begun last in s->mail, the input, a member or a
 * message; without SEARCH_MEMBER_END. */
enum search_event search_next_in_current(struct search *s);

/* Skip what is left of the member; the next event is its SEARCH_MEMBER_END. */
void search_skip_member(struct search *s);

/* Return SEARCH_SKIPPED with the path and reason of s->mail's last error; end the
 * command if status is NOMEM. */
enum search_event search_report_error(struct search *s, urlgrep_status status);

/* What was read of all inputs. */
struct search_sums {
	uint64_t bytes;      /* decompressed */
	uint64_t file_bytes; /* on disk */
	uint64_t messages;
	uint64_t lines;      /* 0 unless lines are counted */
	uint64_t decoded;    /* parts */
};

/* Return what was read of the current input. */
struct search_sums search_sums_of(const struct search *s);
void search_sums_add(struct search_sums *sums, struct search_sums more);

#endif
