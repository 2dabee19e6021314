/* input.c - a file, packed or an archive or not: read in large pieces and in
 * small ones, the same members, octets and errors */
#include "fuzz.h"

#include <sys/mman.h>
#include <unistd.h>

#include "input/archive.h"

enum { LONGEST = 64 * 1024, MEMBERS = 64, OCTETS = 1024 * 1024 };

struct octets {
	char *text;
	size_t len;
	FILE *file;
};

/* What is read, the names and the errors, as one string; not all of a bomb. */
static void
read_all(int fd, size_t step, bool raw, struct octets *all)
{
	struct input *in = input_new(fd, raw);
	char *piece = malloc(step);
	const char *name;
	unsigned members = 0;
	size_t total = 0;
	int rc;

	lseek(fd, 0, SEEK_SET);
	while ((rc = input_member(in, &name)) != 0 && members++ < MEMBERS) {
		ssize_t n = 0;

		fprintf(all->file, "member %d %s\n", rc,
		    rc < 0 ? input_error(in) : name ? name : "-");
		while (rc > 0 && total < OCTETS &&
		    (n = input_read(in, piece, step)) > 0) {
			fwrite(piece, 1, (size_t)n, all->file);
			total += (size_t)n;
		}
		if (rc > 0 && n < 0)
			fprintf(all->file, "error %s\n", input_error(in));
		if (total >= OCTETS)
			break;
	}
	free(piece);
	input_free(in);
}

static void
read_again(int fd, size_t step, bool raw, struct octets *all)
{
	all->file = open_memstream(&all->text, &all->len);
	read_all(fd, step, raw, all);
	fclose(all->file);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned choice = take_choice(data, &size);
	bool raw = choice & 1;
	int fd;
	struct octets large, small;

	if (size > LONGEST)
		return 0;
	fd = memfd_create("input", 0);
	must(write(fd, data, size) == (ssize_t)size);
	read_again(fd, 64 * 1024, raw, &large);
	read_again(fd, 1 + (choice >> 1), raw, &small);
	if (large.len < OCTETS && small.len < OCTETS) {
		must(large.len == small.len);
		must(memcmp(large.text, small.text, large.len) == 0);
	}
	must(!raw || large.len >= size);
	free(large.text);
	free(small.text);
	close(fd);
	return 0;
}
