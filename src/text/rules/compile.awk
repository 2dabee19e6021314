# compile.awk - check the rules of src/text/rules (NAME.pcre) and turn them into C
#
# A rule file is a set of PCRE2 patterns that are tried together, at one place in the text after the
# other. rules_find() returns the first one that matches, and where. A rule is tried only where the
# next two bytes may begin its match, and only if the text has the bytes that it needs. Spaces, and
# "#" with the rest of its line, are ignored in a pattern, as with PCRE2_EXTENDED. A pattern has no
# captures, and its loops are possessive where possible. Apart from comments, a file has these
# lines:
#
#   %%utf              the patterns match characters of UTF-8, not bytes
#   %%anchored         they match only where the search begins
#   %%characters       no match begins in or with a character of UTF-8 beyond US-ASCII
#   %%condition NAME   the caller says whether this is true; a rule may require it
#   %%define NAME PATTERN
#                      (?&NAME) in later patterns is replaced by PATTERN
#   %%use FILE         ... also for the names defined in an earlier file
#   %%rule NAME [=VALUE] [CONDITION ...]
#                      a rule that applies if all these conditions are true. Its pattern follows in
#                      lines that begin with a tab. The comment before it states its purpose. VALUE:
#                      the meaning of the rule, a constant of C (see rules.h)
#   %%skip NAME        a pattern whose match is skipped, so that no rule matches in it. It has only
#                      %%no examples, in which no rule matches at all
#   %%yes EXAMPLE      in this text the rule is the first to match
#   %%no EXAMPLE       in this text it is not. Every rule has at least one of each
#
# An example may have one or two marks "¦", which are not part of the text: the search begins at the
# first one, and the match at the second one. U+240A stands for a line feed, U+2409 for a tab,
# U+2420 for a blank, and "\xHH" for a byte. tests/unit/text/test_rules.c runs all examples.
#
# awk -v out=OUT -f compile.awk FILE...  prints one of these files, or a message for each error,
# with exit status 1:
#   rule_names.h     the enumerations of sets, rules and conditions
#   rule_tables.c    the patterns
#   rule_examples.h  what the test runs
# Run it with LC_ALL=C.

function fail(message) {
	print FILENAME ":" FNR ": " message >"/dev/stderr"
	failed = 1
}

function c_name(name) {
	name = toupper(name)
	gsub(/-/, "_", name)
	return name
}

function c_string(text) {
	gsub(/[\\"?]/, "\\\\&", text)
	gsub(/\t/, "\\t", text)
	return "\"" text "\""
}

function is_name(name) {
	return name ~ /^[a-z][a-z0-9-]*$/
}

# ---- reading a file

function begin_file() {
	end_rule()
	name = FILENAME
	sub(/.*\//, "", name)
	sub(/\.pcre$/, "", name)
	if (!is_name(name))
		fail("the name of a set has small letters, digits and hyphens only")
	set = sets++
	set_name[set] = name
	rules[set] = conditions[set] = 0
	split("", defined)
	split("", rule_of)
	split("", condition_of)
}

function use_names(file, key, parts, found) {
	for (key in in_file) {
		split(key, parts, SUBSEP)
		if (parts[1] == file) {
			defined[parts[2]] = in_file[key]
			found = 1
		}
	}
	if (!found)
		fail("no earlier file \"" file "\" defines a name")
}

# Check a rule and store it.
function end_rule() {
	if (rule == "")
		return
	if (pattern == "")
		fail("rule \"" rule "\" before this line has no pattern")
	if (skips ? !examples["no"] || examples["yes"] : !examples["yes"] || !examples["no"])
		fail("rule \"" rule "\" before this line needs %%yes and %%no, a skip %%no alone")
	check_groups()
	rule_pattern[set, rules[set]] = pattern
	rule_skips[set, rules[set]] = skips
	find_bytes(pattern)
	rule = pattern = ""
}

# Check that every group of the pattern is closed, and that none is a capture.
function check_groups(text) {
	text = pattern
	gsub(/\\./, "x", text)
	gsub(/\[\^?\]?[^]]*\]/, "", text)
	if (text ~ /\([^?*]/ || text ~ /\(\?(P?<[A-Za-z_]|')/)
		fail("rule \"" rule "\" before this line has a group that captures")
	while (gsub(/\([^()]*\)/, "", text))
		;
	if (text ~ /[()]/)
		fail("rule \"" rule "\" before this line has a group that is not closed")
}

# Return the pattern with each (?&NAME) expanded, in a group only if needed: groups cost time.
function expand(text, used, end) {
	while (match(text, /\(\?&[^)]*\)/)) {
		used = substr(text, RSTART + 3, RLENGTH - 4)
		if (!(used in defined)) {
			fail("unknown name \"" used "\"")
			return ""
		}
		end = substr(text, RSTART + RLENGTH)
		used = end ~ /^ *[*+?{]/ || has_choice(defined[used]) ? "(?:" defined[used] ")" : defined[used]
		text = substr(text, 1, RSTART - 1) used end
	}
	return text
}

# Return 1 if the pattern has alternatives outside of groups.
function has_choice(text) {
	gsub(/\\./, "x", text)
	gsub(/\[\^?\]?[^]]*\]/, "", text)
	while (gsub(/\([^()]*\)/, "", text))
		;
	return text ~ /\|/
}

function begin_rule(i) {
	end_rule()
	skips = $1 == "%%skip"
	rule = $2
	if (!is_name(rule))
		fail("expected %%rule NAME [=VALUE] [CONDITION ...]")
	if (rule in rule_of)
		fail("rule \"" rule "\" appears twice")
	if (last !~ /^# / && last !~ /^%%no/)
		fail("a rule must follow a comment that states its purpose")
	if (rules[set] == 52)
		fail("a set has at most 52 rules, each a bit of a number") # awk's are exact to 53 bits
	rule_of[rule] = ++rules[set]
	rule_bit[rules[set]] = 2 ^ (rules[set] - 1)
	rule_name[set, rules[set]] = rule
	rule_conditions[set, rules[set]] = 0
	rule_value[set, rules[set]] = $3 ~ /^=/ ? substr($3, 2) : 0
	for (i = $3 ~ /^=/ ? 4 : 3; i <= NF; i++) {
		if (!($i in condition_of))
			fail("unknown condition \"" $i "\"")
		rule_conditions[set, rules[set]] += 2 ^ condition_of[$i]
	}
	examples["yes"] = examples["no"] = 0
}

function add_example(wanted, text) {
	if (rule == "" || pattern == "")
		fail("an example must follow the pattern of its rule")
	examples[wanted]++
	sub(/^[^ ]* /, "", text)
	text = c_string(text)
	gsub(/\342\220\212/, "\\n", text)
	gsub(/\342\220\211/, "\\t", text)
	gsub(/\342\220\240/, " ", text)
	while (match(text, /\\\\x[0-9A-F][0-9A-F]/)) # end the string there, since a hexadecimal digit may follow
		text = substr(text, 1, RSTART - 1) substr(text, RSTART + 1, 4) "\" \"" \
			substr(text, RSTART + 5)
	example[example_count++] = sprintf("\t{ RULES_%s, %d, %d, %s, %d, \"%s:%d\" },", c_name(name), \
		skips ? 0 : rules[set], skips ? 2 ^ conditions[set] - 1 : rule_conditions[set, rules[set]], \
		text, skips || wanted == "yes", FILENAME, FNR)
}

function read_directive(rest) {
	rest = $0
	sub(/^[^ ]* +[^ ]+ */, "", rest)
	if ($1 == "%%rule" || $1 == "%%skip")
		begin_rule()
	else if ($1 == "%%yes" || $1 == "%%no")
		add_example(substr($1, 3), $0)
	else if ($1 == "%%utf" && NF == 1)
		utf[set] = 1
	else if ($1 == "%%anchored" && NF == 1)
		anchored[set] = 1
	else if ($1 == "%%characters" && NF == 1)
		characters[set] = 1
	else if ($1 == "%%condition" && NF == 2 && is_name($2)) {
		condition_of[$2] = conditions[set]
		condition_name[set, conditions[set]++] = $2
	} else if ($1 == "%%define" && NF > 2 && is_name($2))
		defined[$2] = in_file[name, $2] = expand(rest)
	else if ($1 == "%%use" && NF == 2)
		use_names($2)
	else
		fail("unknown or incomplete directive")
}

# ---- the bytes that a match begins with and those that it contains

# Note for each byte whether it may be the first or second one of a match of the rule, and whether
# every match contains it or another byte of a set. Too many bytes do no harm. The functions below
# that read a part of a pattern take and return a set of places in the match, before and after that
# part: AT_FIRST, AT_SECOND, BEYOND.
function find_bytes(text, bytes, i, at) {
	rest = text
	ignores_case = 0
	split("", is_first)
	split("", is_second)
	any_second = utf[set]
	at = read_choice(AT_FIRST)
	if (at % 2) {
		if (skips)
			fail("rule \"" rule "\" before this line skips nothing")
		for (i = 0; i <= END_OF_TEXT; i++)
			is_first[i] = 1
	}
	for (i = 0; i <= END_OF_TEXT && (at < BEYOND || at % BEYOND || any_second); i++)
		is_second[i] = 1
	for (i in is_first)
		first[set, i] += rule_bit[rules[set]]
	for (i in is_second)
		second[set, i] += rule_bit[rules[set]]
	split(needed_cost >= NO_BYTES ? " " END_OF_TEXT : needed, bytes)
	split("", is_first)
	for (i in bytes)
		is_first[bytes[i]] = 1
	for (i in is_first)
		had[set, i] += rule_bit[rules[set]]
}

# Return the union of two sets of places.
function unite(a, b) {
	return (a % 2 || b % 2 ? AT_FIRST : 0) + (a % 4 > 1 || b % 4 > 1 ? AT_SECOND : 0) + \
		(a >= BEYOND || b >= BEYOND ? BEYOND : 0)
}

# Return the places after one byte.
function advance(at) {
	return (at % 2 ? AT_SECOND : 0) + (at > 1 ? BEYOND : 0)
}

# Read the alternatives up to a parenthesis or the end. Sets needed to bytes of which every match
# contains one, and needed_cost to how often texts contain one of them; it is NO_BYTES if no byte is
# needed.
function read_choice(begin, at, bytes, cost) {
	at = read_sequence(begin)
	while (take("^\\|")) {
		bytes = needed
		cost = needed_cost
		at = unite(at, read_sequence(begin))
		needed = needed bytes
		needed_cost += cost
	}
	return at
}

function read_sequence(at, begin, bytes, cost) {
	cost = NO_BYTES
	take("^[ \t]+")
	while (rest !~ /^([|)]|$)/) {
		begin = at
		at = read_item(begin)
		if (rest ~ /^[*+{]/)
			at = rest ~ /^\{([2-9]|[0-9][0-9])/ && !is_group ? read_twice(at) : read_again(at)
		if (rest ~ /^([*?]|\{0)/) {
			at = unite(at, begin)
		} else if (needed_cost <= cost) {
			bytes = needed
			cost = needed_cost
		}
		take("^([*+?]|\\{[0-9]+(,[0-9]*)?\\})[+?]?")
		take("^[ \t]+")
	}
	needed = bytes
	needed_cost = cost
	return at
}

# Read a group, a class, an escape or a character.
function read_item(at, ignored, i) {
	is_group = 1
	if (take("^\\(\\?(=|!|<=|<!)")) {
		ignored = taken
		i = read_choice(ignored == "(?=" && at % 2 == 0 ? at : 0)
		take("^\\)")
		if (ignored != "(?=")
			needed_cost = NO_BYTES
		return i ? i : at # the text after "(?=" need not give the second byte again
	}
	if (take("^\\(")) {
		ignored = ignores_case
		if (take("^\\?i?[:>]") && taken ~ /i/)
			ignores_case = 1
		at = read_choice(at)
		ignores_case = ignored
		take("^\\)")
		is_group = 1
		return at
	}
	needed_cost = NO_BYTES
	if (take("^\\\\z")) {
		if (at % 4 > 1)
			is_second[END_OF_TEXT] = 1
		return at % 4 > 1 ? unite(at % 2, BEYOND) : at
	}
	if (take("^\\\\[AZKGbB]") || take("^[$]"))
		return at
	is_group = 0
	split("", item)
	if (take("^\\["))
		read_class()
	else if (take("^\\."))
		add_range(0, 255)
	else
		read_range(0)
	needed = ""
	needed_cost = 0
	for (i in item) {
		needed = needed " " i
		needed_cost += byte_cost[i]
		if (at % 2)
			is_first[i] = 1
		if (at % 4 > 1)
			is_second[i] = 1
	}
	return advance(at)
}

# Return the places after the item just read, which may be repeated.
function read_again(at, i) {
	if (at % 4 > 1) {
		any_second = any_second || is_group
		for (i in item)
			is_second[i] = 1
	}
	return unite(at, advance(at))
}

# Return the places after the item just read, not a group, which must be repeated.
function read_twice(at) {
	read_again(at)
	return advance(at)
}

# Read a class after its opening bracket.
function read_class(negated, i) {
	negated = take("^\\^")
	do
		read_range(1)
	while (!take("^\\]"))
	for (i = 0; negated && i < 256; i++)
		if (!(i in item))
			add_range(i, i)
		else if (!utf[set] || i < 128)
			delete item[i]
}

# Add to the item a character, an escape for several characters or, in a class, a range. Of a
# non-ASCII character, the first byte of its UTF-8 is added.
function read_range(in_class, low) {
	if (take("^\\\\[pP](\\{[^}]*\\}|.)") || take("^\\\\[SDWN]")) {
		add_range(0, 255)
	} else if (take("^\\\\s")) {
		add_range(9, 13)
		add_range(32, 32)
	} else if (take("^\\\\d")) {
		add_range(48, 57)
	} else if (take("^\\\\w")) {
		add_range(48, 57)
		add_range(65, 90)
		add_range(95, 95)
		add_range(97, 122)
	} else {
		low = read_character()
		add_range(low, in_class && rest !~ /^-\]/ && take("^-") ? read_character() : low)
	}
}

function add_range(low, high, i) {
	for (i = low; i <= high; i++) {
		item[i] = 1
		if (ignores_case && ((i >= 65 && i <= 90) || (i >= 97 && i <= 122)))
			item[i >= 97 ? i - 32 : i + 32] = 1
	}
}

# Read a character, and return its first byte.
function read_character(code) {
	if (take("^\\\\x\\{[0-9A-Fa-f]+\\}"))
		code = number_of(substr(taken, 4, length(taken) - 4))
	else if (take("^\\\\x[0-9A-Fa-f][0-9A-Fa-f]"))
		code = number_of(substr(taken, 3))
	else if (take("^\\\\[trn]"))
		return taken == "\\t" ? 9 : taken == "\\n" ? 10 : 13
	else {
		take("^\\\\")
		take("^.")
		code = ordinal[taken]
		if (utf[set])
			take("^[\200-\277]+")
		return code
	}
	if (!utf[set] || code < 128)
		return code
	if (code < 2048)
		return 192 + int(code / 64)
	return code < 65536 ? 224 + int(code / 4096) : 240 + int(code / 262144)
}

function number_of(digits, n) {
	for (n = 0; digits != ""; digits = substr(digits, 2))
		n = n * 16 + index("0123456789ABCDEF", toupper(substr(digits, 1, 1))) - 1
	return n
}

# Remove a match from the beginning of rest, and set taken to it. Returns 0 if there is none.
function take(expression) {
	if (!match(rest, expression))
		return 0
	taken = substr(rest, 1, RLENGTH)
	rest = substr(rest, RLENGTH + 1)
	return 1
}

# ---- writing C

function write_names(i, k) {
	print "enum rule_set {"
	for (i = 0; i < sets; i++)
		print "\tRULES_" c_name(set_name[i]) ","
	print "\tRULE_SET_COUNT\n};"
	for (i = 0; i < sets; i++)
		k += rules[i]
	print "\nenum { RULE_COUNT = " k " };"
	for (i = 0; i < sets; i++) {
		printf "\nenum %s_rule {\n\t%s_NO_RULE = 0,\n", tolower(c_name(set_name[i])), \
			c_name(set_name[i])
		for (k = 1; k <= rules[i]; k++)
			printf "\t%s_%s = %d,\n", c_name(set_name[i]), c_name(rule_name[i, k]), k
		print "};"
		if (conditions[i])
			print "enum {"
		for (k = 0; k < conditions[i]; k++)
			printf "\t%s_IF_%s = %d,\n", c_name(set_name[i]), \
				c_name(condition_name[i, k]), 2 ^ k
		if (conditions[i])
			print "};"
	}
}

function write_tables(i, k, count) {
	print "#include \"text/join_points.h\"\n#include \"text/rules.h\"\n"
	for (i = 0; i < sets; i++) {
		print "static const struct rule rules_" i "[] = {"
		for (k = 1; k <= rules[i]; k++)
			printf "\t{ \"%s\", %d, %s, %d,\n\t    %s },\n", rule_name[i, k], rule_skips[i, k], \
				rule_value[i, k], rule_conditions[i, k], c_string(rule_pattern[i, k])
		print "};\n\nstatic const struct rules_of_byte bytes_" i "[] = {"
		for (k = 0; k <= 256; k++)
			printf "\t{ %.0f, %.0f, %.0f },\n", first[i, k], second[i, k], had[i, k]
		print "};\n"
	}
	print "const struct rule_table rule_tables[RULE_SET_COUNT] = {"
	for (i = 0; i < sets; i++) {
		printf "\t{ \"%s\", rules_%d, bytes_%d, %d, %d, %d, %d, %d },\n", set_name[i], i, i, \
			count, rules[i], utf[i], anchored[i], characters[i]
		count += rules[i]
	}
	print "};"
}

BEGIN {
	NO_BYTES = 1000
	END_OF_TEXT = 256
	AT_FIRST = 1
	AT_SECOND = 2
	BEYOND = 4
	for (byte = 0; byte < 256; byte++) {
		ordinal[sprintf("%c", byte)] = byte
		byte_cost[byte] = sprintf("%c", byte) ~ /[A-Za-z0-9 ]/ ? 4 : \
			sprintf("%c", byte) ~ /[.\/:-]/ ? 3 : 1
	}
	print "/* made from the rules in src/text/rules by compile.awk */"
}

FNR == 1 {
	begin_file()
}

/^%%/ {
	read_directive()
}

/^\t/ {
	if (rule == "" || examples["yes"] + examples["no"])
		fail("a pattern must follow its %%rule")
	line = $0
	sub(/[ \t]# .*/, "", line)
	gsub(/^[ \t]+|[ \t]+$/, "", line)
	pattern = pattern (pattern == "" ? "" : " ") expand(line)
}

!/^(%%|\t|#|$)/ {
	fail("neither a comment, nor a directive, nor a pattern")
}

{
	last = $0
}

END {
	end_rule()
	if (failed)
		exit 1
	if (out == "rule_names.h")
		write_names()
	else if (out == "rule_tables.c")
		write_tables()
	else
		for (i = 0; i < example_count; i++)
			print example[i]
}
