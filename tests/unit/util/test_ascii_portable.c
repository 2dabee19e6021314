/* test_ascii_portable.c - the searches of src/util/ascii as they are compiled for processors
 * without SSE2, one byte at a time, by the cases of test_ascii.c */
#undef __SSE2__
#define ascii_class portable_class
#define ascii_run portable_run
#define ascii_plain portable_plain
#define ascii_unmarked portable_unmarked
#define ascii_until portable_until
#define ascii_quotable portable_quotable
#define ascii_letters portable_letters
#define ascii_unquoted portable_unquoted
#define ascii_find portable_find
#define ascii_html_space portable_html_space
#define ascii_copy_words portable_copy_words
#define ascii_copy_name portable_copy_name
#define ascii_copy_literals portable_copy_literals
#define ascii_copy_quotable portable_copy_quotable
#define ascii_pair portable_pair
#define ascii_feed_before portable_feed_before
#define ascii_folded_line portable_folded_line
#define ascii_break portable_break
#define ascii_after_break portable_after_break
#define line_count portable_line_count
#define ascii_equal portable_equal
#define word_list_has portable_word_list_has
#define ascii_has_a_label portable_has_a_label
#define ascii_find_authority portable_find_authority
#include "util/ascii.c"
#include "util/find.c"

#include "test_ascii.c"
