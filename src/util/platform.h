/* platform.h - functions that differ between systems: GNU's searches, random bytes, the number of
 * processors, threads, shared libraries
 *
 * If a system lacks one, the function fails in a documented way, so that callers need no special
 * case: an optional library is not installed, a thread cannot be started. */
#ifndef UTIL_PLATFORM_H
#define UTIL_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>
#ifdef __linux__
#include <sched.h>
#endif
#ifdef __APPLE__
#include <sys/random.h>
#endif

#include "urlgrep.h"

/* ---- threads --- */

#ifndef __wasi__
#include <pthread.h>
#else
#include <sys/types.h> /* has the types nevertheless */

#define PTHREAD_MUTEX_INITIALIZER { 0 }
#define pthread_mutex_init(lock, attributes) ((void)(lock))
#define pthread_mutex_destroy(lock) ((void)(lock))
#define pthread_mutex_lock(lock) ((void)(lock))
#define pthread_mutex_unlock(lock) ((void)(lock))
#define pthread_cond_init(condition, attributes) ((void)(condition))
#define pthread_cond_destroy(condition) ((void)(condition))
#define pthread_cond_wait(condition, lock) ((void)(condition))
#define pthread_cond_signal(condition) ((void)(condition))
#define pthread_join(thread, result) ((void)(thread))
#endif

/* Start a thread with a stack of 2 MiB and all signals blocked, since the main thread handles them.
 * Return false if the system does not allow it. */
bool platform_start_thread(pthread_t *thread, void *(*run)(void *), void *data);

#ifndef _WIN32
/* Return the number of processors that the program may use; 1 if it is unknown. */
static inline int
platform_count_processors(void)
{
#ifdef __linux__
	cpu_set_t set;

	return sched_getaffinity(0, sizeof(set), &set) == 0 ? CPU_COUNT(&set) : 1;
#else
	long count = sysconf(_SC_NPROCESSORS_ONLN);

	return count > 1 ? (int)count : 1;
#endif
}
#endif

/* ---- shared libraries --- */

#ifdef __APPLE__
#define SHARED_LIBRARY(name, version) name "." version ".dylib"
#else
#define SHARED_LIBRARY(name, version) name ".so." version
#endif

/* A library that is loaded at run time. Initialize with zeros. */
struct dynload {
	void *library;     /* NULL: not loaded */
	const char *error; /* a message about the first failure; NULL: none */
	bool is_without_memory; /* memory ran out, so the library may be installed */
	char message[256]; /* the text of error */
};

/* Load the shared library called name. Set d->error on failure. */
void dynload_open(struct dynload *d, const char *name);

/* Return the address of a symbol of the library. Return NULL and set d->error if there is no such
 * symbol; return NULL if the library was not loaded. */
void *dynload_symbol(struct dynload *d, const char *symbol);

/* Loads what all threads share. Initialize with a function that returns OK, END if loading is
 * impossible, or NOMEM. */
struct dynload_once {
	pthread_mutex_t lock;
	urlgrep_status status;
	urlgrep_status (*load)(void);
};
#define DYNLOAD_ONCE(load) { PTHREAD_MUTEX_INITIALIZER, URLGREP_NOMEM, load }

/* Call the function, unless it was called before. Return its result; after NOMEM, the next call
 * tries again. */
urlgrep_status dynload_once(struct dynload_once *once);

/* ---- searches --- */

#if defined(__APPLE__) || defined(_WIN32)
/* Return the last byte c of bytes[0..len), or NULL. */
static inline void *
memrchr(const void *bytes, int c, size_t len)
{
	const unsigned char *first = bytes;

	while (len > 0 && first[len - 1] != (unsigned char)c)
		len--;
	return len > 0 ? (void *)(first + len - 1) : NULL;
}
#endif

#ifdef _WIN32
#include <fcntl.h>
#include <limits.h>
#include <string.h>

/* Return the first occurrence of what[0..n), which is not empty, in bytes[0..len), or NULL. */
static inline void *
memmem(const void *bytes, size_t len, const void *what, size_t n)
{
	const char *at = bytes, *end = at + len, first = *(const char *)what;

	while ((size_t)(end - at) >= n && (at = memchr(at, first, (size_t)(end - at) - n + 1)) != NULL) {
		if (memcmp(at, what, n) == 0)
			return (void *)at;
		at++;
	}
	return NULL;
}

/* ---- POSIX, for Windows --- */

#define gmtime_r(time, tm) (gmtime_s(tm, time) == 0 ? (tm) : NULL)
#define O_CLOEXEC _O_NOINHERIT
#define O_NOCTTY _O_BINARY

static inline ssize_t
platform_read(int fd, void *buffer, size_t size)
{
	return read(fd, buffer, size < INT_MAX ? (unsigned)size : INT_MAX);
}

/* Windows has only the file position, which nothing else uses. */
static inline ssize_t
pread(int fd, void *buffer, size_t size, off_t offset)
{
	return lseek(fd, offset, SEEK_SET) < 0 ? -1 : platform_read(fd, buffer, size);
}

/* Without poll(), reading a pipe waits for its next bytes. */
#define POLLIN 1
struct pollfd {
	int fd, events;
};
#define poll(files, count, milliseconds) ((void)(files), 1)

/* Windows threads have no locale of their own here. */
typedef void *locale_t;
#define LC_CTYPE_MASK 0
#define newlocale(mask, name, base) (base)
#define freelocale(locale) ((void)(locale))

static inline locale_t
uselocale(locale_t locale)
{
	return locale;
}

int rand_s(unsigned *number); /* <stdlib.h> declares it only on request */

static inline int
getentropy(void *buffer, size_t size)
{
	unsigned char *bytes = buffer;
	unsigned number;

	for (; size > 0; size--) {
		if (rand_s(&number) != 0)
			return -1;
		*bytes++ = (unsigned char)number;
	}
	return 0;
}

enum { AF_INET6 = 23, INET6_ADDRSTRLEN = 46 };
int inet_pton(int family, const char *text, void *address); /* in ws2_32 */
#else
#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>

#define platform_read read
#endif

#endif
