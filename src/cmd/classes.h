/* classes.h - the classes of services that wrap URLs, by name */
#ifndef CMD_CLASSES_H
#define CMD_CLASSES_H

#include <stdbool.h>

/* Add the names of classes, separated by commas, to *classes: "all", or the library's.
 * Return false if there is no such name. */
bool target_add_classes(unsigned *classes, const char *names);

#endif
