/* string_list.c - a list of strings that were given on the command line */
#include "cmd/string_list.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/xmalloc.h"

void
string_list_add(struct string_list *list, const char *text)
{
	list->at = x_realloc(list->at, (list->count + 1) * sizeof(*list->at));
	list->at[list->count++] = text;
}

void
string_list_add_words(struct string_list *list, char *text)
{
	char *word;

	for (word = strtok(text, ","); word; word = strtok(NULL, ","))
		string_list_add(list, word);
}

void
string_list_free(struct string_list *list)
{
	free(list->at);
	*list = (struct string_list){ NULL, 0 };
}
