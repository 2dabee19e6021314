/* test_parallel.c - the parts of a search with threads, one by one: whether ranges fit, output
 * of tasks, the pool; the limits on what is printed; the line that shows progress; the cache
 * of URLs */
#include <pthread.h>
#include <unistd.h>

#include "cmd/progress.h"
#include "cmd/range_continuity.h"
#include "cmd/task.h"
#include "cmd/task_output.h"
#include "cmd/thread_pool.h"
#include "cmd/limits.h"
#include "cmd/url_cache.h"
#include "tap.h"
#include "util/memory.h"

/* ---- whether ranges fit --- */

/* Ranges of 100 bytes, which are searched one after the other: where each was entered, and
 * where the last URL of it ends. The first that does not fit, or 0. */
static const struct {
	const char *what;
	struct {
		uint64_t entered, left;
	} ranges[4];
	size_t broken;
} texts[] = {
	{ "no URLs", { { 0, 0 }, { 0, 0 }, { 0, 0 }, { 0, 0 } }, 0 },
	{ "URLs within ranges", { { 0, 50 }, { 50, 150 }, { 150, 250 }, { 0, 0 } }, 0 },
	{ "a URL across an end", { { 0, 120 }, { 120, 150 }, { 0, 0 }, { 0, 0 } }, 0 },
	{ "... which the next range does not see", { { 0, 120 }, { 0, 150 }, { 0, 0 }, { 0, 0 } }, 1 },
	{ "... which ends elsewhere in the next range", { { 0, 120 }, { 121, 150 }, { 0, 0 }, { 0, 0 } }, 1 },
	{ "... which only the next range sees", { { 0, 90 }, { 101, 150 }, { 0, 0 }, { 0, 0 } }, 1 },
	{ "one that ends at the end", { { 0, 100 }, { 0, 150 }, { 0, 0 }, { 0, 0 } }, 0 },
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
	size_t i, k, good;

	for (i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		struct range_continuity c = { .is_broken = false };
		uint64_t left = 0;

		for (k = 0, good = 0; k < 4; k++) {
			struct range_place place = { 100 * k, 100 * k + 100, texts[i].ranges[k].entered };

			range_continuity_begin(&c, &place, 1000 + k);
			good += !c.is_broken;
			range_continuity_end(&c, texts[i].ranges[k].left);
			if (!c.is_broken && texts[i].ranges[k].left > left)
				left = texts[i].ranges[k].left;
		}
		ok(good == (texts[i].broken ? texts[i].broken : 4) &&
		        c.is_broken == (texts[i].broken > 0) &&
		        c.broken_at == 100 * texts[i].broken && c.good_begin == 100 * (good - 1) &&
		        c.good_line == 1000 + good - 1 && c.left_after == left,
		    "ranges: %s", texts[i].what);
	}
}

/* ---- output --- */

static void
test_output(void)
{
	enum { COUNT = 1000 };
	struct task_output *o = task_output_new();
	bool good = o->count == 0 && task_output_size(o) == 0;
	size_t i;

	for (i = 0; i < COUNT; i++) {
		task_output_add(o, (enum record_kind)(i % 9))->as.counts.lines = i;
		strbuf_append(&o->text, "12", 2);
		task_output_add_number(o, o->text.len, i % 2 ? NUMBER_LINE : NUMBER_MESSAGE,
		    7 * i);
	}
	for (i = 0; i < COUNT; i++)
		good = good && o->records[i].kind == (enum record_kind)(i % 9) &&
		    o->records[i].as.counts.lines == i && o->numbers[i].at == 2 * i + 2 &&
		    o->numbers[i].number == 7 * i &&
		    o->numbers[i].kind == (i % 2 ? NUMBER_LINE : NUMBER_MESSAGE);
	ok(good && o->count == COUNT && o->number_count == COUNT, "records and numbers");
	ok(task_output_size(o) == 2 * COUNT + COUNT * sizeof(*o->records) +
	    COUNT * sizeof(*o->numbers), "the size of an output");
	task_output_free(o);
	task_output_free(NULL);
}

/* ---- the pool --- */

/* What the threads do with a task, whose weight is its number: publish so many outputs, the
 * last one as the task ends. */
struct work {
	unsigned outputs, ran, unwanted;
	size_t len; /* of the text of each output */
	pthread_mutex_t lock;
};

static struct task_output *
make_output(const struct work *w, uint64_t number)
{
	struct task_output *o = task_output_new();
	char *text = calloc(1, w->len + 1);

	task_output_add(o, RECORD_COUNTS)->as.counts.lines = number;
	strbuf_append(&o->text, text, w->len);
	free(text);
	return o;
}

static void
run_tasks(struct thread_pool *pool, void *data)
{
	struct work *w = data;
	struct task *task;

	while ((task = thread_pool_begin(pool)) != NULL) {
		unsigned i;
		bool is_wanted = true;

		for (i = 0; i + 1 < w->outputs; i++)
			is_wanted = thread_pool_publish(pool, task,
			    make_output(w, task->weight * 10 + i)) && is_wanted;
		pthread_mutex_lock(&w->lock);
		w->ran++;
		w->unwanted += !is_wanted;
		pthread_mutex_unlock(&w->lock);
		thread_pool_finish(pool, task,
		    w->outputs ? make_output(w, task->weight * 10 + i) : NULL);
	}
}

/* Take output while there are more than `most` tasks. Return true if it is in order. */
static bool
take(struct thread_pool *pool, size_t most, uint64_t *next, unsigned outputs)
{
	struct task_output *o;
	bool good = true;

	while ((o = thread_pool_take(pool, most)) != NULL) {
		good = good && o->next == NULL && o->records[0].as.counts.lines == *next;
		*next += 1;
		if (*next % 10 == outputs)
			*next += 10 - outputs;
		task_output_free(o);
	}
	return good;
}

static void
test_pool(unsigned threads, unsigned outputs, size_t len)
{
	enum { TASKS = 60 };
	struct work w = { outputs, 0, 0, len, PTHREAD_MUTEX_INITIALIZER };
	struct thread_pool *pool = thread_pool_new(threads, run_tasks, &w);
	uint64_t next = 0, i;
	bool good = thread_pool_most(pool) == threads * 8 - 1;

	for (i = 0; i < TASKS; i++) {
		struct task *task = task_new();

		task->weight = i;
		good = take(pool, thread_pool_most(pool), &next, outputs) && good;
		thread_pool_add(pool, task);
	}
	good = take(pool, 0, &next, outputs) && good;
	ok(good && (outputs == 0 || next == 10 * TASKS) && w.ran == TASKS && w.unwanted == 0,
	    "%u threads, %u outputs of %zu bytes", threads, outputs, len);
	thread_pool_free(pool);
}

/* Tasks that are left, and output that nobody takes. */
static void
test_stop(size_t len)
{
	struct work w = { 3, 0, 0, len, PTHREAD_MUTEX_INITIALIZER };
	struct thread_pool *pool = thread_pool_new(2, run_tasks, &w);
	unsigned i;

	for (i = 0; i < 10; i++)
		thread_pool_add(pool, task_new());
	thread_pool_stop(pool);
	while (thread_pool_take(pool, 0) != NULL)
		;
	ok(w.ran <= 10, "stopped: %u of 10 tasks ran", w.ran);
	thread_pool_add(pool, task_new());
	thread_pool_free(pool);
	ok(w.ran <= 10, "a task that is added later does not run");
	thread_pool_free(thread_pool_new(3, run_tasks, &w));
	thread_pool_free(NULL);
}

/* ---- limits --- */

static const struct limits_row {
	enum output_mode mode;
	bool unique;
	long max_count;
	const char *urls;    /* each a letter; "." ends a file, "!" skips something */
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
	{ OUTPUT_COUNT, false, 2, "abc.a.", "2;1;", true, 2, 3 },
	{ OUTPUT_FILES_WITH, false, -1, "ab..!.c.", "+;+;", false, 1, 2 },
	{ OUTPUT_FILES_WITH, true, -1, "a.a.b.", "+;+;", true, UINT64_MAX, 2 },
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
	struct strbuf printed = { .memory = &memory_default };
	struct printer p = { .settings = &s, .out = &printed };
	struct limits *l = limits_new(&s, &p, NULL);
	struct run_summary summary = { 0 };
	const char *at;
	size_t files = 0, full = 0;
	bool found = false;

	for (at = row->urls; *at; at++) {
		if (*at == '.') {
			limits_end_file(l, "+");
			files++;
		} else if (*at == '!') {
			limits_note_skipped(l);
		} else {
			full += limits_file_is_full(l);
			if (limits_accept(l, (urlgrep_span){ at, 1 }, 1))
				strbuf_append_byte(&printed, *at);
			found = true;
		}
	}
	strbuf_append_byte(&printed, '\0');
	limits_summarize(l, &summary);
	if (!ok(strcmp(printed.at, row->printed) == 0 && summary.files == files &&
	    summary.urls == row->total && limits_found_any(l) == found &&
	    limits_each_counts(&s) == row->each_counts &&
	    limits_enough_findings(&s) == row->enough &&
	    limits_run_is_over(l) == (row->mode == OUTPUT_NOTHING && found),
	    "limits: mode %d, unique %d, %ld, %s", (int)row->mode, row->unique, row->max_count,
	    row->urls))
		printf("# printed: %s, %zu files, %zu URLs\n", printed.at, (size_t)summary.files,
		    (size_t)summary.urls);
	strbuf_free(&printed);
	limits_free(l);
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

/* Add bytes after a while. Return true if the line that is shown begins and ends so; the time
 * and the speed between them depend on the machine. */
static bool
shows(struct progress *p, unsigned milliseconds, uint64_t bytes, uint64_t file_bytes,
    const char *begin, const char *end)
{
	const char *text;
	size_t len;

	usleep(milliseconds * 1000);
	progress_add(p, bytes, file_bytes);
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
	struct progress *p = progress_new(1000000), *q = progress_new(0);
	int before = dup(STDERR_FILENO);
	unsigned minutes, seconds;
	double speed;
	const char *text;

	fflush(stderr);
	shown = tmpfile();
	dup2(fileno(shown), STDERR_FILENO);
	progress_set_urls(p, 7);
	ok(shows(p, 0, 100, 50, "", ""), "nothing in the first second");
	progress_clear_line(p);
	ok(shows(p, 1010, 899, 249950, "<![K999 B, 25 %, 0:0", "B/s, 7 URLs"), "a quarter is done");
	ok(shows(p, 0, 1, 0, "", ""), "nothing more in the next moment");
	progress_clear_line(p);
	ok(strcmp(show(), "<![K") == 0, "the line is cleared");
	progress_clear_line(p);
	ok(*show() == '\0', "once");
	progress_set_urls(p, 12345678901);
	ok(shows(p, 210, 0, 250000, "<![K1.0 kB, 50 %, 0:0", "/s, 12345678901 URLs"), "1,000 bytes");
	ok(shows(p, 210, 1233400, 500000, "<![K1.2 MB, 100 %, 0:00 left, ", "/s, 12345678901 URLs"), "megabytes");
	ok(shows(p, 210, 2000000000, 100, "<![K2.0 GB, ", "/s, 12345678901 URLs"), "gigabytes");
	usleep(210000);
	progress_add(p, 5000000000000000, 0);
	text = show();
	ok(strncmp(text, "<![K5000.0 TB, ", 15) == 0 && sscanf(text + 15, "%lf TB/s", &speed) == 1 &&
	    speed > 50 && speed < 4900, "terabytes, and no share of more than all: %s", text);
	ok(shows(q, 0, 1, 1, "<![K1 B, 0 B/s, 0 URLs", ""), "without a total");
	progress_free(q);
	ok(strcmp(show(), "<![K") == 0, "the line is cleared at the end");
	q = progress_new(100000);
	usleep(1010000);
	progress_add(q, 10, 500);
	text = show();
	ok(sscanf(text, "<![K10 B, 0 %%, %u:%2u left", &minutes, &seconds) == 2 &&
	    minutes >= 3 && minutes < 30 && seconds < 60, "the rest takes minutes: %s", text);
	progress_free(q);
	show();
	progress_free(p);
	progress_free(NULL);
	progress_add(NULL, 1, 1);
	progress_set_urls(NULL, 1);
	progress_clear_line(NULL);
	dup2(before, STDERR_FILENO);
	close(before);
}

/* ---- the cache of URLs --- */

#define SPAN(s) ((urlgrep_span){ s, sizeof(s) - 1 })

static bool
finds(const struct url_cache *c, urlgrep_span url, unsigned tag, urlgrep_span wanted)
{
	urlgrep_span text = url_cache_find(c, url, tag);

	return text.len == wanted.len && (text.text != NULL) == (wanted.text != NULL) &&
	    (text.text == NULL || memcmp(text.text, wanted.text, text.len) == 0);
}

static void
test_cache(void)
{
	static char long_text[1024];
	static const urlgrep_span none = { NULL, 0 };
	struct url_cache *c = url_cache_new();
	urlgrep_span url = SPAN("http://a.example/x");
	char number[32];
	unsigned i, found = 0;
	bool good = true;

	memset(long_text, 'y', sizeof(long_text));
	ok(finds(c, url, 1, none), "nothing in an empty cache");
	url_cache_keep(c, url, 1, SPAN("text"));
	ok(finds(c, SPAN("http://a.example/x"), 1, SPAN("text")), "a text that was kept");
	ok(finds(c, url, 2, none) && finds(c, url, 0, none), "another tag");
	ok(finds(c, SPAN("http://b.example/x"), 1, none), "another URL");
	url_cache_keep(c, url, 255, SPAN("a longer text than the one before it"));
	ok(finds(c, url, 255, SPAN("a longer text than the one before it")) && finds(c, url, 1, none),
	    "it is displaced by a longer one");
	url_cache_keep(c, url, 3, SPAN(""));
	ok(finds(c, url, 3, SPAN("")), "an empty text");
	url_cache_keep(c, SPAN("http:aa"), 1, SPAN("text"));
	ok(finds(c, SPAN("http:aa"), 1, none), "seven bytes are too few");
	url_cache_keep(c, SPAN("http:aaa"), 1, SPAN("eight"));
	ok(finds(c, SPAN("http:aaa"), 1, SPAN("eight")), "eight are enough");
	url_cache_keep(c, url, 4, (urlgrep_span){ long_text, sizeof(long_text) - url.len });
	ok(finds(c, url, 4, (urlgrep_span){ long_text, sizeof(long_text) - url.len }),
	    "1024 bytes with the URL");
	url_cache_keep(c, url, 5, (urlgrep_span){ long_text, sizeof(long_text) - url.len + 1 });
	ok(finds(c, url, 5, none), "1025 are too many");
	for (i = 0; i < 5000; i++) {
		urlgrep_span key = { number, (size_t)snprintf(number, sizeof(number), "http://h/%u", i % 1000) };
		urlgrep_span got = url_cache_find(c, key, 0);

		found += got.text != NULL;
		good = good && (got.text == NULL ||
		    (got.len == key.len && memcmp(got.text, key.text, key.len) == 0));
		url_cache_keep(c, key, 0, key);
	}
	ok(good && found > 500, "1,000 URLs, each five times: %u were found", found);
	url_cache_free(c);
	url_cache_free(NULL);
}

int
main(void)
{
	size_t i;

	test_continuity();
	test_output();
	for (i = 1; i <= 4; i++) {
		test_pool((unsigned)i, (unsigned)i - 1, 100);
		test_pool((unsigned)i, 5, 1500000);
	}
	test_stop(10);
	test_stop(5000000);
	for (i = 0; i < sizeof(limits_rows) / sizeof(*limits_rows); i++)
		test_limits(&limits_rows[i]);
	test_progress();
	test_cache();
	return done_testing();
}
