/* file.c - runs a fuzz target without a fuzzer on each named file, or on standard
 * input, as AFL++ does */
#include "fuzz.h"

enum { LONGEST = 16 * 1024 * 1024 };

static void
run(FILE *file)
{
	char *text = malloc(LONGEST);
	size_t len = text ? fread(text, 1, LONGEST, file) : 0;
	char *exact = copied(text, len);

	free(text);
	LLVMFuzzerTestOneInput((const uint8_t *)exact, len);
	free(exact);
}

int
main(int argc, char **argv)
{
	int i;

	if (argc == 1)
		run(stdin);
	for (i = 1; i < argc; i++) {
		FILE *file = fopen(argv[i], "rb");

		if (file == NULL) {
			perror(argv[i]);
			return 2;
		}
		run(file);
		fclose(file);
	}
	return 0;
}
