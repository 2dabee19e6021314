/* measure.c - run a command and print the time and memory it took:
 *
 *	measure OUT COMMAND [ARGUMENT]...	write its output to the file OUT
 *	measure -f COMMAND [ARGUMENT]...	through a pipe: time to the first byte
 *	measure -m COMMAND [ARGUMENT]...	private memory, sampled often
 *
 * Prints one line: wall-clock, user and system seconds, seconds to the first byte (-f), the peak
 * memory in KiB with and without mapped files (the latter with -m), and the exit status. This
 * program is small, because a child's peak memory starts with that of its parent. */
#include <err.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { EXIT_TROUBLE = 125, SAMPLING_NS = 1000 * 1000 };

/* Return the seconds of a monotonic clock. */
static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double
seconds(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

/* Start a command with its output to a descriptor. Return its process. */
static pid_t
start(char **command, int out)
{
	pid_t child = fork();

	if (child < 0)
		err(EXIT_TROUBLE, "fork");
	if (child > 0)
		return child;
	dup2(out, STDOUT_FILENO);
	execvp(command[0], command);
	err(EXIT_TROUBLE, "%s", command[0]);
}

/* Read all output. Return the time of the first byte, or 0 if there is none. */
static double
read_output(int in)
{
	char text[65536];
	double first = 0;

	while (read(in, text, sizeof(text)) > 0)
		if (first <= 0)
			first = now();
	return first;
}

/* Return the KiB of memory that a process uses now, without mapped files. */
static long
own_memory(pid_t child)
{
	char path[64], line[256];
	long kib, sum = 0;
	FILE *status;

	snprintf(path, sizeof(path), "/proc/%ld/status", (long)child);
	status = fopen(path, "r");
	while (status && fgets(line, sizeof(line), status))
		if (sscanf(line, "RssAnon: %ld", &kib) == 1 ||
		    sscanf(line, "RssShmem: %ld", &kib) == 1)
			sum += kib;
	if (status)
		fclose(status);
	return sum;
}

/* Sample the memory of a process until it ends. Return the greatest number of KiB. */
static long
sample_memory(pid_t child)
{
	struct timespec pause = { 0, SAMPLING_NS };
	siginfo_t info = { .si_pid = 0 };
	long most = 0, kib;

	while (waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
	    info.si_pid == 0) {
		kib = own_memory(child);
		most = kib > most ? kib : most;
		nanosleep(&pause, NULL);
	}
	return most;
}

/* Return the exit status, or 128 plus the number of the signal, as a shell does. */
static int
exit_status(int status)
{
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int
open_output(const char *path)
{
	int out = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);

	if (out < 0)
		err(EXIT_TROUBLE, "%s", path);
	return out;
}

/* Start a command with its output to a pipe. *in is the end to read from. */
static pid_t
start_piped(char **command, int *in)
{
	int ends[2];
	pid_t child;

	if (pipe(ends) < 0)
		err(EXIT_TROUBLE, "pipe");
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	child = start(command, ends[1]);
	close(ends[1]);
	*in = ends[0];
	return child;
}

int
main(int argc, char **argv)
{
	double begin, end, first = 0;
	struct rusage used;
	int in, status;
	long own = 0;
	pid_t child;

	if (argc < 3)
		errx(EXIT_TROUBLE, "usage: measure OUT|-f|-m COMMAND [ARGUMENT]...");
	begin = now();
	if (strcmp(argv[1], "-f") == 0) {
		child = start_piped(argv + 2, &in);
		first = read_output(in);
		first = first > 0 ? first - begin : 0;
	} else if (strcmp(argv[1], "-m") == 0) {
		child = start(argv + 2, open_output("/dev/null"));
		own = sample_memory(child);
	} else {
		child = start(argv + 2, open_output(argv[1]));
	}
	if (wait4(child, &status, 0, &used) < 0)
		err(EXIT_TROUBLE, "wait4");
	end = now();
	printf("%.6f %.6f %.6f %.6f %ld %ld %d\n", end - begin,
	    seconds(used.ru_utime), seconds(used.ru_stime), first,
	    used.ru_maxrss, own, exit_status(status));
	return 0;
}
