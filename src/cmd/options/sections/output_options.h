/* output_options.h - options that choose the output and its format */
#ifndef CMD_OPTIONS_SECTIONS_OUTPUT_OPTIONS_H
#define CMD_OPTIONS_SECTIONS_OUTPUT_OPTIONS_H

#include "cmd/options/sections/section.h"

extern const struct option_section output_options;

#endif
