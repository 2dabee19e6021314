/* input.h - the URLs of files, or of the output of urlgrep --json, one after another */
#ifndef REPORT_INPUT_H
#define REPORT_INPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "report/entry.h"

struct input;

/* Return the URLs of files, whose names end with NULL; none are standard input. Files that
 * cannot be read are reported by message(). */
struct input *input_new(char **names);
/* Takes NULL. */
void input_free(struct input *in);

/* Fill in the next URL. Return false after the last. */
bool input_next(struct input *in, struct entry *e);

/* Return how many messages were read. */
uint64_t input_messages(const struct input *in);

#endif
