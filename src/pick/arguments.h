/* arguments.h - the command line of urlpick: its own options, and those of urlgrep */
#ifndef PICK_ARGUMENTS_H
#define PICK_ARGUMENTS_H

#include <stdbool.h>

#include "cmd/settings.h"

struct arguments {
	bool prints;    /* -p, --print */
	bool once;      /* --once */
	bool no_mouse;  /* --no-mouse */
	bool help;      /* --help */
	bool version;   /* -V, --version */
	struct settings settings; /* of urlgrep */
	char **names;   /* of files, up to NULL */
	char **words;   /* what settings_read() read: arguments are borrowed from it */
};

/* Read the command line. Return false, after a message, if it is wrong. */
bool arguments_read(struct arguments *arguments, int argc, char **argv);

void arguments_free(struct arguments *arguments);

/* Print the help text. */
void arguments_print_help(void);

#endif
