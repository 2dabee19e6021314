/* chart.c - charts as inline SVG */
#include "report/chart.h"

#include <inttypes.h>

#include "cmd/print/html_text.h"

void
chart_write_number(struct strbuf *out, uint64_t number)
{
	if (number < 1000) {
		strbuf_printf(out, "%" PRIu64, number);
		return;
	}
	chart_write_number(out, number / 1000);
	strbuf_printf(out, ",%03u", (unsigned)(number % 1000));
}

/* Write a number in at most four characters: 999, 1.2k, 12k, 3.4M. */
static void
write_short_number(struct strbuf *out, uint64_t number)
{
	static const char units[] = "kMGTPE";
	double rest = (double)number;
	size_t i = 0;

	if (number < 1000) {
		strbuf_printf(out, "%" PRIu64, number);
		return;
	}
	for (rest /= 1000; rest >= 999.5; i++)
		rest /= 1000;
	strbuf_printf(out, rest < 9.95 ? "%.1f%c" : "%.0f%c", rest, units[i]);
}

static uint64_t
greatest_count(const struct chart_bar *bars, size_t count)
{
	uint64_t greatest = 1;
	size_t i;

	for (i = 0; i < count; i++)
		if (bars[i].count > greatest)
			greatest = bars[i].count;
	return greatest;
}

void
chart_write_columns(struct strbuf *out, const char *name, chart_color color,
    const struct chart_bar *bars, size_t count)
{
	enum { WIDTH = 816, LEAST_STEP = 34, MOST_STEP = 80, GAP = 10,
		TOP = 16, HEIGHT = 110, BOTTOM = 18 };
	uint64_t greatest = greatest_count(bars, count);
	size_t fair = WIDTH / (count ? count : 1), i;
	size_t step = fair < LEAST_STEP ? LEAST_STEP : fair > MOST_STEP ? MOST_STEP : fair;
	size_t width = step * count;

	/* a chart of many years is wider than the page, and scrolls */
	strbuf_printf(out, "<svg class=\"years\" role=\"img\" aria-label=\"%s\" "
	    "viewBox=\"0 0 %zu %d\" style=\"min-width: %zupx; max-width: %zupx\">\n",
	    name, width, TOP + HEIGHT + BOTTOM, width * 17 / 20, width * 5 / 4);
	for (i = 0; i < count; i++) {
		double height = HEIGHT * (double)bars[i].count / (double)greatest;
		size_t middle = i * step + step / 2;

		strbuf_printf(out, "<g><title>%s: ", bars[i].label);
		chart_write_number(out, bars[i].count);
		strbuf_printf(out, "</title><rect class=\"%s\" x=\"%zu\" y=\"%.1f\" width=\"%zu\" "
		    "height=\"%.1f\" rx=\"2\"/>", color, i * step + GAP / 2,
		    TOP + HEIGHT - height, step - GAP, height);
		strbuf_printf(out, "<text x=\"%zu\" y=\"%.1f\">", middle,
		    TOP + HEIGHT - height - 4);
		write_short_number(out, bars[i].count);
		strbuf_printf(out, "</text><text x=\"%zu\" y=\"%d\">%s</text></g>\n", middle,
		    TOP + HEIGHT + 13, bars[i].label);
	}
	strbuf_append_string(out, "</svg>\n");
}

/* The shortest bar that can be seen, in percent. */
#define LEAST_SHARE 0.6

void
chart_write_rows(struct strbuf *out, chart_color color, const struct chart_bar *bars, size_t count)
{
	uint64_t greatest = greatest_count(bars, count);
	size_t i;

	strbuf_append_string(out, "<div class=\"bars\">\n");
	for (i = 0; i < count; i++) {
		double share = 100.0 * (double)bars[i].count / (double)greatest;

		strbuf_append_string(out, "<span title=\"");
		html_text_write_string(out, bars[i].title ? bars[i].title : bars[i].label);
		strbuf_append_string(out, "\">");
		html_text_write_string(out, bars[i].label);
		strbuf_append_string(out, "</span><b>");
		chart_write_number(out, bars[i].count);
		strbuf_printf(out, "</b><svg viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" "
		    "aria-hidden=\"true\"><rect class=\"%s\" width=\"%.2f\" height=\"10\"/>"
		    "</svg>\n", color, share < LEAST_SHARE ? LEAST_SHARE : share);
	}
	strbuf_append_string(out, "</div>\n");
}

static void
write_key(struct strbuf *out, chart_color color, const struct chart_bar *bar, uint64_t total)
{
	strbuf_printf(out, "<li><svg viewBox=\"0 0 1 1\" aria-hidden=\"true\"><rect class=\"%s\" "
	    "width=\"1\" height=\"1\"/></svg>%s: ", color, bar->label);
	chart_write_number(out, bar->count);
	strbuf_printf(out, " <span class=\"faint\">(%.1f %%)</span></li>\n",
	    100.0 * (double)bar->count / (double)total);
}

void
chart_write_share(struct strbuf *out, const char *name, const chart_color *colors,
    const struct chart_bar *bars, size_t count)
{
	uint64_t total = 0;
	double at = 0;
	size_t i;

	for (i = 0; i < count; i++)
		total += bars[i].count;
	total = total ? total : 1;
	strbuf_printf(out, "<svg class=\"share\" role=\"img\" aria-label=\"%s\" "
	    "viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\">", name);
	for (i = 0; i < count; i++) {
		double width = 100.0 * (double)bars[i].count / (double)total;

		strbuf_printf(out, "<rect class=\"%s\" x=\"%.3f\" width=\"%.3f\" height=\"10\"/>",
		    colors[i], at, width);
		at += width;
	}
	strbuf_append_string(out, "</svg>\n<ul class=\"key\">\n");
	for (i = 0; i < count; i++)
		write_key(out, colors[i], &bars[i], total);
	strbuf_append_string(out, "</ul>\n");
}
