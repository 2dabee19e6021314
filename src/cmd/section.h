/* section.h - one part of the table of options, under its heading in --help */
#ifndef CMD_SECTION_H
#define CMD_SECTION_H

#include "cmd/options.h"

struct option_section {
	const struct option_row *rows; /* the first one is the heading */
	int count;
};

/* The section that consists of an array of rows. */
#define OPTION_SECTION(rows) { rows, sizeof(rows) / sizeof(rows[0]) }

/* Define set_NAME, which does what an option that has no argument, or any, stands for. */
#define SETTER(name, action)                                                   \
	static bool set_##name(struct options *o, const struct option_row *row, \
	    char *argument)                                                    \
	{                                                                      \
		(void)row;                                                     \
		(void)argument;                                                \
		action;                                                        \
		return true;                                                   \
	}

#endif
