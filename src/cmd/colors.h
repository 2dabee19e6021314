/* colors.h - the colors of text output (SGR, ECMA-48), as GREP_COLORS sets them */
#ifndef CMD_COLORS_H
#define CMD_COLORS_H

#include <stdbool.h>

enum { MAX_COLOR_BYTES = 24 };

/* The parameters of SGR: "35" or "01;31"; empty for no color. */
struct colors {
	char name[MAX_COLOR_BYTES];      /* fn: of files, and Message-IDs */
	char line[MAX_COLOR_BYTES];      /* ln */
	char offset[MAX_COLOR_BYTES];    /* bn */
	char separator[MAX_COLOR_BYTES]; /* se */
	char host[MAX_COLOR_BYTES];      /* ms, mt: it says where the URL leads */
	char context[MAX_COLOR_BYTES];   /* cx */
	char warning[MAX_COLOR_BYTES];
};

/* Return grep's colors, but the host is bold, with the changes of GREP_COLORS. Values that
 * are no parameters of SGR are ignored. */
struct colors colors_resolve(void);

/* Return true if colors are wanted where standard output is a terminal that has them, by
 * NO_COLOR and TERM. */
bool colors_by_default(void);

#endif
