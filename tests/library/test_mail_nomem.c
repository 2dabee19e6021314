/* test_mail_nomem.c - while an input is searched, one allocation fails, or all from some point on:
 * liburlgrep-mail reports that or finds everything; it never finds anything else, and frees all
 * memory. TAP. */
#include "corpus_files.h"
#include "mail_findings.h"
#include "meter.h"
#include "tap.h"

static struct meter meter;
static const urlgrep_memory memory = { metered_allocate, metered_release, &meter };

/* ---- searching an input --- */

struct input {
	const char *name;
	const char *text;
	size_t len;
};

enum { MAX_FINDINGS = 4000, MAX_REPORTS = 1000 };

/* The outcome of a search. */
struct outcome {
	char *findings[MAX_FINDINGS];
	size_t count;
	unsigned reports; /* of failed allocations */
	unsigned other;   /* unexpected statuses */
	bool is_endless;
};

static void
add_finding(struct outcome *o, const urlgrep_finding *f, const urlgrep_location *l)
{
	struct report r;

	report_open(&r);
	report_mail_finding(&r, f, l);
	fclose(r.file);
	if (o->count < MAX_FINDINGS)
		o->findings[o->count++] = r.text;
	else
		free(r.text);
}

/* Count a status that is neither OK nor END. Return false after too many. */
static bool
note_status(struct outcome *o, urlgrep_status status)
{
	if (status == URLGREP_NOMEM)
		o->reports++;
	else if (status != URLGREP_SKIPPED)
		o->other++;
	o->is_endless = o->reports > MAX_REPORTS;
	return !o->is_endless;
}

/* Collect the findings up to END. Return false after too many failures. */
static bool
search_findings(struct outcome *o, urlgrep_mail *mail)
{
	const urlgrep_finding *f;
	const urlgrep_location *l;
	urlgrep_status status;
	size_t begin, end;

	while ((status = urlgrep_mail_next(mail, &f, &l)) != URLGREP_END) {
		if (status == URLGREP_OK)
			add_finding(o, f, l);
		else if (!note_status(o, status))
			return false;
		o->other += urlgrep_mail_surroundings(mail, &begin, &end).len < end;
	}
	return true;
}

/* Request the header fields and texts of a message. */
static bool
look_at_message(struct outcome *o, urlgrep_mail *mail)
{
	urlgrep_mail_text text;
	urlgrep_status status;
	size_t i;
	int field;

	for (field = URLGREP_MAIL_ID; field <= URLGREP_MAIL_DATE_SOURCE; field++)
		urlgrep_mail_header(mail, (urlgrep_mail_field)field);
	for (i = 0; (status = urlgrep_mail_text_at(mail, i, &text)) == URLGREP_OK; i++)
		;
	return status == URLGREP_END || note_status(o, status);
}

static bool
search_member(struct outcome *o, urlgrep_mail *mail)
{
	const urlgrep_message *message;
	urlgrep_status status;

	while ((status = urlgrep_mail_next_message(mail, &message)) != URLGREP_END)
		if (status == URLGREP_OK ? !look_at_message(o, mail) || !search_findings(o, mail) :
		    !note_status(o, status))
			return false;
	return true;
}

static void
search_by_levels(struct outcome *o, urlgrep_mail *mail)
{
	const urlgrep_member *member;
	urlgrep_status status;

	while ((status = urlgrep_mail_next_member(mail, &member)) != URLGREP_END)
		if (status == URLGREP_OK ? !search_member(o, mail) : !note_status(o, status))
			return;
}

static const urlgrep_grammar *grammar;

/* Search the input with a new reader. */
static void
search(struct outcome *o, const struct input *in, bool by_levels)
{
	urlgrep_mail_options options = { .size = sizeof(options), .memory = &memory,
		.flags = URLGREP_ALL | URLGREP_HEADERS | URLGREP_COUNT_LINES |
		    (by_levels ? URLGREP_WHOLE_TEXTS : 0) };
	urlgrep_mail *mail = urlgrep_mail_new(grammar, &options);
	urlgrep_status status;

	memset(o, 0, sizeof(*o));
	if (mail == NULL) {
		o->reports++;
		return;
	}
	status = urlgrep_mail_open_buffer(mail, in->name, in->text, in->len, NULL);
	if (status != URLGREP_OK)
		note_status(o, status);
	if (by_levels)
		search_by_levels(o, mail);
	else
		search_findings(o, mail);
	urlgrep_mail_free(mail);
}

static void
free_outcome(struct outcome *o)
{
	while (o->count > 0)
		free(o->findings[--o->count]);
}

/* ---- comparing --- */

/* Return the first finding that is not among the expected ones, in their order; NULL if there is
 * none. */
static const char *
find_strange(const struct outcome *expected, const struct outcome *got)
{
	size_t i, at = 0;

	for (i = 0; i < got->count; i++, at++) {
		while (at < expected->count &&
		    strcmp(expected->findings[at], got->findings[i]) != 0)
			at++;
		if (at == expected->count)
			return got->findings[i];
	}
	return NULL;
}

/* Return the fault in the outcome of a search in which allocations failed, or NULL. */
static const char *
find_fault(const struct outcome *expected, const struct outcome *got, long leaked)
{
	if (got->is_endless)
		return "endless";
	if (leaked)
		return "memory leaked";
	if (got->other)
		return "unexpected status";
	if (find_strange(expected, got))
		return "another finding";
	if (got->reports == 0 && got->count != expected->count)
		return "a finding is missing, and no failure was reported";
	return NULL;
}

static bool
is_good(const struct input *in, const struct outcome *expected,
    const struct outcome *got, long leaked)
{
	const char *fault = find_fault(expected, got, leaked);
	const char *strange = find_strange(expected, got);

	if (fault)
		printf("# %s, allocation %ld%s: %s: %zu findings, expected %zu, %u "
		    "reports\n", in->name, meter.failing,
		    meter.is_final ? " and all later ones" : "", fault, got->count,
		    expected->count, got->reports);
	if (strange)
		printf("# got: %.*s\n", (int)strcspn(strange, "\n"), strange);
	return fault == NULL;
}

static long runs, found;

/* Search while that allocation fails. Return the number of leaked blocks. */
static long
search_without(struct outcome *got, const struct input *in, bool by_levels, long failing, bool is_final)
{
	long alive = meter.alive;

	meter = (struct meter){ .failing = failing, .is_final = is_final, .alive = alive };
	search(got, in, by_levels);
	runs++;
	return meter.alive - alive;
}

/* Make each allocation fail in turn. Return false after the first fault. A failure may cause other
 * rules to be tried, whose compiled patterns the grammar keeps; a real leak occurs again. */
static bool
survives(const struct input *in, bool by_levels, bool is_final)
{
	static struct outcome expected, got;
	bool good = true;
	long n = 0, leaked;

	meter = (struct meter){ .alive = meter.alive };
	search(&expected, in, by_levels);
	found += (long)expected.count;
	do {
		leaked = search_without(&got, in, by_levels, ++n, is_final);
		if (leaked) {
			free_outcome(&got);
			leaked = search_without(&got, in, by_levels, n, is_final);
		}
		good = is_good(in, &expected, &got, leaked) && good;
		free_outcome(&got);
	} while (meter.failed > 0 && good);
	free_outcome(&expected);
	return good && expected.reports == 0;
}

static bool
survives_all(const struct input *in)
{
	bool good = true;
	int way;

	/* the grammar compiles the patterns of schemes once and keeps them */
	static struct outcome first;

	meter = (struct meter){ .alive = meter.alive };
	search(&first, in, false);
	free_outcome(&first);
	for (way = 0; way < 4; way++)
		good = survives(in, way & 1, way & 2) && good;
	return good;
}

/* ---- inputs --- */

static void
test_corpus(void)
{
	struct corpus_files *files = list_corpus();
	bool good = true;
	size_t i;

	runs = found = 0;
	for (i = 0; i < files->count; i++) {
		struct input in = { .name = files->paths[i] };

		in.text = read_file(in.name, &in.len);
		good = survives_all(&in) && good;
		free((char *)in.text);
	}
	ok(good, "%zu files of corpus/ with %ld findings, searched %ld times",
	    files->count, found / 4, runs);
	free(files);
}

static void
test_input(const struct input *in)
{
	bool good;

	runs = found = 0;
	good = survives_all(in);
	ok(good && found > 0, "%s with %ld findings, searched %ld times", in->name,
	    found / 4, runs);
}

/* Write a member of a tar archive (POSIX.1-1988 ustar). */
static void
write_tar_member(FILE *out, const char *name, const char *text, size_t len)
{
	char header[512] = { 0 };
	unsigned sum = 0;
	size_t i;

	snprintf(header, 100, "%s", name);
	snprintf(header + 100, 8, "0000644");
	snprintf(header + 124, 12, "%011zo", len);
	snprintf(header + 136, 12, "%011o", 0u);
	memset(header + 148, ' ', 8);
	header[156] = '0';
	memcpy(header + 257, "ustar\00000", 8);
	for (i = 0; i < sizeof(header); i++)
		sum += (unsigned char)header[i];
	snprintf(header + 148, 8, "%06o", sum);
	fwrite(header, 1, sizeof(header), out);
	fwrite(text, 1, len, out);
	memset(header, 0, sizeof(header));
	fwrite(header, 1, (512 - len % 512) % 512, out);
}

static void
test_archive(void)
{
	static const char *const paths[] = { "corpus/demo.eml", "corpus/ports.txt",
		"corpus/mail-alternative.eml", "corpus/mail-newsletter.html",
		"corpus/mail-mboxcl2.mbox" };
	struct input in = { .name = "an archive" };
	char *archive = NULL;
	FILE *out = open_memstream(&archive, &in.len);
	size_t i;

	FOR_EACH(path, paths) {
		size_t len;
		char *text = read_file(*path, &len);

		write_tar_member(out, *path, text, len);
		free(text);
	}
	for (i = 0; i < 1024; i++)
		fputc(0, out);
	fclose(out);
	in.text = archive;
	test_input(&in);
	free(archive);
}

/* A message longer than the first buffer. */
static void
test_long_message(void)
{
	struct input in = { .name = "a mailbox with a long message" };
	char *text = NULL;
	FILE *out = open_memstream(&text, &in.len);
	unsigned i;

	for (i = 0; i < 3; i++) {
		fprintf(out, "From ann@example.org Tue Mar 14 10:12:00 1995\n"
		    "Message-ID: <%u@example.org>\nSubject: s\n\n", i);
		if (i == 1)
			fprintf(out, "%*s\n", 400 * 1024, "long");
		fprintf(out, "http://h.example/%u <URL:http://i.example/over-\nview>\n\n", i);
	}
	fclose(out);
	in.text = text;
	test_input(&in);
	free(text);
}

int
main(void)
{
	urlgrep_grammar *g = urlgrep_grammar_new("current", URLGREP_NO_JIT, &memory, NULL);

	grammar = g;
	test_corpus();
	test_archive();
	test_long_message();
	urlgrep_grammar_free(g);
	ok(meter.alive == 0, "all memory is freed");
	return done_testing();
}
