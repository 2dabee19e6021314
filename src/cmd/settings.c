/* settings.c - derives the settings from the options in combination, before any input is read */
#include "cmd/settings.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/printer.h"
#include "cmd/shared.h"

/* ---- files --- */

/* Complete the options of the reader. The type and some flags are already set. */
static void
resolve_mail(struct settings *s)
{
	urlgrep_mail_options *mail = &s->mail;
	long lines = s->lines_before > s->lines_after ? s->lines_before : s->lines_after;

	mail->flags |= search_mail_options(&s->search).flags & ~(unsigned)URLGREP_COUNT_LINES;
	mail->headers = s->asked.header_names.at;
	mail->header_count = s->asked.header_names.count;
	mail->context_lines = lines < INT_MAX ? (unsigned)lines : INT_MAX;
}

/* Decide which files found in directories are searched: mail, and other files that are neither
 * binary nor compressed, as in ripgrep. */
static void
resolve_found_files(struct settings *s)
{
	if (!s->asked.text)
		s->found_flags |= URLGREP_MAIL_NO_BINARY;
	if (s->asked.packed == PACKED_MAIL)
		s->found_flags |= URLGREP_MAIL_NO_PACKED;
	if (s->asked.packed == PACKED_OFF)
		s->mail.flags |= URLGREP_SKIP_PACKED;
}

/* Return true if more than one file may be searched. */
static bool
has_many_files(const struct settings *s)
{
	const char *const *names = s->names;
	struct stat st;

	if (*names == NULL)
		return s->recursive;
	return names[1] || (s->recursive && stat(*names, &st) == 0 && S_ISDIR(st.st_mode));
}

const char *
environment_value(const char *name)
{
	const char *value = getenv(name);

	return value && *value ? value : NULL;
}

/* Return true if standard output is a terminal and neither NO_COLOR nor TERM rules out colors. */
static bool
has_colors(void)
{
	const char *terminal = environment_value("TERM");

	return isatty(STDOUT_FILENO) && environment_value("NO_COLOR") == NULL && terminal &&
	    strcmp(terminal, "dumb") != 0;
}

/* ---- output --- */

static bool
resolve_when(enum when when, bool automatic)
{
	return when == WHEN_ALWAYS || (when == WHEN_AUTO && automatic);
}

static enum output_mode
resolve_mode(const struct asked *a)
{
	return a->quiet ? OUTPUT_NOTHING :
	    a->names == NAMES_WITH ? OUTPUT_FILES_WITH :
	    a->names == NAMES_WITHOUT ? OUTPUT_FILES_WITHOUT :
	    a->count ? OUTPUT_COUNT : OUTPUT_FINDINGS;
}

/* Return true if no option adds anything to the URL and newline printed for a valid finding. */
static bool
prints_only_urls(const struct settings *s)
{
	return !(s->with_filename || s->with_message || s->with_line ||
	    s->with_offset || s->parts.count || s->all_readings || s->explain || s->warn ||
	    s->deny || s->null_data || s->color || s->choice.unwrap || s->with_context ||
	    s->hyperlink || s->choice.strip_tracking || s->readable || s->defang);
}

/* Return what the format needs (NEEDS_LINE...). */
static unsigned
needs_of(const struct settings *s)
{
	return s->layout ? s->layout->needs : s->format->needs;
}

static void
resolve_format(struct settings *s)
{
	s->format = s->print_message ? &format_mbox :
	    s->asked.format ? s->asked.format->format : &format_text;
	s->only_urls = s->format == &format_text && prints_only_urls(s);
	if (s->mode != OUTPUT_FINDINGS)
		return;
	s->need_columns = s->with_column || needs_of(s) & NEEDS_COLUMN;
	if (s->need_columns || needs_of(s) & NEEDS_LINE || (s->with_line && s->layout == NULL))
		s->mail.flags |= URLGREP_COUNT_LINES;
}

/* ---- all settings --- */

void
settings_resolve(struct settings *s)
{
	const struct asked *a = &s->asked;
	bool has_many;

	s->recursive = a->recursion != RECURSION_OFF;
	s->follow_links = a->recursion == RECURSION_FOLLOWS;
	resolve_found_files(s);
	s->show_progress = resolve_when(a->progress, isatty(STDERR_FILENO));

	s->search.all = s->selection != SELECT_VALID;
	s->search.no_iri |= a->iri == IRI_OFF;
	messages_are_quiet = s->quiet_about_files;
	s->with_line |= s->with_column;
	if (a->column_unit)
		s->mail.flags |= URLGREP_COLUMN_CHARACTERS;
	s->with_context = s->lines_before > 0 || s->lines_after > 0;
	resolve_mail(s);

	s->mode = resolve_mode(a);
	if (settings_first_is_enough(s))
		s->unique = UNIQUE_NOT; /* the URL is not printed, and the rest of the file not read */
	has_many = has_many_files(s);
	s->with_filename = resolve_when(a->filename, has_many);
	if (a->filename == WHEN_AUTO && !has_many)
		s->unnamed_path = *s->names && strcmp(*s->names, "-") != 0 ? *s->names : STDIN_NAME;
	s->to_terminal = isatty(STDOUT_FILENO) != 0;
	if (s->line_buffered || s->to_terminal)
		s->mail.flags |= URLGREP_LIVE;
	s->color = resolve_when(a->color, has_colors());
	s->hyperlink = resolve_when(a->hyperlink, s->to_terminal);
	resolve_format(s);
	if (s->warn && s->mode == OUTPUT_FINDINGS && s->selection == SELECT_VALID)
		s->mail.flags |= URLGREP_ACTIVE_LINKS; /* reported as notices */
}

bool
settings_have_no_files(const struct settings *s)
{
	return s->asked.file_names.count == 1;
}

const char *
settings_only_name(const struct settings *s)
{
	return s->names[0] && s->names[1] == NULL ? s->names[0] : NULL;
}

bool
settings_first_is_enough(const struct settings *s)
{
	return s->mode != OUTPUT_FINDINGS && s->mode != OUTPUT_COUNT;
}
