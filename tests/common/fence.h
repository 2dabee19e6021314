/* fence.h - copy a text so that its last byte is just before an unreadable page, or its first byte
 * just after one */
#ifndef FENCE_H
#define FENCE_H

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct fenced {
	char *map;
	size_t size;
	char *text;
};

/* The last released mapping, if any, which is reused because creating one takes long. */
static struct fenced spare_fence;

static inline void
fence(struct fenced *f, const char *text, size_t len)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t room = (len + 16 * page) / page * page;

	*f = spare_fence;
	spare_fence.map = NULL;
	if (f->map && f->size < room + page) {
		munmap(f->map, f->size);
		f->map = NULL;
	}
	if (f->map == NULL) {
		f->size = room + page;
		f->map = mmap(NULL, f->size, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (f->map == MAP_FAILED)
			abort();
		mprotect(f->map + room, page, PROT_NONE);
	}
	f->text = f->map + f->size - page - len;
	if (len)
		memcpy(f->text, text, len);
}

static inline void
unfence(struct fenced *f)
{
	if (spare_fence.map)
		munmap(f->map, f->size);
	else
		spare_fence = *f;
}

/* Return a copy of text[0..len) that ends at an unreadable page, valid until the next call. */
static inline char *
fenced_copy(const char *text, size_t len)
{
	static struct fenced f;

	if (f.map)
		unfence(&f);
	fence(&f, text, len);
	return f.text;
}

/* Return a copy of text[0..len) whose first byte is just after an unreadable page; it is valid
 * until the next call. */
static inline char *
copy_after_fence(const char *text, size_t len)
{
	static char *map;
	static size_t size;
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	if (map && size < len) {
		munmap(map, page + size);
		map = NULL;
	}
	if (map == NULL) {
		size = (len + 16 * page) / page * page;
		map = mmap(NULL, page + size, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (map == MAP_FAILED)
			abort();
		mprotect(map, page, PROT_NONE);
	}
	if (len)
		memcpy(map + page, text, len);
	return map + page;
}

#endif
