/* test_ascii_sse2.c - the searches of src/util/ascii as they run on processors without AVX2, by the
 * cases of test_ascii.c */
#define __builtin_cpu_supports(feature) 0
#define ascii_class sse2_class
#define ascii_run sse2_run
#define ascii_plain sse2_plain
#define ascii_unmarked sse2_unmarked
#define ascii_until sse2_until
#define ascii_quotable sse2_quotable
#define ascii_letters sse2_letters
#define ascii_unquoted sse2_unquoted
#define ascii_find sse2_find
#define ascii_html_space sse2_html_space
#define ascii_copy_words sse2_copy_words
#define ascii_copy_name sse2_copy_name
#define ascii_copy_literals sse2_copy_literals
#define ascii_copy_quotable sse2_copy_quotable
#define ascii_pair sse2_pair
#define ascii_feed_before sse2_feed_before
#define ascii_folded_line sse2_folded_line
#define ascii_break sse2_break
#define ascii_after_break sse2_after_break
#define line_count sse2_line_count
#define ascii_equal sse2_equal
#define word_list_has sse2_word_list_has
#define ascii_has_a_label sse2_has_a_label
#define ascii_find_authority sse2_find_authority
#include "util/ascii.c"
#include "util/find.c"

#include "test_ascii.c"
