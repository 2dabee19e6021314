# elements.awk - check elements.tsv and turn it into the table in text.c, grouped by first letters
#
# Prints the table, or a message with file and line for a mistake; then the exit status is 1.

BEGIN { FS = "\t" }

/^#/ { next }

{
	count = split($2, names, " ")
	for (i = 1; i <= count; i++) {
		if (NF != 2 || names[i] !~ /^[a-z][a-z0-9:]*$/ || length(names[i]) > 15 || seen[names[i]]++) {
			print FILENAME ":" FNR ": expected a kind, a tab, and names of elements" >"/dev/stderr"
			exit failed = 1
		}
		rows[substr(names[i], 1, 1)] = rows[substr(names[i], 1, 1)] \
			"\t\t{ \"" names[i] "\", ELEMENT_" $1 " },\n"
	}
}

END {
	if (failed)
		exit 1
	print "/* made from " FILENAME " by elements.awk */"
	print "static const struct text_element *const elements['z' - 'a' + 1] = {"
	for (i = 1; i <= 26; i++) {
		letter = substr("abcdefghijklmnopqrstuvwxyz", i, 1)
		if (letter in rows)
			print "\t['" letter "' - 'a'] = (const struct text_element[]){\n" rows[letter] \
				"\t\t{ \"\", ELEMENT_INLINE } },"
	}
	print "};"
}
