/* action_options.h - options: what urlgrep does instead of searching */
#ifndef CMD_ACTION_OPTIONS_H
#define CMD_ACTION_OPTIONS_H

#include "cmd/section.h"

extern const struct option_section action_options;

#endif
