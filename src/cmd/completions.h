/* completions.h - shell completions, and the lists of the manual, made from the table of
 * options */
#ifndef CMD_COMPLETIONS_H
#define CMD_COMPLETIONS_H

/* Return the name of what can be generated, by index: "bash", "zsh", "fish",
 * "man-warnings"...; NULL after the last. */
const char *completions_name(unsigned i);

/* Print what has that name to standard output. */
void completions_print(const char *name);

#endif
