/* xmalloc.c - without memory the command ends */
#include "cmd/xmalloc.h"

#include <stdlib.h>
#include <unistd.h>

#include "cmd/messages.h"

/* Nothing that could need memory, or a lock that another thread holds. */
void
memory_end(void)
{
	static const char text[] = "urlgrep: memory: Cannot allocate memory\n";
	ssize_t told = write(STDERR_FILENO, text, sizeof(text) - 1);

	(void)told;
	_exit(EXIT_TROUBLE);
}

void *
memory_get(size_t size)
{
	void *block = malloc(size);

	if (block == NULL)
		memory_end();
	return block;
}

static void *
allocate(size_t size, void *unused)
{
	(void)unused;
	return memory_get(size);
}

static void
release(void *block, void *unused)
{
	(void)unused;
	free(block);
}

const urlgrep_memory memory_or_end = { allocate, release, NULL };
