/* code_page.h - the charsets of code pages that Windows has numbers for */
#ifndef MAIL_CODE_PAGE_H
#define MAIL_CODE_PAGE_H

#include <stdbool.h>
#include <stdint.h>

enum { CODE_PAGE_NAME_BYTES = 24 };

/* Set name to that of the charset. Returns false if the page is not known. */
bool code_page_charset(uint32_t page, char name[CODE_PAGE_NAME_BYTES]);

#endif
