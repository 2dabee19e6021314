/* xmalloc.c - allocation that ends the command when out of memory; lists of strings allocated
 * this way */
#include "cmd/shared.h"

#include <stdint.h>
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

void
x_die(void)
{
	static const char reason[] = ": out of memory\n";
	const struct iovec parts[] = {
		{ (void *)(uintptr_t)messages_program, strlen(messages_program) },
		{ (void *)(uintptr_t)reason, sizeof(reason) - 1 } };
	ssize_t written = writev(STDERR_FILENO, parts, 2);

	(void)written;
	_exit(EXIT_ERROR);
}

/* Most buffers of a message, of a task or of output have less than MMAP_BYTES. A larger buffer is
 * returned to the system at once, since it would be kept beside the one that replaces it. */
void
x_keep_freed(void)
{
#ifdef __GLIBC__
	enum { MMAP_BYTES = 1024 * 1024, TRIM_BYTES = 8 * MMAP_BYTES };

	mallopt(M_MMAP_THRESHOLD, MMAP_BYTES);
	mallopt(M_TRIM_THRESHOLD, TRIM_BYTES);
#endif
}

void *
x_check(void *object)
{
	if (object == NULL)
		x_die();
	return object;
}

void *
x_calloc(size_t count, size_t size)
{
	return x_check(calloc(count, size));
}

void *
x_realloc(void *block, size_t size)
{
	return x_check(realloc(block, size));
}

void *
x_grow(void *array, size_t count, size_t *room, size_t size)
{
	if (count < *room)
		return array;
	*room = *room ? *room * 2 : 16;
	return x_realloc(array, *room * size);
}

char *
x_strdup(const char *text)
{
	return x_check(strdup(text));
}

static void *
allocate(size_t size, void *unused)
{
	(void)unused;
	return x_check(malloc(size));
}

static void
release(void *block, void *unused)
{
	(void)unused;
	free(block);
}

const urlgrep_memory xmalloc_memory = { allocate, release, NULL };

/* ---- lists of strings --- */

void
string_list_add(struct string_list *list, const char *text)
{
	list->at = x_realloc(list->at, (list->count + 1) * sizeof(*list->at));
	list->at[list->count++] = text;
}

void
string_list_free(struct string_list *list)
{
	free(list->at);
	*list = (struct string_list){ NULL, 0 };
}
