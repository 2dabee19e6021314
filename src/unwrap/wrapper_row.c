/* wrapper_row.c - reads a row of a table of wrappers, as in unwrap/tables/wrappers.tsv */
#include "unwrap/wrapper_row.h"

#include <string.h>

#include "util/ascii.h"

enum { ID, CLASS, HOSTS, PATH, WHERE, CODEC, ENDS, HINT, FIELD_COUNT };

/* A word of the table and its value. */
struct word {
	const char *word;
	unsigned value;
};

static const struct word classes[] = { { "gateway", URLGREP_UNWRAP_GATEWAY },
	{ "redirect", URLGREP_UNWRAP_REDIRECT }, { "tracker", URLGREP_UNWRAP_TRACKER },
	{ "amp", URLGREP_UNWRAP_AMP }, { "archive", URLGREP_UNWRAP_ARCHIVE },
	{ "short", URLGREP_UNWRAP_SHORT }, { NULL, 0 } };

static const struct word places[] = { { "q", WHERE_PARAMETER }, { "query", WHERE_QUERY },
	{ "path", WHERE_PATH }, { "star", WHERE_STAR }, { "amp3", WHERE_AMPERSANDS },
	{ "none", WHERE_SERVER }, { "has", WHERE_SERVER }, { NULL, 0 } };

static const struct word codecs[] = { { "-", CODEC_RAW }, { "raw", CODEC_RAW },
	{ "pct", CODEC_PCT }, { "head", CODEC_HEAD }, { "b64", CODEC_B64 },
	{ "bing", CODEC_BING }, { "pp1", CODEC_PP1 }, { "pp2", CODEC_PP2 },
	{ "pp3", CODEC_PP3 }, { NULL, 0 } };

static bool
find_word(const struct word *words, const char *text, size_t len, unsigned *value)
{
	for (; words->word; words++)
		if (strlen(words->word) == len && memcmp(words->word, text, len) == 0) {
			*value = words->value;
			return true;
		}
	return false;
}

/* Divide a copy of the row at its tabs. Returns false unless it has all fields, and none
 * is empty. */
static bool
divide(char *row, char *field[FIELD_COUNT])
{
	unsigned i;

	for (i = 0; i < FIELD_COUNT; i++) {
		field[i] = row;
		row += strcspn(row, "\t");
		if (row == field[i] || (*row == '\0') != (i == FIELD_COUNT - 1))
			return false;
		*row++ = '\0';
	}
	return true;
}

static bool
is_host_pattern(const char *host, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (!ascii_is(host[i], ASCII_ALPHA | ASCII_DIGIT) &&
		    !memchr(".-_*", host[i], 4) &&
		    !(i > 0 && len - i == 3 && memcmp(host + i, "{g}", 3) == 0))
			return false;
		else if (len - i == 3 && host[i] == '{')
			break;
	return true;
}

static const char *
read_hosts(struct wrapper *w, char *hosts)
{
	const char *list = hosts, *word;
	size_t len, i;

	for (i = 0; hosts[i]; i++)
		hosts[i] = ascii_lower(hosts[i]);
	while ((word = wrapper_next_word(&list, ' ', &len)) != NULL)
		if (len == 0 || !is_host_pattern(word, len))
			return "not a list of hosts";
	w->hosts = hosts;
	return NULL;
}

static const char *
read_path(struct wrapper *w, const char *path)
{
	const char *target = strstr(path, "{t}"), *wide = strstr(path, "**");

	if (path[0] != '/')
		return "a path begins with a slash";
	if ((w->where == WHERE_PATH) != (target != NULL) ||
	    strcspn(path, "{") != (target ? (size_t)(target - path) : strlen(path)) ||
	    (target && strpbrk(target + 1, "{*")))
		return "a path has {t} where the target stands in it, and nowhere else";
	if (target == NULL && wide && wide[2])
		return "\"**\" is the end of a path, or stands before {t}";
	w->path = path;
	return NULL;
}

static const char *
read_where(struct wrapper *w, const char *where)
{
	size_t len = strcspn(where, ":");
	bool has_names = where[len] == ':' && where[len + 1];
	unsigned value;

	if (!find_word(places, where, len, &value) ||
	    has_names != (where[0] == 'h' || value == WHERE_PARAMETER))
		return "unknown place of the target";
	w->where = (enum wrapper_where)value;
	w->names = has_names ? where + len + 1 : "";
	return NULL;
}

static const char *
read_codec(struct wrapper *w, const char *codec)
{
	const char *word = wrapper_next_word(&codec, '+', &(size_t){ 0 });
	size_t len = word ? strcspn(word, "+") : 0;
	unsigned value;

	if (word == NULL || !find_word(codecs, word, len, &value))
		return "unknown codec";
	w->codec = (enum codec)value;
	while ((word = wrapper_next_word(&codec, '+', &len)) != NULL) {
		if (ascii_is_word(word, len, "last"))
			w->takes_rest = true;
		else if (ascii_is_word(word, len, "http"))
			w->supplied = "http://";
		else if (ascii_is_word(word, len, "https"))
			w->supplied = "https://";
		else
			return "unknown option of a codec";
	}
	return NULL;
}

static const char *
optional(const char *field)
{
	return strcmp(field, "-") == 0 ? NULL : field;
}

const char *
wrapper_row_read(struct wrapper *w, struct arena *arena, const char *row, size_t len,
    bool *nomem)
{
	char *field[FIELD_COUNT], *copy;
	const char *why;

	memset(w, 0, sizeof(*w));
	*nomem = false;
	if (memchr(row, '\0', len))
		return "a NUL byte";
	copy = arena_copy(arena, row, len);
	*nomem = copy == NULL;
	if (copy == NULL)
		return NULL;
	if (!divide(copy, field))
		return "expected 8 fields, separated by tabs: "
		       "id, class, hosts, path, where, codec, end, hint";
	if (!find_word(classes, field[CLASS], strlen(field[CLASS]), &w->class))
		return "unknown class";
	w->id = field[ID];
	w->ends = optional(field[ENDS]);
	w->hint = optional(field[HINT]);
	why = read_where(w, field[WHERE]);
	if (why == NULL)
		why = read_path(w, field[PATH]);
	if (why == NULL)
		why = read_hosts(w, field[HOSTS]);
	return why ? why : read_codec(w, field[CODEC]);
}
