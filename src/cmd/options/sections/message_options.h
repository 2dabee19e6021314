/* message_options.h - options: which messages are searched */
#ifndef CMD_OPTIONS_SECTIONS_MESSAGE_OPTIONS_H
#define CMD_OPTIONS_SECTIONS_MESSAGE_OPTIONS_H

#include "cmd/options/sections/section.h"

extern const struct option_section message_options;

#endif
