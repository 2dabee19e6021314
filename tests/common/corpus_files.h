/* corpus_files.h - list the input files of corpus/, sorted */
#ifndef CORPUS_FILES_H
#define CORPUS_FILES_H

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CORPUS_FILES = 1000 };

struct corpus_files {
	size_t count;
	char paths[MAX_CORPUS_FILES][280];
};

static inline bool
has_suffix(const char *name, const char *suffix)
{
	size_t len = strlen(name), end = strlen(suffix);

	return len > end && strcmp(name + len - end, suffix) == 0;
}

static inline int
compare_paths(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* List the files. Exit if there are none. */
static inline struct corpus_files *
list_corpus(void)
{
	struct corpus_files *files = calloc(1, sizeof(*files));
	DIR *directory = opendir("corpus");
	struct dirent *entry;

	while (files && directory && (entry = readdir(directory)) != NULL)
		if (entry->d_name[0] != '.' && !has_suffix(entry->d_name, ".urls") &&
		    !has_suffix(entry->d_name, ".options") && files->count < MAX_CORPUS_FILES)
			snprintf(files->paths[files->count++],
			    sizeof(files->paths[0]), "corpus/%s", entry->d_name);
	if (files == NULL || files->count == 0) {
		perror("corpus");
		exit(2);
	}
	closedir(directory);
	qsort(files->paths, files->count, sizeof(files->paths[0]), compare_paths);
	return files;
}

#endif
