/* chart.h - charts as inline SVG */
#ifndef REPORT_CHART_H
#define REPORT_CHART_H

#include <stddef.h>
#include <stdint.h>

#include "util/strbuf.h"

/* A class of the style sheet: "blue", "green", "amber" or "grey". */
typedef const char *chart_color;

struct chart_bar {
	const char *label;
	const char *title; /* shown for the label when it is pointed at; or NULL */
	uint64_t count;
};

/* Write a number with a comma after each three digits. */
void chart_write_number(struct strbuf *out, uint64_t number);

/* Write a column for each bar; labels are short. name is for those who cannot see it. */
void chart_write_columns(struct strbuf *out, const char *name, chart_color color,
    const struct chart_bar *bars, size_t count);

/* Write a row for each bar: label, number, bar. */
void chart_write_rows(struct strbuf *out, chart_color color, const struct chart_bar *bars,
    size_t count);

/* Write one bar that is divided, and its key. There are as many colors as bars. */
void chart_write_share(struct strbuf *out, const char *name, const chart_color *colors,
    const struct chart_bar *bars, size_t count);

#endif
