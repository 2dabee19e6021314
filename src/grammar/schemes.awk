# schemes.awk - check schemes.tsv and turn it into src/url/scheme.h's table, as C
#
# Prints the table, or a message with file and line for each error; then the exit status is 1.

function fail(message) {
	print FILENAME ":" FNR ": " message >"/dev/stderr"
	failed = 1
}

# Return the C initializers of a comma-separated list of forms.
function initializers(list, words, count, i, seen, text) {
	count = list == "-" ? 0 : split(list, words, ",")
	for (i = 1; i <= count; i++) {
		if (!(words[i] in field_of))
			fail("unknown form \"" words[i] "\"")
		else if (words[i] in seen)
			fail("form \"" words[i] "\" appears twice")
		else
			text = text ", ." field_of[words[i]] " = true"
		seen[words[i]] = 1
	}
	if (count && !("slashes" in seen) && !("opaque" in seen) && !("wrapped" in seen))
		fail("a scheme is recognized with slashes, opaque or wrapped")
	if (("opaque" in seen) && ("wrapped" in seen))
		fail("opaque and wrapped exclude each other")
	if (("empty-host" in seen) && !("slashes" in seen))
		fail("empty-host without slashes")
	return text
}

# Add a scheme to the hash table that scheme_find() in src/url/scheme.c searches.
function enter(name, row, slot, len) {
	len = length(name)
	slot = len * 33 + code_of[substr(name, 1, 1)]
	slot = slot * 33 + code_of[substr(name, int(len / 2) + 1, 1)]
	slot = (slot * 33 + code_of[substr(name, len, 1)]) % SLOTS
	while (slot in row_in)
		slot = (slot + 1) % SLOTS
	row_in[slot] = row
}

BEGIN {
	FS = "\t"
	SLOTS = 2048
	field_of["slashes"] = "slashes"
	field_of["opaque"] = "opaque"
	field_of["wrapped"] = "only_wrapped"
	field_of["empty-host"] = "empty_host"
	for (i = 1; i < 128; i++)
		code_of[sprintf("%c", i)] = i
}

/^#/ || /^$/ { next }

NF != 5 || $1 == "" || $2 == "" || $3 == "" || $4 == "" || $5 == "" {
	fail("a row has 5 fields, separated by tabs: scheme, origin, forms, port, reference")
	next
}

{
	if ($1 !~ /^[a-z][a-z0-9+.-]*$/)
		fail("not the name of a scheme in lower case: \"" $1 "\"")
	if ($1 in line_of)
		fail("scheme \"" $1 "\" appears twice, see line " line_of[$1])
	if ($2 != "iana" && $2 != "common")
		fail("the origin is iana or common, not \"" $2 "\"")
	if ($4 != "-" && ($4 !~ /^[1-9][0-9]*$/ || $4 > 65535))
		fail("not a port: \"" $4 "\"")
	if ($5 != "none" && $5 !~ /^RFC [1-9][0-9]*$/)
		fail("not an RFC: \"" $5 "\"")
	line_of[$1] = FNR
	rows = rows sprintf("\t{ \"%s\", %d%s, .is_registered = %s, .port = %s, .rfc = %s },\n", \
		$1, length($1), initializers($3), $2 == "iana" ? "true" : "false", \
		$4 == "-" ? 0 : $4, $5 == "none" ? 0 : substr($5, 5))
	checks = checks sprintf("_Static_assert(%d <= MAX_SCHEME_BYTES,\n" \
		"    \"%s:%d: longer than MAX_SCHEME_BYTES in src/url/scheme.h\");\n", \
		length($1), FILENAME, FNR)
	enter($1, ++count)
}

END {
	if (count > SLOTS / 2)
		fail("more rows than half of the hash table: double SLOTS")
	if (failed)
		exit 1
	print "/* made from " FILENAME " by schemes.awk */"
	print "#include \"url/scheme.h\"\n"
	print checks
	printf "_Static_assert(SCHEME_SLOTS == %d, \"SLOTS in schemes.awk\");\n\n", SLOTS
	print "const struct scheme scheme_table[] = {"
	printf "%s", rows
	print "};\n"
	print "const unsigned scheme_count = sizeof(scheme_table) / sizeof(scheme_table[0]);\n"
	print "/* the number of the row in each slot, from 1; 0: none */"
	printf "const unsigned short scheme_slots[SCHEME_SLOTS] = {"
	for (i = 0; i < SLOTS; i++)
		printf "%s%d,", i % 16 ? " " : "\n\t", row_in[i]
	print "\n};"
}
