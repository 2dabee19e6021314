/* gmime.c - read an mbox with GMime: parse it and decode each text part, in one thread
 *
 *	bench_gmime FILE		print the numbers of messages, parts and bytes */
#include <err.h>
#include <fcntl.h>
#include <gmime/gmime.h>
#include <stdio.h>
#include <unistd.h>

struct sums {
	GMimeStream *nowhere;
	unsigned long messages, parts;
	unsigned long long bytes;
};

static void
decode(GMimeObject *parent, GMimeObject *object, void *data)
{
	struct sums *sums = data;
	GMimeContentType *type = g_mime_object_get_content_type(object);
	GMimeDataWrapper *content;
	ssize_t len;

	(void)parent;
	if (!GMIME_IS_PART(object) || !g_mime_content_type_is_type(type, "text", "*"))
		return;
	content = g_mime_part_get_content(GMIME_PART(object));
	len = content ? g_mime_data_wrapper_write_to_stream(content, sums->nowhere) : 0;
	sums->parts++;
	sums->bytes += len > 0 ? (unsigned long long)len : 0;
}

static void
read_messages(GMimeParser *parser, struct sums *sums)
{
	GMimeMessage *message;

	while (!g_mime_parser_eos(parser) &&
	    (message = g_mime_parser_construct_message(parser, NULL)) != NULL) {
		sums->messages++;
		g_mime_message_foreach(message, decode, sums);
		g_object_unref(message);
	}
}

int
main(int argc, char **argv)
{
	struct sums sums = { NULL, 0, 0, 0 };
	GMimeParser *parser;
	GMimeStream *stream;
	int fd;

	if (argc < 2)
		errx(2, "usage: bench_gmime FILE");
	fd = open(argv[1], O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		err(2, "%s", argv[1]);
	g_mime_init();
	stream = g_mime_stream_fs_new(fd);
	sums.nowhere = g_mime_stream_null_new();
	parser = g_mime_parser_new_with_stream(stream);
	g_mime_parser_set_format(parser, GMIME_FORMAT_MBOX);
	read_messages(parser, &sums);
	printf("%lu messages, %lu parts, %llu bytes\n", sums.messages, sums.parts, sums.bytes);
	g_object_unref(parser);
	g_object_unref(sums.nowhere);
	g_object_unref(stream);
	g_mime_shutdown();
	return 0;
}
