/* config.c - options that are set for all runs: the file that URLGREP_CONFIG_PATH names */
#include "cmd/config.h"

#include <string.h>

#include "cmd/file_text.h"
#include "cmd/xmalloc.h"
#include "util/ascii.h"

bool
config_read_file(const char *path, char **text, struct string_list *arguments)
{
	char *line, *next, *end;

	*text = file_text_read(path);
	if (*text == NULL)
		return false;
	for (line = *text; *line; line = next) {
		end = line + strcspn(line, "\n");
		next = *end ? end + 1 : end;
		while (line < end && ascii_is_space(*line))
			line++;
		while (end > line && ascii_is_space(end[-1]))
			end--;
		*end = '\0';
		if (*line && *line != '#')
			string_list_add(arguments, line);
	}
	return true;
}
