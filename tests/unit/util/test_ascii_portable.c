/* test_ascii_portable.c - the cases of test_ascii.c with the code of src/util/ascii.c for
 * processors without AVX2, which searches one byte at a time */
#define __builtin_cpu_supports(feature) 0
#define ascii_span portable_span
#define ascii_until portable_until
#define ascii_span_unrepeated portable_span_unrepeated
#define ascii_pair portable_pair
#define ascii_copy_words portable_copy_words
#define ascii_after_break portable_after_break
#define ascii_find_authority portable_find_authority
#define line_count portable_line_count
#define ascii_equal portable_equal
#define word_list_has portable_word_list_has
#define ascii_has_a_label portable_has_a_label
#include "util/ascii.c"

#include "test_ascii.c"
