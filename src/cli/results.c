/* results.c - findings as they will be printed, in a row */
#include "results.h"

#include <stdlib.h>
#include <string.h>

struct results {
	char *octets;
	size_t len, size;
	bool taken;
};

/* Before the octets of the url, then those of the text. */
struct heading {
	enum result_kind kind;
	size_t url, text;
	uint64_t octets, passed;
};

struct results *
results_new(void)
{
	return calloc(1, sizeof(struct results));
}

void
results_free(struct results *r)
{
	if (r)
		free(r->octets);
	free(r);
}

static void
append(struct results *r, const void *octets, size_t len)
{
	if (len > 0)
		memcpy(r->octets + r->len, octets, len);
	r->len += len;
}

bool
results_add(struct results *r, const struct result *result)
{
	struct heading h = { result->kind, result->url.len, result->text.len,
		result->octets, result->passed };
	size_t need = sizeof(h) + h.url + h.text;

	if (r->taken)
		r->len = 0;
	r->taken = false;
	if (r->size - r->len < need) {
		size_t size = r->size * 2 + need;
		char *more = realloc(r->octets, size);

		if (more == NULL)
			return false;
		r->octets = more;
		r->size = size;
	}
	append(r, &h, sizeof(h));
	append(r, result->url.text, h.url);
	append(r, result->text.text, h.text);
	return true;
}

const char *
results_take(struct results *r, size_t *len)
{
	*len = r->taken ? 0 : r->len;
	r->taken = true;
	return r->octets;
}

size_t
results_size(const struct results *r)
{
	return r->taken ? 0 : r->len;
}

bool
results_next(const char *results, size_t len, size_t *at, struct result *next)
{
	struct heading h;

	if (len - *at < sizeof(h))
		return false;
	memcpy(&h, results + *at, sizeof(h));
	*at += sizeof(h);
	next->kind = h.kind;
	next->octets = h.octets;
	next->passed = h.passed;
	next->url = (urlgrep_span){ results + *at, h.url };
	next->text = (urlgrep_span){ results + *at + h.url, h.text };
	*at += h.url + h.text;
	return true;
}
