/* names.c - the values of urlgrep.h's enumerations, as they are called in the output */
#include "cmd/print/names.h"

#include <stddef.h>

const char *
name_of_form(urlgrep_form form)
{
	static const char *const names[] = { [URLGREP_WRAPPED] = "wrapped",
		[URLGREP_ANGLE] = "angle", [URLGREP_QUOTED] = "quoted",
		[URLGREP_BARE] = "bare" };

	return names[form];
}

const char *
name_of_confidence(urlgrep_confidence confidence)
{
	static const char *const names[] = { [URLGREP_HIGH] = "high",
		[URLGREP_MEDIUM] = "medium", [URLGREP_LOW] = "low" };

	return names[confidence];
}

const char *
name_of_treatment(unsigned index)
{
	static const char *const names[] = { "joined", "not-joined", "hyphen-kept",
		"hyphen-dropped", "unbroken-copy", "mended" };

	return index < sizeof(names) / sizeof(names[0]) ? names[index] : NULL;
}

const char *
name_of_note(unsigned index)
{
	static const char *const names[] = { "unicode-space", "unterminated-wrapper",
		"malformed" };

	return index < sizeof(names) / sizeof(names[0]) ? names[index] : NULL;
}

_Static_assert(URLGREP_MENDED == 1 << 5 && URLGREP_MALFORMED == 1 << 2,
    "the names are those of these bits");
