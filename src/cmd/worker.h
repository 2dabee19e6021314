/* worker.h - all that one thread needs to search files and print what it finds */
#ifndef CMD_WORKER_H
#define CMD_WORKER_H

#include <stdbool.h>
#include <stdio.h>

#include "mail/mbox.h"
#include "find/document.h"
#include "cmd/options.h"
#include "find/location.h"
#include "cmd/print/printer.h"
#include "find/message_search.h"

/* What the workers of a run share. */
struct shared {
	const struct options *options;
	const urlgrep_grammar *grammar;
	const urlgrep_grammar *strict; /* rfc1738, for JSON */
	bool with_filename;
	bool color;
	const struct evidence *known; /* --resolve: of the whole input; or NULL */
};

/* Who is told, in the order of the input. */
struct worker_client {
	/* A finding that passes the filter; p prints it. Is more of this wanted? */
	bool (*found)(const urlgrep_finding *f, const struct place *place,
	    struct printer *p, void *data);
	bool (*done)(const char *path, void *data); /* a member is over; go on? */
	void (*trouble)(const char *path, const char *what, void *data);
	void (*read)(uint64_t octets, uint64_t passed, void *data);
	/* As search.h has them; for who has stretches searched. */
	void (*entered)(uint64_t begin, uint64_t end, void *data);
	void (*left)(uint64_t end, void *data);
	void *data;
	bool unfiltered; /* it is told of all findings */
};

struct worker;

/* It prints to out. NULL without memory. */
struct worker *worker_new(const struct shared *s, FILE *out,
    struct worker_client client);
void worker_free(struct worker *w);

/* Search a file: its members. */
void worker_file(struct worker *w, int fd, const char *path);
/* Open it, search it, close it. */
void worker_path(struct worker *w, const char *path);

/* Search what is one member, or a stretch or message of one, without saying it is done. */
void worker_stream(struct worker *w, enum kind kind, struct reader reader,
    const char *path);
void worker_stretch(struct worker *w, enum kind kind,
    const struct stretch *stretch, const char *path);
bool worker_message(struct worker *w, const struct mbox_message *raw,
    const char *path);

/* What it searched in all. */
struct search_sums worker_sums(const struct worker *w);

#endif
