/* picker.h - the list on the screen: keys and mouse choose, mark, open, copy and search */
#ifndef PICK_PICKER_H
#define PICK_PICKER_H

#include <stdbool.h>
#include <stdio.h>

#include "cmd/search.h"
#include "pick/launch.h"
#include "pick/url_reader.h"
#include "util/strbuf.h"

/* Everything is borrowed. */
struct picker_task {
	struct url_list *list;
	struct url_reader *reader;
	const struct search_context *context;
	const struct browser *browser;
	FILE *tty;
	const char *title;
	bool is_reading;   /* the reader has not come to its end */
	bool prints;       /* -p: chosen URLs are appended to `printed`, not opened */
	bool ends_after_one; /* --once */
	bool wants_mouse;
};

enum picker_result { PICKER_DONE, PICKER_NO_SCREEN /* the terminal cannot be drawn on */ };

/* Let the user pick until that ends. Append what is to be printed to *printed. */
enum picker_result picker_run(const struct picker_task *task, struct strbuf *printed);

#endif
