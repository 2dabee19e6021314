# join_points.awk - turn join_points.tsv into join_points.h, and check it against the code
#
#	awk -f join_points.awk FILE.c... join_points.tsv

function fail(line, message) {
	printf "%s:%d: %s\n", FILENAME, line, message >"/dev/stderr"
	failed = 1
}

# the code: where each SIGN_... first occurs
FILENAME != ARGV[ARGC - 1] {
	rest = $0
	while (match(rest, /SIGN_[A-Z0-9_]+/)) {
		name = substr(rest, RSTART + 5, RLENGTH - 5)
		rest = substr(rest, RSTART + RLENGTH)
		if (!(name in used))
			used[name] = FILENAME ":" FNR
	}
	next
}

# the table
/^#/ || /^$/ { next }
{
	columns = split($0, column, "\t")
	row = column[1]
	sign = column[2]
	points = column[3]
	source = column[4]
	if (row !~ /^[A-Z][A-Z0-9_]*$/ || sign == "" || points !~ /^-?[0-9]+$/) {
		fail(FNR, "not ROW, SIGN, POINTS, SOURCE, REASON between tabs")
		next
	}
	if (row in line) {
		fail(FNR, row " is already in line " line[row])
		next
	}
	line[row] = FNR
	if (source == "by-hand" ? columns != 5 || column[5] == "" : columns != 4)
		fail(FNR, row ": a row set by hand has a reason, others have none")
	if (source != "learnt" && source != "by-hand")
		fail(FNR, row ": source is neither learnt nor by-hand")
	if (sign == "threshold") {
		thresholds = thresholds sprintf("\tJOIN_%s = %d,\n", row, points)
		next
	}
	if (!(row in used))
		fail(FNR, row ": no file has SIGN_" row)
	signs = signs sprintf("\tSIGN_%s,\n", row)
	values = values sprintf("\tPOINTS_%s = %d,\n", row, points)
	rows = rows sprintf(" \\\n\t{ \"%s\", %d },", sign, points)
	kind = toupper(sign)
	sub(/:.*/, "", kind)
	if (!(kind in most)) {
		kinds[++kind_count] = kind
		most[kind] = least[kind] = points + 0
	}
	if (points + 0 > most[kind])
		most[kind] = points + 0
	if (points + 0 < least[kind])
		least[kind] = points + 0
}

END {
	for (name in used)
		if (!(name in line)) {
			printf "%s: SIGN_%s has no row in %s\n", used[name], name,
				FILENAME >"/dev/stderr"
			failed = 1
		}
	if (failed)
		exit 1
	print "/* join_points.h - made from join_points.tsv */"
	print "#ifndef TEXT_JOIN_JOIN_POINTS_H\n#define TEXT_JOIN_JOIN_POINTS_H\n"
	printf "enum {\n%s};\n\n", thresholds
	printf "enum join_sign {\n%s};\n\n", signs
	printf "enum {\n%s};\n\n", values
	print "/* the extremes of each kind of sign */\nenum {"
	for (i = 1; i <= kind_count; i++)
		printf "\tMAX_%s_POINTS = %d, MIN_%s_POINTS = %d,\n", kinds[i],
			most[kinds[i]], kinds[i], least[kinds[i]]
	print "};\n"
	print "/* name and points of each sign, in the order of enum join_sign */"
	printf "#define JOIN_ROWS%s\n\n#endif\n", rows
}
