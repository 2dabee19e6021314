/* platform.h - threads and shared libraries, where the system has none: WebAssembly
 *
 * There the functions fail as the manuals say they may, so that the callers need to know nothing:
 * a library that is loaded when needed is not installed, and no thread can be started. */
#ifndef UTIL_PLATFORM_H
#define UTIL_PLATFORM_H

#ifndef __wasi__
#include <dlfcn.h>
#include <pthread.h>
#else
#include <errno.h>
#include <stddef.h>
#include <sys/types.h> /* has the types, even so */

#define PTHREAD_MUTEX_INITIALIZER { 0 }
#define PTHREAD_ONCE_INIT 0
#define SIG_SETMASK 0
#define pthread_mutex_init(lock, attributes) ((void)(lock))
#define pthread_mutex_destroy(lock) ((void)(lock))
#define pthread_mutex_lock(lock) ((void)(lock))
#define pthread_mutex_unlock(lock) ((void)(lock))
#define pthread_cond_init(condition, attributes) ((void)(condition))
#define pthread_cond_destroy(condition) ((void)(condition))
#define pthread_cond_wait(condition, lock) ((void)(condition))
#define pthread_cond_signal(condition) ((void)(condition))
#define pthread_join(thread, result) ((void)(thread))
#define pthread_sigmask(how, set, before) ((void)(set), (void)(before))
#define sigfillset(set) ((void)(set))
#define pthread_create(thread, attributes, start, data) ((void)(thread), (void)(start), EAGAIN)
#define pthread_once(once, function) (*(once) == 1 ? 0 : (*(once) = 1, (function)(), 0))

#define RTLD_LAZY 0
#define RTLD_LOCAL 0
#define dlopen(name, flags) ((void)(name), (void *)NULL)
#define dlsym(library, symbol) ((void)(symbol), (void *)NULL)
#define dlerror() "a library for it is not installed"
#endif

#endif
