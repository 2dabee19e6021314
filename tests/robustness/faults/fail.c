/* fail.c - a library to preload that makes one call of malloc or read fail, or the starts of
 * threads from some number on
 *
 *	FAIL_MALLOC=N  the Nth allocation of main and its callees returns NULL
 *	FAIL_READ=N    the Nth read or pread fails with EIO
 *	FAIL_EINTR=1   every second read, pread or write is interrupted by a signal
 *	FAIL_LOAD=1    libraries that main loads are not found
 *	FAIL_LOAD=NAME the library of that name is not found
 *	FAIL_THREAD=N  the Nth and all later starts of threads fail with EAGAIN
 *	FAIL_TYPES=1   directories do not provide the types of their entries
 *	FAIL_LOG=FILE  at the end, write the numbers of allocations and reads to this file
 *
 * Allocations by the loader while it loads a library do not count and do not fail. */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_long allocations, reads, writes, threads;
static bool is_interrupted;
static long failing_allocation, failing_read, failing_thread;
static atomic_bool in_main;
static _Thread_local int loading; /* calls of dlopen that have not returned */

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);

/* Count an allocation. Return true if it must fail. Allocations before main are made by the loader
 * and the libraries. */
static bool
fails(void)
{
	if (!in_main || loading > 0 || atomic_fetch_add(&allocations, 1) + 1 != failing_allocation)
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

/* Count a call. Return true if it must fail: number `failing`, or every second call. */
static bool
call_fails(atomic_long *calls, long failing)
{
	long number = in_main ? atomic_fetch_add(calls, 1) + 1 : 0;

	if (number == 0 || (number != failing && !(is_interrupted && number % 2)))
		return false;
	errno = number == failing ? EIO : EINTR;
	return true;
}

ssize_t
read(int fd, void *text, size_t size)
{
	ssize_t (*real)(int, void *, size_t);

	*(void **)&real = dlsym(RTLD_NEXT, "read");
	return call_fails(&reads, failing_read) ? -1 : real(fd, text, size);
}

ssize_t
pread64(int fd, void *text, size_t size, off64_t at)
{
	ssize_t (*real)(int, void *, size_t, off64_t);

	*(void **)&real = dlsym(RTLD_NEXT, "pread64");
	return call_fails(&reads, failing_read) ? -1 : real(fd, text, size, at);
}

ssize_t
write(int fd, const void *text, size_t size)
{
	ssize_t (*real)(int, const void *, size_t);

	*(void **)&real = dlsym(RTLD_NEXT, "write");
	return call_fails(&writes, 0) ? -1 : real(fd, text, size);
}

/* Return entries as on a file system that does not store types. */
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

static bool
is_missing(const char *name)
{
	const char *missing = getenv("FAIL_LOAD");

	return missing && (strcmp(missing, "1") == 0 || strcmp(missing, name) == 0);
}

void *
dlopen(const char *name, int flags)
{
	void *(*real)(const char *, int);
	void *library;

	*(void **)&real = dlsym(RTLD_NEXT, "dlopen");
	loading++;
	library = real(in_main && is_missing(name) ? "no-library" : name, flags);
	loading--;
	return library;
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
	is_interrupted = getenv("FAIL_EINTR") != NULL;
	failing_thread = getenv("FAIL_THREAD") ? atol(getenv("FAIL_THREAD")) : 0;
	in_main = true;
	status = real_main(argc, argv, environment);
	in_main = false;
	if (log && (file = fopen(log, "w")) != NULL) {
		fprintf(file, "%ld %ld\n", allocations, reads);
		fclose(file);
	}
	return status;
}

int
__libc_start_main(int (*start)(int, char **, char **), int argc, char **argv,
    int (*init)(int, char **, char **), void (*end)(void), void (*loader_end)(void), void *stack)
{
	int (*real)(int (*)(int, char **, char **), int, char **,
	    int (*)(int, char **, char **), void (*)(void), void (*)(void), void *);

	*(void **)&real = dlsym(RTLD_NEXT, "__libc_start_main");
	real_main = start;
	return real(counted_main, argc, argv, init, end, loader_end, stack);
}
