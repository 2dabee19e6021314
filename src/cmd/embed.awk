# embed.awk - turn a template into an array of strings in C, called after the file that is made:
# marks such as @DATA@ divide it
BEGIN {
	sub(/\.h$/, "", out)
	print "/* made by src/cmd/embed.awk */"
	print "static const char *const " out "[] = {"
}
{
	gsub(/\\/, "&&")
	gsub(/"/, "\\\"")
	gsub(/@[A-Z]+@/, "\",\n    \"")
	print "    \"" $0 "\\n\""
}
END {
	print "};"
}
