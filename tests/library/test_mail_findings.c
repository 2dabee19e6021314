/* test_mail_findings.c - all that is read from short files and messages: members, header
 * fields, decoded texts, findings with their locations, errors, sums:
 * tests/vectors/mail-findings.tsv. It must be the same from a source that gives one byte
 * at a time, and if the texts are asked for after the findings: those without a URL are not
 * decoded until then.
 *
 *	test_mail_findings [FILE]	print the rows for the names, options and inputs of FILE */
#include "table.h"
#include "tap.h"
#include "told.h"
#include "urlgrep_mail.h"

static const char table[] = "tests/vectors/mail-findings.tsv";

/* The words for options. */
static const struct word {
	const char *name;
	unsigned flags, scanner_flags;
	urlgrep_mail_type type;
	urlgrep_mail_join join;
} words[] = {
	{ .name = "raw", .flags = URLGREP_MAIL_RAW },
	{ .name = "headers", .flags = URLGREP_MAIL_HEADERS },
	{ .name = "malformed", .flags = URLGREP_MAIL_MALFORMED },
	{ .name = "anchors", .flags = URLGREP_MAIL_ANCHORS },
	{ .name = "whole", .flags = URLGREP_MAIL_WHOLE_TEXTS },
	{ .name = "skip-binary", .flags = URLGREP_MAIL_SKIP_BINARY },
	{ .name = "refang", .flags = URLGREP_MAIL_REFANG },
	{ .name = "hosts", .flags = URLGREP_MAIL_REFANG | URLGREP_MAIL_REFANG_HOSTS },
	{ .name = "brief", .flags = URLGREP_MAIL_BRIEF_LOCATIONS },
	{ .name = "names", .scanner_flags = URLGREP_FIND_NAMES },
	{ .name = "addresses", .scanner_flags = URLGREP_FIND_ADDRESSES },
	{ .name = "text", .type = URLGREP_MAIL_TEXT },
	{ .name = "message", .type = URLGREP_MAIL_MESSAGE },
	{ .name = "mbox", .type = URLGREP_MAIL_MBOX },
	{ .name = "html", .type = URLGREP_MAIL_HTML },
	{ .name = "always", .join = URLGREP_MAIL_JOIN_ALWAYS },
	{ .name = "wrapped", .join = URLGREP_MAIL_JOIN_WRAPPED },
	{ .name = "never", .join = URLGREP_MAIL_JOIN_NEVER },
	{ .name = "pipe" }, /* the input cannot be read at any offset */
};

/* An input, and how it is read. */
struct input {
	const char *name, *text;
	size_t len, step;
	bool is_pipe, findings_first;
	urlgrep_mail_options options;
	urlgrep_mail_range range;
};

static ssize_t
read_input(void *data, char *buffer, size_t size, uint64_t offset)
{
	struct input *in = data;
	size_t n = offset < in->len ? in->len - (size_t)offset : 0;

	n = n < size ? n : size;
	n = n < in->step ? n : in->step;
	memcpy(buffer, in->text + (n > 0 ? offset : 0), n);
	return (ssize_t)n;
}

static void
tell_string(struct told *t, const char *name, const char *text)
{
	if (text == NULL)
		return;
	tell(t, " %s ", name);
	tell_span(t, (urlgrep_span){ text, strlen(text) });
}

static void
tell_quoted(struct told *t, const char *name, urlgrep_span span)
{
	if (span.text == NULL)
		return;
	tell(t, " %s\"", name);
	tell_span(t, span);
	tell(t, "\"");
}

static void
tell_number(struct told *t, const char *name, uint64_t number)
{
	if (number > 0)
		tell(t, " %s%llu", name, (unsigned long long)number);
}

static void
tell_message(struct told *t, urlgrep_mail *mail, const urlgrep_message *m)
{
	static const char *const names[] = { "id", "date", "iso", "from", "to", "subject",
		"list", "labels" };
	urlgrep_mail_text text;
	size_t i;

	tell(t, " || %d", (int)m->type);
	tell_number(t, "number ", m->number);
	tell(t, " %llu+%llu", (unsigned long long)m->offset, (unsigned long long)m->length);
	tell_number(t, "line ", m->line);
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		tell_string(t, names[i], urlgrep_mail_header(mail, (urlgrep_mail_field)i));
	for (i = 0; urlgrep_mail_text_at(mail, i, &text) == URLGREP_OK; i++) {
		tell(t, " %s%s", text.html ? "html " : "", text.header ? "header " : "");
		tell_string(t, "part", text.part);
		tell_string(t, "encoding", text.encoding);
		tell_quoted(t, "", text.text);
	}
}

static void
tell_location(struct told *t, const urlgrep_location *l)
{
	unsigned i;

	tell_number(t, "line ", l->line);
	tell(t, " %llu+%llu", (unsigned long long)l->offset, (unsigned long long)l->length);
	tell_string(t, "in", l->part);
	tell_string(t, "encoding", l->encoding);
	tell_string(t, "also", l->alternative);
	tell_quoted(t, "<", l->element);
	tell_quoted(t, "@", l->attribute);
	tell_quoted(t, "link ", l->link_text);
	tell_quoted(t, "shows ", l->shown_host);
	tell_number(t, "flags ", l->flags);
	tell_number(t, "message at ", l->message_offset);
	tell(t, " text %zu:%llu+%llu", l->text_index, (unsigned long long)l->text_offset,
	    (unsigned long long)l->text_length);
	for (i = 0; i < l->sign_count; i++)
		tell(t, " %u:%s", l->signs[i].line_break, l->signs[i].name);
}

static void
tell_finding(struct told *t, const urlgrep_finding *f, const urlgrep_location *l)
{
	unsigned i;

	tell(t, " | %s %s", urlgrep_form_name(f->form),
	    urlgrep_confidence_name(f->confidence));
	for (i = 0; i < f->reading_count; i++) {
		tell(t, " <");
		tell_span(t, f->readings[i].url);
		tell(t, "> %s", urlgrep_verdict_name(f->readings[i].verdict));
		tell_number(t, "how ", f->readings[i].how);
	}
	tell_number(t, "notes ", f->notes);
	tell_number(t, "defanged ", f->defang_signs);
	tell_location(t, l);
}

static void
tell_error(struct told *t, urlgrep_mail *mail, urlgrep_status status)
{
	const urlgrep_mail_error_info *error = urlgrep_mail_error(mail);

	if (status == URLGREP_SKIPPED)
		tell(t, " | skipped %s: %s", error->path, error->reason);
	else
		tell(t, " | status %d", (int)status);
}

static void
tell_findings(struct told *t, urlgrep_mail *mail)
{
	urlgrep_finding f;
	urlgrep_location l;
	urlgrep_status status;

	while ((status = urlgrep_mail_next(mail, &f, &l)) != URLGREP_END)
		if (status == URLGREP_OK)
			tell_finding(t, &f, &l);
		else
			tell_error(t, mail, status);
}

static void
tell_messages(struct told *t, urlgrep_mail *mail, bool findings_first)
{
	static struct told findings;
	urlgrep_message m;
	urlgrep_status status;

	while ((status = urlgrep_mail_next_message(mail, &m)) != URLGREP_END) {
		if (status != URLGREP_OK) {
			tell_error(t, mail, status);
			continue;
		}
		findings.len = 0;
		findings.text[0] = '\0';
		if (findings_first)
			tell_findings(&findings, mail);
		tell_message(t, mail, &m);
		if (!findings_first)
			tell_findings(&findings, mail);
		tell(t, "%s", findings.text);
	}
}

/* An allocator that counts. */
static size_t live;

static void *
allocate_counted(size_t size, void *data)
{
	(void)data;
	live++;
	return malloc(size);
}

static void
release_counted(void *block, void *data)
{
	(void)data;
	live -= block != NULL;
	free(block);
}

static const urlgrep_memory counted = { allocate_counted, release_counted, NULL };

static void
tell_input(struct told *t, const urlgrep_grammar *grammar, struct input *in)
{
	urlgrep_mail *mail = urlgrep_mail_new(grammar, &in->options);
	urlgrep_mail_source source = { read_input, in, !in->is_pipe };
	urlgrep_member member;
	urlgrep_status status;
	urlgrep_mail_sums s;

	t->len = 0;
	t->text[0] = '\0';
	urlgrep_mail_open_source(mail, in->name, &source, &in->range);
	while ((status = urlgrep_mail_next_member(mail, &member)) != URLGREP_END) {
		if (status != URLGREP_OK) {
			tell_error(t, mail, status);
			continue;
		}
		tell(t, "%s%s %d", t->len ? " ||| " : "", member.path, (int)member.type);
		tell_messages(t, mail, in->findings_first);
	}
	s = urlgrep_mail_sums_of(mail);
	tell(t, " |||");
	tell_number(t, "members ", s.members);
	tell_number(t, "messages ", s.messages);
	tell_number(t, "decoded ", s.decoded);
	tell_number(t, "bytes ", s.bytes);
	tell_number(t, "lines ", s.lines);
	tell_number(t, "skipped ", s.skipped);
	tell_number(t, "entered ", s.entered_after);
	tell_number(t, "left ", s.left_after);
	urlgrep_mail_free(mail);
}

/* Read a word: one of words[], or "BEGIN-END", a range. Return false if it is neither. */
static bool
read_word(struct input *in, const char *word)
{
	unsigned long long begin, end;
	size_t i;

	if (sscanf(word, "%llu-%llu", &begin, &end) == 2) {
		in->range.begin = begin;
		in->range.end = end;
		return true;
	}
	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (strcmp(word, words[i].name) != 0)
			continue;
		in->options.flags |= words[i].flags;
		in->options.scanner_flags |= words[i].scanner_flags;
		in->options.type |= words[i].type;
		in->options.join |= words[i].join;
		in->is_pipe |= strcmp(word, "pipe") == 0;
		return true;
	}
	return false;
}

/* Read the fields of a row: name, options, the input. */
static struct input
read_row(char **field)
{
	struct input in = { .name = field[0], .options = { .size = sizeof(in.options),
		.flags = URLGREP_MAIL_COUNT_LINES, .memory = &counted }, .range = { .size = sizeof(in.range),
		.end = UINT64_MAX }, .step = SIZE_MAX };
	char *word;

	for (word = strtok(field[1], " "); word; word = strtok(NULL, " "))
		if (!read_word(&in, word)) {
			fprintf(stderr, "unknown option: %s\n", word);
			exit(2);
		}
	in.len = unescape(field[2]);
	in.text = field[2];
	return in;
}

static void
check_row(const urlgrep_grammar *grammar, char **field, int number)
{
	static struct told told;
	struct input in = read_row(field);
	bool good;

	tell_input(&told, grammar, &in);
	good = strcmp(told.text, field[3]) == 0;
	in.step = 1;
	in.findings_first = true;
	if (good) {
		tell_input(&told, grammar, &in);
		good = strcmp(told.text, field[3]) == 0;
	}
	if (!ok(good, "%s:%d", table, number))
		printf("# expected: %s\n# got:      %s\n", field[3], told.text);
	ok(live == 0, "%s:%d: all memory is given back", table, number);
}

static void
print_row(const urlgrep_grammar *grammar, char **field)
{
	static struct told told;
	struct input in;

	printf("%s\t%s\t%s\t", field[0], field[1], field[2]);
	in = read_row(field);
	tell_input(&told, grammar, &in);
	printf("%s\n", told.text);
	fflush(stdout);
}

/* Return why a library that the rows need cannot be loaded, or NULL. */
static const char *
missing_library(void)
{
	static char text[100];
	const char *name;
	unsigned i;

	for (i = 0; (name = urlgrep_mail_library(i, text, sizeof(text))) != NULL; i++)
		if (strcmp(name, "ICU") == 0 && strchr(text, ':'))
			return text;
	return NULL;
}

int
main(int argc, char **argv)
{
	urlgrep_grammar *grammar = urlgrep_grammar_new("current", 0, NULL, NULL);
	FILE *file = open_table(argc > 1 ? argv[1] : table);
	char *line = NULL, *field[FIELDS];
	size_t size = 0;
	int number = 0;

	if (missing_library()) {
		skip(table, missing_library());
		return done_testing();
	}
	while (read_line(file, &line, &size)) {
		number++;
		if (line[0] == '#' || line[0] == '\0')
			continue;
		if (split_fields(line, field) != (argc > 1 ? 3 : 4))
			ok(false, "%s:%d: 4 fields", table, number);
		else if (argc > 1)
			print_row(grammar, field);
		else
			check_row(grammar, field, number);
	}
	free(line);
	fclose(file);
	urlgrep_grammar_free(grammar);
	if (argc > 1)
		return tap_failed;
	ok(number > 0, "%s has rows", table);
	return done_testing();
}
