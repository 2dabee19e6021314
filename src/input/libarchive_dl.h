/* libarchive_dl.h - libarchive's functions, loaded when the first packed input comes
 *
 * libarchive and GMime are loaded by dlopen rather than linked because they bring 26
 * further libraries, which the dynamic linker would relocate at each start: on a
 * file of one line urlgrep takes 1.0 million instructions and 4.5 ms so, and 11.4
 * million and 12.5 ms linked (gmime_dl.h and idn.c do the same). Where neither is
 * needed, neither has to be installed: a package may recommend them instead of
 * depending on them. Where the Makefile finds no shared library, they are linked. */
#ifndef INPUT_LIBARCHIVE_DL_H
#define INPUT_LIBARCHIVE_DL_H

#include <archive.h>
#include <archive_entry.h>

/* The functions in use, without their prefix "archive_". */
#define LIBARCHIVE_FUNCTIONS(each) \
	each(entry_filetype) \
	each(entry_hardlink) \
	each(entry_pathname) \
	each(error_string) \
	each(filter_bytes) \
	each(filter_count) \
	each(filter_name) \
	each(format) \
	each(read_data_block) \
	each(read_free) \
	each(read_new) \
	each(read_next_header) \
	each(read_open1) \
	each(read_set_callback_data) \
	each(read_set_read_callback) \
	each(read_set_seek_callback) \
	each(read_support_filter_bzip2) \
	each(read_support_filter_compress) \
	each(read_support_filter_gzip) \
	each(read_support_filter_lz4) \
	each(read_support_filter_lzip) \
	each(read_support_filter_lzma) \
	each(read_support_filter_xz) \
	each(read_support_filter_zstd) \
	each(read_support_format_7zip) \
	each(read_support_format_empty) \
	each(read_support_format_raw) \
	each(read_support_format_tar) \
	each(read_support_format_zip_streamable) \
	each(set_error) \
	each(version_number)

#define LIBARCHIVE_MEMBER(name) __typeof__(archive_##name) *name;
struct libarchive {
	LIBARCHIVE_FUNCTIONS(LIBARCHIVE_MEMBER)
	const char *missing; /* why it could not be loaded, or NULL */
};

/* Return the functions, loading them at the first call. All threads share them. */
const struct libarchive *libarchive(void);

#endif
