/* classes.c - the classes of services that wrap URLs, by name */
#include "cmd/classes.h"

#include <string.h>

#include "urlgrep.h"

/* Return the bit of the class called name[0..len); 0 if there is none. */
static unsigned
class_named(const char *name, size_t len)
{
	const char *known;
	unsigned i;

	if (len == 3 && memcmp(name, "all", 3) == 0)
		return ~0u;
	for (i = 0; (known = urlgrep_unwrap_class_name(i)) != NULL; i++)
		if (strlen(known) == len && memcmp(known, name, len) == 0)
			return 1u << i;
	return 0;
}

bool
target_add_classes(unsigned *classes, const char *names)
{
	for (;;) {
		size_t len = strcspn(names, ",");
		unsigned class = class_named(names, len);

		if (class == 0)
			return false;
		*classes |= class;
		if (names[len] == '\0')
			return true;
		names += len + 1;
	}
}
