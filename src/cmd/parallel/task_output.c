/* task_output.c - findings as they will be printed, in a row */
#include "cmd/parallel/task_output.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/octets.h"

struct results {
	struct octets all;
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
		free(r->all.at);
	free(r);
}

void
results_add(struct results *r, const struct result *result)
{
	struct heading h = { result->kind, result->url.len, result->text.len,
		result->octets, result->passed };

	if (r->taken)
		r->all.len = 0;
	r->taken = false;
	octets_add(&r->all, &h, sizeof(h));
	octets_add(&r->all, result->url.text, h.url);
	octets_add(&r->all, result->text.text, h.text);
}

const char *
results_take(struct results *r, size_t *len)
{
	*len = r->taken ? 0 : r->all.len;
	r->taken = true;
	return r->all.at;
}

size_t
results_size(const struct results *r)
{
	return r->taken ? 0 : r->all.len;
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
