/* task_output.h - what a task found, on its way from the worker thread to the main
 * thread: records in the order of the input, and the text that they refer to */
#ifndef CMD_TASK_OUTPUT_H
#define CMD_TASK_OUTPUT_H

#include <stddef.h>
#include <stdint.h>

#include "cmd/range_continuity.h"
#include "cmd/printer.h"
#include "cmd/search.h"
#include "util/strbuf.h"

enum record_kind {
	RECORD_FINDINGS,
	RECORD_MEMBER_BEGIN, /* what follows is of a member that the main thread counts */
	RECORD_MEMBER_END,
	RECORD_ERROR,
	RECORD_PATTERN_ERROR, /* path is an option -e */
	RECORD_RANGE_BEGIN,  /* what follows is of a range that must fit the one before */
	RECORD_RANGE_END,
	RECORD_COUNTS,       /* at the end of each range */
	RECORD_SUMS          /* of a range, or of other items */
};

/* Strings end with NUL; they, spans and texts are offsets in the output's text. */
struct record {
	enum record_kind kind;
	union {
		struct {
			uint64_t count;
			size_t text, text_len; /* as they are to be printed */
			size_t url, url_len;   /* if count is 1 and it is needed */
		} findings;
		struct {
			uint64_t number;
		} member_begin;
		struct {
			size_t path;
		} member_end;
		struct {
			size_t path, reason;
		} error;
		struct range_place range_begin;
		struct {
			uint64_t left_after; /* see urlgrep_mail_sums */
		} range_end;
		struct {
			uint64_t lines, messages; /* of the range */
		} counts;
		struct search_sums sums;
	} as;
};

/* A number that is to be inserted in the text, counted from the beginning of the range. */
struct deferred_number {
	size_t at; /* in the output's text */
	enum printer_number kind;
	uint64_t number;
};

struct task_output {
	struct record *records;
	size_t count, room;
	struct strbuf text;
	struct deferred_number *numbers; /* in the order of the text */
	size_t number_count, number_room;
	struct task_output *next;
};

struct task_output *task_output_new(void);
/* Takes NULL; does not free the next one. */
void task_output_free(struct task_output *o);

/* Make the output empty; it keeps its memory. */
void task_output_clear(struct task_output *o);

/* Append a record of that kind, and return it to be completed; it lasts until the next
 * one. */
struct record *task_output_add(struct task_output *o, enum record_kind kind);

/* Append a number, which is to be inserted at offset `at` of the text, or of what the text is
 * going to be; no number before it has a larger offset. */
void task_output_add_number(struct task_output *o, size_t at, enum printer_number kind,
    uint64_t number);

/* Return how many bytes the output takes. */
size_t task_output_size(const struct task_output *o);

#endif
