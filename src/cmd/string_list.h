/* string_list.h - a list of strings that were given on the command line */
#ifndef CMD_STRING_LIST_H
#define CMD_STRING_LIST_H

#include <stddef.h>

/* Empty when zeroed. The strings are borrowed. */
struct string_list {
	const char **at;
	size_t count;
};

void string_list_add(struct string_list *list, const char *text);

/* Add the words of text, which are separated by commas; text is cut up. */
void string_list_add_words(struct string_list *list, char *text);

void string_list_free(struct string_list *list);

#endif
