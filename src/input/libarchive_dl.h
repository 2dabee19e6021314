/* libarchive_dl.h - libarchive, loaded when something packed comes: that takes longer
 * than to search most files */
#ifndef INPUT_LIBARCHIVE_DL_H
#define INPUT_LIBARCHIVE_DL_H

#include <archive.h>
#include <archive_entry.h>

/* The functions that are used, without the "archive_" before them all. */
#define LIBARCHIVE_FUNCTIONS(each) \
	each(entry_filetype) \
	each(entry_hardlink) \
	each(entry_pathname) \
	each(error_string) \
	each(filter_bytes) \
	each(filter_count) \
	each(format) \
	each(read_data_block) \
	each(read_free) \
	each(read_new) \
	each(read_next_header) \
	each(read_open) \
	each(read_support_filter_bzip2) \
	each(read_support_filter_gzip) \
	each(read_support_filter_xz) \
	each(read_support_filter_zstd) \
	each(read_support_format_empty) \
	each(read_support_format_raw) \
	each(read_support_format_tar) \
	each(read_support_format_zip_streamable) \
	each(set_error)

#define LIBARCHIVE_MEMBER(name) __typeof__(archive_##name) *name;
struct libarchive {
	LIBARCHIVE_FUNCTIONS(LIBARCHIVE_MEMBER)
	const char *missing; /* why it could not be loaded; NULL: it is there */
};

/* All threads get the same one. */
const struct libarchive *libarchive(void);

#endif
