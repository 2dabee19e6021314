# options.awk - check row/options.tsv and, if given, cmd/options.tsv, which explain themselves, and
# turn them into the table in row/options.c or, for the command, into the table in cmd/options.c and
# the tables for getopt_long(3)

function fail(message) {
	print FILENAME ":" FNR ": " message >"/dev/stderr"
	failed = 1
	exit 1
}

function string(text) {
	gsub(/"/, "\\\"", text)
	return text == "-" ? "NULL" : "\"" text "\""
}

function member(name) {
	return "offsetof(struct " structure ", " name ")"
}

# Append the initializers for a type (of a shared option: of its row in row/options.tsv) and its
# member to how, or that of an output format to row.
function add_type(type, place, at) {
	if (type != "shared") {
		gsub(/-/, "_", type)
		how = how ", .type = OPTION_" toupper(type)
	}
	if (type == "format") {
		row = row ", .format = &format_" place
		return
	}
	at = index(place, "=")
	if (at)
		how = how ", .first = " substr(place, at + 1)
	if (place)
		how = how ", .member = " member(at ? substr(place, 1, at - 1) : place)
}

# Append the initializers for a word NAME=VALUE to how or to row.
function add_key(name, value) {
	if (name == "and")
		how = how ", .flag = " member(value)
	else if (name == "words")
		how = how ", .words = (const char *const[]){ \"" value "\", NULL }"
	else if (name == "last" || name == "expected")
		how = how ", ." name " = \"" (name == "last" ? "" : "expected ") value "\""
	else if (name ~ /^(word|names|absent)$/)
		how = how ", ." name " = " value
	else if (name ~ /^(min|max|read)$/)
		row = row ", ." name " = " value
	else
		fail("unknown word: " name)
}

# Append the initializers for the cell SETS to how and to row.
function add_cell(cell, word, first, i) {
	split(cell, word, " ")
	first = word[2] ~ /^(and|words?|names|min|max|read)=/ ? 2 : 3
	add_type(word[1], first == 3 ? word[2] : "")
	for (i = first; i in word && word[i] !~ /^expected=/; i++) {
		gsub(/,/, "\", \"", word[i])
		add_key(substr(word[i], 1, index(word[i], "=") - 1), substr(word[i], index(word[i], "=") + 1))
	}
	if (match(cell, /expected=/))
		add_key("expected", substr(cell, RSTART + RLENGTH))
}

BEGIN { FS = "\t" }

/^#/ { next }

NF == 1 {
	rows[++count] = ".help = " string($1)
	next
}

NF == 4 && $1 ~ /^[a-z0-9_]+$/ {
	structure = "search_options"
	gsub(/ /, " | FOR_", $2)
	how = ".uses = FOR_" toupper($2)
	add_cell($3)
	shared[$1] = how
	table = table "\t{ " string($1) ", .expected = " string($4) ", " how " },\n"
	next
}

NF != 6 || $1 !~ /^.$/ || $2 !~ /^[a-z0-9-]+$/ {
	fail("a row has six cells: LETTER NAME ARGUMENT HELP SETS EXCLUDES")
}

{
	structure = "settings"
	name = $2
	gsub(/-/, "_", name)
	how = ""
	if ($5 ~ /^shared/) {
		if (!(name in shared))
			fail("no row of row/options.tsv: " name)
		how = ", " shared[name]
	}
	row = (($1 == "-") ? 0 : "'" $1 "'") ", " string($2) ", " string($3) ", " string($4)
	add_cell($5)
	excluded[$2] = $6
	names[++count] = $2
	rows[count] = row ", .how = { " substr(how, 3) " }"
	has_argument = $3 == "-" ? "no_argument" : $3 ~ /^\[/ ? "optional_argument" : "required_argument"
	long_names = long_names "\t{ " string($2) ", " has_argument ", NULL, LONG_ONLY + " count - 1 \
		" },\n"
	if ($1 != "-") # only the long name may have an optional argument
		letters = letters $1 (has_argument == "required_argument" ? ":" : "")
}

END {
	if (failed)
		exit 1
	print "/* made by src/row/options.awk */"
	if (!count) {
		print "const struct search_option search_option_table[] = {\n" table "\t{ .name = NULL }\n};"
		exit
	}
	print "const char option_letters[] = \":" letters "\"; /* parse.c reports errors */"
	print "const struct option option_names[] = {\n" long_names "\t{ NULL, 0, NULL, 0 }\n};"
	print "const struct option_row option_rows[] = {"
	for (i = 1; i <= count; i++) {
		list = i in names ? excluded[names[i]] : "-"
		if (match(list, /^=[a-z-]+/))
			list = excluded[substr(list, 2, RLENGTH - 1)] substr(list, RLENGTH + 1)
		for (k = split(list, word, " "); k > 0; k--)
			if (list != "-" && !(word[k] in excluded))
				fail("--" names[i] " excludes an unknown option: " word[k])
		print "\t{ " rows[i] (list == "-" ? "" : ", .excludes = " string(list)) " },"
	}
	print "\t{ .help = NULL }\n};"
}
