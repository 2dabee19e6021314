# tracking.awk - check tracking-params.tsv and turn it into the table of src/unwrap/unwrap.h
#
# Prints the table, or a message with file and line for each error; then the exit status is 1.

function fail(message) {
	print FILENAME ":" FNR ": " message >"/dev/stderr"
	failed = 1
}

BEGIN { FS = "\t" }

/^#/ || /^$/ { next }

NF != 3 || $1 == "" || $2 == "" || $3 == "" {
	fail("a row has 3 fields, separated by tabs: name, hosts, who")
	next
}

{
	if ($1 !~ /^(\/[a-z]+=|[a-z0-9_.-]+(\[[0-9]\])?\*?)$/)
		fail("not a name in lower case: \"" $1 "\"")
	if ($2 !~ /^-$|^[a-z0-9*.{} -]+$/)
		fail("not a list of hosts: \"" $2 "\"")
	name = $1
	kind = name ~ /^\// ? "SEGMENT" : name ~ /\*$/ ? "PREFIX" : "NAME"
	gsub(/^\/|\*$/, "", name)
	if (name in seen)
		fail("\"" name "\" appears twice")
	seen[name] = 1
	text = text "\t{ TRACKING_" kind ", " length(name) ", \"" name "\", " \
		($2 == "-" ? "NULL" : "\"" $2 "\"") " },\n"
}

END {
	if (failed)
		exit 1
	print "/* made from " FILENAME " by tracking.awk */"
	print "#include \"unwrap/unwrap.h\"\n"
	print "const struct tracking_parameter tracking_table[] = {"
	printf "%s", text
	print "};"
	print "const unsigned tracking_count = sizeof(tracking_table) / sizeof(tracking_table[0]);"
}
