/* test_ranges.c - a file cut into byte ranges: the findings in the ranges are those in the
 * whole, wherever it is cut and however it is read. TAP.
 *
 *	test_ranges [FILE...]	cut these files at 200 random bytes instead */
#include <fcntl.h>

#include "corpus_files.h"
#include "mail_findings.h"
#include "pieces.h"
#include "range_fit.h"
#include "tap.h"

enum { CUTS = 3, FILE_CUTS = 200 };

static urlgrep_mail *mail;

/* ---- an input --- */

struct input {
	const char *name;
	const char *text;
	size_t len;
	int fd;        /* the same bytes in a file, */
	char path[32]; /* and its path */
	size_t apart;  /* bytes between cuts within a line */
	urlgrep_mail_type type;
};

/* A stream cannot be cut. */
enum way { BY_BUFFER, BY_FILE, BY_FD, BY_SOURCE, BY_STREAM, WAYS, CUT_WAYS = BY_STREAM };
static const char *const ways[] = { "buffer", "file", "descriptor", "source", "stream" };

static struct input
make_input(const char *name, const char *text, size_t len, urlgrep_mail_type type)
{
	struct input in = { .name = name, .text = text, .len = len,
		.path = "/tmp/test_ranges.XXXXXX", .apart = 1, .type = type };

	in.fd = mkstemp(in.path);
	if (in.fd < 0 || write(in.fd, text, len) != (ssize_t)len) {
		perror(in.path);
		exit(2);
	}
	return in;
}

static void
remove_input(const struct input *in)
{
	close(in->fd);
	unlink(in->path);
}

static urlgrep_status
open_input(struct input *in, enum way way, const urlgrep_mail_range *range)
{
	static struct pieces pieces; /* lasts until the next one is opened */
	urlgrep_mail_source source = { pieces_read_at, &pieces, way == BY_SOURCE };

	pieces = (struct pieces){ .text = in->text, .len = in->len, .step = 7 };
	switch (way) {
	case BY_FILE:
		return urlgrep_mail_open_file(mail, in->path, range);
	case BY_FD:
		lseek(in->fd, 0, SEEK_SET);
		return urlgrep_mail_open_fd(mail, in->name, in->fd, range);
	case BY_SOURCE:
	case BY_STREAM:
		return urlgrep_mail_open_source(mail, in->name, &source, range);
	default:
		return urlgrep_mail_open_buffer(mail, in->name, in->text, in->len, range);
	}
}

/* ---- searching ranges --- */

static urlgrep_mail_range
range_of(uint64_t begin, uint64_t end)
{
	return (urlgrep_mail_range){ .size = sizeof(urlgrep_mail_range),
		.begin = begin, .end = end };
}

/* Report the findings of one range, and return its sums. */
static urlgrep_mail_sums
report_range(struct report *r, struct input *in, enum way way, const urlgrep_mail_range *range)
{
	urlgrep_status status = open_input(in, way, range);

	if (status != URLGREP_OK)
		fprintf(r->file, "opening: status %d\n", (int)status);
	report_input(r, mail);
	return urlgrep_mail_sums_of(mail);
}

struct outcome {
	char *findings;
	uint64_t messages, lines;
	unsigned torn; /* ranges that do not fit the previous ones */
};

/* Search the ranges between cuts, numbering lines and messages by the sums of the previous ranges.
 * A range that does not fit the previous one is searched again together with it. */
static struct outcome
search_ranges(struct input *in, enum way way, const uint64_t *cuts, size_t count)
{
	struct outcome o = { .messages = 0 };
	struct report r;
	uint64_t left_after = 0;
	size_t i;

	report_open(&r);
	for (i = 0; i <= count; i++) {
		urlgrep_mail_range range = range_of(i ? cuts[i - 1] : 0,
		    i < count ? cuts[i] : UINT64_MAX);
		urlgrep_mail_sums sums;

		range.line = o.lines + 1;
		range.message = o.messages + 1;
		range.type = in->type;
		sums = report_range(&r, in, way, &range);
		o.torn += i && !range_fits(left_after, &range, &sums);
		left_after = later(left_after, sums.left_after);
		o.messages += sums.messages;
		o.lines += sums.lines;
	}
	fclose(r.file);
	o.findings = r.text;
	return o;
}

static bool
is_same(const struct outcome *expected, const struct outcome *got)
{
	return strcmp(expected->findings, got->findings) == 0 &&
	    expected->messages == got->messages && expected->lines == got->lines;
}

static void
print_outcome_difference(const struct outcome *expected, const struct outcome *got)
{
	print_difference(expected->findings, got->findings);
	printf("# expected %llu messages, %llu lines; got %llu, %llu\n",
	    (unsigned long long)expected->messages,
	    (unsigned long long)expected->lines, (unsigned long long)got->messages,
	    (unsigned long long)got->lines);
}

/* Return true if the input cut into ranges gives the same result as the whole. */
static bool
matches_whole(const struct outcome *whole, struct input *in, enum way way,
    const uint64_t *cuts, size_t count)
{
	struct outcome o = search_ranges(in, way, cuts, count);
	bool same = is_same(whole, &o) && o.torn == 0;
	size_t i;

	if (!same) {
		printf("# %s as a %s, cut at", in->name, ways[way]);
		for (i = 0; i < count; i++)
			printf(" %llu", (unsigned long long)cuts[i]);
		printf("%s\n", o.torn ? " (torn)" : "");
		print_outcome_difference(whole, &o);
	}
	free(o.findings);
	return same;
}

/* ---- cutting an input --- */

static uint64_t random_state = 20;

static uint64_t
random_below(uint64_t limit)
{
	random_state = random_state * 6364136223846793005 + 1442695040888963407;
	return (random_state >> 33) % limit;
}

static void
choose_cuts(uint64_t *cuts, size_t count, size_t len)
{
	size_t i, j;

	for (i = 0; i < count; i++) {
		uint64_t cut = random_below(len + 1);

		for (j = i; j > 0 && cuts[j - 1] > cut; j--)
			cuts[j] = cuts[j - 1];
		cuts[j] = cut;
	}
}

/* Return the distance of cuts in bytes: 1, or more where a cut takes long, as under valgrind. */
static unsigned
step_of_cuts(void)
{
	const char *every = getenv("RANGES_EVERY");

	return every ? (unsigned)strtoul(every, NULL, 10) : 1;
}

/* Cut the input at the beginning of each line and at every byte, or some bytes apart, and three
 * times at random bytes; less often if it is not read from a buffer. Stop at the first cut that
 * fails. */
static bool
cut_everywhere(const struct outcome *whole, struct input *in)
{
	uint64_t cut, cuts[CUTS], step = step_of_cuts();
	bool same = true;

	for (cut = 0; same && cut <= in->len; cut += step) {
		enum way way = cut % 64 == 5 ? BY_FILE : cut % 64 == 6 ? BY_FD :
		    cut % 64 == 7 ? BY_SOURCE : BY_BUFFER;

		if (cut % in->apart != 0 && in->text[cut - 1] != '\n')
			continue;
		same = matches_whole(whole, in, way, &cut, 1);
		if (same && cut % 16 == 0) {
			choose_cuts(cuts, CUTS, in->len);
			same = matches_whole(whole, in, (enum way)(cut / 16 % CUT_WAYS),
			    cuts, CUTS);
		}
	}
	return same;
}

static struct outcome
search_whole(struct input *in, enum way way)
{
	return search_ranges(in, way, NULL, 0);
}

/* Return true if the findings are the same in whatever way the input is read. */
static bool
reads_alike(const struct outcome *whole, struct input *in)
{
	bool same = true;
	size_t way;

	for (way = 0; way < WAYS; way++) {
		struct outcome o = search_whole(in, (enum way)way);

		if (!is_same(whole, &o)) {
			printf("# %s as a %s\n", in->name, ways[way]);
			print_outcome_difference(whole, &o);
			same = false;
		}
		free(o.findings);
	}
	return same;
}

/* Test one input. min_messages guards against an input that is not as intended. */
static void
test_input(const char *name, const char *text, size_t len, urlgrep_mail_type type,
    uint64_t min_messages)
{
	struct input in = make_input(name, text, len, type);
	struct outcome whole = search_whole(&in, BY_BUFFER);

	ok(reads_alike(&whole, &in) && whole.messages >= min_messages,
	    "%s: buffer, file, descriptor, source, stream: the same %llu messages", name,
	    (unsigned long long)whole.messages);
	in.apart = 1 + len / 8000;
	ok(cut_everywhere(&whole, &in), "%s: %zu bytes cut at every line and between", name, len);
	free(whole.findings);
	remove_input(&in);
}

/* ---- mailboxes --- */

static const char shapes[] = "corpus/mbox-messages-of-many-shapes.mbox";

enum {
	WITH_CRLF = 1,
	WITHOUT_LINE_END = 2, /* in the last line */
};

/* Return `begin`, followed by that many copies of a file of corpus/. */
static char *
make_mailbox(const char *path, const char *begin, unsigned times, unsigned flags, size_t *len)
{
	size_t file_len, i;
	char *file = read_file(path, &file_len), *text = NULL;
	FILE *out = open_memstream(&text, len);

	fputs(begin, out);
	for (; times > 0; times--)
		for (i = 0; i < file_len; i++) {
			if (flags & WITH_CRLF && file[i] == '\n')
				fputc('\r', out);
			fputc(file[i], out);
		}
	if (flags & WITHOUT_LINE_END)
		fputs("From ann@example.org Tue Mar 14 10:12:00 1995\nSubject: s\n\n"
		    "http://last.example/", out);
	fclose(out);
	free(file);
	return text;
}

static const struct mailbox {
	const char *name, *path, *begin;
	unsigned times, flags;
	urlgrep_mail_type type;
	uint64_t min_messages;
} mailboxes[] = {
	{ "an mbox of 20 KB", shapes, "", 6, 0, URLGREP_MAIL_DETECT, 100 },
	{ "an mbox with CR LF", shapes, "", 2, WITH_CRLF, URLGREP_MAIL_DETECT, 34 },
	{ "text before the first message", shapes, "\n\nhttp://preamble.example/\n\n", 1, 0,
	    URLGREP_MAIL_MBOX, 17 },
	{ "a byte order mark", shapes, "\xEF\xBB\xBF", 1, 0, URLGREP_MAIL_DETECT, 17 },
	{ "blank lines first", shapes, "\r\n\n", 1, 0, URLGREP_MAIL_DETECT, 17 },
	{ "a byte order mark and blank lines", shapes, "\xEF\xBB\xBF\r\n\n", 1, 0,
	    URLGREP_MAIL_DETECT, 17 },
	{ "no line feed at the end", shapes, "", 1, WITHOUT_LINE_END, URLGREP_MAIL_DETECT, 17 },
	{ "mboxcl2", "corpus/mail-mboxcl2.mbox", "", 3, 0, URLGREP_MAIL_DETECT, 3 },
	{ "mboxcl2 with text before the first message", "corpus/mail-mboxcl2.mbox", "\n", 3, 0,
	    URLGREP_MAIL_MBOX, 3 },
};

static void
test_mailboxes(void)
{
	FOR_EACH(m, mailboxes) {
		size_t len;
		char *text = make_mailbox(m->path, m->begin, m->times, m->flags, &len);

		test_input(m->name, text, len, m->type, m->min_messages);
		free(text);
	}
}

/* ---- files --- */

static void
test_corpus(void)
{
	struct corpus_files *files = list_corpus();
	size_t i, bytes = 0, cut = 0;
	bool same = true;

	for (i = 0; i < files->count; i++) {
		struct input in;
		struct outcome whole;
		size_t len;
		char *text = read_file(files->paths[i], &len);

		bytes += len;
		in = make_input(files->paths[i], text, len, URLGREP_MAIL_DETECT);
		in.apart = 1 + len / 500; /* the time for a cut grows with the length */
		whole = search_whole(&in, BY_BUFFER);
		same = reads_alike(&whole, &in) && cut_everywhere(&whole, &in) && same;
		cut++;
		free(whole.findings);
		remove_input(&in);
		free(text);
	}
	ok(same, "%zu files of corpus/, %zu bytes, cut at every line and between", cut, bytes);
	free(files);
}

static void
test_file(const char *path)
{
	struct input in = { .name = path };
	struct outcome whole;
	uint64_t cuts[FILE_CUTS];

	in.text = read_file(path, &in.len);
	whole = search_whole(&in, BY_BUFFER);
	choose_cuts(cuts, FILE_CUTS, in.len);
	ok(matches_whole(&whole, &in, BY_BUFFER, cuts, FILE_CUTS),
	    "%s: %zu bytes, cut at %d random bytes", path, in.len, FILE_CUTS);
	free(whole.findings);
	free((char *)in.text);
}

int
main(int argc, char **argv)
{
	urlgrep_mail_options options = { .size = sizeof(options),
		.flags = URLGREP_ALL | URLGREP_COUNT_LINES | URLGREP_HEADERS };
	urlgrep_grammar *grammar = urlgrep_grammar_new("current", 0, NULL, NULL);
	int i;

	mail = urlgrep_mail_new(grammar, &options);
	for (i = 1; i < argc; i++)
		test_file(argv[i]);
	if (argc == 1) {
		test_mailboxes();
		test_corpus();
	}
	urlgrep_mail_free(mail);
	urlgrep_grammar_free(grammar);
	return done_testing();
}
