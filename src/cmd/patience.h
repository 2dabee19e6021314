/* patience.h - wait for a descriptor where other threads have all that there may be */
#ifndef CMD_PATIENCE_H
#define CMD_PATIENCE_H

#include <stdbool.h>

/* One thread's patience. Initialize with zeros. */
struct patience {
	unsigned waits;  /* for the file that is to be opened */
	bool is_at_end;  /* waiting was in vain once */
};

/* After open() failed with this errno: if other threads may soon close a file, wait a
 * millisecond and return true; then try again. */
bool patience_wait(struct patience *p, int error);

/* A file was opened. */
void patience_restore(struct patience *p);

#endif
