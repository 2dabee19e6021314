/* entities.c - character references: &amp; &#38; &#x26; (HTML standard, 13.2.5.72)
 *
 * HTML 5 has 2,231 names. The table has the names of HTML 4, which mail uses, and of US-ASCII
 * characters, which can hide a URL (http&colon;&sol;&sol;). */
#include "html/parser.h"

#include <stdlib.h>

#include "util/ascii.h"
#include "util/utf8.h"

enum {
	MAX_NAME_BYTES = 16,
	MAX_LATIN1_NAME_BYTES = 6, /* &Agrave; and the like */
	REPLACEMENT = 0xFFFD
};

/* In the order of strcmp. */
static const struct named_entity {
	char name[MAX_NAME_BYTES + 1];
	unsigned short code;
} entities[] = {
	{ "AElig", 0xC6 }, { "AMP", '&' }, { "Aacute", 0xC1 }, { "Acirc", 0xC2 },
	{ "Agrave", 0xC0 }, { "Alpha", 0x391 }, { "Aring", 0xC5 }, { "Atilde", 0xC3 },
	{ "Auml", 0xC4 }, { "Beta", 0x392 }, { "Ccedil", 0xC7 }, { "Chi", 0x3A7 },
	{ "Dagger", 0x2021 }, { "Delta", 0x394 }, { "DiacriticalGrave", '`' },
	{ "ETH", 0xD0 }, { "Eacute", 0xC9 }, { "Ecirc", 0xCA }, { "Egrave", 0xC8 },
	{ "Epsilon", 0x395 }, { "Eta", 0x397 }, { "Euml", 0xCB }, { "GT", '>' },
	{ "Gamma", 0x393 }, { "Hat", '^' }, { "Iacute", 0xCD }, { "Icirc", 0xCE },
	{ "Igrave", 0xCC }, { "Iota", 0x399 }, { "Iuml", 0xCF }, { "Kappa", 0x39A },
	{ "LT", '<' }, { "Lambda", 0x39B }, { "Mu", 0x39C }, { "NewLine", '\n' },
	{ "Ntilde", 0xD1 }, { "Nu", 0x39D }, { "OElig", 0x152 }, { "Oacute", 0xD3 },
	{ "Ocirc", 0xD4 }, { "Ograve", 0xD2 }, { "Omega", 0x3A9 },
	{ "Omicron", 0x39F }, { "Oslash", 0xD8 }, { "Otilde", 0xD5 }, { "Ouml", 0xD6 },
	{ "Phi", 0x3A6 }, { "Pi", 0x3A0 }, { "Prime", 0x2033 }, { "Psi", 0x3A8 },
	{ "QUOT", '"' }, { "Rho", 0x3A1 }, { "Scaron", 0x160 }, { "Sigma", 0x3A3 },
	{ "THORN", 0xDE }, { "Tab", '\t' }, { "Tau", 0x3A4 }, { "Theta", 0x398 },
	{ "Uacute", 0xDA }, { "Ucirc", 0xDB }, { "Ugrave", 0xD9 }, { "UnderBar", '_' },
	{ "Upsilon", 0x3A5 }, { "Uuml", 0xDC }, { "VerticalLine", '|' },
	{ "Xi", 0x39E }, { "Yacute", 0xDD }, { "Yuml", 0x178 }, { "Zeta", 0x396 },
	{ "aacute", 0xE1 }, { "acirc", 0xE2 }, { "acute", 0xB4 }, { "aelig", 0xE6 },
	{ "agrave", 0xE0 }, { "alefsym", 0x2135 }, { "alpha", 0x3B1 }, { "amp", '&' },
	{ "and", 0x2227 }, { "ang", 0x2220 }, { "apos", '\'' }, { "aring", 0xE5 },
	{ "ast", '*' }, { "asymp", 0x2248 }, { "atilde", 0xE3 }, { "auml", 0xE4 },
	{ "bdquo", 0x201E }, { "beta", 0x3B2 }, { "brvbar", 0xA6 }, { "bsol", '\\' },
	{ "bull", 0x2022 }, { "cap", 0x2229 }, { "ccedil", 0xE7 }, { "cedil", 0xB8 },
	{ "cent", 0xA2 }, { "chi", 0x3C7 }, { "circ", 0x2C6 }, { "clubs", 0x2663 },
	{ "colon", ':' }, { "comma", ',' }, { "commat", '@' }, { "cong", 0x2245 },
	{ "copy", 0xA9 }, { "crarr", 0x21B5 }, { "cup", 0x222A }, { "curren", 0xA4 },
	{ "dArr", 0x21D3 }, { "dagger", 0x2020 }, { "darr", 0x2193 }, { "deg", 0xB0 },
	{ "delta", 0x3B4 }, { "diams", 0x2666 }, { "divide", 0xF7 }, { "dollar", '$' },
	{ "eacute", 0xE9 }, { "ecirc", 0xEA }, { "egrave", 0xE8 }, { "empty", 0x2205 },
	{ "emsp", 0x2003 }, { "ensp", 0x2002 }, { "epsilon", 0x3B5 },
	{ "equals", '=' }, { "equiv", 0x2261 }, { "eta", 0x3B7 }, { "eth", 0xF0 },
	{ "euml", 0xEB }, { "euro", 0x20AC }, { "excl", '!' }, { "exist", 0x2203 },
	{ "fnof", 0x192 }, { "forall", 0x2200 }, { "frac12", 0xBD },
	{ "frac14", 0xBC }, { "frac34", 0xBE }, { "frasl", 0x2044 },
	{ "gamma", 0x3B3 }, { "ge", 0x2265 }, { "grave", '`' }, { "gt", '>' },
	{ "hArr", 0x21D4 }, { "harr", 0x2194 }, { "hearts", 0x2665 },
	{ "hellip", 0x2026 }, { "iacute", 0xED }, { "icirc", 0xEE }, { "iexcl", 0xA1 },
	{ "igrave", 0xEC }, { "image", 0x2111 }, { "infin", 0x221E },
	{ "int", 0x222B }, { "iota", 0x3B9 }, { "iquest", 0xBF }, { "isin", 0x2208 },
	{ "iuml", 0xEF }, { "kappa", 0x3BA }, { "lArr", 0x21D0 }, { "lambda", 0x3BB },
	{ "lang", 0x2329 }, { "laquo", 0xAB }, { "larr", 0x2190 }, { "lbrace", '{' },
	{ "lbrack", '[' }, { "lceil", 0x2308 }, { "lcub", '{' }, { "ldquo", 0x201C },
	{ "le", 0x2264 }, { "lfloor", 0x230A }, { "lowast", 0x2217 },
	{ "lowbar", '_' }, { "loz", 0x25CA }, { "lpar", '(' }, { "lrm", 0x200E },
	{ "lsaquo", 0x2039 }, { "lsqb", '[' }, { "lsquo", 0x2018 }, { "lt", '<' },
	{ "macr", 0xAF }, { "mdash", 0x2014 }, { "micro", 0xB5 }, { "midast", '*' },
	{ "middot", 0xB7 }, { "minus", 0x2212 }, { "mu", 0x3BC }, { "nabla", 0x2207 },
	{ "nbsp", 0xA0 }, { "ndash", 0x2013 }, { "ne", 0x2260 }, { "ni", 0x220B },
	{ "not", 0xAC }, { "notin", 0x2209 }, { "nsub", 0x2284 }, { "ntilde", 0xF1 },
	{ "nu", 0x3BD }, { "num", '#' }, { "oacute", 0xF3 }, { "ocirc", 0xF4 },
	{ "oelig", 0x153 }, { "ograve", 0xF2 }, { "oline", 0x203E },
	{ "omega", 0x3C9 }, { "omicron", 0x3BF }, { "oplus", 0x2295 },
	{ "or", 0x2228 }, { "ordf", 0xAA }, { "ordm", 0xBA }, { "oslash", 0xF8 },
	{ "otilde", 0xF5 }, { "otimes", 0x2297 }, { "ouml", 0xF6 }, { "para", 0xB6 },
	{ "part", 0x2202 }, { "percnt", '%' }, { "period", '.' }, { "permil", 0x2030 },
	{ "perp", 0x22A5 }, { "phi", 0x3C6 }, { "pi", 0x3C0 }, { "piv", 0x3D6 },
	{ "plus", '+' }, { "plusmn", 0xB1 }, { "pound", 0xA3 }, { "prime", 0x2032 },
	{ "prod", 0x220F }, { "prop", 0x221D }, { "psi", 0x3C8 }, { "quest", '?' },
	{ "quot", '"' }, { "rArr", 0x21D2 }, { "radic", 0x221A }, { "rang", 0x232A },
	{ "raquo", 0xBB }, { "rarr", 0x2192 }, { "rbrace", '}' }, { "rbrack", ']' },
	{ "rceil", 0x2309 }, { "rcub", '}' }, { "rdquo", 0x201D }, { "real", 0x211C },
	{ "reg", 0xAE }, { "rfloor", 0x230B }, { "rho", 0x3C1 }, { "rlm", 0x200F },
	{ "rpar", ')' }, { "rsaquo", 0x203A }, { "rsqb", ']' }, { "rsquo", 0x2019 },
	{ "sbquo", 0x201A }, { "scaron", 0x161 }, { "sdot", 0x22C5 }, { "sect", 0xA7 },
	{ "semi", ';' }, { "shy", 0xAD }, { "sigma", 0x3C3 }, { "sigmaf", 0x3C2 },
	{ "sim", 0x223C }, { "sol", '/' }, { "spades", 0x2660 }, { "sub", 0x2282 },
	{ "sube", 0x2286 }, { "sum", 0x2211 }, { "sup", 0x2283 }, { "sup1", 0xB9 },
	{ "sup2", 0xB2 }, { "sup3", 0xB3 }, { "supe", 0x2287 }, { "szlig", 0xDF },
	{ "tau", 0x3C4 }, { "there4", 0x2234 }, { "theta", 0x3B8 },
	{ "thetasym", 0x3D1 }, { "thinsp", 0x2009 }, { "thorn", 0xFE },
	{ "tilde", 0x2DC }, { "times", 0xD7 }, { "trade", 0x2122 }, { "uArr", 0x21D1 },
	{ "uacute", 0xFA }, { "uarr", 0x2191 }, { "ucirc", 0xFB }, { "ugrave", 0xF9 },
	{ "uml", 0xA8 }, { "upsih", 0x3D2 }, { "upsilon", 0x3C5 }, { "uuml", 0xFC },
	{ "verbar", '|' }, { "vert", '|' }, { "weierp", 0x2118 }, { "xi", 0x3BE },
	{ "yacute", 0xFD }, { "yen", 0xA5 }, { "yuml", 0xFF }, { "zeta", 0x3B6 },
	{ "zwj", 0x200D }, { "zwnj", 0x200C }
};

/* ---- by name --- */

static int
compare_names(const void *name, const void *entity)
{
	return strcmp(name, ((const struct named_entity *)entity)->name);
}

/* Return the character called name[0..len), or 0. */
static uint32_t
find_name(const char *name, size_t len)
{
	char wanted[MAX_NAME_BYTES + 1];
	const struct named_entity *e;

	if (len == 0 || len > MAX_NAME_BYTES)
		return 0;
	memcpy(wanted, name, len);
	wanted[len] = '\0';
	e = bsearch(wanted, entities, sizeof(entities) / sizeof(entities[0]),
	    sizeof(entities[0]), compare_names);
	return e ? e->code : 0;
}

/* Return true if the name of this character needs no ";". */
static bool
is_latin1(uint32_t code)
{
	if (code < 0x80)
		return code != 0 && strchr("&<>\"", (int)code) != NULL;
	return code <= 0xFF;
}

/* The names of Latin-1 and of & < > " need no ";", and then &ampx is "&x". The
 * letters and digits after the "&" end at name_end. */
static size_t
decode_name_prefix(const char *html, size_t name_end, size_t len,
    bool in_attribute, uint32_t *code)
{
	size_t end = name_end;

	if (end > MAX_LATIN1_NAME_BYTES + 1)
		end = MAX_LATIN1_NAME_BYTES + 1;
	if (in_attribute && (end < name_end || (end < len && html[end] == '=')))
		return 0;
	for (; end > 2; end--) {
		*code = find_name(html + 1, end - 1);
		if (is_latin1(*code))
			return in_attribute && end < name_end ? 0 : end;
	}
	return 0;
}

/* Return the length of a reference if it is at the beginning of html[0..len), else 0. */
static inline size_t
match_reference(const char *html, size_t len, const char *reference)
{
	size_t wanted = strlen(reference);

	return len >= wanted && memcmp(html, reference, wanted) == 0 ? wanted : 0;
}

/* Decode the references that are by far the most common in mail: they need no search. */
static size_t
decode_common(const char *html, size_t len, uint32_t *code)
{
	size_t used;

	if ((used = match_reference(html, len, "&nbsp;")) != 0)
		*code = 0xA0;
	else if ((used = match_reference(html, len, "&gt;")) != 0)
		*code = '>';
	else if ((used = match_reference(html, len, "&quot;")) != 0)
		*code = '"';
	else if ((used = match_reference(html, len, "&lt;")) != 0)
		*code = '<';
	else if ((used = match_reference(html, len, "&amp;")) != 0)
		*code = '&';
	return used;
}

/* ---- by number --- */

/* Return the character of a numeric reference: 0x80 to 0x9F are read as windows-1252
 * (13.2.5.80). */
static uint32_t
number_to_code(uint32_t number)
{
	if (number == 0 || number > 0x10FFFF || (number >= 0xD800 && number <= 0xDFFF))
		return REPLACEMENT;
	return number >= 0x80 && number < 0xA0 ? utf8_windows_1252((unsigned char)number) : number;
}

/* Return the value of a digit; -1 if c is not a digit. */
static int
digit_value(char c, int base)
{
	if (ascii_is(c, ASCII_DIGIT))
		return c - '0';
	if (base == 16 && ascii_is(c, ASCII_HEX))
		return ascii_lower(c) - 'a' + 10;
	return -1;
}

static size_t
decode_number(const char *html, size_t len, uint32_t *code)
{
	int base = len > 2 && ascii_lower(html[2]) == 'x' ? 16 : 10;
	size_t begin = base == 16 ? 3 : 2, at = begin;
	uint32_t number = 0;

	for (; at < len && digit_value(html[at], base) >= 0; at++)
		if (number <= 0x10FFFF) /* beyond that it can only be invalid */
			number = number * (uint32_t)base +
			    (uint32_t)digit_value(html[at], base);
	if (at == begin)
		return 0;
	*code = number_to_code(number);
	return at + (at < len && html[at] == ';');
}

size_t
entity_decode(const char *html, size_t len, bool in_attribute, uint32_t *code)
{
	size_t end = decode_common(html, len, code);

	if (end > 0)
		return end;
	end = 1;
	if (len > 1 && html[1] == '#')
		return decode_number(html, len, code);
	while (end < len && end < MAX_NAME_BYTES + 2 &&
	    ascii_is(html[end], ASCII_ALPHA | ASCII_DIGIT))
		end++;
	if (end < len && html[end] == ';' &&
	    (*code = find_name(html + 1, end - 1)) != 0)
		return end + 1;
	return decode_name_prefix(html, end, len, in_attribute, code);
}
