# entities.awk - check entities.tsv and turn it into the table in entities.c, sorted as by strcmp()
#
# Prints the table, or a message with file and line for each mistake; then the exit status is 1.

function fail(message) {
	print FILENAME ":" FNR ": " message >"/dev/stderr"
	failed = 1
}

BEGIN { FS = "\t" }

/^#/ { next }

NF != 2 || $1 !~ /^[0-9A-F][0-9A-F][0-9A-F][0-9A-F]$/ || $2 !~ /^[A-Za-z0-9]+( [A-Za-z0-9]+)*$/ {
	fail("expected a code of four hex digits, a tab, and names")
	next
}

{
	count = split($2, more, " ")
	for (i = 1; i <= count; i++) {
		if (more[i] in code)
			fail("\"" more[i] "\" is there twice")
		code[more[i]] = $1
		for (at = ++names; at > 1 && sorted[at - 1] > more[i]; at--)
			sorted[at] = sorted[at - 1]
		sorted[at] = more[i]
	}
}

END {
	if (failed)
		exit 1
	print "/* made from " FILENAME " by entities.awk */"
	print "static const struct named_entity entities[] = {"
	for (i = 1; i <= names; i++)
		print "\t{ \"" sorted[i] "\", 0x" code[sorted[i]] " },"
	print "};"
}
