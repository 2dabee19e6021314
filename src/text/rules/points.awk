# points.awk - turn points.tsv into join_points.h, and check it against the code
#
#	awk -f points.awk FILE.c... points.tsv

function fail(line, message) {
	printf "%s:%d: %s\n", FILENAME, line, message >"/dev/stderr"
	failed = 1
}

# Update the maximum of points for the sign's kind.
function count(kind, mail, text) {
	if (!(kind in most_in_mail)) {
		kinds[++kind_count] = kind
		most_in_mail[kind] = most_in_text[kind] = 0
	}
	if (mail + 0 > most_in_mail[kind])
		most_in_mail[kind] = mail + 0
	if (text + 0 > most_in_text[kind])
		most_in_text[kind] = text + 0
}

# the code and the rules: where each SIGN_... first occurs
FILENAME != ARGV[ARGC - 1] {
	rest = $0
	gsub(/[A-Z0-9]_SIGN_/, "", rest) # part of another name
	while (match(rest, /SIGN_[A-Z0-9_]+/)) {
		name = substr(rest, RSTART + 5, RLENGTH - 5)
		rest = substr(rest, RSTART + RLENGTH)
		if (name != "NONE" && !(name in used))
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
	mail = column[3]
	text = column[4]
	source = column[5]
	if (row !~ /^[A-Z][A-Z0-9_]*$/ || sign == "" || mail !~ /^-?[0-9]+$/ ||
	    text !~ /^-?[0-9]+$/) {
		fail(FNR, "not ROW, SIGN, MAIL, TEXT, SOURCE, REASON between tabs")
		next
	}
	if (row in line) {
		fail(FNR, row " is already in line " line[row])
		next
	}
	line[row] = FNR
	if (source == "by-hand" ? columns != 6 || column[6] == "" : columns != 5)
		fail(FNR, row ": a row set by hand has a reason, others have none")
	if (source != "learnt" && source != "by-hand")
		fail(FNR, row ": source is neither learnt nor by-hand")
	if (sign == "threshold") {
		if (mail != text)
			fail(FNR, row ": a threshold is the same in mail and in text")
		thresholds = thresholds sprintf("\tJOIN_%s = %d,\n", row, mail)
		next
	}
	if (!(row in used))
		fail(FNR, row ": no file has SIGN_" row)
	signs = signs sprintf("\tSIGN_%s,\n", row)
	rows = rows sprintf(" \\\n\t{ \"%s\", %d, %d },", sign, mail, text)
	kind = toupper(sign)
	sub(/:.*/, "", kind)
	count(kind, mail, text)
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
	print "/* join_points.h - made from points.tsv */"
	print "#ifndef TEXT_JOIN_POINTS_H\n#define TEXT_JOIN_POINTS_H\n"
	printf "enum {\n%s\tJOIN_KIND_COUNT = %d\n};\n\n", thresholds, kind_count
	printf "enum join_sign {\n\tSIGN_NONE,\n%s};\n\n", signs
	print "/* the most that each kind of sign gives in mail and in other text */\nenum {"
	for (i = 1; i <= kind_count; i++)
		printf "\tMAX_%s_MAIL = %d,\n\tMAX_%s_TEXT = %d,\n", kinds[i],
			most_in_mail[kinds[i]], kinds[i], most_in_text[kinds[i]]
	print "};\n"
	print "/* name, points in mail and points in other text of each, in the order of enum join_sign */"
	printf "#define JOIN_ROWS \\\n\t{ \"\", 0, 0 },%s\n\n#endif\n", rows
}
