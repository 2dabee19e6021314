/* rtf_compression.h - the compressed RTF of MAPI ([MS-OXRTFCP]) */
#ifndef MAIL_RTF_COMPRESSION_H
#define MAIL_RTF_COMPRESSION_H

#include <stdbool.h>

#include "urlgrep.h"
#include "util/strbuf.h"

/* RTF that takes more than this is damaged. */
enum { MAX_RTF_BYTES = 32 * 1024 * 1024 };

/* Append the RTF to *rtf. Returns false if it is damaged, after what comes before that, or
 * without memory: then rtf->failed is set. The checksum is not verified. */
bool rtf_decompress(urlgrep_span compressed, struct strbuf *rtf);

#endif
