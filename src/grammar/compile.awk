# compile.awk - check the grammars (NAME.pcre) and turn them into the tables of
# src/url/grammar.h, as C
#
# Prints the tables of all files given, in that order, or a message with file and
# line for each error; then the exit status is 1. Run it with LC_ALL=C: offsets count
# bytes.
#
# A grammar is a PCRE2 pattern in lines, and lines that begin with "%%":
#   %%define            rules, one "(?<name> ... )" per line; a line that begins with a
#                       blank continues the previous rule
#   %%scheme NAME,... PRODUCTION
#                       the following lines, up to the next "%%" line, are a pattern for
#                       whole URLs of these schemes. The name _other_ is for all other
#                       schemes, _bnf_ for the BNF of a standard without its prose, and
#                       _loose_ for URLs after the repairs of src/url/loose.c. Captures,
#                       whose names are in capitals, are the parts of the URL
#   %%why RULE TEXT     the message for URLs that the rule rejects
#   %%name CAPTURE NAME the name of a part, if not its capture's in small letters
#   %%count RULE        the rule looks ahead to count: see find_viable() in explain.c
#   %%user RULE         the rule's match ends at an "@", so the rule is not the cause of
#                       a failure in a URL without "@"
#   %%utf               the pattern matches UTF-8 characters, not bytes
#   %%extends GRAMMAR   this grammar judges URLs beyond US-ASCII; then GRAMMAR judges the
#                       URIs to which they are mapped
#   %%shapes            this grammar does not judge URLs: it has the forms of opaque URLs
#                       in running text

function fail_at(line, message) {
	print file ":" line ": " message >"/dev/stderr"
	failed = 1
}

function fail(message) {
	fail_at(FNR, message)
}

# ---- reading a file

function begin_file() {
	file = FILENAME
	name = file
	sub(/.*\//, "", name)
	sub(/\.pcre$/, "", name)
	if (name !~ /^[a-z0-9-]+$/)
		fail("a grammar's name has small letters, digits and hyphens only")
	grammar = grammars++
	grammar_name[grammar] = name
	number_of[name] = grammar
	offset = rules = sections = notes = schemes = 0
	in_rules = has_rules = utf = shapes = 0
	section = -1
	base = text = ""
	split("", rule_of)
	split("", section_of)
	split("", noted)
	split("", has_users)
	split("", has_brackets)
}

# Split "KEYWORD FIRST REST" into the globals first, rest and rest_at, the offset of
# rest in the file.
function split_directive(line, at) {
	first = rest = line
	sub(/^%%[a-z]+ */, "", rest)
	at = length(line) - length(rest)
	first = rest
	sub(/ .*/, "", first)
	rest = substr(rest, length(first) + 1)
	at += length(first)
	while (substr(rest, 1, 1) == " ") {
		rest = substr(rest, 2)
		at++
	}
	rest_at = offset + at
}

# Record the arguments of a directive about a rule or capture: its name, and the text after it.
function note(usage) {
	if (first == "" || (rest == "") != (usage == "RULE"))
		fail("expected " keyword " " usage)
	if ((keyword, first) in noted)
		fail(keyword " " first " appears twice")
	noted[keyword, first] = rest
	noted_line[notes] = FNR
	noted_keyword[notes] = keyword
	noted_name[notes++] = first
}

function begin_section() {
	if (first == "" || rest == "" || rest ~ / /)
		fail("expected %%scheme NAME,... PRODUCTION")
	section = sections++
	section_line[section] = FNR
	section_names[section] = first
	production_at[section] = rest_at
	production_len[section] = length(rest)
	body_at[section] = offset + length($0) + 1
	body[section] = ""
}

function read_directive() {
	keyword = $0
	sub(/ .*/, "", keyword)
	split_directive($0)
	in_rules = 0
	section = -1
	if (keyword == "%%define") {
		if (has_rules++)
			fail("%%define appears twice")
		in_rules = 1
	} else if (keyword == "%%scheme") {
		begin_section()
	} else if (keyword == "%%why") {
		note("RULE TEXT")
		why_at[first] = rest_at
	} else if (keyword == "%%name") {
		note("CAPTURE NAME")
	} else if (keyword == "%%count" || keyword == "%%user") {
		note("RULE")
	} else if (keyword == "%%utf") {
		utf = 1
	} else if (keyword == "%%shapes") {
		shapes = 1
	} else if (keyword == "%%extends") {
		base = first
		base_line[grammar] = file ":" FNR
	} else {
		fail("unknown directive \"" keyword "\"")
	}
}

# A line after %%define.
function read_rule_line(found) {
	if ($0 ~ /^\(\?<[A-Za-z_][A-Za-z0-9_]*>/) {
		found = substr($0, 4, index($0, ">") - 4)
		if (found in rule_of)
			fail("rule \"" found "\" appears twice, see line " \
				rule_line[rule_of[found]])
		rule_of[found] = rules
		rule_name[rules] = found
		rule_line[rules] = FNR
		rule_at[rules] = offset
		rule_text[rules++] = $0
	} else if ($0 ~ /^ / && rules > 0) {
		rule_text[rules - 1] = substr(text, rule_at[rules - 1] + 1, \
			offset + length($0) - rule_at[rules - 1])
	} else if ($0 !~ /^#/ && $0 != "" && $0 != "(?(DEFINE)" && $0 != ")") {
		fail("neither a rule, \"(?<name> ...\", nor a line that continues one")
	}
}

# ---- checking patterns

function line_in(begin, pattern, at, before) {
	before = substr(pattern, 1, at)
	return begin + gsub(/\n/, "", before)
}

# Check that the rules a pattern uses exist.
function check_uses(pattern, line, at, used) {
	at = 0
	while (match(substr(pattern, at + 1), /\(\?&[^)]*\)/)) {
		at += RSTART + RLENGTH - 1
		used = substr(pattern, at - RLENGTH + 4, RLENGTH - 4)
		if (!(used in rule_of))
			fail_at(line_in(line, pattern, at), "unknown rule \"" used "\"")
	}
}

# Collect the captures of a section in capture[]. PCRE2 reports other errors in a pattern; it is
# called with the option that groups without a name do not capture.
function find_captures(pattern, line, at, found, i) {
	captures = at = 0
	while (match(substr(pattern, at + 1), /\(\?<[A-Za-z_][^>]*>/)) {
		at += RSTART + RLENGTH - 1
		found = substr(pattern, at - RLENGTH + 4, RLENGTH - 4)
		if (found !~ /^[A-Z][A-Z0-9_]*$/)
			fail_at(line_in(line, pattern, at), \
				"a capture has a name in capitals, not \"" found "\"")
		is_capture[found] = 1
		capture[captures++] = found
	}
}

function check_rules(i) {
	if (!has_rules)
		fail_at(1, "no %%define")
	for (i = 0; i < rules; i++) {
		check_uses(rule_text[i], rule_line[i])
		if (substr(rule_text[i], 4) ~ /\(\?<[A-Za-z_]/)
			fail_at(rule_line[i], "a capture in a rule: only sections have them")
	}
	for (i = 0; i < notes; i++)
		if (noted_keyword[i] != "%%name" && !(noted_name[i] in rule_of))
			fail_at(noted_line[i], "unknown rule \"" noted_name[i] "\"")
}

# Add the schemes of a section.
function add_schemes(i, list, count, n, k) {
	n = section_names[i]
	count = split(n, list, ",")
	for (k = 1; k <= count; k++) {
		if (list[k] !~ /^[a-z][a-z0-9+.-]*$/ &&
		    !(count == 1 && (n == "_other_" || n == "_bnf_" || n == "_loose_")))
			fail_at(section_line[i], "not a scheme in small letters: \"" \
				list[k] "\"")
		if (list[k] in section_of)
			fail_at(section_line[i], "scheme \"" list[k] \
				"\" has a section already, see line " \
				section_line[section_of[list[k]]])
		section_of[list[k]] = i
		if (list[k] !~ /^_/)
			scheme[schemes++] = list[k]
	}
}

# Check a section and print the names of its parts, in the order of their groups.
function compile_section(i, k) {
	check_uses(body[i], section_line[i] + 1)
	find_captures(body[i], section_line[i] + 1)
	if (body[i] !~ /[^ \n]/)
		fail_at(section_line[i], "%%scheme without a pattern")
	tables = tables sprintf("_Static_assert(%d <= URLGREP_MAX_PARTS,\n" \
		"    \"%s:%d: more captures than URLGREP_MAX_PARTS\");\n", captures, \
		file, section_line[i])
	section_parts[i] = captures
	tables = tables sprintf("static const char *const parts_%d_%d[] = {", grammar, i)
	for (k = 0; k < captures; k++)
		tables = tables " \"" ((("%%name", capture[k]) in noted) ? \
			noted["%%name", capture[k]] : default_name(capture[k])) "\","
	tables = tables (captures ? " };\n" : " NULL };\n")
}

function default_name(found) {
	found = tolower(found)
	gsub(/_/, "-", found)
	return found
}

# ---- how often a section uses each rule, directly and in the rules that it uses

# Return 1 if every match of a rule begins with "[": its alternatives are all within groups.
function begins_with_bracket(rule) {
	sub(/^\(\?<[^>]*>[ \t]*/, "", rule)
	if (substr(rule, 1, 2) != "\\[")
		return 0
	gsub(/\\./, "", rule)
	gsub(/\[[^]]*\]/, "", rule)
	gsub(/#[^\n]*/, "", rule)
	while (gsub(/\([^()]*\)/, "", rule))
		;
	return rule !~ /[|]/
}

# bracketed: also count uses in rules whose matches begin with "["
function count_uses(pattern, bracketed, used) {
	while (match(pattern, /\(\?&[^)]*\)/)) {
		used = substr(pattern, RSTART + 3, RLENGTH - 4)
		pattern = substr(pattern, RSTART + RLENGTH)
		if (used in rule_of && uses[rule_of[used]]++ == 0 &&
		    (bracketed || !begins_with_bracket(rule_text[rule_of[used]])))
			count_uses(rule_text[rule_of[used]], bracketed)
	}
}

# Write how often a section uses each rule: 2 means two or more times.
function write_uses(i, bracketed, k) {
	split("", uses)
	count_uses(body[i], bracketed)
	for (k = 0; k < rules; k++) {
		if (uses[k] && (("%%user", rule_name[k]) in noted))
			has_users[i] = 1
		if (uses[k] && begins_with_bracket(rule_text[k]))
			has_brackets[i] = 1
	}
	tables = tables sprintf("static const unsigned char %s_%d_%d[] = {",
		bracketed ? "uses" : "unbracketed_uses", grammar, i)
	for (k = 0; k < rules; k++)
		tables = tables (k % 30 ? " " : "\n\t") (uses[k] > 1 ? 2 : uses[k] + 0) ","
	tables = tables "\n};\n"
}

# ---- writing a grammar

function span(at, len) {
	return sprintf("{ text_%d + %d, %d }", grammar, at, len)
}

function write_text(lines, count, i, line) {
	printf "static const char text_%d[] =\n", grammar
	count = split(text, lines, "\n")
	for (i = 1; i < count; i++) {
		line = lines[i]
		gsub(/[\\"?]/, "\\\\&", line)
		print "\"" line "\\n\""
	}
	print ";"
}

function write_rules(i) {
	printf "static const struct grammar_rule rules_%d[] = {\n", grammar
	for (i = 0; i < rules; i++)
		printf "\t{ %s, %s, %s, %d, %d, %d },\n", \
			span(rule_at[i] + 3, length(rule_name[i])), \
			span(rule_at[i], length(rule_text[i])), \
			(("%%why", rule_name[i]) in noted) ? span(why_at[rule_name[i]], \
			length(noted["%%why", rule_name[i]])) : "{ NULL, 0 }", \
			(("%%count", rule_name[i]) in noted), (("%%user", rule_name[i]) in noted), \
			begins_with_bracket(rule_text[i])
	print "};"
	printf "static const unsigned short counts_%d[] = {", grammar
	counts = 0
	for (i = 0; i < notes; i++)
		if (noted_keyword[i] == "%%count") {
			printf " %d,", rule_of[noted_name[i]]
			counts++
		}
	print counts ? " };" : " 0 };"
}

function write_sections(i) {
	printf "static const struct grammar_section sections_%d[] = {\n", grammar
	for (i = 0; i < sections; i++)
		printf "\t{ %s, %s, uses_%d_%d, unbracketed_uses_%d_%d, %d, %d, parts_%d_%d, %d },\n", \
			span(production_at[i], production_len[i]), \
			span(body_at[i], length(body[i])), grammar, i, grammar, i, \
			has_users[i], has_brackets[i], grammar, i, section_parts[i]
	print "};"
	printf "static const struct grammar_scheme schemes_%d[] = {\n", grammar
	for (i = 0; i < schemes; i++)
		printf "\t{ \"%s\", %d, %d },\n", scheme[i], length(scheme[i]), \
			section_of[scheme[i]]
	print schemes ? "};" : "\t{ NULL, 0, 0 }\n};"
}

function section_number(found) {
	return (found in section_of) ? section_of[found] : -1
}

function end_file(i) {
	tables = ""
	split("", is_capture)
	check_rules()
	for (i = 0; i < sections; i++)
		add_schemes(i)
	for (i = 0; i < sections; i++) {
		compile_section(i)
		write_uses(i, 1)
		write_uses(i, 0)
	}
	for (i = 0; i < notes; i++)
		if (noted_keyword[i] == "%%name" && !(noted_name[i] in is_capture))
			fail_at(noted_line[i], "unknown capture \"" noted_name[i] "\"")
	if (!("_other_" in section_of))
		fail_at(1, "no section for the other schemes: %%scheme _other_ PRODUCTION")
	base_of[grammar] = base
	write_text()
	write_rules()
	printf "%s", tables
	write_sections()
	is_shapes[grammar] = shapes
	table[grammar] = sprintf("{ \"%s\", %s, text_%d, %d, rules_%d, %d,\n" \
		"\t    sections_%d, %d, schemes_%d, %d, counts_%d, %d, %d, %d, %d }", \
		name, base == "" ? "NULL" : "\"" base "\"", grammar, utf, grammar, \
		rules, grammar, sections, grammar, schemes, grammar, counts, \
		section_of["_other_"], section_number("_bnf_"), section_number("_loose_"))
}

BEGIN {
	print "/* made from the grammars in src/grammar by compile.awk */"
	print "#include \"url/grammar.h\"\n#include \"util/memory.h\"\n"
}

FNR == 1 {
	if (grammars)
		end_file()
	begin_file()
}

{
	text = text $0 "\n"
	if ($0 ~ /^%%/)
		read_directive()
	else if (in_rules)
		read_rule_line()
	if ($0 !~ /^%%/ && section >= 0)
		body[section] = body[section] $0 "\n"
	offset += length($0) + 1
}

END {
	if (grammars)
		end_file()
	for (i = 0; i < grammars; i++) {
		if (base_of[i] == "")
			continue
		if (!(base_of[i] in number_of) || base_of[number_of[base_of[i]]] != "") {
			print base_line[i] ": no grammar of its own: \"" base_of[i] "\"" \
				>"/dev/stderr"
			failed = 1
		}
	}
	if (failed)
		exit 1
	print "const struct grammar_table grammar_tables[] = {"
	for (i = 0; i < grammars; i++)
		if (!is_shapes[i])
			print "\t" table[i] ","
	print "};\n"
	print "const unsigned grammar_table_count = COUNT(grammar_tables);"
	for (i = 0; i < grammars; i++)
		if (is_shapes[i])
			print "\nconst struct grammar_table grammar_shapes = " table[i] ";"
}
