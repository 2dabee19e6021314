/* mapped_file.c - owns what is mapped of files, and the signal that comes when a part
 * of that is gone */
#include "input/mapped_file.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PANES = 128 };

/* What is mapped for a window; the handler of the signal looks at it, too. */
struct pane {
	atomic_bool taken;
	_Atomic(char *) at; /* NULL: nothing is mapped */
	atomic_size_t len;
	atomic_bool lost; /* some of it could not be read: zeros stand there */
	uint64_t begin;   /* in the file */
};

static struct pane panes[PANES];
static size_t page; /* octets; 0: window_setup was not called */

/* ---- the signal --- */

/* The pane that the octet at p is of. */
static struct pane *
pane_at(const char *p)
{
	unsigned i;

	for (i = 0; i < PANES; i++) {
		char *at = atomic_load(&panes[i].at);

		if (at && p >= at && p < at + atomic_load(&panes[i].len))
			return &panes[i];
	}
	return NULL;
}

/* Zeros from the page of p to the end. */
static bool
put_zeros(struct pane *pane, char *p)
{
	char *end = atomic_load(&pane->at) + atomic_load(&pane->len);
	char *from = p - (uintptr_t)p % page;

	atomic_store(&pane->lost, true);
	return mmap(from, (size_t)(end - from), PROT_READ,
	    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED;
}

/* Of anything else it is the signal it always was: it comes again, and ends all. */
static void
on_lost(int signal_number, siginfo_t *info, void *context)
{
	int error = errno;
	struct pane *pane = pane_at(info->si_addr);

	(void)context;
	if (pane == NULL || !put_zeros(pane, info->si_addr))
		signal(signal_number, SIG_DFL);
	errno = error;
}

void
window_setup(void)
{
	struct sigaction action;
	long octets = sysconf(_SC_PAGESIZE);

	memset(&action, 0, sizeof(action));
	action.sa_sigaction = on_lost;
	action.sa_flags = SA_SIGINFO;
	if (octets > 0 && sigaction(SIGBUS, &action, NULL) == 0)
		page = (size_t)octets;
}

/* ---- a window --- */

static bool
look_size(struct window *w)
{
	struct stat st;

	if (fstat(w->fd, &st) != 0 || !S_ISREG(st.st_mode))
		return false;
	w->size = (uint64_t)st.st_size;
	return true;
}

static struct pane *
take_pane(void)
{
	unsigned i;

	for (i = 0; i < PANES; i++)
		if (!atomic_exchange(&panes[i].taken, true))
			return &panes[i];
	return NULL;
}

static void
unmap(struct pane *pane)
{
	char *at = atomic_exchange(&pane->at, NULL);

	if (at)
		munmap(at, atomic_load(&pane->len));
}

/* Map from..to, and more, up to a window. */
static bool
map(struct window *w, uint64_t from, uint64_t to)
{
	uint64_t begin = from - from % page;
	uint64_t len = to - begin > WINDOW ? to - begin : WINDOW;
	void *at;

	if (len > w->size - begin)
		len = w->size - begin;
	at = len == (size_t)len ? mmap(NULL, (size_t)len, PROT_READ, MAP_SHARED,
	    w->fd, (off_t)begin) : MAP_FAILED;
	if (at == MAP_FAILED)
		return false;
	unmap(w->pane);
	w->pane->begin = begin;
	atomic_store(&w->pane->len, (size_t)len);
	atomic_store(&w->pane->at, at);
	return true;
}

static bool
is_mapped(const struct pane *pane, uint64_t from, uint64_t to)
{
	return atomic_load(&pane->at) && from >= pane->begin &&
	    to <= pane->begin + atomic_load(&pane->len);
}

/* Was something lost that still belongs to the file? */
static bool
is_unreadable(struct window *w)
{
	if (!atomic_load(&w->pane->lost))
		return false;
	return !look_size(w) ||
	    w->size >= w->pane->begin + atomic_load(&w->pane->len);
}

ssize_t
window_show(struct window *w, uint64_t from, uint64_t to, const char **text)
{
	if (is_unreadable(w)) {
		errno = EIO;
		return -1;
	}
	if (to > w->size && !look_size(w))
		return -1;
	if (to > w->size)
		to = w->size;
	if (from >= to)
		return 0;
	if (!is_mapped(w->pane, from, to) && !map(w, from, to))
		return -1;
	*text = atomic_load(&w->pane->at) + (from - w->pane->begin);
	return (ssize_t)(to - from);
}

/* What is there and cannot be mapped will be read. */
bool
window_open(struct window *w, int fd, uint64_t from, uint64_t least)
{
	*w = (struct window){ .fd = fd };
	if (page == 0 || !look_size(w) || w->size < from || w->size - from < least)
		return false;
	w->pane = take_pane();
	if (w->pane && map(w, from, from + 1))
		return true;
	window_close(w);
	return false;
}

bool
window_close(struct window *w)
{
	bool good = true;

	if (w->pane) {
		good = !is_unreadable(w);
		unmap(w->pane);
		atomic_store(&w->pane->lost, false);
		atomic_store(&w->pane->taken, false);
	}
	w->pane = NULL;
	if (!good)
		errno = EIO;
	return good;
}
