/* file_options.h - options: which files are searched, and how they are read */
#ifndef CMD_FILE_OPTIONS_H
#define CMD_FILE_OPTIONS_H

#include "cmd/section.h"

extern const struct option_section file_options;

#endif
