# header.awk - the interface that urlgrep.h declares, as a man page (mdoc): its
# sections become sections, its comments text, its declarations stand as they are

function quoted(line) {
	gsub(/\\/, "\\e", line)
	gsub(/-/, "\\-", line)
	return line ~ /^[.']/ ? "\\&" line : line
}

function literal(on) {
	if (on == within)
		return
	print on ? ".Bd -literal -offset indent" : ".Ed"
	within = on
}

# a line of a comment; what is indented in it stands as it is
function comment(line) {
	sub(/ *\*\/$/, "", line)
	sub(/^ ?\/?\*+ ?/, "", line)
	if (line == "") {
		blank = 1
		return
	}
	was = within
	literal(line ~ /^[ \t]/)
	if (blank && (was || !within))
		print within ? "" : ".Pp"
	blank = 0
	line = quoted(line)
	if (!within)
		gsub(/\. +/, ".\n", line) # a sentence, a line
	print line
}

/^\/\* ---- / {
	literal(0)
	gsub(/^\/\* -+ | -+ \*\/$/, "")
	print ".Ss " toupper(substr($0, 1, 1)) substr($0, 2)
	declaring = 0
	headed = 1
	next
}

# the first comment is about all of it, its first line is the NAME section's
NR == 1 { opening = 1; next }
opening && NR == 2 { next }
opening { comment($0); if (/\*\//) opening = blank = 0; next }

/^#|^extern "C"|^}$/ || (!declaring && /^$/) { next }
/^$/ { declaring = 0; next }
/^\/\*/ {
	in_comment = 1
	if (!declaring) {
		literal(0)
		if (!headed)
			print ".Pp"
	}
	headed = 0
}
in_comment { comment($0); if (/\*\/$/) in_comment = blank = 0; next }

{
	declaring = 1
	literal(1)
	sub(/^URLGREP_API /, "")
	print quoted($0)
}

END { literal(0) }
