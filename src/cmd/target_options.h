/* target_options.h - options: what URLs lead to, and how they are written */
#ifndef CMD_TARGET_OPTIONS_H
#define CMD_TARGET_OPTIONS_H

#include "cmd/section.h"

extern const struct option_section target_options;

#endif
