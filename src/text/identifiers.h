/* identifiers.h - commit ids and Message-IDs that a line break divides */
#ifndef TEXT_IDENTIFIERS_H
#define TEXT_IDENTIFIERS_H

#include <stdbool.h>

#include "urlgrep.h"

/* Return true if the word is the whole id of a commit: 40 or 64 hexadecimal digits,
 * perhaps with punctuation after them. */
bool identifier_is_commit(urlgrep_span word);

/* Return true if the hexadecimal digits at the end of `before`, and those at the beginning
 * of word, are the id of a commit together. There may be none in `before`, if it ends in a
 * mark such as "/" or "=". */
bool identifier_is_divided_commit(urlgrep_span before, urlgrep_span word);

/* Return true if the word is a tag or branch as git names it, "tags/v1.2", after the URL
 * `before`, which ends in a letter or digit. */
bool identifier_is_tag(urlgrep_span before, urlgrep_span word);

/* Return true if the URL `before` and the word, which has an "@", may be a URL of an
 * archive that ends in a Message-ID. */
bool identifier_is_message_id(urlgrep_span before, urlgrep_span word);

/* Return true if it is such a URL, and the word the whole Message-ID, and no mailbox: it
 * begins with a time ("20211104113631.206899-2-ann@h.example"), or is long and has a slash
 * after the host. */
bool identifier_is_whole_message_id(urlgrep_span before, urlgrep_span word);

/* Return true if the word is "@" and a host, with which such a URL goes on. */
bool identifier_is_message_host(urlgrep_span before, urlgrep_span word);

/* Return true if the word is what Google's mail servers end a reply with, after the URL of
 * an explanation: "q41si5422799iwn.27". */
bool identifier_is_queue_id(urlgrep_span word);

#endif
