/* task_runner.c - does jobs in a thread: what is found there goes by the pool */
#include "cmd/parallel/task_runner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/parallel/task.h"
#include "cmd/xmalloc.h"
#include "cmd/parallel/task_output.h"

struct hand {
	struct hands *all;
	struct worker *worker;
	struct results *results;
	struct pool_job *to; /* the job being done */
	FILE *out;           /* to printed */
	char *printed;
	size_t printed_len;
	uint64_t lines;      /* findings that are printed, and not given */
	uint64_t found;      /* of this file */
	bool stopped;
};

static void
give_all(struct hand *h)
{
	size_t len;
	const char *results = results_take(h->results, &len);

	if (len > 0 && !pool_give(h->to, results, len))
		h->stopped = true;
}

static void
add(struct hand *h, const struct result *result)
{
	enum { ENOUGH = 64 * 1024 };

	results_add(h->results, result);
	if (results_size(h->results) > ENOUGH)
		give_all(h);
}

/* All that is printed so far as one result. */
static void
add_lines(struct hand *h, urlgrep_span url)
{
	struct result lines = { .kind = RESULT_FOUND, .octets = h->lines, .url = url };

	if (h->lines == 0)
		return;
	if (fflush(h->out) != 0 || ferror(h->out))
		memory_end();
	lines.text = (urlgrep_span){ h->printed, (size_t)ftello(h->out) };
	add(h, &lines);
	rewind(h->out);
	h->lines = 0;
}

static void
give(struct hand *h, const struct result *result)
{
	add_lines(h, (urlgrep_span){ NULL, 0 });
	add(h, result);
}

static urlgrep_span
span_of(const char *string)
{
	return (urlgrep_span){ string, strlen(string) };
}

/* -u needs all of them, since others may have been printed before. */
static bool
enough_found(const struct hand *h)
{
	const struct options *o = h->all->shared->options;

	return !o->unique && (options_names_only(o) ||
	    h->found == (uint64_t)o->most);
}

static bool
found(const urlgrep_finding *f, const struct place *place,
    struct printer *p, void *data)
{
	enum { LINES = 256 };
	struct hand *h = data;
	const struct options *o = p->options;

	if (!options_names_only(o) && !o->count)
		print_finding(p, f, place);
	h->found++;
	h->lines++;
	if (o->unique || o->most >= 0 || h->lines == LINES)
		add_lines(h, f->url.text);
	return !h->stopped && !enough_found(h);
}

static bool
done(const char *path, void *data)
{
	struct hand *h = data;

	give(h, &(struct result){ .kind = RESULT_DONE, .text = span_of(path) });
	h->found = 0;
	return !h->stopped;
}

static void
trouble(const char *path, const char *what, void *data)
{
	give(data, &(struct result){ .kind = RESULT_TROUBLE,
	    .url = span_of(path), .text = span_of(what) });
}

static void
count_read(uint64_t octets, uint64_t passed, void *data)
{
	give(data, &(struct result){ .kind = RESULT_READ, .octets = octets, .passed = passed });
}

static void
entered(uint64_t begin, uint64_t end, void *data)
{
	give(data, &(struct result){ .kind = RESULT_ENTERED, .octets = begin, .passed = end });
}

static void
left(uint64_t end, void *data)
{
	give(data, &(struct result){ .kind = RESULT_LEFT, .octets = end });
}

void
hand_free(void *hand)
{
	struct hand *h = hand;
	struct hands *all = h->all;

	if (h->worker) {
		struct search_sums sums = worker_sums(h->worker);

		pthread_mutex_lock(&all->lock);
		all->sums.messages += sums.messages;
		all->sums.decoded += sums.decoded;
		pthread_mutex_unlock(&all->lock);
	}
	worker_free(h->worker);
	results_free(h->results);
	if (h->out)
		fclose(h->out);
	free(h->printed);
	free(h);
}

void *
hand_new(void *hands)
{
	struct hands *all = hands;
	struct hand *h = calloc(1, sizeof(*h));

	if (h == NULL)
		memory_end();
	h->all = all;
	h->results = results_new();
	h->out = open_memstream(&h->printed, &h->printed_len);
	if (h->results && h->out)
		h->worker = worker_new(all->shared, h->out, (struct worker_client){
		    found, done, trouble, count_read, entered, left, h, false });
	if (h->worker == NULL)
		memory_end();
	return h;
}

/* ---- jobs --- */

static void
do_files(struct hand *h, const struct job *j)
{
	const char *path = j->text.at;

	for (; path < j->text.at + j->text.len && !h->stopped; path += strlen(path) + 1)
		worker_path(h->worker, path);
}

static void
do_messages(struct hand *h, const struct job *j)
{
	const char *text = j->text.at;
	bool more = true;
	size_t i;

	give(h, &(struct result){ .kind = RESULT_BEGIN, .octets = j->file });
	for (i = 0; i < j->count && more; i++) {
		struct mbox_message m = j->messages[i];

		m.text = text;
		text += m.len;
		more = worker_message(h->worker, &m, j->path);
	}
	h->found = 0;
}

static void
do_stretch(struct hand *h, const struct job *j)
{
	give(h, &(struct result){ .kind = RESULT_BEGIN, .octets = j->file });
	worker_stretch(h->worker, j->of, &j->stretch, j->path);
	h->found = 0;
}

/* A reader of what is in memory. */
static ssize_t
read_memory(void *data, char *text, size_t size)
{
	urlgrep_span *left = data;

	if (size > left->len)
		size = left->len;
	if (size == 0)
		return 0;
	memcpy(text, left->text, size);
	left->text += size;
	left->len -= size;
	return (ssize_t)size;
}

static void
do_member(struct hand *h, const struct job *j)
{
	urlgrep_span left = { j->text.at, j->text.len };

	worker_stream(h->worker, j->of, (struct reader){ read_memory, &left, NULL },
	    j->path);
	h->found = 0;
}

void
hand_do(void *hand, void *job, struct pool_job *to)
{
	struct hand *h = hand;
	struct job *j = job;

	h->to = to;
	h->stopped = pool_stopped(to);
	switch (j->kind) {
	case JOB_FILES:
		do_files(h, j);
		break;
	case JOB_STRETCH:
		do_stretch(h, j);
		break;
	case JOB_MESSAGES:
		do_messages(h, j);
		break;
	case JOB_MEMBER:
		do_member(h, j);
		break;
	case JOB_DONE:
		done(j->path, h);
		break;
	case JOB_TROUBLE:
		trouble(j->path, j->text.at, h);
		break;
	}
	add_lines(h, (urlgrep_span){ NULL, 0 });
	give_all(h);
	job_free(j);
}
