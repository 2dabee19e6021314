/* option_table.c - the table of options, which the parser, --help, the completions and the
 * manual share */
#include "cmd/option_table.h"

#include "cmd/action_options.h"
#include "cmd/file_options.h"
#include "cmd/message_options.h"
#include "cmd/output_options.h"
#include "cmd/target_options.h"
#include "cmd/url_options.h"

/* In the order of --help. */
static const struct option_section *const sections[] = {
	&url_options, &message_options, &target_options, &output_options, &file_options,
	&action_options
};

enum { SECTION_COUNT = sizeof(sections) / sizeof(sections[0]) };

const struct option_row *
option_table_row(int i)
{
	int section;

	for (section = 0; section < SECTION_COUNT; section++) {
		if (i < sections[section]->count)
			return &sections[section]->rows[i];
		i -= sections[section]->count;
	}
	return NULL;
}

int
option_table_count(void)
{
	int section, count = 0;

	for (section = 0; section < SECTION_COUNT; section++)
		count += sections[section]->count;
	return count;
}

bool
option_table_is_heading(const struct option_row *row)
{
	return row->set == NULL;
}
