/* page.h - a report as one HTML page that needs nothing else: charts and a table */
#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include <stdint.h>

#include "report/entry.h"
#include "util/strbuf.h"

struct report_page;

/* How each page begins, up to its title. */
extern const char page_begin[];

struct report_page *page_new(void);
/* Takes NULL. */
void page_free(struct report_page *page);

/* Count a URL. */
void page_add(struct report_page *page, const struct entry *e);

/* Write the page. */
void page_write(struct strbuf *out, struct report_page *page, uint64_t messages);

#endif
