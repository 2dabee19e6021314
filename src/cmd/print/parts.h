/* parts.h - the parts of a URL that --part names */
#ifndef CMD_PRINT_PARTS_H
#define CMD_PRINT_PARTS_H

#include <stdbool.h>

#include "cmd/string_list.h"
#include "urlgrep.h"
#include "util/strbuf.h"

/* Return the name of part number i, from 0; NULL after the last. */
const char *parts_name(unsigned i);

/* Return the part called name of a finding that is shown as url; absent if it has none. */
urlgrep_span parts_find(const urlgrep_finding *finding, const urlgrep_url *url,
    const char *name);

/* Append the parts to columns, with a tab between two; the host in small letters if
 * is_folded. Return false if the URL has none of them. */
bool parts_append(struct strbuf *columns, const struct string_list *names,
    const urlgrep_finding *finding, const urlgrep_url *url, bool is_folded);

#endif
