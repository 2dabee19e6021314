/* printer.h - a finding on standard output, as text or as JSON */
#ifndef CMD_PRINT_PRINTER_H
#define CMD_PRINT_PRINTER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "cmd/options.h"
#include "find/location.h"
#include "urlgrep.h"

/* What printing needs besides the finding. */
struct printer {
	const struct options *options;
	FILE *out;
	bool with_filename;
	bool color;
	bool only_urls; /* each in a line, and nothing else */
	urlgrep_scanner *strict;    /* judges by rfc1738, for JSON */
	urlgrep_scanner *explainer; /* says why, by the chosen grammar */
};

/* What else it needs, when the others are set. */
void print_setup(struct printer *p);

/* Names of warnings, divided by commas; nothing of an empty set. */
void print_warnings(FILE *out, const char *before, urlgrep_warnings set);

/* A finding, as it was asked for. */
void print_finding(struct printer *p, const urlgrep_finding *f,
    const struct place *place);
void print_json(struct printer *p, const urlgrep_finding *f,
    const struct place *place);

/* A file's name and what follows it: for -l -L, and before a count. */
void print_name(struct printer *p, const char *path, bool alone);

/* JSON of an error, as "error":{...} */
struct json;
void print_json_error(struct json *j, const urlgrep_error *e);
void print_json_parts(struct json *j, const urlgrep_url *url);
void print_json_warnings(struct json *j, urlgrep_warnings set);
/* The host as US-ASCII and as Unicode, where it is internationalized. */
void print_json_host(struct json *j, const urlgrep_url *url);

#endif
