/* url_options.h - options: which URLs are printed */
#ifndef CMD_URL_OPTIONS_H
#define CMD_URL_OPTIONS_H

#include "cmd/section.h"

extern const struct option_section url_options;

#endif
