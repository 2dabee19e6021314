/* test_line_count_portable.c - line_count as it is compiled for processors without SSE2,
 * eight bytes at a time, by the cases of test_line_count.c */
#undef __SSE2__
#define line_count portable_line_count
#include "util/line_count.c"

#include "test_line_count.c"
