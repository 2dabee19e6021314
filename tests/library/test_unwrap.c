/* test_unwrap.c - every row of tests/vectors/unwrap.tsv and tracking.tsv; each row of the table of
 * services has a test; the caller's own rows; defanging */
#include "table.h"
#include "tap.h"
#include "unwrap/unwrap.h"
#include "urlgrep.h"
#include "util/memory.h"

enum { ROOM = 4096, MAX_ROWS = 256 };

static urlgrep_grammar *grammar;
static unsigned char has_vector[MAX_ROWS]; /* by row of the table of services */

/* Append text to a list, separated by commas. */
static void
append(char *list, const char *text, size_t len)
{
	size_t at = strlen(list);

	snprintf(list + at, ROOM - at, "%s%.*s", at ? "," : "", (int)len, text);
}

/* Write the notes of a result in the form of the table. */
static void
write_notes(const urlgrep_unwrapped *r, char *list)
{
	char word[300];
	unsigned i;

	list[0] = '\0';
	for (i = 0; urlgrep_name(URLGREP_UNWRAP_NOTE_NAMES, i); i++)
		if (r->notes >> i & 1)
			append(list, urlgrep_name(URLGREP_UNWRAP_NOTE_NAMES, i),
			    strlen(urlgrep_name(URLGREP_UNWRAP_NOTE_NAMES, i)));
	if (r->inner) {
		snprintf(word, sizeof(word), "inner-%s",
		    urlgrep_name(URLGREP_UNWRAP_STATUS_NAMES, r->inner));
		append(list, word, strlen(word));
	}
	if (r->hint.text) {
		snprintf(word, sizeof(word), "hint=%.*s", (int)r->hint.len, r->hint.text);
		append(list, word, strlen(word));
	}
	if (list[0] == '\0')
		strcpy(list, "-");
}

/* Mark the rows of the table of services of which a URL is an example: those that match it and
 * have the name expected of its outermost wrapper. */
static void
note_row(const char *text, size_t len, const char *via)
{
	struct http_url url;
	urlgrep_span target;
	bool is_cut;
	unsigned i;

	if (!http_url_read(&url, text, len))
		return;
	for (i = 0; i < wrapper_count; i++)
		if (strncmp(via, wrapper_table[i].id, strlen(wrapper_table[i].id)) == 0 &&
		    wrapper_matches(&wrapper_table[i], &url, &target, &is_cut))
			has_vector[i] = 1;
}

static void
check_unwrap(urlgrep_unwrapper *u, char **field, const char *place)
{
	char via[ROOM] = "", notes[ROOM];
	size_t len = unescape(field[1]);
	const urlgrep_unwrapped *r = urlgrep_unwrap(u, field[1], len);
	bool has_target, is_good;
	unsigned i;

	note_row(field[1], len, field[4]);
	for (i = 0; i < r->step_count; i++)
		append(via, r->steps[i].via, strlen(r->steps[i].via));
	if (via[0] == '\0')
		strcpy(via, "-");
	write_notes(r, notes);
	has_target = r->status == URLGREP_UNWRAP_TARGET;
	is_good = strcmp(urlgrep_name(URLGREP_UNWRAP_STATUS_NAMES, r->status), field[2]) == 0 &&
	    (has_target ? span_bytes_are(r->target->text, field[3]) :
		strcmp(field[3], "-") == 0) &&
	    strcmp(via, field[4]) == 0 && strcmp(notes, field[5]) == 0;
	if (!ok(is_good, "%s: %s: %s", place, field[6], field[1]))
		printf("# expected %s %s %s %s\n# got      %s %.*s %s %s\n", field[2],
		    field[3], field[4], field[5],
		    urlgrep_name(URLGREP_UNWRAP_STATUS_NAMES, r->status),
		    has_target ? (int)r->target->text.len : 1,
		    has_target ? r->target->text.text : "-", via, notes);
}

static void
check_tracking(urlgrep_unwrapper *u, char **field, const char *place)
{
	size_t len = unescape(field[0]), i;
	const urlgrep_cleaned *r = urlgrep_strip_tracking(u, field[0], len);
	urlgrep_span clean = r->url.text.text ? r->url.text : (urlgrep_span){ field[0], len };
	char removed[ROOM] = "";

	for (i = 0; i < r->removed_count; i++)
		append(removed, r->removed[i].text, r->removed[i].len);
	if (removed[0] == '\0')
		strcpy(removed, "-");
	if (!ok(span_bytes_are(clean, field[1]) &&
		strcmp(removed, field[2]) == 0, "%s: %s: %s", place, field[3], field[0]))
		printf("# expected %s %s\n# got      %.*s %s\n", field[1], field[2],
		    (int)clean.len, clean.text, removed);
}

/* Check every row of a table. */
static void
check_table(const char *path, unsigned fields,
    void (*check)(urlgrep_unwrapper *u, char **field, const char *place))
{
	urlgrep_unwrapper *some = urlgrep_unwrapper_new(grammar, URLGREP_UNWRAP_DEFAULT);
	urlgrep_unwrapper *all = urlgrep_unwrapper_new(grammar, ~0u);
	struct table t = table_of(path);
	char *field[FIELDS], place[ROOM];

	while (next_row(&t)) {
		snprintf(place, sizeof(place), "%s:%u", path, t.number);
		if (split_fields(t.line, field) != fields)
			ok(false, "%s: %u fields", place, fields);
		else
			check(strcmp(field[0], "all") == 0 ? all : some, field, place);
	}
	ok(t.rows > 0, "%s has rows", path);
	urlgrep_unwrapper_free(some);
	urlgrep_unwrapper_free(all);
}

/* Return the text of a file; the caller frees it. */
static char *
read_text(const char *path)
{
	FILE *file = open_table(path);
	char *text = NULL;
	size_t size = 0;

	if (getdelim(&text, &size, '\0', file) < 0)
		exit(2);
	fclose(file);
	return text;
}

/* Each row of the table of services is tested by a URL in tests/vectors/unwrap.tsv, and is
 * in the document. */
static void
check_coverage(void)
{
	char *document = read_text("src/doc/UNWRAP.md");
	unsigned i;

	for (i = 0; i < wrapper_count; i++) {
		ok(has_vector[i], "row %u of src/unwrap/tables/wrappers.tsv, %s %s, has a vector",
		    i + 1, wrapper_table[i].id, wrapper_table[i].path);
		ok(strstr(document, wrapper_table[i].id) != NULL,
		    "src/doc/UNWRAP.md has %s", wrapper_table[i].id);
	}
	free(document);
}

/* ---- the caller's own rows --- */

/* Write all that a row says to text. */
static const char *
describe_row(const struct wrapper *w, char text[2000])
{
	snprintf(text, 2000, "%s %u %s %s %d %s %d %d %s %s %s", w->id, w->class, w->hosts, w->path,
	    (int)w->where, w->names, (int)w->codec, w->takes_rest, w->supplied ? w->supplied : "-",
	    w->ends ? w->ends : "-", w->hint ? w->hint : "-");
	return text;
}

/* Each row of the table of services means the same if it is the caller's: wrappers.awk and
 * wrapper_row_read() have the same words. */
static void
check_same_rows(void)
{
	char *text = read_text("src/unwrap/tables/wrappers.tsv"), *row, built_in[2000], own[2000];
	struct arena arena = { &memory_default, NULL };
	const struct wrapper *same = wrapper_table;
	struct wrapper w;
	bool nomem;

	for (row = strtok(text, "\n"); row; row = strtok(NULL, "\n"))
		if (*row != '#')
			ok(!wrapper_row_read(&w, &arena, row, strlen(row), &nomem) && !nomem &&
			    strcmp(describe_row(&w, own), describe_row(same++, built_in)) == 0,
			    "as a row of the caller: %s", row);
	arena_free(&arena);
	free(text);
}

static void
check_rows(void)
{
	static const struct {
		const char *row;
		bool is_good;
	} rows[] = {
		{ "own\tgateway\tgate.example *.gate.example\t/go\tq:to\tpct\t-\t-", true },
		{ "own\tredirect\tr.example\t/x/*/{t}\tpath\thead+https\t-\t-", true },
		{ "own\tshort\ts.example\t/*\tnone\t-\t-\t-", true },
		{ "own\tgateway\tgate.example\t/go\tq:to\tpct\t-", false },
		{ "own\tgateway\tgate.example\t/go\tq:to\tpct\t-\t-\t-", false },
		{ "own\tgateway\t\t/go\tq:to\tpct\t-\t-", false },
		{ "own\tother\tgate.example\t/go\tq:to\tpct\t-\t-", false },
		{ "own\tgateway\tgate/{g}\t/go\tq:to\tpct\t-\t-", false },
		{ "own\tgateway\tgate example/\t/go\tq:to\tpct\t-\t-", false },
		{ "own\tgateway\tgate.example\tgo\tq:to\tpct\t-\t-", false },
		{ "own\tgateway\tgate.example\t/{t}\tq:to\tpct\t-\t-", false },
		{ "own\tgateway\tgate.example\t/go\tpath\tpct\t-\t-", false },
		{ "own\tgateway\tgate.example\t/**/go\tq:to\tpct\t-\t-", false },
		{ "own\tgateway\tgate.example\t/go\tq\tpct\t-\t-", false },
		{ "own\tgateway\tgate.example\t/go\tnowhere\tpct\t-\t-", false },
		{ "own\tgateway\tgate.example\t/go\tq:to\trot13\t-\t-", false },
		{ "own\tgateway\tgate.example\t/go\tq:to\tpct+gopher\t-\t-", false },
		{ "", false },
	};
	urlgrep_unwrapper *u = urlgrep_unwrapper_new(NULL, URLGREP_UNWRAP_DEFAULT);
	char *url[] = { "-", NULL, NULL, NULL, NULL, "-", "own row" };
	static const char *const cases[][4] = {
		{ "http://a.gate.example/go?to=https%3A%2F%2Fh.example%2F", "target",
		    "https://h.example/", "own" },
		{ "http://r.example/x/1/h.example/a", "target", "https://h.example/a", "own" },
		{ "http://s.example/1", "opaque", "-", "own" },
		{ "http://gate.example/to?to=https%3A%2F%2Fh.example%2F", "none", "-", "-" },
	};
	size_t i, j;

	FOR_EACH(c, rows) {
		const char *why = NULL;
		urlgrep_status status = urlgrep_unwrapper_add(u, c->row, strlen(c->row), &why);

		ok(status == (c->is_good ? URLGREP_OK : URLGREP_REJECTED) &&
		    (why == NULL) == c->is_good, "row of the caller's own: %s: %s",
		    c->row, why ? why : "good");
	}
	for (i = 0; i < COUNT(cases); i++) {
		char room[4][ROOM];

		for (j = 0; j < 4; j++)
			url[j + 1] = strcpy(room[j], cases[i][j]);
		check_unwrap(u, url, __FILE__);
	}
	urlgrep_unwrapper_free(u);
}

/* ---- defanging --- */

static void
check_defang(void)
{
	static const char *const rows[][2] = {
		{ "https://evil.example/a.html?u=http://b.example/",
		    "hxxps[:]//evil[.]example/a.html?u=http[:]//b.example/" },
		{ "http://h.example", "hxxp[:]//h[.]example" },
		{ "HTTP://H.example/", "HXXP[:]//H[.]example/" },
		{ "ftp://u:p@h.example:21/a.b", "fxp[:]//u[:]p[@]h[.]example[:]21/a.b" },
		{ "http://[2001:db8::1]/a:b", "hxxp[:]//[2001[:]db8[:][:]1]/a:b" },
		{ "http://h.example:/", "hxxp[:]//h[.]example[:]/" },
		{ "http://[::1]:/", "hxxp[:]//[[:][:]1][:]/" },
		{ "mailto:a.b@h.example?subject=a.b@c",
		    "mailto[:]a[.]b[@]h[.]example?subject=a.b@c" },
		{ "ssh://git@h.example/a", "ssh[:]//git[@]h[.]example/a" },
		{ "http://h.example/?a=mailto:b@c.example",
		    "hxxp[:]//h[.]example/?a=mailto[:]b@c.example" },
		{ "http://h.example/www.b.example,xwww.c",
		    "hxxp[:]//h[.]example/www[.]b.example,xwww.c" },
		{ "http://h.example?www.b", "hxxp[:]//h[.]example?www[.]b" },
		{ "news:comp.lang.c", "news[:]comp.lang.c" },
		{ "http://h.example/a b.c?d  e", "hxxp[:]//h[.]example/a%20b.c?d%20%20e" },
		{ "mailto:mailto:a@h.example", "mailto[:]mailto[:]a[@]h[.]example" },
		{ "h.example/a", "h.example/a" },
		{ "http://h.example/?u=hxxp://b.example",
		    "hxxp[:]//h[.]example/?u=hxxp[:]//b.example" },
	};
	char out[256];
	size_t i, len, cut;

	for (i = 0; i < COUNT(rows); i++) {
		len = urlgrep_defang(rows[i][0], strlen(rows[i][0]), out, sizeof(out));
		if (!ok(bytes_are(out, len, rows[i][1]),
			"defanged: %s", rows[i][0]))
			printf("# expected %s\n# got      %.*s\n", rows[i][1], (int)len, out);
		for (cut = 0; cut < len; cut++) {
			memset(out, '#', sizeof(out));
			if (urlgrep_defang(rows[i][0], strlen(rows[i][0]), out, cut) != len ||
			    memcmp(out, rows[i][1], cut) != 0 || out[cut] != '#')
				break;
		}
		ok(cut == len, "no more is written than has room: %s", rows[i][0]);
	}
}

int
main(void)
{
	grammar = urlgrep_grammar_new("current", 0, NULL, NULL);
	check_table("tests/vectors/unwrap.tsv", 7, check_unwrap);
	check_table("tests/vectors/tracking.tsv", 4, check_tracking);
	check_coverage();
	check_same_rows();
	check_rows();
	check_defang();
	urlgrep_grammar_free(grammar);
	return done_testing();
}
