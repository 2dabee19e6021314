/* table.h - tags in tables (HTML standard, 13.2.6.4.9 to 15) */
#ifndef HTML_TABLE_H
#define HTML_TABLE_H

#include "html/insertion_mode.h"

insertion_mode_fn start_in_table, end_in_table;
insertion_mode_fn start_in_caption, end_in_caption;
insertion_mode_fn start_in_column_group, end_in_column_group;
insertion_mode_fn start_in_table_body, end_in_table_body;
insertion_mode_fn start_in_row, end_in_row;
insertion_mode_fn start_in_cell, end_in_cell;

#endif
