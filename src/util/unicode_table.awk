# unicode_table.awk - make unicode_table.c from Unicode's data
#
# `make unicode-table` runs it on Scripts.txt and UnicodeData.txt of Debian's package
# unicode-data. See character.h for the classes.

BEGIN {
	count = split("Latin Han Hiragana Katakana Hangul Thai", own)
	for (i = 1; i <= count; i++)
		class_of_script[own[i]] = "CHARACTER_" toupper(own[i])
	count = split("Lao Khmer Myanmar", own)
	for (i = 1; i <= count; i++)
		class_of_script[own[i]] = "CHARACTER_UNSPACED"
	ranges = 0
}

function number(hex,    i, value)
{
	value = 0
	for (i = 1; i <= length(hex); i++)
		value = value * 16 + index("0123456789ABCDEF", substr(hex, i, 1)) - 1
	return value
}

# Add first..last to the ranges, which come in ascending order.
function add(first, last, class)
{
	if (class == "" || last < 128)
		return
	if (ranges && end[ranges] + 1 == first && name[ranges] == class) {
		end[ranges] = last
		return
	}
	begin[++ranges] = first
	end[ranges] = last
	name[ranges] = class
}

# The prolonged sound mark and its like are of no script, but only katakana has them.
function class_of(code, category, label,    script)
{
	if (category ~ /^[PS]/)
		return "CHARACTER_SYMBOL"
	if (category !~ /^[LMN]/)
		return ""
	if (label ~ /KATAKANA-HIRAGANA PROLONGED|HALFWIDTH KATAKANA/)
		return "CHARACTER_KATAKANA"
	script = script_of[code]
	if (script in class_of_script)
		return class_of_script[script]
	return category ~ /^M/ ? "CHARACTER_MARK" : "CHARACTER_LETTER"
}

FILENAME ~ /Scripts/ {
	if (FNR == 1)
		version = $2
	if ($0 ~ /^[0-9A-F]/) {
		sub(/#.*/, "")
		split($0, field, /[ ;]+/)
		split(field[1], limit, /\.\./)
		if (field[2] in class_of_script) {
			first = number(limit[1])
			last = limit[2] == "" ? first : number(limit[2])
			for (code = first; code <= last; code++)
				script_of[code] = field[2]
		}
	}
	next
}

{
	split($0, field, ";")
	code = number(field[1])
	if (field[2] ~ /, First>$/) {
		first = code
		next
	}
	if (field[2] !~ /, Last>$/)
		first = code
	add(first, code, class_of(code, field[3], field[2]))
}

END {
	sub(/^Scripts-/, "", version)
	sub(/\.txt$/, "", version)
	print "/* unicode_table.c - the classes of characters beyond US-ASCII"
	print " *"
	print " * Made from the data of Unicode " version " by `make unicode-table`: change"
	print " * unicode_table.awk instead. */"
	print "#include \"util/character.h\""
	print ""
	print "const struct character_range character_ranges[] = {"
	for (i = 1; i <= ranges; i++)
		printf "\t{ 0x%X, 0x%X, %s },\n", begin[i], end[i], name[i]
	print "};"
	print ""
	print "const unsigned character_range_count ="
	print "    sizeof(character_ranges) / sizeof(character_ranges[0]);"
}
