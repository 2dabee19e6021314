/* output_options.h - options that choose the output and its format */
#ifndef CMD_OUTPUT_OPTIONS_H
#define CMD_OUTPUT_OPTIONS_H

#include "cmd/section.h"

extern const struct option_section output_options;

#endif
