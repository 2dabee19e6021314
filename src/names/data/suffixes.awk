# suffixes.awk - check suffixes.txt and labels.tsv and turn them into the tables of
# src/names/name.h, as C
#
#	LC_ALL=C awk -f suffixes.awk suffixes.txt labels.tsv
#
# Prints the tables, or a message with file and line for each error; then the exit
# status is 1.

function fail(message) {
	print FILENAME ":" FNR ": " message >"/dev/stderr"
	failed = 1
}

# Return the flags of comma-separated properties, as C.
function flags_of(place, list, words, count, i, seen, flags) {
	count = split(list, words, ",")
	for (i = 1; i <= count; i++) {
		if (!((place, words[i]) in flag))
			fail("no property of this place: \"" words[i] "\"")
		else if (words[i] in seen)
			fail("property \"" words[i] "\" appears twice")
		seen[words[i]] = 1
		flags = flags (i > 1 ? " | " : "") flag[place, words[i]]
	}
	if ("strong" in seen && "weak" in seen)
		fail("a label is strong or weak")
	return flags
}

# Return the hash of src/names/suffix.c.
function hash(label, value, i) {
	for (i = 1; i <= length(label); i++)
		value = (value * 31 + byte[substr(label, i, 1)]) % 65536
	return value % slots
}

# Return the index of a top label, which is added if it is new.
function top_index(label) {
	if (!(label in index_of)) {
		index_of[label] = tops++
		top[index_of[label]] = label
		if (length(label) > 63)
			fail("a label of more than 63 bytes")
		if (length(label) < 4 && label ~ /[0-9-]/) # see short_top_labels
			fail("a short label with a digit or hyphen")
	}
	return index_of[label]
}

function add_suffix(rule, parts) {
	if (split(rule, parts, ".") == 1) {
		top_index(rule)
	} else if (parts[1] == "*") {
		any[top_index(parts[2])] = 1
	} else {
		current = top_index(parts[2])
		if (current in second && current != last)
			fail("the suffixes under \"" parts[2] "\" are not together")
		if (current == last && parts[1] <= previous)
			fail("\"" rule "\" is not in order")
		last = current
		previous = parts[1]
		if (!(current in second))
			first_second[current] = seconds
		second[current]++
		second_label[seconds++] = parts[1]
	}
}

function add_label(place, label, properties) {
	if ((place, label) in properties_of)
		fail(place " \"" label "\" appears twice")
	properties_of[place, label] = flags_of(place, properties)
	if (place != "top" && (properties ~ /,/ || length(label) > 40))
		fail("a first label and a name have one property, and at most 40 bytes")
	else if (place != "top")
		words[properties] = words[properties] " " label
	else if (!(label in index_of) && properties !~ /withdrawn|mail-only/)
		fail("\"" label "\" is not in suffixes.txt")
	else
		top_index(label)
}

# Print an array of strings one after another, each without its NUL.
function print_bytes(name, labels, count, i) {
	printf "const char %s[] =", name
	for (i = 0; i < count; i++)
		printf "%s\"%s\"", i % 8 ? " " : "\n    ", labels[i]
	print ";\n"
}

function top_flags(label) {
	if (("top", label) in properties_of)
		return properties_of["top", label]
	return "0"
}

# Return the strength of a label without a row in labels.tsv, which its form decides.
function default_strength(label) {
	if (("top", label) in properties_of && properties_of["top", label] ~ /STRONG|WEAK|MAIL_ONLY/)
		return ""
	return label ~ /^[a-z][a-z]$/ || label ~ /^xn--/ || label ~ /[\200-\377]/ ? \
		" | TOP_STRONG" : " | TOP_WEAK"
}

function print_tops(i, at) {
	print "const struct top_label top_labels[] = {"
	for (i = 0; i < tops; i++) {
		printf "\t{ %d, %d, %d, %d, %s%s%s }, /* %s */\n", at, length(top[i]), \
			i in second ? first_second[i] : 0, second[i], top_flags(top[i]), \
			default_strength(top[i]), i in any ? " | TOP_ANY_SECOND" : "", top[i]
		at += length(top[i])
	}
	print "};\n"
}

function print_slots(i, at) {
	for (i = 0; i < tops; i++) {
		for (at = hash(top[i]); at in slot; at = (at + 1) % slots)
			;
		slot[at] = i + 1
	}
	print "const unsigned short top_label_slots[TOP_LABEL_SLOTS] = {"
	for (i = 0; i < slots; i++)
		printf "%s%d,", i % 16 ? " " : "\n\t", slot[i]
	print "\n};\n"
}

# Return the code of a character; 0 for one that ends a label.
function front_code(c) {
	return c ~ /[a-z]/ ? byte[c] - byte["a"] + 1 : c ~ /[A-Z]/ ? byte[c] - byte["A"] + 1 : \
		c == "-" ? HYPHEN : c ~ /[0-9]/ ? 28 : c ~ /[\200-\377]/ ? BEYOND : 0
}

function print_codes(i) {
	print "const unsigned char top_label_codes[256] = {"
	for (i = 0; i < 256; i++)
		printf "%s%d,", i % 16 ? " " : "\n\t", i ? front_code(sprintf("%c", i)) : 0
	print "\n};\n"
}

function front_bit(first, second, third) {
	return (first * FRONT_CODES + second) * FRONT_CODES + third
}

function add_front(first, second, third) {
	front[front_bit(first, second, third)] = 1
}

# Add the first three characters of a top label in US-ASCII. Punctuation may follow a label of two
# letters.
function add_label_front(label, first, second, third) {
	first = front_code(substr(label, 1, 1))
	second = front_code(substr(label, 2, 1))
	third = length(label) > 2 ? front_code(substr(label, 3, 1)) : 0
	add_front(first, second, third)
	if (length(label) < 4)
		short[front_bit(first, second, third)] = 1
	if (length(label) == 2) {
		add_front(first, second, HYPHEN)
		add_front(first, second, BEYOND)
	}
}

# Print a set of front_bit()s.
function print_set(name, set, at, bit, value) {
	print "const unsigned char " name "[TOP_LABEL_FRONTS / 8] = {"
	for (at = 0; at < FRONT_CODES ^ 3 / 8; at++) {
		value = 0
		for (bit = 7; bit >= 0; bit--)
			value = value * 2 + ((at * 8 + bit) in set)
		printf "%s%d,", at % 16 ? " " : "\n\t", value
	}
	print "\n};\n"
}

# Print the first three characters of all top labels, and the labels that have no more. The former
# include all labels that begin beyond US-ASCII.
function print_fronts(i, j) {
	for (i = 0; i < tops; i++)
		if (top[i] !~ /[\200-\377]/)
			add_label_front(top[i])
	for (i = 0; i < FRONT_CODES; i++)
		for (j = 0; j < FRONT_CODES; j++) {
			add_front(BEYOND, i, j)
			add_front(i, BEYOND, j)
		}
	print_set("top_label_fronts", front)
	print_set("short_top_labels", short)
}

function print_seconds(i, at) {
	print "const unsigned short second_label_begin[] = {"
	for (i = 0; i <= seconds; i++) {
		printf "%s%d,", i % 12 ? " " : "\n\t", at
		at += length(second_label[i])
	}
	print "\n};\n"
	if (at > 65535)
		fail("the second labels take more than 65,535 bytes")
}

BEGIN {
	FS = "\t"
	slots = 4096
	FRONT_CODES = 32
	HYPHEN = 27
	BEYOND = 29
	for (i = 1; i < 256; i++)
		byte[sprintf("%c", i)] = i
	count = split("strong weak file word old title digits withdrawn mail-only", \
		names, " ")
	for (i = 1; i <= count; i++) {
		name = toupper(names[i])
		gsub("-", "_", name)
		flag["top", names[i]] = "TOP_" name
	}
	flag["first", "newsgroup"] = flag["first", "receiver"] = flag["name", "low"] = "a list"
}

/^#/ || /^$/ { next }

FNR == NR {
	if ($0 !~ /^((\*|[^.*]+)\.)?[^.*]+$/)
		fail("not a suffix: \"" $0 "\"")
	else
		add_suffix($0)
	next
}

NF != 4 || $1 == "" || $2 == "" || $3 == "" || $4 == "" {
	fail("a row has 4 fields, separated by tabs: place, label, properties, reason")
	next
}

$1 !~ /^(top|first|name)$/ {
	fail("no place: \"" $1 "\"")
	next
}

{ add_label($1, $2, $3) }

END {
	if (tops >= slots / 2)
		fail("too many top labels for " slots " slots")
	if (failed)
		exit 1
	print "/* made from suffixes.txt and labels.tsv by suffixes.awk"
	print " *"
	print " * This Source Code Form is subject to the terms of the Mozilla Public License, v. 2.0."
	print " * If a copy of the MPL was not distributed with this file, You can obtain one at"
	print " * https://mozilla.org/MPL/2.0/. */"
	print "#include \"names/name.h\"\n"
	print_bytes("top_label_bytes", top, tops)
	print_tops()
	printf "_Static_assert(TOP_LABEL_SLOTS == %d, \"the slots of suffixes.awk\");\n", slots
	printf "_Static_assert(FRONT_CODES == %d, \"the codes of suffixes.awk\");\n", FRONT_CODES
	print_slots()
	print_codes()
	print_fronts()
	print_bytes("second_label_bytes", second_label, seconds)
	print_seconds()
	print "const char newsgroup_labels[] = \"" substr(words["newsgroup"], 2) "\";"
	print "const char receiver_labels[] = \"" substr(words["receiver"], 2) "\";"
	print "const char low_names[] = \"" substr(words["low"], 2) "\";"
}
