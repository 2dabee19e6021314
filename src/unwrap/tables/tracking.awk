# tracking.awk - check tracking-params.tsv and turn it into src/unwrap/tracking_table.h's
# tables: names sorted, prefixes, and beginnings of path segments
#
# Prints the tables, or a message with file and line for each mistake; then the exit
# status is 1.

function fail(message) {
	print FILENAME ":" FNR ": " message >"/dev/stderr"
	failed = 1
}

function row(name) {
	return "\t{ \"" name "\", " (hosts[name] == "-" ? "NULL" : "\"" hosts[name] "\"") " },"
}

# Print the rows of a table, sorted by name.
function print_table(table, names, count, i, j, swap) {
	for (i = 2; i <= count; i++)
		for (j = i; j > 1 && names[j] < names[j - 1]; j--) {
			swap = names[j]
			names[j] = names[j - 1]
			names[j - 1] = swap
		}
	print "const struct tracking_parameter " table "[] = {"
	for (i = 1; i <= count; i++)
		print row(names[i])
	print "};"
	print "const unsigned " table "_count = " count ";\n"
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
	if (name ~ /^\//) {
		name = substr(name, 2)
		segments[++segment_count] = name
	} else if (name ~ /\*$/) {
		name = substr(name, 1, length(name) - 1)
		prefixes[++prefix_count] = name
	} else {
		names[++name_count] = name
	}
	if (name in hosts)
		fail("\"" name "\" is there twice")
	hosts[name] = $2
}

END {
	if (failed)
		exit 1
	print "/* made from " FILENAME " by tracking.awk */"
	print "#include \"unwrap/tracking_table.h\"\n"
	print_table("tracking_names", names, name_count)
	print_table("tracking_prefixes", prefixes, prefix_count)
	print_table("tracking_segments", segments, segment_count)
}
