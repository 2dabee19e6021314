/* build.h - builds an Arrow array, value by value, and exports it
 *
 * Nothing here needs the GIL. */
#ifndef PYTHON_EXTENSION_BUILD_H
#define PYTHON_EXTENSION_BUILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "abi.h"

enum arrow_type {
	ARROW_TEXT,   /* utf8 */
	ARROW_NUMBER, /* int64 */
	ARROW_BOOL,
	ARROW_LIST,   /* of its one child */
	ARROW_MAP,    /* a list whose child is a struct of key and value */
	ARROW_STRUCT
};

/* A growing block of bytes. */
struct arrow_bytes {
	char *at;
	size_t len, room;
};

/* An array under construction. */
struct arrow_builder {
	enum arrow_type type;
	const char *name; /* a constant */
	int64_t length, null_count;
	struct arrow_bytes validity, offsets, values;
	struct arrow_builder *children;
	size_t child_count;
	bool has_failed; /* an allocation failed, or the array would exceed 2 GiB */
};

/* Initialize; children are allocated and must be initialized by the caller. */
void arrow_builder_init(struct arrow_builder *b, enum arrow_type type,
    const char *name, size_t child_count);
/* Free the buffers and children. */
void arrow_builder_free(struct arrow_builder *b);

/* Append a value. Text that is not UTF-8 gets U+FFFD for each byte that is not. */
void arrow_append_null(struct arrow_builder *b);
void arrow_append_text(struct arrow_builder *b, const char *text, size_t len);
void arrow_append_number(struct arrow_builder *b, int64_t number);
void arrow_append_bool(struct arrow_builder *b, bool value);
/* End a list or struct whose values were appended to the children before. */
void arrow_append_list(struct arrow_builder *b);
void arrow_append_struct(struct arrow_builder *b);

/* Return true if b or a child has failed. */
bool arrow_builder_has_failed(const struct arrow_builder *b);

/* Return about how many bytes were appended. */
size_t arrow_builder_bytes(const struct arrow_builder *b);

/* ---- arrays that are complete --- */

/* An array that may be exported several times; counted by references. */
struct arrow_shared;

/* Take over what b has, which is empty then. Return NULL without memory. */
struct arrow_shared *arrow_share(struct arrow_builder *b);
void arrow_shared_release(struct arrow_shared *shared);
int64_t arrow_shared_length(const struct arrow_shared *shared);

/* Fill in *out, which holds a reference until it is released. Return false without
 * memory. */
bool arrow_export_array(struct arrow_shared *shared, struct ArrowArray *out);
bool arrow_export_schema(const struct arrow_builder *b, struct ArrowSchema *out);
const struct arrow_builder *arrow_shared_builder(const struct arrow_shared *shared);

#endif
