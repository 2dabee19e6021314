/* worker.c - all that one thread needs to search files and print what it finds */
#include "cmd/worker.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/filter.h"
#include "cmd/directory_cache.h"

struct worker {
	const struct shared *shared;
	struct worker_client client;
	struct members *members;
	struct search *search;
	struct filter *filter;
	struct printer printer;
	struct opener opener;
};

static bool
found(const urlgrep_finding *f, const struct place *place, void *data)
{
	struct worker *w = data;

	return (!w->client.unfiltered && !filter_wants(w->filter, f, place)) ||
	    w->client.found(f, place, &w->printer, w->client.data);
}

static void
say_trouble(const char *path, const char *what, void *data)
{
	struct worker *w = data;

	w->client.trouble(path, what, w->client.data);
}

static void
say_entered(uint64_t begin, uint64_t end, void *data)
{
	struct worker *w = data;

	w->client.entered(begin, end, w->client.data);
}

static void
say_left(uint64_t end, void *data)
{
	struct worker *w = data;

	w->client.left(end, w->client.data);
}

static void
say_read(uint64_t octets, void *data)
{
	struct worker *w = data;

	w->client.read(octets, octets, w->client.data);
}

static bool
setup(struct worker *w, FILE *out)
{
	const struct shared *s = w->shared;

	w->printer = (struct printer){ .options = s->options, .out = out,
		.with_filename = s->with_filename, .color = s->color,
		.strict = urlgrep_scanner_new(s->strict),
		.explainer = urlgrep_scanner_new(s->grammar) };
	print_setup(&w->printer);
	w->filter = filter_new(s->options);
	w->members = members_new(s->options, (struct members_client){
	    w->client.read, w->client.trouble, w->client.data });
	w->search = search_new(s->options, s->grammar, s->known,
	    (struct search_client){ found, say_trouble, say_entered, say_left, w });
	return w->printer.strict && w->printer.explainer && w->filter &&
	    w->members && w->search;
}

struct worker *
worker_new(const struct shared *s, FILE *out, struct worker_client client)
{
	struct worker *w = calloc(1, sizeof(*w));

	if (w == NULL)
		return NULL;
	w->shared = s;
	w->client = client;
	w->opener = (struct opener){ NULL, -1 };
	if (!setup(w, out)) {
		worker_free(w);
		return NULL;
	}
	return w;
}

void
worker_free(struct worker *w)
{
	if (w == NULL)
		return;
	opener_leave(&w->opener);
	search_free(w->search);
	members_free(w->members);
	filter_free(w->filter);
	urlgrep_scanner_free(w->printer.strict);
	urlgrep_scanner_free(w->printer.explainer);
	free(w);
}

void
worker_file(struct worker *w, int fd, const char *path)
{
	bool more = true;

	members_open(w->members, fd, path);
	while (more && members_next(w->members)) {
		search_stream(w->search, member_kind(w->members),
		    member_reader(w->members),
		    member_path(w->members));
		more = w->client.done(member_path(w->members), w->client.data);
	}
}

void
worker_path(struct worker *w, const char *path)
{
	int fd = opener_open(&w->opener, path);

	if (fd < 0) {
		w->client.trouble(path, strerror(errno), w->client.data);
		return;
	}
	worker_file(w, fd, path);
	close(fd);
}

void
worker_stream(struct worker *w, enum kind kind, struct reader reader,
    const char *path)
{
	search_stream(w->search, kind, reader, path);
}

void
worker_stretch(struct worker *w, enum kind kind, const struct stretch *stretch,
    const char *path)
{
	search_stretch(w->search, kind, stretch, path, say_read, w);
}

bool
worker_message(struct worker *w, const struct mbox_message *raw,
    const char *path)
{
	return search_message(w->search, raw, path);
}

struct search_sums
worker_sums(const struct worker *w)
{
	return search_sums(w->search);
}
