/* message_search.h - a text searched, or mail: its messages, the messages' texts */
#ifndef FIND_MESSAGE_SEARCH_H
#define FIND_MESSAGE_SEARCH_H

#include <stdbool.h>

#include "find/unbroken_urls.h"
#include "mail/mbox.h"
#include "cmd/options.h"
#include "find/location.h"
#include "input/stream.h"
#include "cmd/parallel/chunk.h"
#include "urlgrep.h"

struct search;

/* Who is told: found returns whether more of it is wanted. */
struct search_client {
	bool (*found)(const urlgrep_finding *f, const struct place *p, void *data);
	void (*trouble)(const char *path, const char *what, void *data);
	/* Of a stretch of text: where the last URL ends that begins before it,
	 * said before the first that begins in it; and at the end, where the last
	 * one of it ends. 0: there was none. */
	void (*entered)(uint64_t begin, uint64_t end, void *data);
	void (*left)(uint64_t end, void *data);
	void *data;
};

/* known: what stands whole in the whole input, or NULL. NULL without memory. */
struct search *search_new(const struct options *o,
    const urlgrep_grammar *grammar, const struct evidence *known,
    struct search_client client);
void search_free(struct search *s);

/* Search a stream of this kind, called path: all findings were wanted? */
bool search_stream(struct search *s, enum kind kind, struct reader reader,
    const char *path);

/* The same for a stretch of a file, as text or as an mbox. */
bool search_stretch(struct search *s, enum kind kind,
    const struct stretch *stretch, const char *path,
    void (*read)(uint64_t octets, void *data), void *data);

/* Search one message of it; line 0 in raw: lines are not counted. */
bool search_message(struct search *s, const struct mbox_message *raw,
    const char *path);

/* What was done in all. */
struct search_sums {
	uint64_t messages;
	uint64_t decoded; /* texts that were encoded */
};
struct search_sums search_sums(const struct search *s);

#endif
