/* job.c - a piece of a run that one worker can do */
#include "job.h"

#include <stdlib.h>
#include <string.h>

struct job *
job_new(enum job_kind kind, const char *path)
{
	struct job *j = calloc(1, sizeof(*j));

	if (j == NULL)
		return NULL;
	j->kind = kind;
	j->path = path ? strdup(path) : NULL;
	if (path && j->path == NULL) {
		free(j);
		return NULL;
	}
	return j;
}

void
job_free(void *job)
{
	struct job *j = job;

	if (j == NULL)
		return;
	free(j->path);
	free(j->text);
	free(j->messages);
	free(j);
}

bool
job_add(struct job *j, const char *text, size_t len)
{
	if (j->size - j->len < len) {
		size_t size = j->size * 2 + len;
		char *more = realloc(j->text, size);

		if (more == NULL)
			return false;
		j->text = more;
		j->size = size;
	}
	if (len > 0)
		memcpy(j->text + j->len, text, len);
	j->len += len;
	return true;
}

bool
job_add_message(struct job *j, const struct mbox_message *m)
{
	if (j->count == j->room) {
		size_t room = j->room ? j->room * 2 : 32;
		struct mbox_message *more =
		    realloc(j->messages, room * sizeof(*more));

		if (more == NULL)
			return false;
		j->messages = more;
		j->room = room;
	}
	if (!job_add(j, m->text, m->len))
		return false;
	j->messages[j->count] = *m;
	j->messages[j->count++].text = NULL;
	return true;
}
