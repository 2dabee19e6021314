/* stretch.c - a text searched from the front, and a stretch of it entered at a line
 * break: the same findings from there on, if what was found before fits */
#include "long.h"

#include <sys/mman.h>
#include <unistd.h>

#include "../findings.h"
#include "find/message_search.h"

enum { LONGEST = 8192, WAYS = 2 };

/* What was found from an octet on, and where the last URL ends before it. */
struct heard {
	struct report report;
	uint64_t begin, end; /* findings that begin there are reported */
	uint64_t last;
	bool entered;
};

static bool
hear_finding(const urlgrep_finding *f, const struct place *p, void *data)
{
	struct heard *h = data;
	unsigned i;

	must(f->offset == p->offset && f->length == p->length && f->length > 0);
	if (f->offset < h->begin) {
		must(!h->entered);
		h->last = f->offset + f->length;
	} else if (f->offset < h->end) {
		report_finding(&h->report, f);
		for (i = 0; i < p->sign_count; i++)
			fprintf(h->report.file, " %s %d", p->signs[i].name,
			    p->signs[i].points);
	}
	return true;
}

static void
hear_trouble(const char *path, const char *what, void *data)
{
	(void)path;
	(void)data;
	fail(what, __FILE__, __LINE__);
}

static void
hear_entered(uint64_t begin, uint64_t end, void *data)
{
	struct heard *h = data;

	must(begin == h->begin && !h->entered);
	h->entered = true;
	h->last = end;
}

static void
hear_left(uint64_t end, void *data)
{
	(void)end;
	(void)data;
}

static void
hear_read(uint64_t octets, void *data)
{
	(void)octets;
	(void)data;
}

/* ---- the text, read from memory --- */

struct file {
	const struct long_text *text;
	size_t at;
};

static ssize_t
read_file(void *data, char *text, size_t size)
{
	struct file *f = data;
	size_t n = f->text->len - f->at;

	if (n > size)
		n = size;
	memcpy(text, f->text->at + f->at, n);
	f->at += n;
	return (ssize_t)n;
}

/* ---- both ways --- */

static struct heard heard;

static struct search *
search_of(unsigned choice)
{
	static struct options options[WAYS] = { { .selection = VALID },
		{ .selection = ALL } };
	static const struct search_client client = { hear_finding, hear_trouble,
		hear_entered, hear_left, &heard };
	static struct search *searches[WAYS];
	static urlgrep_grammar *grammar;

	choice %= WAYS;
	if (grammar == NULL)
		grammar = urlgrep_grammar_new("current", 0, NULL, NULL);
	if (searches[choice] == NULL)
		searches[choice] = search_new(&options[choice], grammar, NULL, client);
	return searches[choice];
}

static struct heard
search_whole(struct search *s, const struct long_text *t, const struct stretch *stretch)
{
	struct file f = { t, 0 };

	heard = (struct heard){ .begin = stretch->begin, .end = stretch->end };
	report_open(&heard.report);
	search_stream(s, KIND_TEXT, (struct reader){ read_file, &f, NULL }, "whole");
	fclose(heard.report.file);
	return heard;
}

static struct heard
search_entered(struct search *s, const struct long_text *t, struct stretch *stretch)
{
	stretch->fd = memfd_create("text", 0);
	must(write(stretch->fd, t->at, t->len) == (ssize_t)t->len);
	heard = (struct heard){ .begin = stretch->begin, .end = stretch->end };
	report_open(&heard.report);
	search_stretch(s, KIND_TEXT, stretch, "stretch", hear_read, NULL);
	fclose(heard.report.file);
	must(heard.entered);
	close(stretch->fd);
	return heard;
}

static bool
fit(const struct heard *whole, const struct heard *entered)
{
	struct fit f = { .torn = false };

	fit_left(&f, whole->last);
	fit_entered(&f, whole->begin, entered->last);
	return !f.torn;
}

/* Behind the first line break from at on; 0: there is none. */
static size_t
behind_break(const uint8_t *data, size_t size, size_t at)
{
	const uint8_t *end = memchr(data + at, '\n', size - at);

	return end ? (size_t)(end - data) + 1 : 0;
}

/* The stretch begins behind a line break of the input's second half, and what is
 * read of the text somewhere in its first. */
int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned choice = take_choice(data, &size), where = take_choice(data, &size);
	size_t cut = size * where / 256, first = cut * (choice >> 4) / 16;
	size_t begin, fill, end;
	struct heard whole, entered;
	struct long_text t;
	struct stretch stretch = { .end = UINT64_MAX };
	struct search *s;

	if (size > LONGEST)
		return 0;
	begin = behind_break(data, size, cut);
	if (begin == 0 || begin - first >= STRETCH_OF_TEXT)
		return 0;
	fill = STRETCH_OF_TEXT - (begin - first);
	t = long_text(data, size, cut, choice >> 1, fill);
	stretch.first = first;
	stretch.begin = begin + fill;
	end = behind_break(data, size, begin + (size - begin) / 2);
	if (where & 1 && end > begin)
		stretch.end = end + fill;
	s = search_of(choice);
	whole = search_whole(s, &t, &stretch);
	entered = search_entered(s, &t, &stretch);
	must(!fit(&whole, &entered) ||
	    strcmp(whole.report.text, entered.report.text) == 0);
	free(whole.report.text);
	free(entered.report.text);
	free(t.at);
	return 0;
}
