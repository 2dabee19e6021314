/* select.h - tags in <select> (HTML standard, 13.2.6.4.16 and 17) */
#ifndef HTML_SELECT_H
#define HTML_SELECT_H

#include "html/insertion_mode.h"

insertion_mode_fn start_in_select, end_in_select;
insertion_mode_fn start_in_select_in_table, end_in_select_in_table;

#endif
