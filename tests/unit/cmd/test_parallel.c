/* test_parallel.c - the parts of a search with threads, one by one: whether ranges fit; merging the
 * results of tasks; the limits on what is printed; the progress line */
#include <fcntl.h>
#include <unistd.h>

#include "cmd/progress.h"
#include "cmd/scheduler.h"
#include "cmd/shared.h"
#include "tap.h"

/* ---- whether ranges fit --- */

/* Consecutive ranges of 100 bytes: for each, where its search was entered, and where its last URL
 * ends. broken is the first range that does not fit, or 0. */
static const struct {
	const char *what;
	struct {
		uint64_t entered, left;
	} ranges[4];
	size_t broken;
} texts[] = {
	{ "no URLs", { { 0, 0 }, { 0, 0 }, { 0, 0 }, { 0, 0 } }, 0 },
	{ "... which the next range does not see", { { 0, 120 }, { 0, 150 }, { 0, 0 }, { 0, 0 } }, 1 },
	{ "... which only the next range sees", { { 0, 90 }, { 101, 150 }, { 0, 0 }, { 0, 0 } }, 1 },
	{ "... before the next range", { { 0, 0 }, { 99, 150 }, { 0, 0 }, { 0, 0 } }, 0 },
	{ "... one byte after it", { { 0, 101 }, { 100, 150 }, { 0, 0 }, { 0, 0 } }, 1 },
	{ "one over a whole range", { { 0, 250 }, { 250, 250 }, { 250, 280 }, { 0, 0 } }, 0 },
	{ "... of which the next one sees less", { { 0, 250 }, { 200, 0 }, { 250, 280 }, { 0, 0 } }, 0 },
	{ "... too little", { { 0, 250 }, { 199, 0 }, { 250, 280 }, { 0, 0 } }, 1 },
	{ "... but the one after that all", { { 0, 200 }, { 300, 300 }, { 300, 0 }, { 0, 0 } }, 0 },
	{ "... or it ends before the end", { { 0, 199 }, { 200, 0 }, { 0, 0 }, { 0, 0 } }, 1 },
	{ "... or after the next one", { { 0, 250 }, { 250, 0 }, { 251, 0 }, { 0, 0 } }, 2 },
	{ "the last one", { { 0, 50 }, { 0, 150 }, { 0, 250 }, { 301, 0 } }, 3 },
	{ "the second does not fit, the third would", { { 0, 120 }, { 0, 150 }, { 150, 0 }, { 0, 0 } }, 1 },
};

static void
test_continuity(void)
{
	size_t k, good;

	FOR_EACH(text, texts) {
		struct continuity c = { .is_broken = false };
		uint64_t left = 0;

		for (k = 0, good = 0; k < 4; k++) {
			continuity_begin(&c, 100 * k, 100 * k + 100, text->ranges[k].entered,
			    1000 + k);
			good += !c.is_broken;
			continuity_end(&c, text->ranges[k].left);
			if (!c.is_broken && text->ranges[k].left > left)
				left = text->ranges[k].left;
		}
		ok(good == (text->broken ? text->broken : 4) && c.is_broken == (text->broken > 0) &&
		        c.broken_at == 100 * text->broken && c.good_begin == 100 * (good - 1) &&
		        c.good_line == 1000 + good - 1 && c.left_after == left,
		    "ranges: %s", text->what);
	}
}

/* ---- merging --- */

/* Add a record whose text is printed unchanged, after a line number of the range. */
static void
add_findings(struct task *t, size_t item, uint64_t line, const char *text, uint64_t count)
{
	struct record *r;

	t->records = realloc(t->records, (t->record_count + 1) * sizeof(*r));
	t->numbers.list = realloc(t->numbers.list, (t->numbers.count + 1) * sizeof(*t->numbers.list));
	r = &t->records[t->record_count++];
	*r = (struct record){ .kind = RECORD_FINDINGS, .item = item, .count = count,
		.text = t->output.len, .text_len = strlen(text) };
	t->numbers.list[t->numbers.count++] = (struct deferred_number){ t->output.len, true,
		line };
	strbuf_append_string(&t->output, text);
}

static void
add_end(struct task *t, enum record_kind kind, size_t item, const char *name)
{
	t->records = realloc(t->records, (t->record_count + 1) * sizeof(*t->records));
	t->records[t->record_count++] = (struct record){ .kind = kind, .item = item,
		.name = t->output.len };
	strbuf_append(&t->output, name, strlen(name) + 1);
}

/* ---- limits --- */

static const struct limits_row {
	enum output_mode mode;
	bool unique;
	long max_count;
	const char *urls;    /* one letter each; "." ends a file, "!" skips a part */
	const char *printed; /* URLs, and names or counts of files */
	bool each_counts;
	uint64_t enough, total;
} limits_rows[] = {
	{ OUTPUT_FINDINGS, false, -1, "ab.a.", "aba", false, UINT64_MAX, 3 },
	{ OUTPUT_FINDINGS, true, -1, "aba.ac.", "abc", true, UINT64_MAX, 3 },
	{ OUTPUT_FINDINGS, false, 2, "abc.d.", "abd", true, 2, 3 },
	{ OUTPUT_FINDINGS, true, 2, "aabc.abcde.", "abcd", true, UINT64_MAX, 4 },
	{ OUTPUT_FINDINGS, false, 1, "abc.d..", "ad", true, 1, 2 },
	{ OUTPUT_COUNT, false, -1, "ab.!.a.", "2;0;1;", false, UINT64_MAX, 3 },
	{ OUTPUT_COUNT, true, -1, "aba.ab.c.", "2;0;1;", true, UINT64_MAX, 3 },
	{ OUTPUT_FILES_WITH, false, -1, "ab..!.c.", "+;+;", false, 1, 2 },
	{ OUTPUT_FILES_WITHOUT, false, -1, "ab..!.a!..", "+;+;", false, 1, 2 },
	{ OUTPUT_FILES_WITHOUT, true, -1, "a.a.!a.", "+;", true, UINT64_MAX, 1 },
	{ OUTPUT_NOTHING, false, -1, "ab.", "", false, 1, 1 },
	{ OUTPUT_NOTHING, false, -1, "..", "", false, 1, 0 },
};

static void
print_file(struct printer *p, const char *path)
{
	strbuf_printf(p->out, "%s;", path);
}

static void
print_file_count(struct printer *p, const char *path, uint64_t count)
{
	(void)path;
	strbuf_printf(p->out, "%u;", (unsigned)count);
}

static void
test_limits(const struct limits_row *row)
{
	static const struct printer_format format = { .print_name = print_file,
		.print_count = print_file_count };
	struct settings s = { .mode = row->mode, .unique = row->unique,
		.max_count = row->max_count, .format = &format };
	struct strbuf *out = output_buffer();
	struct printer p = { .settings = &s, .out = out };
	struct merge m = { .settings = &s, .printer = &p,
		.printed = urlgrep_url_set_new(NULL) };
	struct task *t = task_new();
	char text[2] = "";
	const char *at;
	size_t files = 0;
	bool found = false;

	task_add_item(t, ITEM_FILE, "+");
	for (at = row->urls; *at; at++) {
		if (*at == '.') {
			add_end(t, RECORD_FILE_END, 0, "+");
			files++;
		} else if (*at == '!') {
			add_end(t, RECORD_PART_ERROR, 0, "+");
		} else {
			*text = *at;
			add_findings(t, 0, 0, text, 1);
			t->records[t->record_count - 1].name = t->output.len - 1;
			t->records[t->record_count - 1].name_len = 1;
			t->numbers.count = 0;
			found = true;
		}
	}
	strbuf_clear(out);
	merge_task(&m, t);
	strbuf_append_byte(out, '\0');
	if (!ok(strcmp(out->at, row->printed) == 0 && m.urls + m.count == row->total &&
	    (m.is_over || m.files == files) && m.found_any == found &&
	    merge_counts_each(&s) == row->each_counts && merge_enough_findings(&s) == row->enough &&
	    m.is_over == (row->mode == OUTPUT_NOTHING && found),
	    "limits: mode %d, unique %d, %ld, %s", (int)row->mode, row->unique, row->max_count,
	    row->urls))
		printf("# printed: %s, %zu files, %zu URLs\n", out->at, (size_t)m.files,
		    (size_t)m.urls);
	strbuf_clear(out);
	urlgrep_url_set_free(m.printed);
	task_free(t);
}

/* ---- progress --- */

static FILE *shown; /* standard error */

/* Return what was written to standard error since the last call, "!" for an escape and "<" for
 * a carriage return. */
static const char *
show(void)
{
	static char text[256];
	size_t len, i;

	fflush(stderr);
	rewind(shown);
	len = fread(text, 1, sizeof(text) - 1, shown);
	text[len] = '\0';
	for (i = 0; i < len; i++)
		text[i] = text[i] == '\33' ? '!' : text[i] == '\r' ? '<' : text[i];
	rewind(shown);
	if (ftruncate(fileno(shown), 0) != 0)
		return NULL;
	return text;
}

/* Add bytes after a while. Return true if the line shown has this beginning and end; the time and
 * speed in between depend on the machine. */
static bool
shows(unsigned milliseconds, uint64_t bytes, uint64_t file_bytes,
    const char *begin, const char *end)
{
	const char *text;
	size_t len;

	usleep(milliseconds * 1000);
	progress_add(bytes, file_bytes);
	text = show();
	len = strlen(text);
	if (*begin ? strncmp(text, begin, strlen(begin)) == 0 && len >= strlen(end) &&
	    strcmp(text + len - strlen(end), end) == 0 : len == 0)
		return true;
	printf("# shown: %s\n", text);
	return false;
}

static void
test_progress(void)
{
	int before = dup(STDERR_FILENO);
	unsigned minutes, seconds;
	double speed;
	const char *text;

	fflush(stderr);
	shown = tmpfile();
	dup2(fileno(shown), STDERR_FILENO);
	progress_begin(1000000, NULL, NULL);
	progress_set_urls(7);
	progress_set_file("a\nname");
	ok(shows(0, 100, 50, "", ""), "nothing in the first second");
	progress_clear_line();
	ok(shows(1010, 899, 249950, "<![K999 B, 25 %, 0:0", "B/s, 7 URLs  a?name"), "a quarter is done");
	ok(shows(0, 1, 0, "", ""), "nothing more in the next moment");
	progress_clear_line();
	ok(strcmp(show(), "<![K") == 0, "the line is cleared");
	progress_clear_line();
	ok(*show() == '\0', "once");
	progress_set_urls(12345678901);
	progress_set_file("");
	ok(shows(210, 0, 250000, "<![K1.0 kB, 50 %, 0:0", "/s, 12345678901 URLs"), "1,000 bytes");
	ok(shows(210, 1233400, 500000, "<![K1.2 MB, 100 %, 0:00 left, ", "/s, 12345678901 URLs"), "megabytes");
	ok(shows(210, 2000000000, 100, "<![K2.0 GB, ", "/s, 12345678901 URLs"), "gigabytes");
	usleep(210000);
	progress_add(5000000000000000, 0);
	text = show();
	ok(strncmp(text, "<![K5000.0 TB, ", 15) == 0 && sscanf(text + 15, "%lf TB/s", &speed) == 1 &&
	    speed > 50 && speed < 4900, "terabytes, and no share of more than all: %s", text);
	progress_end();
	show();
	progress_begin(0, NULL, NULL);
	ok(shows(1010, 1, 1, "<![K1 B, ", " B/s, 0 URLs"), "without a total");
	progress_end();
	ok(strcmp(show(), "<![K") == 0, "the line is cleared at the end");
	progress_begin(100000, NULL, NULL);
	usleep(1010000);
	progress_add(10, 500);
	text = show();
	ok(sscanf(text, "<![K10 B, 0 %%, %u:%2u left", &minutes, &seconds) == 2 &&
	    minutes >= 3 && minutes < 30 && seconds < 60, "the rest takes minutes: %s", text);
	progress_end();
	show();
	progress_add(1, 1);
	progress_set_urls(1);
	progress_clear_line();
	ok(*show() == '\0', "nothing after the end");
	dup2(before, STDERR_FILENO);
	close(before);
}

int
main(void)
{
	int stdout_before;

	test_continuity();
	/* to a file, so that the buffer is not flushed meanwhile */
	fflush(stdout);
	stdout_before = dup(STDOUT_FILENO);
	dup2(fileno(tmpfile()), STDOUT_FILENO);
	output_setup();
	dup2(stdout_before, STDOUT_FILENO);
	messages_are_quiet = true;
	FOR_EACH(limits_row, limits_rows)
		test_limits(limits_row);
	test_progress();
	return done_testing();
}
