/* test_files.c - names and files: patterns of gitignore(5), paths, texts
 * of files */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/files.h"
#include "cmd/walk.h"
#include "cmd/progress.h"
#include "tap.h"

static char directory[] = "/tmp/test_files.XXXXXX";

/* Return the path of a file in the directory of the test, until the call after the next. */
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

static const struct {
	const char *pattern, *name;
	bool matches;
} names[] = {
	{ "", "", true }, { "", "a", false }, { "a", "", false }, { "a", "a", true },
	{ "a", "b", false }, { "a", "ab", false }, { "ab", "a", false },
	/* stars */
	{ "*", "abc", true }, { "***", "a", true },
	{ "a*", "a", true }, { "a*", "abc", true }, { "a*", "ba", false }, { "*a", "a", true },
	{ "*a", "bba", true }, { "*a", "ab", false }, { "*a*", "bab", true },
	{ "*a*", "bb", false }, { "a*b", "ab", true }, { "a*b", "acb", true },
	{ "a*b", "abcb", true }, { "a*b", "abc", false }, { "a*b*c", "abbc", true },
	{ "a*b*c", "acbc", true }, { "a*b*c", "acb", false }, { "*ab", "aab", true },
	{ "*aab", "aaab", true }, { "*abab", "abaabab", true }, { "*ab*ab", "ab", false },
	{ "*ab*ab", "abab", true }, { "a**", "a", true }, { "a*", "a*", true },
	/* question marks, backslashes */
	{ "?", "", false }, { "?", "a", true }, { "?", "ab", false }, { "a?", "a", false },
	{ "a?c", "abc", true }, { "*?", "", false }, { "*?", "a", true }, { "?*", "ab", true },
	{ "\\*", "*", true }, { "\\*", "a", false }, { "\\?", "?", true }, { "\\?", "x", false },
	{ "\\a", "a", true }, { "\\a", "\\a", false }, { "\\\\", "\\", true },
	{ "\\", "\\", false }, { "a\\", "a\\", false }, { "a\\", "a", false },
	{ "\\[a]", "[a]", true }, { "*\\*", "a*", true }, { "*\\*", "ab", false },
	/* brackets */
	{ "[a]", "a", true }, { "[a]", "b", false }, { "[abc]", "c", true }, { "[a-c]", "b", true },
	{ "[a-c]", "d", false }, { "[!a]", "b", true }, { "[!a]", "a", false },
	{ "[^a]", "b", true }, { "[^a]", "a", false }, { "[]]", "]", true }, { "[]]", "a", false },
	{ "[!]]", "a", true }, { "[!]]", "]", false }, { "[^]]", "]", false },
	{ "[]a]", "a", true }, { "[]a]", "]", true }, { "[a]b", "ab", true },
	{ "[a]b", "a", false }, { "[a]*", "ab", true }, { "x[a]", "xa", true },
	{ "[!a]*", "ba", true }, { "[a-]", "-", true }, { "[-a]", "-", true },
	{ "[\\]]", "]", true }, { "[[:digit:]]", "5", true }, { "[[:digit:]]", "a", false },
	{ "[[:digit:]x]", "x", true }, { "[[:digit:][:upper:]]", "A", true },
	{ "[[:digit:][:upper:]]", "a", false }, { "[![:digit:]]", "a", true },
	{ "[![:digit:]]", "5", false }, { "[[:digit:]]b", "5b", true }, { "[[]", "[", true },
	{ "[[a]", "a", true }, { "[a[]", "[", true }, { "[a[:]", ":", true },
	{ "[a[:]x", "[x", true }, { "[a[:]x", "ax", true }, { "[[:]]", ":]", true },
	{ "[:a]", ":", true }, { "[[:a]", ":", true }, { "[[:a]x", "ax", true },
	/* without an end: the bracket stands for itself */
	{ "[", "[", true }, { "[a", "[a", true }, { "[a", "a", false }, { "[]", "[]", true },
	{ "[]", "]", false }, { "[!", "[!", true }, { "[!]", "[!]", true }, { "[^]", "[^]", true },
	{ "[[:digit:]", "[[:digit:]", false }, { "a[", "a[", true }, { "[*", "[x", true },
	{ "[!a", "[!a", true }, { "[a[", "[a[", true }, { "[a[:", "[a[:", true },
	/* bytes that are no letters */
	{ "caf\xC3\xA9", "caf\xC3\xA9", true }, { "caf??", "caf\xC3\xA9", true },
	{ "\xFF", "\xFF", true }, { "?", "\xFF", true }, { "a/b", "a/b", true },
};

static const struct {
	const char *pattern, *path;
	bool matches;
} paths[] = {
	{ "a", "a", true }, { "a", "a/b", false }, { "a/b", "a", false }, { "a/b", "a/b", true },
	{ "a/b", "a/c", false }, { "a/*", "a/b", true }, { "a/*", "a/b/c", false },
	{ "*/b", "a/b", true }, { "*/b", "b", false }, { "a/?", "a/b", true }, { "a?b", "a/b", false },
	{ "a[/]b", "a/b", false }, { "a*b", "a/b", false }, { "a/b*/c", "a/bx/c", true },
	/* components of two stars */
	{ "**", "a", true }, { "**", "a/b", true }, { "**/a", "a", true }, { "**/a", "b/a", true },
	{ "**/a", "b/c/a", true }, { "**/a", "a/b", false }, { "**/a", "ba", false },
	{ "a/**", "a/b", true }, { "a/**", "a/b/c", true }, { "a/**", "a", false },
	{ "a/**", "b/a", false }, { "a/**/b", "a/b", true }, { "a/**/b", "a/x/b", true },
	{ "a/**/b", "a/x/y/b", true }, { "a/**/b", "a/x", false }, { "a/**/b", "a/b/c", false },
	{ "a/**/b", "x/a/b", false }, { "a/**/b/c", "a/b/b/c", true },
	{ "a/**/b/c", "a/b/x/b/c", true }, { "a/**/b/c", "a/b/x/c", false },
	{ "**/a/**/b", "x/a/y/b", true }, { "**/a/**/b", "x/a/y/a/b", true },
	{ "**/a/**/b", "x/b/a", false }, { "**/**/a", "a", true }, { "**/**/a", "x/y/a", true },
	{ "**/**", "a", true }, { "**/a/**", "x/a/y", true }, { "**/a/**", "x/a", false },
	{ "**/ab/cd", "ab/x/ab/cd", true }, { "**a", "ba", true }, { "**a", "b/a", false },
	{ "a**/b", "ax/b", true }, { "a**/b", "ax/y/b", false }, { "***", "a", true },
	{ "***", "a/b", false }, { "?*/a", "b/a", true }, { "*?/a", "b/c/a", false },
	{ "a/**x/b", "a/yx/b", true }, { "a/**x/b", "a/y/x/b", false },
};

static void
test_patterns(void)
{
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(*names); i++)
		ok(glob_match(names[i].pattern, names[i].name) == names[i].matches,
		    "\"%s\" %s \"%s\"", names[i].pattern,
		    names[i].matches ? "matches" : "does not match", names[i].name);
	for (i = 0; i < sizeof(paths) / sizeof(*paths); i++)
		ok(glob_match(paths[i].pattern, paths[i].path) == paths[i].matches,
		    "path: \"%s\" %s \"%s\"", paths[i].pattern,
		    paths[i].matches ? "matches" : "does not match", paths[i].path);
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
	size_t i;
	int next = dup(0), fd;

	close(next);
	memset(text, 'x', sizeof(text));
	for (i = 0; i < sizeof(lens) / sizeof(*lens); i++) {
		write_file("text", text, lens[i]);
		got = file_text_read(path_of("text"));
		ok(got && strlen(got) == lens[i], "a file of %zu bytes", lens[i]);
		free(got);
	}
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

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
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
	unlink(path_of("d/a"));
	unlink(path_of("d/b"));
	unlink(path_of("dd/a"));
	unlink(path_of("top"));
	unlink(path_of("text"));
	rmdir(path_of("d"));
	rmdir(path_of("dd"));
	rmdir(directory);
	return done_testing();
}
