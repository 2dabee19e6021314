/* test_line_count_sse2.c - line_count as it runs on processors without AVX2, by the cases of
 * test_line_count.c */
#define __builtin_cpu_supports(feature) 0
#define line_count sse2_line_count
#include "util/line_count.c"

#include "test_line_count.c"
