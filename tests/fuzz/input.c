/* input.c - check that an input, compressed or not, has the same members, bytes and errors whether
 * it is read in large or small pieces, from a file or from a buffer */
#include "fuzz.h"

#include <sys/mman.h>
#include <unistd.h>

#include "input/input.h"
#include "util/memory.h"

enum { MAX_INPUT_BYTES = 64 * 1024, MAX_MEMBERS = 64, MAX_OUTPUT_BYTES = 1024 * 1024 };

struct transcript {
	char *text;
	size_t len;
	FILE *file;
};

/* Return the name of the member, or NULL. */
static const char *
innermost_name(const struct archive_reader *r)
{
	const char *inner = archive_reader_state(r)->names[1];

	return inner ? inner : archive_reader_state(r)->names[0];
}

/* Append the names, bytes and errors of all members. Stop early in a decompression bomb. */
static void
read_members(struct archive_reader *r, size_t step, FILE *out)
{
	char *piece = malloc(step);
	const char *name;
	unsigned members = 0;
	size_t total = 0;
	int rc;

	while ((rc = archive_reader_next(r)) != 0 && members++ < MAX_MEMBERS) {
		ssize_t n = 0;

		name = innermost_name(r);
		fprintf(out, "member %d %s\n", rc,
		    rc < 0 ? archive_reader_state(r)->error : name ? name : "-");
		while (rc > 0 && total < MAX_OUTPUT_BYTES &&
		    (n = archive_reader_read(r, piece, step)) > 0) {
			fwrite(piece, 1, (size_t)n, out);
			total += (size_t)n;
		}
		if (rc > 0 && n < 0)
			fprintf(out, "error %s\n", archive_reader_state(r)->error);
		if (total >= MAX_OUTPUT_BYTES)
			break;
	}
	free(piece);
}

static void
read_source(urlgrep_mail_source source, size_t step, bool raw, struct transcript *t)
{
	struct archive_reader *r = archive_reader_new(&memory_default);

	t->file = open_memstream(&t->text, &t->len);
	archive_reader_open(r, source, raw ? URLGREP_RAW : 0);
	read_members(r, step, t->file);
	archive_reader_free(r);
	fclose(t->file);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned choice = take_choice(data, &size);
	bool raw = choice & 1;
	struct file_source file;
	urlgrep_span buffer = { (const char *)data, size };
	struct transcript large, small;
	int fd;

	if (size > MAX_INPUT_BYTES)
		return 0;
	fd = memfd_create("input", 0);
	must(write(fd, data, size) == (ssize_t)size);
	lseek(fd, 0, SEEK_SET);
	read_source(file_source_open(&file, fd), 64 * 1024, raw, &large);
	read_source(buffer_source_open(&buffer), 1 + (choice >> 1), raw, &small);
	if (large.len < MAX_OUTPUT_BYTES && small.len < MAX_OUTPUT_BYTES) {
		must(large.len == small.len);
		must(memcmp(large.text, small.text, large.len) == 0);
	}
	must(!raw || large.len >= size);
	free(large.text);
	free(small.text);
	close(fd);
	return 0;
}
