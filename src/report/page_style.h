/* page_style.h - the style sheet and the script of the page */
#ifndef REPORT_PAGE_STYLE_H
#define REPORT_PAGE_STYLE_H

extern const char page_style[];

/* Hides the rows of the table that do not have all words that were typed. */
extern const char page_script[];

#endif
