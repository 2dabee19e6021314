/* no_jit.c - a library to preload, which makes PCRE2 behave as if built without JIT */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

int
pcre2_jit_compile(pcre2_code *code, uint32_t options)
{
	(void)code;
	(void)options;
	return PCRE2_ERROR_JIT_BADOPTION;
}
