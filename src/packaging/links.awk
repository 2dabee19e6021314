# links.awk - rewrite the relative links of a Markdown document for its installed location
#
#	awk -v from=src/doc/FAQ.md -v files='FROM:MODE:TO...' -f links.awk src/doc/FAQ.md
#
# from is the document, and files lists all installed files, as in install.mk. A link to an
# installed file, or to a directory of such files, is changed to its installed location. A link to
# any other file of the source tree is replaced by its text.

# Return the directory part of a path, including the slash; "" if it has none.
function directory_of(path) {
	sub(/[^\/]*$/, "", path)
	return path
}

# Return the path with each "x/.." removed.
function resolved(path) {
	while (sub(/[^\/.]+\/[.][.]\//, "", path))
		;
	return path
}

# Return the installed location of a file or directory of the source tree; "" if not installed.
function installed(path,   i, rest) {
	if (path in to)
		return to[path]
	for (i in to)
		if (index(i, path "/") == 1) {
			rest = substr(i, length(path) + 1)
			if (substr(to[i], length(to[i]) - length(rest) + 1) == rest)
				return substr(to[i], 1, length(to[i]) - length(rest))
		}
	return ""
}

# Return the relative path from a directory, whose name ends in a slash, to another path.
function relative(directory, path,   up) {
	up = ""
	while (index(path, directory) != 1) {
		sub(/[^\/]+\/$/, "", directory)
		up = up "../"
	}
	return up substr(path, length(directory) + 1)
}

function is_file(path,   line, is) {
	is = (getline line <path) >= 0
	close(path)
	return is
}

# Return the new form of a link, which is "[text](target)" or an image.
function rewritten(link,   text, target, fragment, place) {
	match(link, /\]\(/)
	text = substr(link, 1, RSTART - 1)
	target = substr(link, RSTART + 2, length(link) - RSTART - 2)
	fragment = ""
	if (match(target, /#/)) {
		fragment = substr(target, RSTART)
		target = substr(target, 1, RSTART - 1)
	}
	if (target == "" || target ~ /^[a-z]+:/)
		return link
	target = resolved(directory_of(from) target)
	place = installed(target)
	if (place)
		return text "](" relative(directory_of(to[from]), place) fragment ")"
	sub(/^!?\[/, "", text)
	return is_file(target) ? text : link
}

BEGIN {
	count = split(files, list, " ")
	for (i = 1; i <= count; i++) {
		split(list[i], field, ":")
		to[field[1]] = field[3]
	}
}

/^```/ { in_code = !in_code }
in_code { print; next }

{
	line = ""
	while (match($0, /!?\[[^][]*\]\([^() ]*\)/)) {
		line = line substr($0, 1, RSTART - 1)
		link = substr($0, RSTART, RLENGTH)
		$0 = substr($0, RSTART + RLENGTH)
		line = line rewritten(link)
	}
	print line $0
}
