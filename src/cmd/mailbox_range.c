/* mailbox_range.c - searching a mailbox in byte ranges: --range and --pieces */
#include "cmd/mailbox_range.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* Return true if the file is a mailbox whose messages can be found from any byte on. */
static bool
is_divisible_mailbox(urlgrep_mail *mail, int fd, const char *path)
{
	urlgrep_member member;

	return urlgrep_mail_open_fd(mail, path, fd, NULL) == URLGREP_OK &&
	    urlgrep_mail_divisible(mail) &&
	    urlgrep_mail_next_member(mail, &member) == URLGREP_OK &&
	    member.type == URLGREP_MAIL_MBOX;
}

bool
mailbox_range_complete(urlgrep_mail *mail, int fd, const char *path,
    urlgrep_mail_range *range)
{
	range->size = sizeof(*range);
	if (range->begin == range->end)
		return false;
	if (is_divisible_mailbox(mail, fd, path)) {
		range->type = URLGREP_MAIL_MBOX;
		range->flags = URLGREP_MAIL_KNOWN_DIVISIBLE;
		return true;
	}
	range->end = UINT64_MAX;
	return range->begin == 0;
}

static void
print_pieces(uint64_t bytes, uint64_t size)
{
	uint64_t begin = 0;

	for (; bytes - begin > size; begin += size)
		printf("%" PRIu64 "-%" PRIu64 "\n", begin, begin + size);
	printf("%" PRIu64 "-\n", begin);
}

bool
mailbox_range_print_pieces(urlgrep_mail *mail, const char *path, uint64_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY), error = 0;
	struct stat st;

	if (fd < 0)
		return false;
	if (fstat(fd, &st) != 0)
		error = errno;
	else if (S_ISDIR(st.st_mode))
		error = EISDIR;
	else if (S_ISREG(st.st_mode) && is_divisible_mailbox(mail, fd, path))
		print_pieces((uint64_t)st.st_size, size);
	else
		print_pieces(0, size);
	close(fd);
	errno = error;
	return error == 0;
}
