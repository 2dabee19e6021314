/* code_page.c - the charsets of code pages that Windows has numbers for */
#include "mail/code_page.h"

#include <stddef.h>
#include <stdio.h>

/* Pages that iconv knows by another name than "cpNUMBER". */
static const struct {
	uint32_t page;
	const char *charset;
} rows[] = { { 1200, "utf-16le" }, { 20127, "us-ascii" }, { 20866, "koi8-r" },
	{ 20932, "euc-jp" }, { 21866, "koi8-u" }, { 50220, "iso-2022-jp" },
	{ 50221, "iso-2022-jp" }, { 50222, "iso-2022-jp" }, { 50225, "iso-2022-kr" },
	{ 51932, "euc-jp" }, { 51936, "gb2312" }, { 51949, "euc-kr" },
	{ 52936, "hz-gb-2312" }, { 54936, "gb18030" }, { 65000, "utf-7" },
	{ 65001, "utf-8" } };

enum { ISO_8859 = 28590, LAST_ISO_8859 = 28606, FIRST_OTHER = 10000 };

bool
code_page_charset(uint32_t page, char name[CODE_PAGE_NAME_BYTES])
{
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (rows[i].page == page) {
			snprintf(name, CODE_PAGE_NAME_BYTES, "%s", rows[i].charset);
			return true;
		}
	if (page > ISO_8859 && page <= LAST_ISO_8859)
		snprintf(name, CODE_PAGE_NAME_BYTES, "iso-8859-%u",
		    (unsigned)page - ISO_8859);
	else if (page > 0 && page < FIRST_OTHER)
		snprintf(name, CODE_PAGE_NAME_BYTES, "cp%u", (unsigned)page);
	else
		return false;
	return true;
}
