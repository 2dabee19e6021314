/* settings.c - what the options mean together, decided once before anything is read */
#include "cmd/settings.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/options.h"
#include "cmd/print/printer.h"
#include "cmd/print/layout.h"
#include "cmd/messages.h"
#include "cmd/xmalloc.h"

/* ---- files --- */

/* Return the kinds of findings that are wanted. */
static unsigned
resolve_kinds(const struct options *o)
{
	if (o->only)
		return o->only;
	return WANT_URLS | (o->schemeless ? WANT_NAMES : 0) |
	    (o->email ? WANT_ADDRESSES : 0);
}

/* Return the flags for names and addresses. Those of low certainty are found only if
 * they are wanted. */
static unsigned
resolve_scanner_flags(const struct options *o)
{
	unsigned kinds = resolve_kinds(o), flags = 0;

	if (kinds & WANT_NAMES)
		flags |= URLGREP_FIND_NAMES;
	if (kinds & WANT_NAMES && o->least_name == URLGREP_LOW)
		flags |= URLGREP_LOW_NAMES;
	if (kinds & WANT_ADDRESSES)
		flags |= URLGREP_FIND_ADDRESSES;
	if (kinds & WANT_ADDRESSES && o->least_address == URLGREP_LOW)
		flags |= URLGREP_LOW_ADDRESSES;
	if (o->default_https)
		flags |= URLGREP_SUPPLY_HTTPS;
	return flags;
}

static urlgrep_mail_options
resolve_mail(const struct options *o)
{
	urlgrep_mail_options mail = { .size = sizeof(mail), .type = o->type,
		.headers = o->header_names.at, .header_count = o->header_names.count,
		.memory = &xmalloc_memory, .join = o->join,
		.context_lines = o->lines_before > o->lines_after ? o->lines_before :
		    o->lines_after };

	if (o->raw)
		mail.flags |= URLGREP_MAIL_RAW;
	if (o->headers)
		mail.flags |= URLGREP_MAIL_HEADERS;
	if (o->skip_binary)
		mail.flags |= URLGREP_MAIL_SKIP_BINARY;
	if (o->only_anchors)
		mail.flags |= URLGREP_MAIL_ANCHORS;
	if (o->selection != SELECT_VALID)
		mail.flags |= URLGREP_MAIL_MALFORMED;
	if (o->refang)
		mail.flags |= URLGREP_MAIL_REFANG;
	if (o->refang_hosts)
		mail.flags |= URLGREP_MAIL_REFANG_HOSTS;
	mail.scanner_flags = resolve_scanner_flags(o);
	return mail;
}

static bool
is_directory(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* Return true if more than one file may be searched. */
static bool
has_many_files(const struct options *o, char **names)
{
	if (*names == NULL)
		return o->recursive;
	return names[1] || (o->recursive && is_directory(*names));
}

/* Return the name of the only file, which is not printed unless -H says so. */
static const char *
resolve_unnamed_path(const struct options *o, char **names)
{
	if (o->filename != WHEN_AUTO || has_many_files(o, names))
		return NULL;
	return *names && strcmp(*names, "-") != 0 ? *names : STDIN_NAME;
}

/* ---- output --- */

static bool
resolve_when(enum when when, bool automatic)
{
	return when == WHEN_ALWAYS || (when == WHEN_AUTO && automatic);
}

static enum output_mode
resolve_mode(const struct options *o)
{
	return o->quiet ? OUTPUT_NOTHING :
	    o->files_with ? OUTPUT_FILES_WITH :
	    o->files_without ? OUTPUT_FILES_WITHOUT :
	    o->count ? OUTPUT_COUNT : OUTPUT_FINDINGS;
}

/* Return true if a valid finding is printed as its URL and a newline. */
static bool
prints_only_urls(const struct settings *s)
{
	return !(s->with_filename || s->with_message || s->with_line ||
	    s->with_offset || s->parts.count || s->all_readings || s->explain || s->warn ||
	    s->deny || s->null_data || s->color || s->unwrap || s->with_context ||
	    s->hyperlink ||
	    s->strip_tracking || s->defang);
}

static void
resolve_format(struct settings *s, const struct options *o)
{
	s->format = printer_format_named(o->print_message ? "mbox" : o->format);
	if (s->format == printer_format_named("text") && prints_only_urls(s))
		s->format = printer_format_named("plain");
	if (s->format->print_message) {
		s->threads = 1; /* a message is printed when all of it is searched */
		s->mail.flags |= URLGREP_MAIL_WHOLE_TEXTS;
	}
	if (s->mode != OUTPUT_FINDINGS)
		return;
	s->need_line_numbers = s->with_line || s->format->needs_line_numbers;
	s->need_message_numbers = s->format->needs_message_numbers;
	if (s->layout) {
		s->need_line_numbers = layout_needs(s->layout, field_needs_line);
		s->need_message_numbers =
		    layout_needs(s->layout, field_needs_message_number);
	}
	if (s->need_line_numbers)
		s->mail.flags |= URLGREP_MAIL_COUNT_LINES;
}

/* ---- all of it --- */

void
settings_resolve(struct settings *s, const struct options *o, char **names)
{
	*s = (struct settings){
		.recursive = o->recursive,
		.follow_links = o->follow_links,
		.no_ignore = o->no_ignore,
		.no_hidden = o->no_hidden,
		.max_depth = o->max_depth,
		.include = o->include,
		.exclude = o->exclude,
		.exclude_dir = o->exclude_dir,
		.mail = resolve_mail(o),
		.has_range = o->has_range,
		.range_begin = o->range_begin,
		.range_end = o->range_end,
		.piece_bytes = o->piece_bytes,
		.prepass = o->resolve,
		.threads = o->threads,
		.show_progress = resolve_when(o->progress, isatty(STDERR_FILENO)),
		.quiet_about_files = o->no_messages,

		.grammar = o->grammar,
		.grammar_flags = (o->iri == IRI_OFF ? URLGREP_NO_IRI : 0) |
		    (o->strict ? URLGREP_STRICT : 0),
		.strict = o->strict,
		.judge_flags = o->type == URLGREP_MAIL_HTML ? URLGREP_ATTRIBUTE : 0,
		.selection = o->selection,
		.kinds = resolve_kinds(o),
		.least_name = o->least_name,
		.least_address = o->least_address,
		.from = o->from,
		.to = o->to,
		.subjects = o->subjects,
		.since = o->since,
		.until = o->until,
		.only_messages = o->print_message,
		.deny = o->deny,
		.schemes = o->schemes,
		.hosts = o->hosts,
		.patterns = o->patterns,
		.pattern_files = o->pattern_files,
		.ignore_case = o->ignore_case,
		.unique = o->unique,
		.max_count = o->max_count,

		.unwrap = o->unwrap,
		.strip_tracking = o->strip_tracking,
		.defang = o->defang,
		.unwrap_classes = o->unwrap_classes ? o->unwrap_classes :
		    URLGREP_UNWRAP_DEFAULT,
		.wrappers_path = o->wrappers,

		.mode = resolve_mode(o),
		.line_buffered = o->line_buffered,
		.layout = o->layout,
		.with_filename = resolve_when(o->filename, has_many_files(o, names)),
		.unnamed_path = resolve_unnamed_path(o, names),
		.with_message = o->with_message,
		.with_line = o->line_number,
		.with_offset = o->byte_offset,
		.parts = o->parts,
		.with_context = o->lines_before > 0 || o->lines_after > 0,
		.lines_before = o->lines_before,
		.lines_after = o->lines_after,
		.all_readings = o->all_readings,
		.explain = o->explain,
		.warn = o->warn,
		.null_names = o->null_names,
		.null_data = o->null_data,
		.to_terminal = isatty(STDOUT_FILENO) != 0,
		.color = resolve_when(o->color, colors_by_default()),
		.colors = colors_resolve(),
		.hyperlink = resolve_when(o->hyperlink, isatty(STDOUT_FILENO)),

		.check = o->check,
	};
	resolve_format(s, o);
	s->need_targets = s->unwrap || s->warn || s->deny || s->check || s->hyperlink ||
	    s->format->needs_targets ||
	    (s->layout && layout_needs(s->layout, field_needs_target));
}

bool
settings_accept(const struct settings *s, urlgrep_status verdict)
{
	return verdict == URLGREP_OK || (verdict == URLGREP_LOOSE && !s->strict);
}

bool
settings_first_is_enough(const struct settings *s)
{
	return s->mode != OUTPUT_FINDINGS && s->mode != OUTPUT_COUNT;
}
