/* gmime_parts.c - write the texts of messages as decoded by GMime, for mail_peers.py
 *
 *	gmime_parts DIRECTORY FILE...
 *
 * Writes part K of file N to DIRECTORY/N.K.txt or DIRECTORY/N.K.html, in UTF-8. */
#include <err.h>
#include <fcntl.h>
#include <gmime/gmime.h>
#include <stdio.h>
#include <unistd.h>

struct output {
	const char *directory;
	int file, part;
};

static void
write_part(GMimeObject *parent, GMimeObject *object, void *data)
{
	struct output *out = data;
	GMimeContentType *type = g_mime_object_get_content_type(object);
	GMimeStream *stream, *filtered;
	const char *charset;
	char path[4096];

	(void)parent;
	if (!GMIME_IS_TEXT_PART(object) || g_mime_part_get_content(GMIME_PART(object)) == NULL)
		return;
	snprintf(path, sizeof(path), "%s/%d.%d.%s", out->directory, out->file, out->part++,
	    g_mime_content_type_is_type(type, "text", "html") ? "html" : "txt");
	stream = g_mime_stream_fs_open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666, NULL);
	if (stream == NULL)
		err(2, "%s", path);
	filtered = g_mime_stream_filter_new(stream);
	charset = g_mime_object_get_content_type_parameter(object, "charset");
	if (charset) {
		GMimeFilter *filter = g_mime_filter_charset_new(charset, "utf-8");

		if (filter) {
			g_mime_stream_filter_add(GMIME_STREAM_FILTER(filtered), filter);
			g_object_unref(filter);
		}
	}
	g_mime_data_wrapper_write_to_stream(g_mime_part_get_content(GMIME_PART(object)), filtered);
	g_mime_stream_flush(filtered);
	g_object_unref(filtered);
	g_object_unref(stream);
}

int
main(int argc, char **argv)
{
	struct output out;

	if (argc < 2)
		errx(2, "usage: gmime_parts DIRECTORY FILE...");
	out.directory = argv[1];
	g_mime_init();
	for (out.file = 0; out.file < argc - 2; out.file++) {
		GMimeStream *stream = g_mime_stream_fs_open(argv[out.file + 2], O_RDONLY, 0, NULL);
		GMimeParser *parser;
		GMimeMessage *message;

		if (stream == NULL)
			err(2, "%s", argv[out.file + 2]);
		parser = g_mime_parser_new_with_stream(stream);
		message = g_mime_parser_construct_message(parser, NULL);
		out.part = 0;
		if (message) {
			g_mime_message_foreach(message, write_part, &out);
			g_object_unref(message);
		}
		g_object_unref(parser);
		g_object_unref(stream);
	}
	return 0;
}
