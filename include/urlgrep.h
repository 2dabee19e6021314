/* urlgrep.h - find, rejoin and judge the URLs in running text
 *
 * liburlgrep finds URLs as RFC 1738 and its appendix describe them: wrapped as <URL:...>, in angle
 * brackets, in quotes or bare, whole or broken over lines. A strict grammar judges each URL: it
 * names the parts, or says where and why the URL is invalid.
 *
 *	urlgrep_scanner *scanner = urlgrep_scanner_new(NULL);
 *	const urlgrep_finding *found;
 *
 *	urlgrep_scanner_text(scanner, text, len, URLGREP_LAST);
 *	while ((found = urlgrep_next(scanner)) != NULL)
 *		printf("%.*s\n", (int)found->url.text.len, found->url.text.text);
 *	urlgrep_scanner_free(scanner);
 *
 * Compile with `pkg-config --cflags --libs liburlgrep` or, in a clone, with -Iinclude
 * build/liburlgrep.a -lpcre2-8.
 *
 * The library has no global state, prints nothing, never exits, ignores the locale, and takes time
 * linear in the text. Threads may share a grammar; a scanner belongs to one thread. Lengths and
 * offsets count bytes. NUL is an ordinary byte. Functions that free an object accept NULL. */
#ifndef URLGREP_H
#define URLGREP_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define URLGREP_VERSION "0.3.0"

#if defined(URLGREP_BUILD) && defined(__GNUC__)
#define URLGREP_API __attribute__((visibility("default")))
#else
#define URLGREP_API
#endif

typedef enum urlgrep_status {
	URLGREP_OK,       /* success */
	URLGREP_END,      /* there are no more */
	URLGREP_MORE,     /* undecided until more of the text is given */
	URLGREP_REJECTED, /* an argument is not acceptable; nothing was changed */
	URLGREP_NOMEM,    /* out of memory */
	URLGREP_SKIPPED   /* something could not be read: see urlgrep_mail.h */
} urlgrep_status;

typedef enum urlgrep_verdict {
	URLGREP_VALID,    /* the grammar accepts it */
	URLGREP_LOOSE,    /* not valid, but RFC 3986 accepts it once it is percent-encoded */
	URLGREP_INVALID,  /* the grammar does not accept it */
	URLGREP_LIMIT,    /* too long or too complex to be judged, see URLGREP_MAX_URL_BYTES */
	URLGREP_UNJUDGED  /* out of memory */
} urlgrep_verdict;

/* The longest URL that is judged; this bounds memory. */
enum { URLGREP_MAX_URL_BYTES = 65536 };

/* Borrowed bytes. text is NULL if absent: "http://h/" has no query, "http://h/?" an empty one. */
typedef struct urlgrep_span {
	const char *text;
	size_t len;
} urlgrep_span;

/* An allocator: functions like malloc and free, and their data. They are called in each thread that
 * uses the grammar or anything made with it, and must be thread-safe if there are several. */
typedef struct urlgrep_memory {
	void *(*allocate)(size_t size, void *data);
	void (*release)(void *block, void *data);
	void *data;
} urlgrep_memory;

/* ---- grammars ---------------------------------------------------------- */

/* A compiled grammar, immutable once something is made with it. */
typedef struct urlgrep_grammar urlgrep_grammar;

/* Flags for urlgrep_grammar_new. By default the pattern of a scheme is JIT-compiled after 32
 * matches, since this costs as much as interpreting it for about 50 URLs. */
enum {
	URLGREP_NO_JIT = 1,   /* never JIT-compile */
	URLGREP_EARLY_JIT = 2, /* JIT-compile before the first match */
	URLGREP_NO_IRI = 4,    /* a URL with characters beyond US-ASCII is invalid */
	URLGREP_STRICT = 8     /* loose URLs are not accepted, and loose readings rank as invalid */
};

/* Return the name of grammar number index, from 0; NULL if index is too large:
 *   "current"  RFC 3986, RFC 3987 and the current RFC of each scheme
 *   "draft"    the BNF that preceded RFC 1738
 *   "iri"      the part of current for URLs beyond US-ASCII; judges as current does
 *   "rfc1738"  RFC 1738 section 5 and its prose, to the letter */
URLGREP_API const char *urlgrep_grammar_name(unsigned index);

/* Return a new grammar. name may be NULL ("current"), and so may memory (malloc and free), which is
 * copied, but not its data. On failure return NULL and, unless why is NULL, set *why to NOMEM, or
 * to REJECTED if no grammar has that name. Free the grammar after everything that uses it. */
URLGREP_API urlgrep_grammar *urlgrep_grammar_new(const char *name,
    unsigned flags, const urlgrep_memory *memory, urlgrep_status *why);
URLGREP_API void urlgrep_grammar_free(urlgrep_grammar *grammar);

/* Also find NAME://... in texts; a listed scheme is found as before. Only one thread may call this,
 * before anything is made with the grammar. Return OK; NOMEM; REJECTED if name cannot name a
 * scheme, or is longer than all listed ones. */
URLGREP_API urlgrep_status urlgrep_grammar_add_scheme(urlgrep_grammar *grammar, const char *name);

/* A listed scheme. If it has neither form, it is found only in <URL:...> and in links of HTML. */
typedef struct urlgrep_scheme {
	const char *name;
	int has_slashes;   /* 1 if it is found in running text as name:// */
	int is_opaque;     /* 1 if it is found as name: before text that looks like its URLs; a few
			    * schemes are found only in <name:...> */
	int is_registered; /* 1 if it is registered with IANA */
	unsigned port;     /* the default port; 0: none */
	unsigned rfc;      /* the number of its RFC; 0: unknown */
} urlgrep_scheme;

/* Set *scheme to listed scheme number index, from 0 in alphabetical order. Return OK or END. */
URLGREP_API urlgrep_status urlgrep_scheme_at(unsigned index, urlgrep_scheme *scheme);

/* ---- judging one URL --------------------------------------------------- */

/* The largest number of parts of a URL. */
enum { URLGREP_MAX_PARTS = 16 };

/* A part by its name in the standard, such as "host" or "url-path", as written, with escapes. */
typedef struct urlgrep_part {
	const char *name;
	urlgrep_span value;
} urlgrep_part;

/* A judged URL with its parts, in the grammar's order; it has no parts if it is neither valid nor
 * loose. Only "current" has loose URLs: they become URIs (RFC 3986) if these are percent-encoded
 * outside the authority: | ^ \ { } [ ], the backquote, a "%" that begins no escape, bytes that are
 * not UTF-8, and a later "#" if a slash follows the first or, unless it ends the URL, if "!/" follows
 * the first or ".html" precedes it. */
typedef struct urlgrep_url {
	urlgrep_span text;
	urlgrep_verdict verdict;
	unsigned part_count;
	urlgrep_part parts[URLGREP_MAX_PARTS];
} urlgrep_url;

/* Where a URL fails, and why. */
typedef struct urlgrep_error {
	size_t offset; /* the bytes before it could begin a valid URL */
	size_t length; /* of the wrong character; 0: something is missing there */
	urlgrep_span rule;       /* the production of the grammar that fails there */
	int prose;               /* 1 if the BNF accepts the URL, but the standard's prose, or a note
	                            such as "template", makes it invalid */
	urlgrep_span message;    /* for people, one line, no full stop */
	urlgrep_span suggestion; /* a similar URL that is valid with the same flags, or absent */
} urlgrep_error;

/* A scanner judges URLs and scans texts, for one thread at a time. Functions that judge, explain or
 * convert a URL leave the last finding as it is. A scanner takes 11 KiB; 64 KiB more from the first
 * URL that it judges; 20 or 40 KiB more from the first patterns that PCRE2 interprets (without JIT,
 * before a scheme's 32nd match, for urlgrep_explain); and the bytes of all readings of a broken
 * URL. */
typedef struct urlgrep_scanner urlgrep_scanner;

/* Return a new scanner that judges by grammar, which must outlive it, and uses its allocator; NULL
 * if out of memory. If grammar is NULL, the scanner has a grammar of its own, "current". */
URLGREP_API urlgrep_scanner *urlgrep_scanner_new(const urlgrep_grammar *grammar);
URLGREP_API void urlgrep_scanner_free(urlgrep_scanner *scanner);

/* Return the grammar by which the scanner judges. */
URLGREP_API const urlgrep_grammar *urlgrep_scanner_grammar(const urlgrep_scanner *scanner);

/* Flags for urlgrep_judge and urlgrep_explain. */
enum {
	/* A "#" makes the URL invalid: in RFC 1738 the fragment is not part of the URL. */
	URLGREP_REJECT_FRAGMENT = 1,
	/* The stripped value of an HTML attribute: loose if blanks are outside its authority. */
	URLGREP_ATTRIBUTE = 2
};

/* Return 1 if the grammar accepts this verdict (VALID; LOOSE unless URLGREP_STRICT), else 0. */
URLGREP_API int urlgrep_accepts(const urlgrep_grammar *grammar, urlgrep_verdict verdict);

/* Judge text[0..len) as a URL. Fill in *url, which borrows text, and return its verdict. */
URLGREP_API urlgrep_verdict urlgrep_judge(urlgrep_scanner *scanner,
    const char *text, size_t len, unsigned flags, urlgrep_url *url);

/* Explain why text[0..len) is not valid, judged with the same flags. The spans of *error last until
 * the scanner is used again. Return OK; END if the URL is valid; REJECTED if its verdict is LIMIT;
 * NOMEM. */
URLGREP_API urlgrep_status urlgrep_explain(urlgrep_scanner *scanner,
    const char *text, size_t len, unsigned flags, urlgrep_error *error);

/* Set *uri to the URI of a judged URL, percent-encoded (RFC 3987, 3.1). host, unless absent,
 * replaces the URL's host: the library does not implement IDNA, so pass the A-labels here. *uri
 * lasts until the scanner is used again. Return OK; NOMEM; REJECTED, with *uri absent, if the URL
 * is neither valid nor loose. */
URLGREP_API urlgrep_status urlgrep_uri(urlgrep_scanner *scanner,
    const urlgrep_url *url, urlgrep_span host, urlgrep_span *uri);

/* Flag for urlgrep_readable: the URL will be enclosed in marks, as in an attribute or in JSON, and
 * need not be found without them. */
enum { URLGREP_ENCLOSED = 1 };

/* Set *readable to the readable form of a judged URL (UTS #58, minimal escaping): letters of all
 * scripts are unescaped; characters that mislead, or that would not be found as a part of the URL
 * in a line of its own, are percent-encoded. The host is not changed. *readable lasts until the
 * scanner is used again. Return OK; NOMEM; REJECTED, with *readable absent, if the URL is neither
 * valid nor loose. The first call allocates another scanner. */
URLGREP_API urlgrep_status urlgrep_readable(urlgrep_scanner *scanner,
    const urlgrep_url *url, unsigned flags, urlgrep_span *readable);

/* Flag for urlgrep_normalize: omit the fragment. */
enum { URLGREP_STRIP_FRAGMENT = 1 };

/* Write the normalized form of a URL, which equivalent URLs share (RFC 3986, 6.2.2 and 6.2.3):
 * scheme and host in lower case, no needless percent-encoding, no segments "." and "..", no default
 * port, "/" for an empty path. text must be valid or loose, or a name or an address without a
 * scheme. out must have room for 3 * len + 1 bytes (the path may be added); no NUL is written.
 * Return the length. */
URLGREP_API size_t urlgrep_normalize(const char *text, size_t len, unsigned flags, char *out);

/* Return the part with this name in the grammar; absent if the URL has no such part. */
URLGREP_API urlgrep_span urlgrep_part_named(const urlgrep_url *url, const char *name);

/* Components that each grammar has, under different names. */
typedef enum urlgrep_component {
	URLGREP_SCHEME,
	URLGREP_USER,
	URLGREP_PASSWORD,
	URLGREP_HOST,
	URLGREP_PORT,
	/* In rfc1738 without the slash before it; all after the scheme if there is no "//". */
	URLGREP_PATH,
	URLGREP_QUERY,
	URLGREP_FRAGMENT
} urlgrep_component;

/* Return a component of the URL; absent if it has none. */
URLGREP_API urlgrep_span urlgrep_component_of(const urlgrep_url *url, urlgrep_component component);

/* Properties of a URL that may mislead or harm its reader (RFC 1738 section 6, and later
 * experience). urlgrep_warning_meaning explains each. */
typedef enum urlgrep_warning {
	URLGREP_WARN_PASSWORD,
	URLGREP_WARN_USERINFO,
	URLGREP_WARN_USERINFO_SPOOF,
	URLGREP_WARN_EMPTY_USER,
	URLGREP_WARN_PORT_NONDEFAULT,
	URLGREP_WARN_PORT_RESERVED,
	URLGREP_WARN_PORT_DANGEROUS,
	URLGREP_WARN_PORT_ZERO,
	URLGREP_WARN_CTL_ESCAPE,
	URLGREP_WARN_CRLF_ESCAPE,
	URLGREP_WARN_DOUBLE_ESCAPE,
	URLGREP_WARN_OVERLONG_UTF8,
	URLGREP_WARN_GOPHER_SMUGGLE,
	URLGREP_WARN_IP_LOOKALIKE,
	URLGREP_WARN_IP_LEADING_ZERO,
	URLGREP_WARN_IP_PRIVATE,
	URLGREP_WARN_IDN,
	URLGREP_WARN_HOST_NOT_DNS,
	URLGREP_WARN_HOST_UNQUALIFIED,
	URLGREP_WARN_ENCODED_HOST,
	URLGREP_WARN_SCHEME_ACTIVE,
	URLGREP_WARN_ODD_GROUP,
	URLGREP_WARN_MAILTO_HEADERS_1738,
	URLGREP_WARN_BIDI,
	URLGREP_WARN_INVISIBLE,
	URLGREP_WARN_HOST_AMBIGUOUS,
	/* Not reported by the library, but by programs that know scripts, or unwrap URLs: */
	URLGREP_WARN_IDN_MIXED,
	URLGREP_WARN_IDN_CONFUSABLE,
	URLGREP_WARN_HREF_DIFFERS,
	URLGREP_WARN_REDIRECT,
	URLGREP_WARN_SHORTENER,
	URLGREP_WARN_TARGET_CUT,
	URLGREP_WARN_TARGET_MALFORMED,
	URLGREP_WARN_TARGET_AMBIGUOUS,
	URLGREP_WARN_TARGET_REFUSED,
	URLGREP_WARN_TARGET_INVALID,
	URLGREP_WARN_OPAQUE
} urlgrep_warning;

typedef uint64_t urlgrep_warnings;
#define URLGREP_WARNING_BIT(warning) ((urlgrep_warnings)1 << (warning))

/* Return the meaning of a warning, such as "port 0 cannot be connected to", or NULL. */
URLGREP_API const char *urlgrep_warning_meaning(unsigned warning);

/* Return the warnings about a URL; none if it is neither valid nor loose. */
URLGREP_API urlgrep_warnings urlgrep_url_warnings(const urlgrep_url *url);

/* Return 1 if a character is a bidi control or invisible, and must be escaped in output; else 0. */
URLGREP_API int urlgrep_is_invisible(uint32_t code);

/* ---- scanning a text --------------------------------------------------- */

/* Pass a text to a scanner, then get one finding after another. The text may be in any superset of
 * US-ASCII, such as UTF-8; transfer encodings (RFC 2045) must be decoded. It may come in pieces of
 * any size, which do not affect the findings. Memory is allocated when a pattern is first needed,
 * and for findings whose text differs from what is written: a URL that is broken over lines,
 * escaped or malformed, or that may end in two places; an address. */

/* How a URL is delimited in the text. */
typedef enum urlgrep_form {
	URLGREP_WRAPPED,    /* <URL:...>: RFC 1738, appendix */
	URLGREP_ANGLE,      /* <scheme:...>: RFC 3986, appendix C */
	URLGREP_QUOTED,     /* a bare URL between quotation marks */
	URLGREP_BARE,       /* none of these */
	URLGREP_SCHEMELESS, /* a name without brackets: www.example.org */
	URLGREP_EMAIL       /* an e-mail address: ann@example.org */
} urlgrep_form;

typedef enum urlgrep_kind {
	URLGREP_KIND_URL,    /* a URL with its scheme */
	URLGREP_KIND_NAME,   /* a name that abbreviates a URL, see URLGREP_FIND_NAMES */
	URLGREP_KIND_ADDRESS /* an e-mail address, see URLGREP_FIND_ADDRESSES */
} urlgrep_kind;

/* How certain the end of a URL is. A bare URL may continue; a delimited one is always HIGH. */
typedef enum urlgrep_confidence {
	URLGREP_HIGH,
	URLGREP_MEDIUM,
	URLGREP_LOW
} urlgrep_confidence;

/* How a reading treats the line breaks in the URL: a set of bits, with their names in JSON. */
enum {
	URLGREP_JOINED = 1,          /* "joined": the lines of a bare URL are joined */
	URLGREP_UNJOINED = 2,        /* "not-joined": the bare URL ends at a line break */
	URLGREP_HYPHEN_KEPT = 4,     /* "hyphen-kept": a hyphen before a line break is kept */
	URLGREP_HYPHEN_DROPPED = 8,  /* "hyphen-dropped": ... or dropped */
	URLGREP_UNBROKEN_COPY = 16,  /* "unbroken-copy": urlgrep_choose (urlgrep_tools.h) chose it */
	URLGREP_REPAIRED = 32,       /* "mended": the probable meaning of a malformed URL */
	URLGREP_QP_DECODED = 64      /* "decoded": quoted-printable was decoded (RFC 2045, 6.7) */
};

/* One way to undo the line breaks, or to end the URL: valid ones first, then loose ones; then by the
 * evidence. A loose URL with "[" comes before the valid one that ends there. */
typedef struct urlgrep_reading {
	urlgrep_span url;       /* borrows the text or the scanner */
	urlgrep_verdict verdict; /* never UNJUDGED */
	unsigned how;           /* set of bits, see above */
} urlgrep_reading;

/* Other properties of a finding: a set of bits. */
enum {
	URLGREP_UNICODE_SPACE = 1, /* white space beyond US-ASCII in the URL was ignored */
	/* "unterminated-wrapper": the URL follows "<URL:", but there is no ">" */
	URLGREP_UNTERMINATED = 2,
	URLGREP_MALFORMED = 4,     /* "http;//", "hxxp://": see URLGREP_FIND_MALFORMED */
	URLGREP_TEMPLATE = 8,      /* "http://{host}/", or a pattern: INVALID for any grammar */
	URLGREP_JSON_ESCAPED = 16, /* escapes of JSON, such as "\/", were undone */
	URLGREP_UNLISTED_SCHEME = 32, /* "foo://bar": INVALID; see URLGREP_FIND_MALFORMED */
	/* A bidi control, or an invisible character, is next to the URL or to the marks around it;
	 * or an invisible character was ignored between angle brackets. */
	URLGREP_BIDI_BESIDE = 64,
	URLGREP_INVISIBLE_BESIDE = 128,
	/* The next character may belong to the host in other programs: U+3002 after
	 * "http://bank.example" and before "evil.example". */
	URLGREP_HOST_BESIDE = 256
};

/* How a URL was defanged, so that programs do not open it: a set of bits. */
enum {
	URLGREP_DEFANG_AT = 1,         /* "[@]", "(at)" */
	URLGREP_DEFANG_BACKSLASH = 2,  /* "evil\.example" */
	URLGREP_DEFANG_BLANK = 4,      /* "evil . example", "evil dot example" */
	URLGREP_DEFANG_COLON = 8,      /* "[:]", "[://]" */
	URLGREP_DEFANG_DOT = 16,       /* "[.]", "(dot)", or a full stop of another script */
	URLGREP_DEFANG_NO_SCHEME = 32, /* "http://" was supplied */
	URLGREP_DEFANG_SCHEME = 64,    /* "hxxp", "h**p" */
	URLGREP_DEFANG_SLASH = 128     /* "[/]" */
};

/* A URL in a text. It and its spans last until the text changes, or urlgrep_next,
 * urlgrep_scanner_text, urlgrep_scanner_reset or urlgrep_scanner_free is called. */
typedef struct urlgrep_finding {
	urlgrep_url url;         /* the best reading */
	urlgrep_form form;
	urlgrep_confidence confidence;
	unsigned notes;          /* set of bits, see above */
	uint64_t offset;         /* of the URL in the whole text, without brackets */
	uint64_t length;         /* in the text, with line breaks, quote prefixes and indentation */
	unsigned reading_count;  /* at least 1 */
	const urlgrep_reading *readings; /* best first */
	urlgrep_span defanged;   /* a defanged URL as it is written; else absent */
	unsigned defang_signs;   /* set of URLGREP_DEFANG_SCHEME... */
	urlgrep_kind kind;
	/* For a name or an address; else absent: */
	urlgrep_span written;    /* as it is in the text, without line breaks and escapes of "@" */
	urlgrep_span supplied;   /* the scheme that was added to a name: "http" */
	urlgrep_confidence certainty; /* that it is a name or address; HIGH for a URL */
} urlgrep_finding;

/* Return 1 if URLs of this form are in angle brackets (white space does not end them), else 0. */
URLGREP_API int urlgrep_form_is_delimited(urlgrep_form form);

/* Flags for urlgrep_scanner_text and urlgrep_mail_options; urlgrep_mail.h has more. */
enum {
	URLGREP_LAST = 1 << 0, /* the text ends here */

	/* Which findings to return. The default is URLs that the grammar accepts. */
	URLGREP_ALL = 1 << 1, /* also those that it does not accept */
	/* Also malformed URLs, such as "http;//h.example/" and "hxxp://h.example/": INVALID, with
	 * the probable meaning as second reading. Also NAME:// that is not listed: INVALID. */
	URLGREP_FIND_MALFORMED = 1 << 2,
	/* Also defanged URLs, such as "hxxp://evil[.]example", or what urlgrep_defang writes, if the
	 * original is valid. Takes 15 KiB more. */
	URLGREP_REFANG = 1 << 3,
	URLGREP_REFANG_HOSTS = 1 << 4, /* also names without a scheme: "evil[.]example" */
	/* Also names under public suffixes that abbreviate URLs, of certainty HIGH or MEDIUM:
	 * "www.example.org", "example.org/x". Their url has a scheme, and is valid or loose. */
	URLGREP_FIND_NAMES = 1 << 5,
	URLGREP_LOW_NAMES = 1 << 6, /* ... or LOW: "README.md", "the end.In" */
	/* Also e-mail addresses: their url is a mailto URL. */
	URLGREP_FIND_ADDRESSES = 1 << 7,
	URLGREP_LOW_ADDRESSES = 1 << 8, /* ... also of certainty LOW */
	URLGREP_SUPPLY_HTTPS = 1 << 9,  /* supply "https" in place of "http" */

	/* Which line breaks within URLs to undo. */
	/* The text is not mail or news, in which programs break lines at some width: join lines
	 * only if they themselves show that the URL continues. Within 50 lines of header fields,
	 * attributions or quoted lines, the rules for mail still apply. */
	URLGREP_NOT_MAIL = 1 << 10,
	URLGREP_JOIN_ALWAYS = 1 << 11,  /* for liburlgrep-mail: no text is URLGREP_NOT_MAIL */
	URLGREP_JOIN_WRAPPED = 1 << 12, /* only those in <...> and between quotation marks */
	URLGREP_JOIN_NEVER = 1 << 13,   /* none: each line is a record, as in a log */

	/* How the text is written; liburlgrep-mail detects this. */
	URLGREP_FLOWED = 1 << 14, /* format=flowed: soft line breaks are marked (RFC 3676, 4.1) */
	URLGREP_DELSP = 1 << 15,  /* ... with DelSp=yes (RFC 3676, 4.1) */
	/* A transfer encoding was decoded: "=" at the end of a line is not the soft line break of
	 * quoted-printable (RFC 2045, 6.7). */
	URLGREP_DECODED = 1 << 16,
	URLGREP_COMMA_ENDS = 1 << 17, /* a table (RFC 4180): a comma ends an unquoted URL */
	URLGREP_XML = 1 << 18         /* "&amp;" in a URL represents "&" (XML 1.0, 4.6) */
};

/* Forget the text; keep allocations for the next one. */
URLGREP_API void urlgrep_scanner_reset(urlgrep_scanner *scanner);

/* Pass text[0..len) to the scanner. It must not change or move until the status is END or MORE, or
 * the scanner is reset or gets another text. text may be NULL if len is 0.
 *
 * A whole text: call this once with URLGREP_LAST, then call urlgrep_next until it returns NULL. The
 * next call of this function begins a new text.
 *
 * A text in pieces: when the status is MORE, move the bytes from urlgrep_scanner_consumed on to the
 * front, append the next ones, and give all of it with the same flags; URLGREP_LAST with the last
 * piece. A URL is returned when 8 KiB of text follow it. To get the URLs of the complete lines so
 * far earlier, give the same text again: one that is broken over more than two lines may then be
 * found incomplete. */
URLGREP_API void urlgrep_scanner_text(urlgrep_scanner *scanner,
    const char *text, size_t len, unsigned flags);

/* Return the next finding, which belongs to the scanner; or NULL, for which
 * urlgrep_scanner_status has the reason. A longer URL with "//" is truncated to
 * URLGREP_MAX_URL_BYTES, and its verdict is LIMIT; one without is not found. */
URLGREP_API const urlgrep_finding *urlgrep_next(urlgrep_scanner *scanner);

/* Return the status of the last call of urlgrep_next: OK, also before the first call; END, which is
 * also the status of further calls; MORE if more of the text is needed; NOMEM, after which the call
 * may be repeated. */
URLGREP_API urlgrep_status urlgrep_scanner_status(const urlgrep_scanner *scanner);

/* Explain a finding as urlgrep_explain does. With the note TEMPLATE or UNLISTED_SCHEME, the rule is
 * "template" or "unlisted-scheme". The rule of an invalid link whose URL the grammar accepts is
 * "active-link" (a program or data) or "no-target". A finding with the note MALFORMED may be valid
 * as it is written; readings[1] is the URL that was probably meant. */
URLGREP_API urlgrep_status urlgrep_explain_finding(urlgrep_scanner *scanner,
    const urlgrep_finding *finding, urlgrep_error *error);

/* Return the warnings of the URL, and "bidi" and "invisible" for characters beside it. An invalid
 * URL has no warning except "scheme-active". */
URLGREP_API urlgrep_warnings urlgrep_finding_warnings(const urlgrep_finding *finding);

/* After MORE, return the number of bytes at the front of the text that are consumed. The others
 * must be passed again: those not searched yet, and at most 10 KiB before them. */
URLGREP_API size_t urlgrep_scanner_consumed(const urlgrep_scanner *scanner);

/* Units in which other programs measure text. */
typedef enum urlgrep_unit {
	URLGREP_CHARACTERS, /* of Unicode, as Python and Emacs do */
	URLGREP_UTF16       /* code units of UTF-16, as JavaScript, Java and Qt do */
} urlgrep_unit;

/* Return the length of text[0..len) in this unit; a byte that is not UTF-8 counts as one. To
 * convert the offsets of findings, add up the lengths from one to the next. */
URLGREP_API size_t urlgrep_length_in(const char *text, size_t len, urlgrep_unit unit);

/* ---- URLs within URLs -------------------------------------------------- */

/* Mail gateways, redirectors and newsletters replace a URL, the target, by a wrapper of their own
 * that has it in encoded form. An unwrapper decodes those of about 50 services, known by host and
 * path, without the network; it also removes tracking parameters. It belongs to one thread, takes
 * 5 KiB, the memory that judging takes, and at most four times the length of each nested URL. */
typedef struct urlgrep_unwrapper urlgrep_unwrapper;

/* Classes of services: a set of bits. */
enum {
	URLGREP_UNWRAP_GATEWAY = 1,  /* checks the sender's links: SafeLinks... */
	URLGREP_UNWRAP_REDIRECT = 2, /* anybody can make one: google.com/url... */
	URLGREP_UNWRAP_TRACKER = 4,  /* counts readers: awstrack.me... */
	URLGREP_UNWRAP_AMP = 8,      /* a copy made for phones */
	URLGREP_UNWRAP_ARCHIVE = 16, /* an archived copy: a document of its own */
	URLGREP_UNWRAP_SHORT = 32,   /* bit.ly...: always recognized, but not decoded */
	/* all but ARCHIVE */
	URLGREP_UNWRAP_DEFAULT = URLGREP_UNWRAP_GATEWAY | URLGREP_UNWRAP_REDIRECT |
	    URLGREP_UNWRAP_TRACKER | URLGREP_UNWRAP_AMP | URLGREP_UNWRAP_SHORT
};

typedef enum urlgrep_unwrap_status {
	URLGREP_UNWRAP_NONE,      /* it is not a wrapper */
	URLGREP_UNWRAP_TARGET,    /* it has a valid target */
	URLGREP_UNWRAP_CUT,       /* its end, and with it a part of the target, is missing */
	URLGREP_UNWRAP_MALFORMED, /* the target cannot be decoded, or is not a URL */
	URLGREP_UNWRAP_AMBIGUOUS, /* it has two different targets */
	URLGREP_UNWRAP_REFUSED,   /* the target is of an active scheme, such as javascript */
	URLGREP_UNWRAP_INVALID,   /* the grammar rejects the target */
	URLGREP_UNWRAP_OPAQUE     /* only the server of the service knows the target */
} urlgrep_unwrap_status;

/* How a wrapper was decoded: a set of bits. */
enum {
	URLGREP_UNWRAP_MAYBE_CUT = 1,      /* a parameter expected after the target is missing */
	URLGREP_UNWRAP_DOUBLE_ENCODED = 2, /* the target was encoded more than once */
	URLGREP_UNWRAP_HEAD_REPAIRED = 4,  /* a slash after the scheme was lost or encoded */
	URLGREP_UNWRAP_NESTED_TOO_DEEP = 8 /* the target is still a wrapper */
};

/* The largest number of nested wrappers that are undone. */
enum { URLGREP_MAX_UNWRAP_STEPS = 8 };

/* A wrapper that was recognized. */
typedef struct urlgrep_unwrap_step {
	const char *via;  /* the service's name in the table, such as "safelinks" */
	unsigned kind;    /* its class, one bit */
	urlgrep_url url;  /* the target, valid or not; its text is absent without a target */
} urlgrep_unwrap_step;

/* All that is known about a wrapper. */
typedef struct urlgrep_unwrapped {
	urlgrep_unwrap_status status; /* of the outermost wrapper */
	unsigned notes;
	const urlgrep_url *target; /* the innermost; NULL unless the status is TARGET */
	urlgrep_unwrap_status inner; /* why the target, itself a wrapper, is not undone; or NONE */
	urlgrep_span hint; /* the host that an opaque wrapper names (it can be forged); or absent */
	unsigned step_count;
	urlgrep_unwrap_step steps[URLGREP_MAX_UNWRAP_STEPS]; /* the outermost first */
} urlgrep_unwrapped;

/* Return a new unwrapper for these classes; NULL if out of memory. It judges targets by grammar,
 * which must outlive it, and uses its allocator. If grammar is NULL, it has a grammar of its
 * own. */
URLGREP_API urlgrep_unwrapper *urlgrep_unwrapper_new(const urlgrep_grammar *grammar,
    unsigned classes);
URLGREP_API void urlgrep_unwrapper_free(urlgrep_unwrapper *unwrapper);

/* Add a row of a table of services. It is copied, and tried before the built-in rows. A row has
 * eight fields separated by tabs, which the first lines of wrappers.tsv explain:
 *
 *	"mygate\tgateway\tgate.example.com\t/r\tq:u\tpct\t-\t-"
 *
 * Return OK; NOMEM; REJECTED, with *why, unless why is NULL, set to the reason. */
URLGREP_API urlgrep_status urlgrep_unwrapper_add(urlgrep_unwrapper *unwrapper,
    const char *row, size_t len, const char **why);

/* Unwrap a URL, text[0..len), and its target if that is a wrapper, too. The result, which borrows
 * text, lasts until the next call. Return NULL if out of memory. */
URLGREP_API const urlgrep_unwrapped *urlgrep_unwrap(urlgrep_unwrapper *unwrapper,
    const char *text, size_t len);

/* A URL without the parameters that track readers. */
typedef struct urlgrep_cleaned {
	urlgrep_url url;              /* absent if nothing was removed */
	size_t removed_count;
	const urlgrep_span *removed;  /* the names of the parameters, decoded, in order */
} urlgrep_cleaned;

/* Remove the parameters that track readers, such as utm_source, from a URL, text[0..len). Wrappers,
 * signed URLs, links for unsubscribing, and URLs that would be invalid without the parameters are
 * not changed. The result lasts until the next call of this function. Return NULL if out of
 * memory. */
URLGREP_API const urlgrep_cleaned *urlgrep_strip_tracking(urlgrep_unwrapper *unwrapper,
    const char *text, size_t len);

/* Write a URL, text[0..len), to out[0..size) in a form that programs do not recognize:
 * "hxxps[:]//evil[.]example/". It is truncated to size, and has no NUL. Return the length of the
 * whole result, at most three times len. */
URLGREP_API size_t urlgrep_defang(const char *text, size_t len, char *out, size_t size);

/* ---- names -------------------------------------------------------------- */

/* Values that have names, as in JSON output. The value of a bit is its number; this prints all
 * warnings w of a URL:
 *	for (i = 0; w >> i; i++)
 *		if (w >> i & 1)
 *			puts(urlgrep_name(URLGREP_WARNING_NAMES, i)); */
typedef enum urlgrep_names {
	URLGREP_VERDICT_NAMES,       /* "valid" */
	URLGREP_WARNING_NAMES,       /* "userinfo" */
	URLGREP_FORM_NAMES,          /* "wrapped" */
	URLGREP_KIND_NAMES,          /* "url" */
	URLGREP_CONFIDENCE_NAMES,    /* "high" */
	URLGREP_TREATMENT_NAMES,     /* of the bits of a reading's how: "hyphen-kept" */
	/* Of bits of a finding's notes: "malformed"; UNLISTED_SCHEME and warnings have none. */
	URLGREP_NOTE_NAMES,
	URLGREP_DEFANG_SIGN_NAMES,   /* of the bits of a finding's defang_signs: "scheme" */
	URLGREP_UNWRAP_STATUS_NAMES, /* "target" */
	URLGREP_UNWRAP_NOTE_NAMES,   /* of bits: "maybe-cut" */
	URLGREP_UNWRAP_CLASS_NAMES   /* of bits: "gateway" */
} urlgrep_names;

/* Return the name of a value; NULL if it has none. */
URLGREP_API const char *urlgrep_name(urlgrep_names names, unsigned value);

/* ---- the library ------------------------------------------------------- */

/* Return the version of the loaded library; compare it with URLGREP_VERSION. */
URLGREP_API const char *urlgrep_version(void);

/* Return 1 if PCRE2 can JIT-compile patterns here, else 0: everything is then slower. */
URLGREP_API int urlgrep_jit(void);

/* Write the version of PCRE2 in use to text[0..size), with a NUL at the end. */
URLGREP_API void urlgrep_pcre2_version(char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
