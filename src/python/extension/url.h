/* url.h - the Python type urlgrep.URL, and values of the table of fields */
#ifndef PYTHON_EXTENSION_URL_H
#define PYTHON_EXTENSION_URL_H

#include "module.h"
#include "row/fields.h"

/* What the URLs of a search have in common. */
struct url_maker {
	PyTypeObject *type;
	struct pool *pool; /* for what is worked out when it is asked for */
	unsigned unwrap_classes;
	const struct wrapper_table *wrappers;
};

/* Return what makes the URLs of a search. */
struct url_maker url_maker_of(struct state *state, struct pool *pool,
    const struct search_options *options);

/* Return a new URL for a finding, which is copied; text[begin:end] is it in the text that
 * Python has. location is NULL if that is not a file. NULL with an exception. */
PyObject *url_object_new(const struct url_maker *maker, const urlgrep_finding *finding,
    const urlgrep_location *location, int64_t begin, int64_t end);

/* Return text as a str; bytes that are not UTF-8 become surrogates (PEP 383). */
PyObject *str_of_span(urlgrep_span span);
PyObject *str_of_string(const char *string);

/* Return the parts of a URL as a dict. */
PyObject *dict_of_parts(const urlgrep_url *url);

/* Return the names in a set as a tuple of str. */
PyObject *tuple_of_words(uint64_t words, const char *(*word)(unsigned));

#endif
