/* test_base64_sse2.c - base64 decoded as on processors without AVX2, by the cases of
 * test_base64.c */
#define __builtin_cpu_supports(feature) 0
#define base64_decoded_size sse2_decoded_size
#define base64_decode sse2_decode
#define base64_skip_letters sse2_skip_letters
#define base64_letter_run sse2_letter_run
#define base64_find_letter sse2_find_letter
#include "mail/base64.c"

#undef V
#include "test_base64.c"
