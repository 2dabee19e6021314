/* task.c - a piece of the input that one thread searches */
#include "cmd/task.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/xmalloc.h"
#include "util/sparse_file.h"

struct shared_file *
shared_file_new(int fd, bool keep_open)
{
	struct shared_file *file = x_malloc(sizeof(*file));
	struct stat st;

	*file = (struct shared_file){ fd, keep_open, 1,
		fstat(fd, &st) == 0 && sparse_file_is(&st) };
	return file;
}

void
shared_file_release(struct shared_file *file)
{
	if (file == NULL || --file->references > 0)
		return;
	if (!file->keep_open)
		close(file->fd);
	free(file);
}

bool
range_is_checked(const urlgrep_mail_range *range)
{
	return range->type == URLGREP_MAIL_TEXT ||
	    (range->flags & URLGREP_MAIL_HAS_LENGTHS) != 0;
}

struct task *
task_new(void)
{
	struct task *t = x_calloc(1, sizeof(*t));

	t->text.memory = &xmalloc_memory;
	t->output_end = &t->output;
	return t;
}

void
task_free(struct task *t)
{
	size_t i;

	if (t == NULL)
		return;
	for (i = 0; i < t->count; i++)
		shared_file_release(t->items[i].file);
	while (t->output) {
		struct task_output *next = t->output->next;

		task_output_free(t->output);
		t->output = next;
	}
	free(t->items);
	strbuf_free(&t->text);
	free(t);
}

size_t
task_copy(struct task *t, const char *text, size_t len)
{
	size_t at = t->text.len;

	strbuf_append(&t->text, text, len);
	return at;
}

static size_t
copy_path(struct task *t, const char *path)
{
	if (t->count > 0 &&
	    strcmp(t->text.at + t->items[t->count - 1].path, path) == 0)
		return t->items[t->count - 1].path;
	return task_copy(t, path, strlen(path) + 1);
}

struct task_item *
task_add_item(struct task *t, enum task_item_kind kind, const char *path)
{
	size_t path_at = copy_path(t, path);

	if (t->count == t->room) {
		t->room = t->room ? t->room * 2 : 16;
		t->items = x_realloc(t->items, t->room * sizeof(*t->items));
	}
	t->items[t->count] = (struct task_item){ .kind = kind, .path = path_at };
	return &t->items[t->count++];
}
