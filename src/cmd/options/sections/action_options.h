/* action_options.h - options: what urlgrep does instead of searching */
#ifndef CMD_OPTIONS_SECTIONS_ACTION_OPTIONS_H
#define CMD_OPTIONS_SECTIONS_ACTION_OPTIONS_H

#include "cmd/options/sections/section.h"

extern const struct option_section action_options;

#endif
