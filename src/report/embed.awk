# embed.awk - turn the template of the page into a string in C
BEGIN {
	print "/* made of src/report/page.html by src/report/embed.awk */"
	print "extern const char page_template[];"
	print "const char page_template[] ="
}
{
	gsub(/\\/, "&&")
	gsub(/"/, "\\\"")
	print "    \"" $0 "\\n\""
}
END {
	print "    ;"
}
