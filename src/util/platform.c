/* platform.c - start threads; load shared libraries at run time and find their functions */
#include "util/platform.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#if defined(__wasi__) || defined(_WIN32)
#define RTLD_LAZY 0
#define RTLD_LOCAL 0
#define dlopen(name, flags) ((void)(name), (void *)NULL)
#define dlsym(library, symbol) ((void)(symbol), (void *)NULL)
#define dlerror() "a library for it is not installed"
#else
#include <dlfcn.h>
#endif

bool
platform_start_thread(pthread_t *thread, void *(*run)(void *), void *data)
{
#ifdef __wasi__
	(void)thread, (void)run, (void)data;
	return false;
#else
	enum { STACK_BYTES = 2 * 1024 * 1024 };
	pthread_attr_t attributes;
	bool is_started;
#ifndef _WIN32
	sigset_t all, before;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
#endif
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, STACK_BYTES);
	is_started = pthread_create(thread, &attributes, run, data) == 0;
	pthread_attr_destroy(&attributes);
#ifndef _WIN32
	pthread_sigmask(SIG_SETMASK, &before, NULL);
#endif
	return is_started;
#endif
}

/* ---- shared libraries --- */

/* Store the first error; later ones are its consequences. Only its text shows that memory ran
 * out. */
static void
set_error(struct dynload *d)
{
	if (d->error)
		return;
	snprintf(d->message, sizeof(d->message), "%s", dlerror());
	d->error = d->message;
	d->is_without_memory = strstr(d->message, "emory") != NULL;
}

void
dynload_open(struct dynload *d, const char *name)
{
	d->library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
	if (d->library == NULL)
		set_error(d);
}

void *
dynload_symbol(struct dynload *d, const char *symbol)
{
	void *address = d->library ? dlsym(d->library, symbol) : NULL;

	if (d->library && address == NULL)
		set_error(d);
	return address;
}

urlgrep_status
dynload_once(struct dynload_once *once)
{
	urlgrep_status status;

	pthread_mutex_lock(&once->lock);
	if (once->status == URLGREP_NOMEM)
		once->status = once->load();
	status = once->status;
	pthread_mutex_unlock(&once->lock);
	return status;
}
