# warnings.awk - check warnings.tsv and turn it into the table in warnings.c

BEGIN {
	FS = "\t"
	print "/* made from warnings.tsv by warnings.awk */"
	print "static const struct {\n\tconst char *name, *meaning;\n} warnings[] = {"
}

/^#/ { next }

NF != 2 || $1 !~ /^[a-z0-9]+(-[a-z0-9]+)*$/ || $2 ~ /^$|["\\]/ {
	print FILENAME ":" FNR ": a row has a name, a tab, and a meaning" >"/dev/stderr"
	failed = 1
	exit 1
}

{
	constant = toupper($1)
	gsub(/-/, "_", constant)
	print "\t[URLGREP_WARN_" constant "] = { \"" $1 "\", \"" $2 "\" },"
}

END {
	if (!failed)
		print "};"
}
