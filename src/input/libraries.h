/* libraries.h - libarchive, zlib and ISA-L, loaded at the first packed input
 *
 * They are loaded by dlopen because libarchive depends on many further libraries, which the dynamic
 * linker would relocate at each start: on a file of one line urlgrep needs 1.0 million instructions
 * and 4.5 ms with dlopen, and 11.4 million and 12.5 ms with all of them linked. A library that is
 * not needed does not have to be installed. If the Makefile finds no shared library, libarchive and
 * zlib are linked. */
#ifndef INPUT_LIBRARIES_H
#define INPUT_LIBRARIES_H

#include <archive.h>
#include <archive_entry.h>
#include <stdint.h>
#include <zlib.h>

/* Without the header of ISA-L, urlgrep is built without ISA-L. */
#if __has_include(<isa-l/igzip_lib.h>)
#include <isa-l/igzip_lib.h>
#define HAS_ISAL
#endif

/* The functions in use, without the prefixes "archive_" and "isal_". */
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
	each(version_number)

#define ZLIB_FUNCTIONS(each) \
	each(inflate) \
	each(inflateEnd) \
	each(inflateInit2_) \
	each(inflateReset) \
	each(zlibVersion)

#ifdef HAS_ISAL
#define ISAL_FUNCTIONS(each) \
	each(gzip_header_init) \
	each(inflate) \
	each(inflate_init) \
	each(inflate_reset) \
	each(read_gzip_header)
#define ISAL_MEMBER(name) __typeof__(isal_##name) *name;
#else
#define ISAL_FUNCTIONS(each)
#endif

/* Each library's functions, and why it could not be loaded (or NULL). All threads share them. */
#define LIBARCHIVE_MEMBER(name) __typeof__(archive_##name) *name;
#define ZLIB_MEMBER(name) __typeof__(name) *name;
struct libarchive {
	LIBARCHIVE_FUNCTIONS(LIBARCHIVE_MEMBER)
	const char *missing;
};
struct zlib {
	ZLIB_FUNCTIONS(ZLIB_MEMBER)
	const char *missing;
};
struct isal {
	ISAL_FUNCTIONS(ISAL_MEMBER)
	const char *missing;
};

/* Return the functions. The first call loads them. */
const struct libarchive *libarchive(void);
const struct zlib *zlib(void);
const struct isal *isal(void);

#endif
