/* link_description.c - what the text of a link shows, and whether it leads elsewhere */
#include "find/link_description.h"

void
link_description_free(struct link_description *d)
{
	link_target_free(&d->target);
	idna_free(&d->idna);
}

urlgrep_status
link_description_write(struct link_description *d, urlgrep_scanner *scanner,
    urlgrep_span text, const urlgrep_finding *f, urlgrep_location *l)
{
	struct shown_url shown;
	urlgrep_status status;

	if (text.text)
		l->link_text = (urlgrep_span){ d->text, link_text_collapse(text, d->text) };
	status = link_text_read(scanner, &d->idna, text,
	    urlgrep_part_named(&f->url, "host"), &shown);
	if (status == URLGREP_OK)
		status = link_target_compare(&d->target, &d->idna, f->url.text, text,
		    &shown);
	if (shown.has_other_host) {
		l->flags |= URLGREP_MAIL_HREF_DIFFERS;
		l->shown_host = shown.host;
	}
	return status;
}
