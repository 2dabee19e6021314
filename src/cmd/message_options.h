/* message_options.h - options: which messages are searched */
#ifndef CMD_MESSAGE_OPTIONS_H
#define CMD_MESSAGE_OPTIONS_H

#include "cmd/section.h"

extern const struct option_section message_options;

#endif
