/* task_output.c - what a task found */
#include "cmd/task_output.h"

#include <stdlib.h>

#include "cmd/xmalloc.h"

struct task_output *
task_output_new(void)
{
	struct task_output *o = x_calloc(1, sizeof(*o));

	o->text.memory = &xmalloc_memory;
	return o;
}

void
task_output_free(struct task_output *o)
{
	if (o == NULL)
		return;
	free(o->records);
	free(o->numbers);
	strbuf_free(&o->text);
	free(o);
}

void
task_output_clear(struct task_output *o)
{
	strbuf_clear(&o->text);
	o->count = o->number_count = 0;
	o->next = NULL;
}

struct record *
task_output_add(struct task_output *o, enum record_kind kind)
{
	if (o->count == o->room) {
		o->room = o->room ? o->room * 2 : 16;
		o->records = x_realloc(o->records, o->room * sizeof(*o->records));
	}
	o->records[o->count].kind = kind;
	return &o->records[o->count++];
}

void
task_output_add_number(struct task_output *o, size_t at, enum printer_number kind,
    uint64_t number)
{
	if (o->number_count == o->number_room) {
		o->number_room = o->number_room ? o->number_room * 2 : 64;
		o->numbers = x_realloc(o->numbers, o->number_room * sizeof(*o->numbers));
	}
	o->numbers[o->number_count++] = (struct deferred_number){ at, kind, number };
}

size_t
task_output_size(const struct task_output *o)
{
	return o->text.len + o->count * sizeof(*o->records) +
	    o->number_count * sizeof(*o->numbers);
}
