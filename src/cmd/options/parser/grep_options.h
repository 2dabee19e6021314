/* grep_options.h - options of GNU grep that urlgrep does not have */
#ifndef CMD_OPTIONS_PARSER_GREP_OPTIONS_H
#define CMD_OPTIONS_PARSER_GREP_OPTIONS_H

/* Return what to do in place of an option of grep, "-o" or "--only-matching"; NULL if
 * grep has no such option. */
const char *grep_option_advice(const char *option);

#endif
