# schemes.awk - check schemes.tsv and turn it into src/url/scheme.h's table, as C
#
# Prints the table, or a message with file and line for each mistake; then the exit
# status is 1.

function fail(message) {
	print FILENAME ":" FNR ": " message >"/dev/stderr"
	failed = 1
}

# Return the C initializers of a comma-separated list of forms.
function initializers(list, words, count, i, seen, text) {
	count = split(list, words, ",")
	for (i = 1; i <= count; i++) {
		if (!(words[i] in field_of))
			fail("unknown form \"" words[i] "\"")
		else if (words[i] in seen)
			fail("form \"" words[i] "\" is there twice")
		else
			text = text ", ." field_of[words[i]] " = true"
		seen[words[i]] = 1
	}
	if (!("slashes" in seen) && !("opaque" in seen))
		fail("a scheme is recognized with slashes, or opaque, or both")
	if ("empty-host" in seen && !("slashes" in seen))
		fail("empty-host without slashes")
	return text
}

BEGIN {
	FS = "\t"
	field_of["slashes"] = "slashes"
	field_of["opaque"] = "opaque"
	field_of["empty-host"] = "empty_host"
}

/^#/ || /^$/ { next }

NF != 4 || $1 == "" || $2 == "" || $3 == "" || $4 == "" {
	fail("a row has 4 fields, divided by tabs: scheme, forms, port, reference")
	next
}

{
	if ($1 !~ /^[a-z][a-z0-9+.-]*$/)
		fail("not the name of a scheme in lower case: \"" $1 "\"")
	if ($1 in line_of)
		fail("scheme \"" $1 "\" is there twice, see line " line_of[$1])
	if ($3 != "-" && ($3 !~ /^[1-9][0-9]*$/ || $3 > 65535))
		fail("not a port: \"" $3 "\"")
	if ($4 != "none" && $4 !~ /^RFC [1-9][0-9]*$/)
		fail("not an RFC: \"" $4 "\"")
	line_of[$1] = FNR
	len = length($1)
	if (len > longest)
		longest = len
	rows[len] = rows[len] sprintf("\t{ \"%s\"%s, .port = %s }, /* %s */\n", \
		$1, initializers($2), $3 == "-" ? 0 : $3, $4)
	count[len]++
	checks = checks sprintf("_Static_assert(sizeof(\"%s\") - 1 <= MAX_SCHEME_BYTES,\n" \
		"    \"%s:%d: longer than MAX_SCHEME_BYTES in src/url/scheme.h\");\n", \
		$1, FILENAME, FNR)
}

END {
	if (failed)
		exit 1
	print "/* made from " FILENAME " by schemes.awk */"
	print "#include \"url/scheme.h\"\n"
	print checks
	print "const struct scheme scheme_table[] = {"
	for (len = 1; len <= longest; len++)
		printf "%s", rows[len]
	print "};\n"
	print "/* [n]: the number of schemes shorter than n bytes */"
	printf "const unsigned short scheme_table_begin[MAX_SCHEME_BYTES + 2] = {"
	for (len = 0; len <= longest + 1; len++) {
		printf " %d,", total
		total += count[len]
	}
	print " };\n"
	print "const unsigned scheme_count = sizeof(scheme_table) / sizeof(scheme_table[0]);"
}
