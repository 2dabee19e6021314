# root_zone.awk - turn root_zone.txt, one last label a line in any order, into
# src/text/refang/root_zone.h's table, sorted
{
	label = tolower($1)
	if ($0 !~ /^[A-Za-z0-9-]+$/ || label in seen) {
		print FILENAME ":" FNR ": not a label, or there twice: \"" $0 "\"" >"/dev/stderr"
		failed = 1
	}
	seen[label] = 1
	labels[++count] = label
	for (i = count; i > 1 && labels[i] < labels[i - 1]; i--) {
		swap = labels[i]
		labels[i] = labels[i - 1]
		labels[i - 1] = swap
	}
}

END {
	if (failed)
		exit 1
	print "/* made from " FILENAME " by root_zone.awk */"
	print "#include \"text/refang/root_zone.h\"\n"
	print "const char *const root_zone_labels[] = {"
	for (i = 1; i <= count; i++)
		print "\t\"" labels[i] "\","
	print "};\n\nconst unsigned root_zone_count = " count ";"
}
