/* task.c - a piece of a run that one worker can do */
#include "cmd/parallel/task.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/xmalloc.h"

struct job *
job_new(enum job_kind kind, const char *path)
{
	struct job *j = calloc(1, sizeof(*j));

	if (j == NULL)
		memory_end();
	j->kind = kind;
	j->path = path ? strdup(path) : NULL;
	if (path && j->path == NULL)
		memory_end();
	return j;
}

void
job_free(void *job)
{
	struct job *j = job;

	if (j == NULL)
		return;
	free(j->path);
	free(j->text.at);
	free(j->messages);
	free(j);
}

void
job_add_message(struct job *j, const struct mbox_message *m)
{
	if (j->count == j->room) {
		size_t room = j->room ? j->room * 2 : 32;
		struct mbox_message *more =
		    realloc(j->messages, room * sizeof(*more));

		if (more == NULL)
			memory_end();
		j->messages = more;
		j->room = room;
	}
	octets_add(&j->text, m->text, m->len);
	j->messages[j->count] = *m;
	j->messages[j->count++].text = NULL;
}
