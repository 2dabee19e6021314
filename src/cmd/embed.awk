# embed.awk - turn a template into a C array of strings, split at marks such as @DATA@; the array is
# named after the output file
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
