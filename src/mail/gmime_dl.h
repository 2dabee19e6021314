/* gmime_dl.h - GMime, loaded when a message comes that needs it: that takes longer than
 * to search most messages */
#ifndef MAIL_GMIME_DL_H
#define MAIL_GMIME_DL_H

#include <gmime/gmime.h>

/* The functions that are used, without the "g_mime_" before them all. */
#define GMIME_FUNCTIONS(each) \
	each(content_type_get_parameter) \
	each(content_type_is_type) \
	each(data_wrapper_get_stream) \
	each(encoding_flush) \
	each(encoding_init_decode) \
	each(encoding_outlen) \
	each(encoding_step) \
	each(filter_charset_new) \
	each(filter_complete) \
	each(header_get_name) \
	each(header_get_offset) \
	each(header_get_raw_value) \
	each(header_list_get_count) \
	each(header_list_get_header_at) \
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
	each(part_get_type) \
	each(stream_mem_new_with_byte_array) \
	each(stream_mem_set_owner) \
	each(utils_decode_message_id) \
	each(utils_header_decode_text) \
	each(utils_header_unfold)

/* Those of GObject, without the "g_". */
#define GOBJECT_FUNCTIONS(each) \
	each(object_unref) \
	each(type_check_instance_is_a)

#define GMIME_MEMBER(name) __typeof__(g_mime_##name) *name;
#define GOBJECT_MEMBER(name) __typeof__(g_##name) *name;
struct gmime {
	GMIME_FUNCTIONS(GMIME_MEMBER)
	GOBJECT_FUNCTIONS(GOBJECT_MEMBER)
	const char *missing; /* why it could not be loaded; NULL: it is there */
};

/* All threads get the same one. The first time it is loaded and made ready. */
const struct gmime *gmime(void);

#endif
