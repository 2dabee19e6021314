/* proofpoint.h - the three encodings of Proofpoint URL Defense */
#ifndef UNWRAP_PROOFPOINT_H
#define UNWRAP_PROOFPOINT_H

#include "unwrap/codec.h"

/* Append the URL of a version 1 link's parameter u: percent-encoded, and then HTML text,
 * of which only "&amp;" is undone. */
void proofpoint_decode_v1(urlgrep_span text, struct strbuf *out);

/* Append the URL of a version 2 link's parameter u: "-" stands for "%" and "_" for "/"
 * in what is otherwise as in version 1. */
enum codec_answer proofpoint_decode_v2(urlgrep_span text, struct strbuf *out);

/* Append the URL of a version 3 link, of which text is what follows "/v3/__":
 *
 *	https://h.example/a*b**Bc__;IyMjIw!!ORGANIZATION!ID$
 *
 * A "*" stands for one byte of the base64url text after "__;", and "**" with a letter
 * for a run of 2 ("A") to 65 ("_") bytes. *maybe_cut: nothing follows the base64url. */
enum codec_answer proofpoint_decode_v3(urlgrep_span text, struct strbuf *out,
    bool *maybe_cut);

#endif
