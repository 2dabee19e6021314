/* target_options.c - options: what URLs lead to, and how they are written */
#include "cmd/target_options.h"

#include "cmd/argument.h"
#include "row/options.h"

static const char *
class_word(unsigned i)
{
	const char *name = urlgrep_unwrap_class_name(i);

	return name ? name : i == 0 || urlgrep_unwrap_class_name(i - 1) ? "all" : NULL;
}

static bool
set_unwrap(struct options *o, const struct option_row *row, char *argument)
{
	o->unwrap = true;
	return argument == NULL || unwrap_classes_add(&o->unwrap_classes, argument) ||
	    argument_report(row, argument, "expected gateway, redirect, tracker, "
		"amp, archive or all");
}

static const char *
refang_word(unsigned i)
{
	return i == 0 ? "hosts" : NULL;
}

static bool
set_refang(struct options *o, const struct option_row *row, char *argument)
{
	unsigned index;

	o->refang = true;
	if (argument == NULL)
		return true;
	o->refang_hosts = argument_read_word(row, argument, &index);
	return o->refang_hosts;
}

/* The setters that cannot fail. */
SETTER(wrappers, o->wrappers = argument)
SETTER(strip_tracking, o->strip_tracking = true)
SETTER(defang, o->defang = true)

static const struct option_row rows[] = {
	{ 0, NULL, NULL, "Wrapped and disguised URLs (nothing is looked up):", NULL, NULL },
	{ 0, "unwrap", "[LIST]", "print the URLs inside SafeLinks and other wrappers",
	    class_word, set_unwrap },
	{ 0, "wrappers", "FILE", "also know the services in this table", NULL,
	    set_wrappers },
	{ 0, "strip-tracking", NULL, "remove parameters that track readers (utm_source)", NULL,
	    set_strip_tracking },
	{ 0, "refang", "[hosts]", "read hxxp://evil[.]com; hosts: also evil[.]com",
	    refang_word, set_refang },
	{ 0, "defang", NULL, "print URLs as hxxp[:]//evil[.]example", NULL, set_defang },
};

const struct option_section target_options = OPTION_SECTION(rows);
