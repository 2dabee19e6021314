# tables.awk - make the tables of src/row/fields.c: the fields from fields.tsv, which explains
# itself, and the names of parts from the grammars. A part is a capture in capitals, (?<ADDR_SPEC>;
# its name is in lower case with "-" in place of "_", unless %%name gives another one.

# Return the constants for words: with the prefix, except for words that begin with "is-" or "in-".
function bits(words, prefix, i, n, list, text) {
	n = words == "-" ? 0 : split(words, list, " ")
	for (i = 1; i <= n; i++) {
		gsub(/-/, "_", list[i])
		text = text (i > 1 ? " | " : "") (list[i] ~ /^i[sn]_/ ? "" : prefix) list[i]
	}
	return n ? toupper(text) : "0"
}

# Return the initializer of a key.
function key(name) {
	return name == "-" ? "{ \"\", 0 }" : "{ \"\\\"" name "\\\":\", " length(name) + 3 " }"
}

function at(source, structure, member) {
	return ".source = " source ", .at = offsetof(urlgrep_" structure ", " member ")"
}

# Return the initializers for a function that gets the value, and declare both.
function getter(name, value) {
	if (!(name in is_listed))
		getters = getters "static field_getter " name ";\n"
	is_listed[name] = 1
	values = values "\t" value ",\n"
	return ".get = " name ", .at = " value
}

# Return the initializers for where the value is.
function place(words, count) {
	count = split(words, word, " ")
	if (count == 2 && word[1] ~ /^get_/)
		return getter(word[1], word[2])
	if (words == "part")
		return ".source = IN_PART"
	if (count == 2 && word[1] == "header")
		return ".source = IN_HEADER, .at = URLGREP_MAIL_" word[2]
	if (count == 2 && word[1] == "flag")
		return ".source = IN_LOCATION_FLAGS, .at = " word[2]
	if (count == 2 && word[1] == "finding")
		return at("IN_FINDING", "finding", word[2])
	if (count == 3 && word[1] == "name")
		return at("IN_FINDING_NAME", "finding", word[2]) ", .names = " word[3]
	if (count == 2 && word[1] == "span")
		return at("IN_LOCATION", "location", word[2])
	if (count == 2 && word[1] ~ /^(string|number)$/)
		return at("IN_LOCATION_" toupper(word[1]), "location", word[2])
	print FILENAME ":" FNR ": no place of a value: " words >"/dev/stderr"
	exit failed = 1
}

FILENAME ~ /fields\.tsv$/ && !/^#/ {
	split($0, column, "\t")
	name = column[1]
	json = column[2]
	object = "NULL"
	if (split(json, path, ".") == 2) {
		object = path[1] "_object"
		if (!(object in is_listed))
			objects = objects "static const char " object "[] = \"" path[1] "\";\n"
		is_listed[object] = 1
		json = path[2]
	}
	old = ""
	if (split(json, path, ",") == 2) {
		old = ", .old_json = " key(path[1])
		json = path[2]
	}
	if (column[7] != "")
		old = old ", .old_name = \"" column[7] "\""
	fields = fields "\t{ \"" name "\", " key(json == "=" ? name : json) ", FIELD_" \
	    toupper(column[3]) ", " bits(column[4], "OF_") ", " bits(column[5], "NEEDS_") ", " \
	    object ",\n\t    " place(column[6]) old " },\n"
}

FILENAME !~ /fields\.tsv$/ {
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
	if (failed)
		exit 1
	print getters "\n/* The values that these get. */\nenum {\n" values "};\n"
	print "/* The fields. */"
	print objects "\nconst struct field field_table[] = {\n" fields "\t{ .name = NULL }\n};\n"
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
