/* url_options.h - options: which URLs are printed */
#ifndef CMD_OPTIONS_SECTIONS_URL_OPTIONS_H
#define CMD_OPTIONS_SECTIONS_URL_OPTIONS_H

#include "cmd/options/sections/section.h"

extern const struct option_section url_options;

#endif
