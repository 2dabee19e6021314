# wrappers.awk - check wrappers.tsv and turn it into src/unwrap/unwrap.h's table
#
# Prints the table, or a message with file and line for each error; then the exit status is 1.

function fail(message) {
	print FILENAME ":" FNR ": " message >"/dev/stderr"
	failed = 1
}

# Make the words of a list keys of an array.
function fill(array, list, words, count, i) {
	count = split(list, words, " ")
	for (i = 1; i <= count; i++)
		array[words[i]] = 1
}

# Return a C string, or NULL for "-".
function string(text) {
	return text == "-" ? "NULL" : "\"" text "\""
}

# Add a host, or the last bytes of one with a "*". Rows of hosts without a fixed end come last and
# are tried for every URL.
function add_host(host) {
	if (host !~ /^(\*|(\*\.)?[a-z0-9*-]+(\.[a-z0-9*-]+)*(\.\{g\})?)$/)
		fail("not a host: \"" host "\"")
	if (host ~ /\{g\}$/ || host == "*") {
		loose = 1
		return
	}
	if (sub(/^.*\*/, "", host) && length(host) < TAIL)
		fail("fewer than " TAIL " bytes are fixed at the end of \"" host "\"")
	add_slot(hash(length(host) > TAIL ? substr(host, length(host) - TAIL + 1) : host))
}

# Add the class of the row to those of a slot.
function add_slot(slot) {
	if ((slot, $2) in has_class)
		return
	has_class[slot, $2] = 1
	if (slot in slot_classes)
		slot_classes[slot] = slot_classes[slot] " | "
	slot_classes[slot] = slot_classes[slot] "URLGREP_UNWRAP_" toupper($2)
}

# Return the hash of src/unwrap/wrapper_table.c, from the last byte to the first.
function hash(host, value, i) {
	for (i = length(host); i > 0; i--)
		value = (value * 31 + byte[substr(host, i, 1)]) % 65536
	return value % SLOTS
}

function where_initializer(where, colon) {
	colon = index(where, ":")
	if (colon)
		names = substr(where, colon + 1)
	where = colon ? substr(where, 1, colon - 1) : where
	if (!(where in where_name) || (colon > 0) != (where ~ /^(q|has)$/))
		fail("unknown place of the target: \"" $5 "\"")
	return where_name[where]
}

function codec_initializer(codec, words, count, i) {
	if (codec == "-" || codec == "")
		return "CODEC_RAW"
	count = split(codec, words, "+")
	if (!(words[1] in codecs))
		fail("unknown codec: \"" words[1] "\"")
	for (i = 2; i <= count; i++)
		if (words[i] == "last")
			options = options ", .takes_rest = true"
		else if (words[i] == "http" || words[i] == "https")
			options = options ", .supplied = \"" words[i] "://\""
		else
			fail("unknown option of a codec: \"+" words[i] "\"")
	return "CODEC_" toupper(words[1])
}

function check_path(path) {
	if (path !~ /^\//)
		fail("a path begins with a slash")
	if (($5 == "path") != (path ~ /\{t\}/))
		fail("a path needs one {t} if the target is in it, and none otherwise")
	if (path !~ /\{t\}/ && path ~ /\*\*./)
		fail("\"**\" must be at the end of a path, or before {t}")
}

BEGIN {
	FS = "\t"
	TAIL = 10
	SLOTS = 4096
	rows = fixed = 0
	for (i = 1; i < 128; i++)
		byte[sprintf("%c", i)] = i
	fill(classes, "gateway redirect tracker amp archive short")
	fill(codecs, "pct head b64 bing pp1 pp2 pp3 raw")
	where_name["q"] = "WHERE_PARAMETER"
	where_name["query"] = "WHERE_QUERY"
	where_name["path"] = "WHERE_PATH"
	where_name["star"] = "WHERE_STAR"
	where_name["amp3"] = "WHERE_AMPERSANDS"
	where_name["none"] = where_name["has"] = "WHERE_SERVER"
}

/^#/ || /^$/ { next }

NF != 8 {
	fail("a row has 8 fields, separated by tabs: " \
		"id, class, hosts, path, where, codec, end, hint")
	next
}

{
	names = options = ""
	loose = 0
	for (i = 1; i <= NF; i++)
		if ($i == "" || $i ~ /["\\]/)
			fail("field " i " is empty, or has a quotation mark or a backslash")
	if ($1 !~ /^[a-z0-9-]+$/)
		fail("not an id: \"" $1 "\"")
	if (!($2 in classes))
		fail("unknown class: \"" $2 "\"")
	check_path($4)
	count = split($3, hosts, " ")
	for (i = 1; i <= count; i++)
		add_host(hosts[i])
	if (!loose && fixed < rows)
		fail("rows with {g} or \"*\" alone among their hosts come last")
	fixed += !loose
	where = where_initializer($5)
	codec = codec_initializer($6)
	text[rows++] = sprintf("\t{ .id = \"%s\", .class = URLGREP_UNWRAP_%s, .hosts = \"%s\",\n" \
		"\t    .path = \"%s\", .where = %s, .names = \"%s\",\n" \
		"\t    .codec = %s%s, .ends = %s, .hint = %s },", \
		$1, toupper($2), $3, $4, where, names, codec, options, string($7), string($8))
}

END {
	if (failed)
		exit 1
	print "/* made from " FILENAME " by wrappers.awk */"
	print "#include \"unwrap/unwrap.h\"\n"
	print "const struct wrapper wrapper_table[] = {"
	for (i = 0; i < rows; i++)
		print text[i]
	print "};"
	print "const unsigned wrapper_count = " rows ", wrapper_fixed_count = " fixed ";\n"
	print "/* the classes of the rows with fixed hosts, by the ends of these */"
	print "const unsigned char wrapper_host_classes[WRAPPER_HOST_SLOTS] = {"
	for (i = 0; i < SLOTS; i++)
		if (i in slot_classes)
			print "\t[" i "] = " slot_classes[i] ","
	print "};"
	print "_Static_assert(WRAPPER_TAIL_BYTES == " TAIL " && WRAPPER_HOST_SLOTS == " SLOTS ","
	print "    \"as in wrappers.awk\");"
}
