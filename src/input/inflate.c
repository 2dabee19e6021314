/* inflate.c - choose the library that decompresses deflate */
#include "input/inflate.h"

#include "input/inflate_isal.h"
#include "input/inflate_zlib.h"

const struct inflate_library *
inflate_library(const struct inflate_library **exact, const char **missing)
{
	const struct inflate_library *isal = inflate_isal();

	*exact = inflate_zlib(missing);
	return isal ? isal : *exact;
}
