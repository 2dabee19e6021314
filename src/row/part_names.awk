# part_names.awk - list the names of parts in the grammars, for C: the captures in capitals,
# (?<ADDR_SPEC>, in small letters with "-" in place of "_", or as %%name says
{
	line = $0
	if ($1 == "%%name")
		given[FILENAME, $2] = $3
	while (match(line, /\(\?<[A-Z_0-9]+>/)) {
		capture = substr(line, RSTART + 3, RLENGTH - 4)
		line = substr(line, RSTART + RLENGTH)
		if (!((FILENAME, capture) in is_listed)) {
			is_listed[FILENAME, capture] = 1
			file[count] = FILENAME
			captures[count++] = capture
		}
	}
}

END {
	print "/* The names of parts, each once: those that most schemes have come first. */"
	print "static const char *const part_names[] = {"
	for (i = 0; i < count; i++) {
		name = tolower(captures[i])
		gsub(/_/, "-", name)
		if ((file[i], captures[i]) in given)
			name = given[file[i], captures[i]]
		if (!(name in is_printed))
			printf "\t\"%s\",\n", name
		is_printed[name] = 1
	}
	print "};"
}
