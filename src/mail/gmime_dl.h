/* gmime_dl.h - GMime, loaded by dlopen() for the first message that needs it: loading
 * takes longer than searching most messages */
#ifndef MAIL_GMIME_DL_H
#define MAIL_GMIME_DL_H

#include <gmime/gmime.h>

/* The functions in use, without the prefix "g_mime_". */
#define GMIME_FUNCTIONS(each) \
	each(content_type_get_media_subtype) \
	each(content_type_get_media_type) \
	each(content_type_get_parameter) \
	each(content_type_is_type) \
	each(data_wrapper_get_stream) \
	each(encoding_flush) \
	each(encoding_init_decode) \
	each(encoding_outlen) \
	each(encoding_step) \
	each(header_get_name) \
	each(header_get_offset) \
	each(header_get_raw_value) \
	each(header_list_get_count) \
	each(header_list_get_header_at) \
	each(iconv_close) \
	each(iconv_open) \
	each(init) \
	each(message_get_mime_part) \
	each(message_part_get_message) \
	each(message_part_get_type) \
	each(multipart_get_count) \
	each(multipart_get_part) \
	each(multipart_get_prologue) \
	each(multipart_get_type) \
	each(object_get_content_type) \
	each(object_get_header) \
	each(object_get_header_list) \
	each(parser_construct_message) \
	each(parser_new_with_stream) \
	each(part_get_content) \
	each(part_get_content_encoding) \
	each(part_get_filename) \
	each(part_get_type) \
	each(stream_mem_new_with_byte_array) \
	each(stream_mem_set_owner) \
	each(utils_decode_message_id) \
	each(utils_header_decode_text)

/* Those of GLib and GObject, without the prefix "g_". */
#define GLIB_FUNCTIONS(each) \
	each(free) \
	each(iconv) \
	each(object_unref) \
	each(type_check_instance_is_a)

#define GMIME_MEMBER(name) __typeof__(g_mime_##name) *name;
#define GLIB_MEMBER(name) __typeof__(g_##name) *name;
struct gmime {
	GMIME_FUNCTIONS(GMIME_MEMBER)
	GLIB_FUNCTIONS(GLIB_MEMBER)
	const guint *major_version, *minor_version, *micro_version;
	const char *missing; /* why GMime could not be loaded; NULL: it is loaded */
};

/* Return the functions, the same for all threads. The first call loads GMime and
 * initializes it. If `missing` is set, none of the functions may be called. */
const struct gmime *gmime(void);

#endif
