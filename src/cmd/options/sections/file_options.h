/* file_options.h - options: which files are searched, and how they are read */
#ifndef CMD_OPTIONS_SECTIONS_FILE_OPTIONS_H
#define CMD_OPTIONS_SECTIONS_FILE_OPTIONS_H

#include "cmd/options/sections/section.h"

extern const struct option_section file_options;

#endif
