/* message_filter.h - which messages are wanted: --from, --to, --subject, --since, --until */
#ifndef CMD_MESSAGE_FILTER_H
#define CMD_MESSAGE_FILTER_H

#include <stdbool.h>

#include "cmd/settings.h"
#include "urlgrep_mail.h"

/* One thread's filter. */
struct message_filter;

/* Return a filter, or NULL if all findings are wanted, whatever message they are in.
 * settings must outlive it. */
struct message_filter *message_filter_new(const struct settings *settings);
/* Takes NULL. */
void message_filter_free(struct message_filter *filter);

/* Return true if the reader's last finding, which is at location, is in a message that is
 * wanted. */
bool message_filter_wants(struct message_filter *filter, urlgrep_mail *mail,
    const urlgrep_location *location);

#endif
