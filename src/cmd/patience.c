/* patience.c - wait for a descriptor where other threads have all that there may be */
#include "cmd/patience.h"

#include <errno.h>
#include <time.h>

enum { MAX_WAITS = 500 };

bool
patience_wait(struct patience *p, int error)
{
	struct timespec moment = { .tv_nsec = 1000 * 1000 };

	if ((error != EMFILE && error != ENFILE) || p->is_at_end)
		return false;
	if (++p->waits > MAX_WAITS) {
		p->is_at_end = true;
		return false;
	}
	nanosleep(&moment, NULL);
	return true;
}

void
patience_restore(struct patience *p)
{
	p->waits = 0;
}
