/* attribute_value.h - the decoded value of an attribute, with a map to the HTML */
#ifndef HTML_ATTRIBUTE_VALUE_H
#define HTML_ATTRIBUTE_VALUE_H

#include <stdbool.h>
#include <stddef.h>

#include "html/tokenizer.h"
#include "util/strbuf.h"

/* For values that are more than one URL: lists, and documents. */
struct attribute_value {
	struct strbuf text;
	struct strbuf runs; /* of struct value_run, see attribute_value.c */
};

void attribute_value_init(struct attribute_value *v, const urlgrep_memory *memory);
void attribute_value_free(struct attribute_value *v);

/* Decode the character references of html[range]. Return false without memory. */
bool attribute_value_decode(struct attribute_value *v, const char *html,
    struct html_range range);

/* Return the range of the HTML that a range of the text, which is not empty, comes
 * from. */
struct html_range attribute_value_source(const struct attribute_value *v,
    struct html_range range);

#endif
