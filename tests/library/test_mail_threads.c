/* test_mail_threads.c - four threads, each with its own reader, share a grammar and a set of
 * known URLs: each finds the same as a single thread. `make tsan` runs this test under the
 * thread sanitizer. TAP. */
#include <pthread.h>

#include "corpus_files.h"
#include "mail_findings.h"
#include "tap.h"

enum { THREADS = 4, ROUNDS = 3 };

static const urlgrep_grammar *grammar;
static urlgrep_url_set *known;
static struct corpus_files *files;
static char **expected; /* findings by file */

static urlgrep_mail *
new_reader(void)
{
	urlgrep_mail_options options = { .size = sizeof(options), .known = known,
		.flags = URLGREP_ALL | URLGREP_HEADERS | URLGREP_COUNT_LINES };

	return urlgrep_mail_new(grammar, &options);
}

static char *
search_file(urlgrep_mail *mail, const char *path)
{
	struct report r;

	report_open(&r);
	if (urlgrep_mail_open_file(mail, path, NULL) != URLGREP_OK)
		fprintf(r.file, "%s cannot be opened\n", path);
	report_input(&r, mail);
	fclose(r.file);
	return r.text;
}

struct thread {
	pthread_t id;
	size_t first;     /* index of the file to begin with */
	size_t differing; /* number of files with different findings */
	char *got;        /* the findings in the last of these files */
	size_t at;        /* index of that file */
};

static void *
search_all(void *data)
{
	struct thread *t = data;
	urlgrep_mail *mail = new_reader();
	size_t i;

	for (i = 0; mail && i < files->count * ROUNDS; i++) {
		size_t at = (t->first + i) % files->count;
		char *got = search_file(mail, files->paths[at]);

		if (strcmp(got, expected[at]) == 0) {
			free(got);
			continue;
		}
		free(t->got);
		t->got = got;
		t->at = at;
		t->differing++;
	}
	urlgrep_mail_free(mail);
	return NULL;
}

static void
run_threads(void)
{
	struct thread threads[THREADS] = { { .first = 0 } };
	size_t i;

	for (i = 0; i < THREADS; i++) {
		threads[i].first = i * files->count / THREADS;
		if (pthread_create(&threads[i].id, NULL, search_all, &threads[i]) != 0)
			exit(2);
	}
	for (i = 0; i < THREADS; i++) {
		struct thread *t = &threads[i];

		pthread_join(t->id, NULL);
		if (!ok(t->differing == 0, "thread %zu: %zu files, %d times", i + 1,
			files->count, ROUNDS)) {
			printf("# %s:\n", files->paths[t->at]);
			print_difference(expected[t->at], t->got);
		}
		free(t->got);
	}
}

/* The threads get a new grammar, so that they race to compile its patterns. */
int
main(void)
{
	static const char url[] = "http://www.example.com/drafts/an-over-view.html";
	urlgrep_grammar *g;
	urlgrep_mail *mail;
	size_t i;

	files = list_corpus();
	expected = calloc(files->count, sizeof(*expected));
	known = urlgrep_url_set_new(NULL);
	urlgrep_url_set_add(known, (urlgrep_span){ url, sizeof(url) - 1 });
	g = urlgrep_grammar_new("current", 0, NULL, NULL);
	grammar = g;
	mail = new_reader();
	for (i = 0; i < files->count; i++)
		expected[i] = search_file(mail, files->paths[i]);
	urlgrep_mail_free(mail);
	urlgrep_grammar_free(g);

	g = urlgrep_grammar_new("current", 0, NULL, NULL);
	grammar = g;
	run_threads();
	urlgrep_grammar_free(g);
	urlgrep_url_set_free(known);
	for (i = 0; i < files->count; i++)
		free(expected[i]);
	free(expected);
	free(files);
	return done_testing();
}
