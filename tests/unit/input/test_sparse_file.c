/* test_sparse_file.c - the ends of holes in a file, and whether it has any */
#include <fcntl.h>
#include <unistd.h>

#include "tap.h"
#include "util/sparse_file.h"

enum { HOLE = 1 << 20 };

/* Make a file of a line, a hole, a line, and a hole; return its descriptor. */
static int
make_file(void)
{
	char name[] = "/tmp/test_sparse_file.XXXXXX";
	int fd = mkstemp(name);

	if (fd < 0)
		return -1;
	unlink(name);
	if (write(fd, "line\n", 5) != 5 || lseek(fd, 2 * HOLE, SEEK_SET) < 0 ||
	    write(fd, "line\n", 5) != 5 || ftruncate(fd, 4 * HOLE) != 0)
		exit(2);
	return fd;
}

static void
check_holes(int fd)
{
	off_t at = lseek(fd, 3, SEEK_SET);

	ok(sparse_file_hole_end(fd, 0) == 0 && sparse_file_hole_end(fd, 4) == 4,
	    "no hole at the beginning");
	ok(sparse_file_hole_end(fd, HOLE) == 2 * HOLE &&
	    sparse_file_hole_end(fd, 2 * HOLE - 1) == 2 * HOLE, "a hole before data");
	ok(sparse_file_hole_end(fd, 2 * HOLE) == 2 * HOLE, "the data after it");
	ok(sparse_file_hole_end(fd, 3 * HOLE) == 4 * HOLE &&
	    sparse_file_hole_end(fd, 4 * HOLE - 1) == 4 * HOLE, "a hole before the end");
	ok(sparse_file_hole_end(fd, 4 * HOLE) == 4 * HOLE &&
	    sparse_file_hole_end(fd, 5 * HOLE) == 5 * HOLE, "after the end there is none");
	ok(lseek(fd, 0, SEEK_CUR) == at, "the position stays");
	ok(sparse_file_hole_end(-1, 7) == 7, "without a file there is none");
	close(0);
	ok(sparse_file_hole_end(fd, HOLE) == 2 * HOLE, "without standard input, too");
}

static void
check_blocks(void)
{
	struct stat st = { .st_mode = S_IFREG, .st_size = 5120, .st_blocks = 10 };

	ok(!sparse_file_is(&st), "a file with all its blocks");
	st.st_blocks = 9;
	ok(sparse_file_is(&st), "one block is missing");
	st.st_size = 5119;
	ok(!sparse_file_is(&st), "nothing but a part of a block is missing");
	st.st_size = 5120;
	st.st_mode = S_IFIFO;
	ok(!sparse_file_is(&st), "no regular file");
	st.st_mode = S_IFREG;
	st.st_size = st.st_blocks = 0;
	ok(!sparse_file_is(&st), "an empty file");
}

int
main(void)
{
	int fd = make_file();
	struct stat st;

	check_blocks();
	if (fd < 0 || fstat(fd, &st) != 0 || st.st_blocks * 512 >= 4 * HOLE ||
	    access("/proc/self/fd", R_OK) != 0)
		skip("holes", "the file system has none, or there is no /proc");
	else
		check_holes(fd);
	return done_testing();
}
