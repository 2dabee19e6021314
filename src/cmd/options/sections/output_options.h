/* output_options.h - options: what is printed of each URL, and how */
#ifndef CMD_OPTIONS_SECTIONS_OUTPUT_OPTIONS_H
#define CMD_OPTIONS_SECTIONS_OUTPUT_OPTIONS_H

#include "cmd/options/sections/section.h"

extern const struct option_section output_options;

#endif
