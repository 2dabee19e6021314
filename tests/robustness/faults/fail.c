/* fail.c - to be preloaded: lets one call of malloc or read go wrong, or all that
 * map a file or start a thread but the first ones
 *
 *	FAIL_MALLOC=N  the Nth allocation of main and what it calls gives nothing
 *	FAIL_READ=N    the Nth read or pread gives EIO
 *	FAIL_MAP=N     the Nth piece of a file to be mapped, and each one behind it,
 *	               gives ENODEV
 *	FAIL_PAGE=N    of the Nth that is mapped all but an eighth cannot be read
 *	FAIL_LOAD=1    no library is found that main asks for
 *	FAIL_THREAD=N  the Nth start of a thread, and each one behind it, gives EAGAIN
 *	FAIL_TYPES=1   directories do not say of what type their entries are
 *	FAIL_LOG=FILE  at the end, how many there were: allocations, reads, maps */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static atomic_long allocations, reads, maps, threads;
static long failing_allocation, failing_read, failing_map, failing_page, failing_thread;
static atomic_bool in_main;

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);

/* What comes before main is the loader's and the libraries'. */
static bool
fails(void)
{
	if (!in_main || atomic_fetch_add(&allocations, 1) + 1 != failing_allocation)
		return false;
	errno = ENOMEM;
	return true;
}

void *
malloc(size_t size)
{
	return fails() ? NULL : __libc_malloc(size);
}

void *
calloc(size_t count, size_t size)
{
	return fails() ? NULL : __libc_calloc(count, size);
}

void *
realloc(void *block, size_t size)
{
	return fails() ? NULL : __libc_realloc(block, size);
}

static bool
read_fails(void)
{
	if (!in_main || atomic_fetch_add(&reads, 1) + 1 != failing_read)
		return false;
	errno = EIO;
	return true;
}

ssize_t
read(int fd, void *text, size_t size)
{
	ssize_t (*real)(int, void *, size_t);

	*(void **)&real = dlsym(RTLD_NEXT, "read");
	return read_fails() ? -1 : real(fd, text, size);
}

ssize_t
pread64(int fd, void *text, size_t size, off64_t at)
{
	ssize_t (*real)(int, void *, size_t, off64_t);

	*(void **)&real = dlsym(RTLD_NEXT, "pread64");
	return read_fails() ? -1 : real(fd, text, size, at);
}

/* As on a file system that does not store types. */
struct dirent64 *
readdir64(DIR *directory)
{
	struct dirent64 *(*real)(DIR *);
	struct dirent64 *entry;

	*(void **)&real = dlsym(RTLD_NEXT, "readdir64");
	entry = real(directory);
	if (entry && in_main && getenv("FAIL_TYPES"))
		entry->d_type = DT_UNKNOWN;
	return entry;
}

/* Put the pages of a file that has none there: to look at them is as where a disk
 * fails. */
static void
spoil(char *text, size_t len)
{
	size_t begin = len / 8 - len / 8 % (size_t)sysconf(_SC_PAGESIZE);
	int empty = memfd_create("empty", 0);

	mmap(text + begin, len - begin, PROT_READ, MAP_SHARED | MAP_FIXED, empty, 0);
	close(empty);
}

/* The loader and the C library do not map what they share. */
void *
mmap64(void *where, size_t len, int protection, int flags, int fd, off64_t at)
{
	void *(*real)(void *, size_t, int, int, int, off64_t);
	bool counts = in_main && fd >= 0 && flags == MAP_SHARED;
	long number = counts ? atomic_fetch_add(&maps, 1) + 1 : 0;
	void *text;

	*(void **)&real = dlsym(RTLD_NEXT, "mmap64");
	if (counts && failing_map && number >= failing_map) {
		errno = ENODEV;
		return MAP_FAILED;
	}
	text = real(where, len, protection, flags, fd, at);
	if (counts && number == failing_page && text != MAP_FAILED)
		spoil(text, len);
	return text;
}

void *
dlopen(const char *name, int flags)
{
	void *(*real)(const char *, int);

	*(void **)&real = dlsym(RTLD_NEXT, "dlopen");
	return real(in_main && getenv("FAIL_LOAD") ? "no-library" : name, flags);
}

int
pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
    void *(*start)(void *), void *data)
{
	int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

	if (failing_thread && atomic_fetch_add(&threads, 1) + 1 >= failing_thread)
		return EAGAIN;
	*(void **)&real = dlsym(RTLD_NEXT, "pthread_create");
	return real(thread, attributes, start, data);
}

static int (*real_main)(int, char **, char **);

static int
counted_main(int argc, char **argv, char **environment)
{
	const char *log = getenv("FAIL_LOG");
	FILE *file;
	int status;

	failing_allocation = getenv("FAIL_MALLOC") ? atol(getenv("FAIL_MALLOC")) : 0;
	failing_read = getenv("FAIL_READ") ? atol(getenv("FAIL_READ")) : 0;
	failing_map = getenv("FAIL_MAP") ? atol(getenv("FAIL_MAP")) : 0;
	failing_page = getenv("FAIL_PAGE") ? atol(getenv("FAIL_PAGE")) : 0;
	failing_thread = getenv("FAIL_THREAD") ? atol(getenv("FAIL_THREAD")) : 0;
	in_main = true;
	status = real_main(argc, argv, environment);
	in_main = false;
	if (log && (file = fopen(log, "w")) != NULL) {
		fprintf(file, "%ld %ld %ld\n", allocations, reads, maps);
		fclose(file);
	}
	return status;
}

int
__libc_start_main(int (*start)(int, char **, char **), int argc, char **argv,
    int (*init)(int, char **, char **), void (*end)(void),
    void (*loader_end)(void), void *stack)
{
	int (*real)(int (*)(int, char **, char **), int, char **,
	    int (*)(int, char **, char **), void (*)(void), void (*)(void), void *);

	*(void **)&real = dlsym(RTLD_NEXT, "__libc_start_main");
	real_main = start;
	return real(counted_main, argc, argv, init, end, loader_end, stack);
}
