/* test_files.c - names and files: patterns of gitignore(5), paths, contents of files */
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/progress.h"
#include "cmd/shared.h"
#include "cmd/walk.h"
#include "tap.h"

static char directory[] = "/tmp/test_files.XXXXXX";

/* Return the path of a file in the test's directory. It is valid until the second next call. */
static const char *
path_of(const char *name)
{
	static char paths[2][256];
	static int i;

	i = !i;
	snprintf(paths[i], sizeof(paths[i]), "%s/%s", directory, name);
	return paths[i];
}

static void
write_file(const char *name, const char *text, size_t len)
{
	FILE *file = fopen(path_of(name), "w");

	if (file == NULL || fwrite(text, 1, len, file) != len || fclose(file) != 0) {
		puts("Bail out! no temporary file");
		exit(1);
	}
}

/* ---- patterns --- */

enum { MOST = 4 }; /* components */

/* Match like glob_match(), but by trying all possibilities. */
static bool
matches(const char *const *pattern, size_t patterns, const char *const *path, size_t names)
{
	if (patterns == 0)
		return names == 0;
	if (strcmp(*pattern, "**") == 0)
		return patterns == 1 ? names > 0 : matches(pattern + 1, patterns - 1, path, names) ||
		    (names > 0 && matches(pattern, patterns, path + 1, names - 1));
	return names > 0 && fnmatch(*pattern, *path, 0) == 0 &&
	    matches(pattern + 1, patterns - 1, path + 1, names - 1);
}

/* Write the components selected by the digits of a number, with slashes. Return how many. */
static size_t
make_path(char *path, const char **parts, size_t number, const char *const *words, size_t count)
{
	size_t n = 0;

	for (*path = '\0'; number > 0 && n < MOST; number = (number - 1) / count) {
		parts[n] = words[(number - 1) % count];
		sprintf(path + strlen(path), "%s%s", n ? "/" : "", parts[n]);
		n++;
	}
	return n;
}

/* Match all patterns of a few components against all such paths. */
static void
test_patterns(void)
{
	static const char *const globs[] = { "a", "*", "**", "?b", "**a", "[!a]" };
	static const char *const words[] = { "a", "b", "ab" };
	enum { GLOBS = 6 + 36 + 216 + 1296, WORDS = 3 + 9 + 27 + 81 };
	char pattern[40], path[40];
	const char *parts[MOST], *names[MOST];
	unsigned matched = 0, wrong = 0;
	size_t i, k;

	for (i = 0; i <= GLOBS; i++) {
		size_t count = make_path(pattern, parts, i, globs, 6);

		for (k = 0; k <= WORDS; k++) {
			size_t len = make_path(path, names, k, words, 3);
			bool is_match = glob_match(pattern, path);

			matched += is_match;
			if (is_match != matches(parts, count, names, len) && wrong++ < 10)
				printf("# \"%s\" on \"%s\": %d\n", pattern, path, is_match);
		}
	}
	ok(wrong == 0 && matched > 10000, "patterns of %d components: %u matches", MOST, matched);
	ok(!glob_match("a[/]b", "a/b") && glob_match("[", "[") && glob_match("\\*", "*") &&
	    glob_match("caf??", "caf\xC3\xA9"), "brackets, backslashes and bytes are those of fnmatch");
}

static bool
is_string(const char *got, const char *wanted)
{
	bool good = got && wanted ? strcmp(got, wanted) == 0 : got == wanted;

	if (!good)
		printf("# got: %s, wanted: %s\n", got ? got : "none", wanted ? wanted : "none");
	return good;
}

/* ---- texts of files --- */

static void
test_texts(void)
{
	enum { LIMIT = 1024 * 1024 };
	static const size_t lens[] = { 0, 1, BUFSIZ - 1, BUFSIZ, BUFSIZ + 1, 3 * BUFSIZ };
	static char text[LIMIT + 1];
	char *got;
	int next = dup(0), fd;

	close(next);
	memset(text, 'x', sizeof(text));
	FOR_EACH(len, lens) {
		write_file("text", text, *len);
		got = file_read_text(path_of("text"));
		ok(got && strlen(got) == *len, "a file of %zu bytes", *len);
		free(got);
	}
	write_file("text", "\xEF\xBB\xBFx\n", 5);
	got = file_read_text(path_of("text"));
	ok(is_string(got, "x\n"), "a byte order mark is not part of the text");
	free(got);
	fd = dup(0);
	ok(fd == next && fcntl(0, F_GETFD) >= 0, "files are closed again, standard input is not");
	close(fd);
}

static void
test_paths(void)
{
	static const char *const rows[][3] = { { "", "a", "/a" }, { "/", "a", "/a" },
		{ "d", "a", "d/a" }, { "d/", "a", "d/a" }, { "d", "", "d/" }, { "/d", "a/b", "/d/a/b" } };
	size_t i;

	for (i = 0; i < COUNT(rows); i++) {
		char *path = file_path_join(rows[i][0], rows[i][1]);

		ok(is_string(path, rows[i][2]), "\"%s\" and \"%s\"", rows[i][0], rows[i][1]);
		free(path);
	}
}

int
main(void)
{
	if (mkdtemp(directory) == NULL)
		return 1;
	test_patterns();
	test_texts();
	test_paths();
	unlink(path_of("text"));
	rmdir(directory);
	return done_testing();
}
