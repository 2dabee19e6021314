/* arrow.h - builds Arrow arrays, value by value and row by row, and exports them
 *
 * Nothing here needs the GIL. */
#ifndef PYTHON_EXTENSION_ARROW_H
#define PYTHON_EXTENSION_ARROW_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "row/fields.h"

/* ---- the Arrow C data interface, an ABI that is stable
 * (https://arrow.apache.org/docs/format/CDataInterface.html) --- */

struct ArrowSchema {
	const char *format, *name, *metadata;
	int64_t flags, n_children;
	struct ArrowSchema **children, *dictionary;
	void (*release)(struct ArrowSchema *);
	void *private_data;
};

struct ArrowArray {
	int64_t length, null_count, offset, n_buffers, n_children;
	const void **buffers;
	struct ArrowArray **children, *dictionary;
	void (*release)(struct ArrowArray *);
	void *private_data;
};

struct ArrowArrayStream {
	int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
	int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
	const char *(*get_last_error)(struct ArrowArrayStream *);
	void (*release)(struct ArrowArrayStream *);
	void *private_data;
};

enum { ARROW_NULLABLE = 2 };

/* ---- arrays under construction --- */

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

void arrow_append_null(struct arrow_builder *b);
/* End a list whose values were appended to the child before. */
void arrow_append_list(struct arrow_builder *b);

/* Return true if b or a child has failed. */
bool arrow_builder_has_failed(const struct arrow_builder *b);

/* Return about how many bytes were appended. */
size_t arrow_builder_bytes(const struct arrow_builder *b);

/* ---- arrays that are complete --- */

/* An array that may be exported several times; counted by references. */
struct arrow_shared {
	atomic_long references;
	struct arrow_builder builder;
};

/* Take over what b has, which is empty then. Return NULL without memory. */
struct arrow_shared *arrow_share(struct arrow_builder *b);
void arrow_shared_release(struct arrow_shared *shared);

/* Fill in *out, which holds a reference until it is released. Return false without
 * memory. */
bool arrow_export_array(struct arrow_shared *shared, struct ArrowArray *out);
bool arrow_export_schema(const struct arrow_builder *b, struct ArrowSchema *out);

/* ---- findings as rows of a struct --- */

struct column_list {
	const struct field *at[MAX_FIELDS];
	size_t count;
};

/* Make the struct with a child for each column. */
void arrow_rows_init(struct arrow_builder *b, const char *name,
    const struct column_list *columns);

/* Append a row. Text that is not UTF-8 gets U+FFFD for each byte that is not. */
void arrow_rows_append(struct arrow_builder *b, const struct column_list *columns,
    const struct row *row);

#endif
