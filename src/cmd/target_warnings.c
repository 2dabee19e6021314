/* target_warnings.c - what is unusual or dangerous about what a URL leads to */
#include "cmd/target_warnings.h"

#include "row/warnings.h"

urlgrep_warnings
target_warnings_of_wrapper(const struct target *t, const struct settings *s)
{
	if (t->unwrapped == NULL)
		return 0;
	return finding_warnings_of_services(t->unwrapped) |
	    (s->unwrap ? finding_warnings_of_status(t->unwrapped->status) : 0);
}

urlgrep_warnings
target_warnings_of_all(const struct target *t)
{
	urlgrep_warnings set = 0;
	unsigned i;

	if (t->unwrapped == NULL)
		return 0;
	for (i = 0; i < t->unwrapped->step_count; i++)
		set |= finding_warnings_of_url(&t->unwrapped->steps[i].url);
	return set | finding_warnings_of_services(t->unwrapped) |
	    finding_warnings_of_status(t->unwrapped->status);
}
