# compile.awk - check the rules of src/text/rules (NAME.pcre) and turn them into C
#
# A file of rules is a set of patterns of PCRE2 that are tried together, as alternatives of one
# pattern. rules_find() returns the first of them that matches, and where. Spaces and "#" to the end
# of a line mean nothing within a pattern, as with PCRE2_EXTENDED. A pattern has no captures, and
# its loops are possessive where they can be. A file consists of comments and of these lines:
#
#   %%utf              the patterns match characters of UTF-8, not bytes
#   %%anchored         they match where the search begins, nowhere else
#   %%condition NAME   the caller sets whether this is true; a rule may require it
#   %%define NAME PATTERN
#                      (?&NAME) in later patterns is replaced by PATTERN
#   %%rule NAME [CONDITION ...]
#                      a rule, whose pattern follows in lines that begin with a tab, and holds if
#                      all these conditions do. The comment before it says its purpose
#   %%skip NAME        a pattern, too; the search goes on after its match, and finds no rule in
#                      it. Only %%no, with no rule at all in the text
#   %%yes EXAMPLE      in this text the rule is the first that matches, and
#   %%no EXAMPLE       in this text it is not. Every rule has at least one of each
#
# An example may have one or two marks "¦", which are not part of the text: the search begins at
# the first one, and the match begins at the second one. U+240A means a line feed, U+2409 a tab,
# U+2420 a blank, and "\xHH" for a byte. tests/unit/text/test_rules.c runs all examples.
#
# awk -v out=OUT -f compile.awk FILE...  prints one of these files, or a message for each mistake,
# with exit status 1:
#   rule_names.h     the enumerations of sets, rules and conditions
#   rule_tables.c    the patterns
#   rule_examples.h  what the test runs
# To be run with LC_ALL=C.

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

# Check a rule, and enter it.
function end_rule() {
	if (rule == "")
		return
	if (pattern == "")
		fail("rule \"" rule "\" before this line has no pattern")
	if (skips ? !examples["no"] || examples["yes"] : !examples["yes"] || !examples["no"])
		fail("rule \"" rule "\" before this line needs %%yes and %%no, a skip %%no alone")
	check_groups()
	rule_pattern[set, rules[set]] = skips ? "(?:" pattern ")(*SKIP)(*FAIL)" : pattern
	rule = pattern = ""
}

# Check that the groups of the pattern end, and that none is a capture.
function check_groups(text) {
	text = pattern
	gsub(/\\./, "x", text)
	gsub(/\[\^?\]?[^]]*\]/, "", text)
	if (text ~ /\([^?*]/ || text ~ /\(\?(P?<[A-Za-z_]|')/)
		fail("rule \"" rule "\" before this line has a group that captures")
	while (gsub(/\([^()]*\)/, "", text))
		;
	if (text ~ /[()]/)
		fail("rule \"" rule "\" before this line has a group without its end")
}

# Return the pattern with each (?&NAME) expanded.
function expand(text, used) {
	while (match(text, /\(\?&[^)]*\)/)) {
		used = substr(text, RSTART + 3, RLENGTH - 4)
		if (!(used in defined)) {
			fail("unknown name \"" used "\"")
			return ""
		}
		text = substr(text, 1, RSTART - 1) "(?:" defined[used] ")" \
			substr(text, RSTART + RLENGTH)
	}
	return text
}

function begin_rule(i) {
	end_rule()
	skips = $1 == "%%skip"
	rule = $2
	if (!is_name(rule))
		fail("%%rule NAME [CONDITION ...] is wanted")
	if (rule in rule_of)
		fail("rule \"" rule "\" is there twice")
	if (last !~ /^# / && last !~ /^%%no/)
		fail("the line before a rule is a comment that says what it is for")
	rule_of[rule] = ++rules[set]
	rule_name[set, rules[set]] = rule
	rule_conditions[set, rules[set]] = 0
	for (i = 3; i <= NF; i++) {
		if (!($i in condition_of))
			fail("unknown condition \"" $i "\"")
		rule_conditions[set, rules[set]] += 2 ^ condition_of[$i]
	}
	examples["yes"] = examples["no"] = 0
}

function add_example(wanted, text) {
	if (rule == "" || pattern == "")
		fail("an example follows the pattern of its rule")
	examples[wanted]++
	sub(/^[^ ]* /, "", text)
	text = c_string(text)
	gsub(/\342\220\212/, "\\n", text)
	gsub(/\342\220\211/, "\\t", text)
	gsub(/\342\220\240/, " ", text)
	while (match(text, /\\\\x[0-9A-F][0-9A-F]/)) # the string ends after it, for a letter may follow
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
	else if ($1 == "%%condition" && NF == 2 && is_name($2)) {
		condition_of[$2] = conditions[set]
		condition_name[set, conditions[set]++] = $2
	} else if ($1 == "%%define" && NF > 2 && is_name($2))
		defined[$2] = expand(rest)
	else
		fail("unknown or incomplete directive")
}

# ---- writing C

function write_names(i, k) {
	print "enum rule_set {"
	for (i = 0; i < sets; i++)
		print "\tRULES_" c_name(set_name[i]) ","
	print "\tRULE_SET_COUNT\n};"
	for (i = 0; i < sets; i++) {
		print "\nenum {"
		for (k = 1; k <= rules[i]; k++)
			printf "\t%s_%s = %d,\n", c_name(set_name[i]), c_name(rule_name[i, k]), k
		for (k = 0; k < conditions[i]; k++)
			printf "\t%s_IF_%s = %d,\n", c_name(set_name[i]), \
				c_name(condition_name[i, k]), 2 ^ k
		print "};"
	}
}

function write_tables(i, k) {
	print "#include \"text/rules.h\"\n"
	for (i = 0; i < sets; i++) {
		print "static const struct rule rules_" i "[] = {"
		for (k = 1; k <= rules[i]; k++)
			printf "\t{ \"%s\", %d,\n\t    %s },\n", rule_name[i, k], \
				rule_conditions[i, k], c_string(rule_pattern[i, k])
		print "};\n"
	}
	print "const struct rule_table rule_tables[RULE_SET_COUNT] = {"
	for (i = 0; i < sets; i++) {
		printf "\t{ \"%s\", rules_%d, %d, %d, %d },\n", set_name[i], i, rules[i], utf[i], \
			anchored[i]
	}
	print "};"
}

BEGIN {
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
		fail("a pattern follows its %%rule")
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
