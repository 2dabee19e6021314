/* colors.c - the colors of text output (SGR, ECMA-48), as GREP_COLORS sets them */
#include "cmd/colors.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Return the place of the color with that capability of GREP_COLORS, or NULL. */
static char *
find_color(struct colors *colors, const char *name, size_t len)
{
	const struct {
		const char *name;
		char *color;
	} rows[] = { { "fn", colors->name }, { "ln", colors->line },
		{ "bn", colors->offset }, { "se", colors->separator },
		{ "ms", colors->host }, { "mt", colors->host },
		{ "cx", colors->context } };
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (len == 2 && memcmp(rows[i].name, name, len) == 0)
			return rows[i].color;
	return NULL;
}

/* Set the color of "NAME=VALUE", or of a name alone, which has none here. */
static void
set_color(struct colors *colors, const char *text, size_t len)
{
	const char *equals = memchr(text, '=', len);
	size_t name_len = equals ? (size_t)(equals - text) : len;
	size_t value_len = equals ? len - name_len - 1 : 0;
	char *color = find_color(colors, text, name_len);

	if (color == NULL || equals == NULL || value_len >= MAX_COLOR_BYTES ||
	    strspn(equals + 1, "0123456789;") < value_len)
		return;
	memcpy(color, equals + 1, value_len);
	color[value_len] = '\0';
}

struct colors
colors_resolve(void)
{
	struct colors colors = { .name = "35", .line = "32", .offset = "32",
		.separator = "36", .host = "1", .warning = "31" };
	const char *text = getenv("GREP_COLORS");
	size_t len;

	for (; text && *text; text += len + (text[len] == ':')) {
		len = strcspn(text, ":");
		set_color(&colors, text, len);
	}
	return colors;
}

bool
colors_by_default(void)
{
	const char *no_color = getenv("NO_COLOR"), *terminal = getenv("TERM");

	return isatty(STDOUT_FILENO) && (no_color == NULL || *no_color == '\0') &&
	    terminal && strcmp(terminal, "dumb") != 0;
}
