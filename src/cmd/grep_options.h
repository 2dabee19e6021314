/* grep_options.h - options of GNU grep and ripgrep that urlgrep does not have */
#ifndef CMD_GREP_OPTIONS_H
#define CMD_GREP_OPTIONS_H

/* Return what to do in place of an option of grep or ripgrep, such as "-o", "--only-matching"
 * or "--type=c"; NULL if there is no advice. */
const char *grep_option_advice(const char *option);

#endif
