/* task.h - a piece of a run that one worker can do: small files, a stretch of a big
 * one, messages of an mbox, a member of an archive */
#ifndef CMD_PARALLEL_TASK_H
#define CMD_PARALLEL_TASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "input/file_type.h"
#include "mail/mbox.h"
#include "cmd/octets.h"
#include "cmd/parallel/chunk.h"

enum job_kind {
	JOB_FILES,    /* text: their names, each with its NUL */
	JOB_STRETCH,  /* of path, which is of this kind */
	JOB_MESSAGES, /* of path; text: theirs */
	JOB_MEMBER,   /* path, which is of this kind; text: the member */
	JOB_DONE,     /* path is over */
	JOB_TROUBLE   /* path; text: what is wrong with it */
};

struct job {
	enum job_kind kind;
	char *path;
	uint64_t file; /* JOB_STRETCH, JOB_MESSAGES: a number of it, from 1 */
	struct stretch stretch;
	struct octets text;
	enum kind of;
	struct mbox_message *messages; /* their text: NULL, it follows the last's */
	size_t count, room;
};

/* path is copied, and may be NULL. Without memory the command ends. */
struct job *job_new(enum job_kind kind, const char *path);
void job_free(void *job);

/* Add a message and its octets. */
void job_add_message(struct job *j, const struct mbox_message *m);

#endif
