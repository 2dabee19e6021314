# header.awk - turn a public header into a part of a manual page (mdoc): its sections
# become subsections, its comments text, its declarations displays

# Keep the beginning of a line from being read as a macro.
function quoted_begin(line) {
	return line ~ /^[.']/ ? "\\&" line : line
}

function quoted(line) {
	gsub(/\\/, "\\e", line)
	gsub(/-/, "\\-", line)
	return quoted_begin(line)
}

# Begin or end a literal display.
function literal(on) {
	if (on == within)
		return
	print on ? ".Bd -literal -offset indent" : ".Ed"
	within = on
}

# Print text in lines of at most 78 bytes.
function wrapped(text) {
	while (length(text) > 78 && match(substr(text, 1, 78), /.* /)) {
		print substr(text, 1, RLENGTH - 1)
		text = quoted_begin(substr(text, RLENGTH + 1))
	}
	print text
}

# Print a line of a comment; indented lines are displayed literally.
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
	if (within) {
		print line
		return
	}
	count = split(line, sentences, /\. +/) # each begins a line
	for (i = 1; i <= count; i++)
		wrapped(quoted_begin(sentences[i]) (i < count ? "." : ""))
}

/^\/\* ---- / {
	literal(0)
	gsub(/^\/\* -+ | -+ \*\/$/, "")
	print ".Ss " toupper(substr($0, 1, 1)) substr($0, 2)
	declaring = 0
	headed = 1
	next
}

# The first comment is the description; its first line is the NAME section's.
NR == 1 { opening = 1; next }
opening && NR == 2 { next }
opening { comment($0); if (/\*\//) opening = blank = 0; next }

/^#|^extern "C"|^}$/ || (!declaring && /^$/) { next }
/^$/ { declaring = 0; gap = within; next }
/^\/\*/ {
	in_comment = 1
	literal(0)
	if (!headed)
		print ".Pp"
	gap = headed = 0
}
in_comment { comment($0); if (/\*\/$/) in_comment = blank = 0; next }

{
	if (gap && within)
		print ""
	gap = headed = 0
	declaring = 1
	literal(1)
	sub(/^URLGREP_API /, "")
	print quoted($0)
}

END { literal(0) }
