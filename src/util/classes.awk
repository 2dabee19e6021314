# classes.awk - turn classes.tsv into the constants (out=classes.h) and tables of src/util/ascii.h,
# and blocks.tsv into the table of src/util/utf8.c
#
# ascii_class has a bit for each class of a byte. ascii_nibbles has the same information by class:
# for the low four bits of a byte, a bit for each value of its high four bits with which it is in
# the class. ascii_base64 and ascii_hex have the values of digits, plus 64 and 16, respectively.

BEGIN {
	FS = "\t"
	for (byte = 1; byte < 128; byte++)
		character[byte] = sprintf("%c", byte)
}

function print_digits(name, digits, base,    byte, value) {
	print "\nconst unsigned char ascii_" name "[256] = {"
	for (byte = 33; byte < 128; byte++)
		if (value = index(digits, character[byte]))
			print "\t[" byte "] = " base + (value - 1) % base ","
	print "};"
}

/^#/ { next }

FILENAME ~ /blocks\.tsv$/ {
	for (i = 1; i <= NF; i++) {
		if (split($i, block, " ") != 2 || block[1] !~ /^[0-9A-F]+$/ ||
		    sprintf("%6s", block[1]) <= sprintf("%6s", last)) {
			print FILENAME ":" FNR ": expected a later character and its class" >"/dev/stderr"
			exit failed = 1
		}
		last = block[1]
		blocks = blocks "\t{ 0x" last ", CHARACTER_" block[2] " },\n"
	}
	next
}

NF < 2 || NF > 3 || $2 !~ /^\[.*\]$/ {
	print FILENAME ":" FNR ": expected a name, a bracket expression and a comment" >"/dev/stderr"
	exit failed = 1
}

{
	split("", nibbles)
	for (byte = 1; byte < 128; byte++)
		if (character[byte] ~ "^" $2 "$") {
			classes[byte] += 2 ^ count
			nibbles[byte % 16] += 2 ^ int(byte / 16)
		}
	row = ""
	for (low = 0; low < 16; low++)
		row = row (low ? ", " : "") nibbles[low] + 0
	rows = rows "\t{ " row " }, /* " $1 " */\n"
	constants = constants "\tASCII_" $1 " = 1 << " count++ ",\n"
}

END {
	if (failed)
		exit 1
	print "/* made from classes.tsv by classes.awk */"
	if (out == "classes.h") {
		printf "enum {\n%s};\n", constants
		exit
	}
	print "#include \"util/ascii.h\"\n#include \"util/utf8.h\"\n"
	print "const uint32_t ascii_class[256] = {"
	for (byte = 1; byte < 128; byte++)
		if (byte in classes)
			print "\t[" byte "] = " classes[byte] ","
	print "};\n\nconst unsigned char ascii_nibbles[][16] = {"
	printf "%s};\n", rows
	print_digits("base64", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", 64)
	print_digits("hex", "0123456789ABCDEF          abcdef", 16)
	print "\nconst struct character_block character_blocks[] = {"
	printf "%s};\n", blocks
	print "const size_t character_block_count = sizeof(character_blocks) / sizeof(character_blocks[0]);"
}
