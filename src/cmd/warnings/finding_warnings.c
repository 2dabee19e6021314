/* finding_warnings.c - what is odd or dangerous about a finding: what the library
 * knows, and what takes more than it has */
#include "cmd/finding_warnings.h"

#include "cmd/idn.h"

/* The library's begin at bit 0. */
static const urlgrep_warnings idn_mixed = (urlgrep_warnings)1 << 61;
static const urlgrep_warnings idn_confusable = (urlgrep_warnings)1 << 62;
static const urlgrep_warnings href_differs = (urlgrep_warnings)1 << 63;

bool
warning_row(unsigned i, struct warning *row)
{
	const struct warning own[] = {
		{ "idn-mixed", "a label of the host mixes scripts", idn_mixed },
		{ "idn-confusable",
		    "a label of the host looks like US-ASCII and is not",
		    idn_confusable },
		{ "href-differs", "a link in HTML that shows a URL of another host",
		    href_differs },
	};
	unsigned known = 0;

	while (known < i && urlgrep_warning_name(known))
		known++;
	*row = (struct warning){ urlgrep_warning_name(i),
		urlgrep_warning_meaning(i), (urlgrep_warnings)1 << (i & 63) };
	if (row->name)
		return true;
	if (i - known >= sizeof(own) / sizeof(own[0]))
		return false;
	*row = own[i - known];
	return true;
}

static urlgrep_warnings
warn_idn(const urlgrep_url *url)
{
	struct idn idn;

	if (!idn_read(url, &idn))
		return 0;
	return (idn.mixed ? idn_mixed : 0) | (idn.confusable ? idn_confusable : 0);
}

urlgrep_warnings
warnings_of(const urlgrep_finding *f, const struct place *place)
{
	if (f->url.verdict != URLGREP_OK)
		return 0;
	return urlgrep_finding_warn(f) | warn_idn(&f->url) |
	    (place && place->href_differs ? href_differs : 0);
}

void
each_warning(urlgrep_warnings set, void (*put)(const char *name, void *data),
    void *data)
{
	struct warning row;
	unsigned i;

	for (i = 0; set && warning_row(i, &row); i++) {
		if (set & row.bit)
			put(row.name, data);
		set &= ~row.bit;
	}
}
