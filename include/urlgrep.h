/* urlgrep.h - find, rejoin and judge the URLs in running text
 *
 * liburlgrep finds URLs in mail, news and plain text as RFC 1738 and its
 * appendix describe them: wrapped as <URL:...>, in angle brackets, in quotes
 * or bare, broken over lines or whole. Each candidate is judged by a strict
 * grammar, which names its parts or says where and why it fails.
 *
 *	urlgrep_scanner *scanner = urlgrep_scanner_new(NULL);
 *	const urlgrep_finding *found;
 *
 *	urlgrep_scanner_text(scanner, text, len, URLGREP_LAST);
 *	while ((found = urlgrep_next(scanner)) != NULL)
 *		printf("%.*s\n", (int)found->url.text.len, found->url.text.text);
 *	urlgrep_scanner_free(scanner);
 *
 * The library needs PCRE2 and the C library. It has no global state, prints
 * nothing, never exits, reads no locale and works in time linear in the text.
 * Any number of threads may share a grammar; a scanner belongs to one.
 * All lengths and offsets count bytes. NUL is a byte like any other.
 */
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

/* The status that a function returns. */
typedef enum urlgrep_status {
	URLGREP_OK,       /* success */
	URLGREP_END,      /* there are no more */
	URLGREP_MORE,     /* undecided until more of the text is given */
	URLGREP_REJECTED, /* an argument is not acceptable; nothing was changed */
	URLGREP_NOMEM,    /* out of memory */
	URLGREP_SKIPPED   /* something could not be read: see urlgrep_mail.h */
} urlgrep_status;

/* The verdict about a URL. */
typedef enum urlgrep_verdict {
	URLGREP_VALID,    /* the grammar accepts it */
	URLGREP_LOOSE,    /* not valid, but RFC 3986 accepts it once it is percent-encoded */
	URLGREP_INVALID,  /* the grammar does not accept it */
	URLGREP_LIMIT,    /* too long or too complex to be judged, see URLGREP_MAX_URL_BYTES */
	URLGREP_UNJUDGED  /* there was no memory to judge it */
} urlgrep_verdict;

/* The longest URL that is judged; this bounds memory. */
enum { URLGREP_MAX_URL_BYTES = 65536 };

/* Borrowed bytes: nothing to free. An absent span has text == NULL; an empty one has a
 * text and len 0. ("http://h/" has no query, "http://h/?" an empty one.) */
typedef struct urlgrep_span {
	const char *text;
	size_t len;
} urlgrep_span;

/* An allocator. allocate returns a block aligned for any type, as malloc does, or NULL if
 * there is no memory; release accepts NULL. Both get data. They may be called in any thread
 * that uses the grammar or anything made with it, so with several threads they must be
 * thread-safe. */
typedef struct urlgrep_memory {
	void *(*allocate)(size_t size, void *data);
	void (*release)(void *block, void *data);
	void *data;
} urlgrep_memory;

/* ---- grammars ---------------------------------------------------------- */

/* A compiled grammar: immutable; threads may share it. */
typedef struct urlgrep_grammar urlgrep_grammar;

/* Flags for urlgrep_grammar_new. JIT-compiling the pattern of a scheme costs as much as
 * interpreting it for about 50 URLs, so it is done after 32 matches. */
enum {
	URLGREP_NO_JIT = 1,   /* never JIT-compile */
	URLGREP_EARLY_JIT = 2, /* JIT-compile before the first match */
	URLGREP_NO_IRI = 4,    /* a URL with characters beyond US-ASCII is invalid */
	URLGREP_STRICT = 8     /* loose URLs are not accepted, and loose readings rank as invalid */
};

/* Return the name of grammar number index, from 0, such as "current"; NULL if index is too
 * large. The names are:
 *   "current"  RFC 3986, RFC 3987 and each scheme's present RFC
 *   "draft"    the BNF that came before RFC 1738
 *   "iri"      the part of current for URLs beyond US-ASCII: its text is separate, but it
 *              judges exactly as current does
 *   "rfc1738"  RFC 1738 section 5 and its prose, to the letter */
URLGREP_API const char *urlgrep_grammar_name(unsigned index);

/* Return a new grammar, to be freed with urlgrep_grammar_free. name may be NULL: "current".
 * memory may be NULL (malloc and free); it is copied, its data is not. On failure returns
 * NULL and sets *why, if why is not NULL, to NOMEM, or to REJECTED if no grammar has that
 * name. */
URLGREP_API urlgrep_grammar *urlgrep_grammar_new(const char *name,
    unsigned flags, const urlgrep_memory *memory, urlgrep_status *why);

/* Also find NAME://... in texts, although the scheme is not listed. Call this before you
 * make scanners of this grammar. Returns OK; REJECTED if name cannot be the name of a
 * scheme, or is longer than all listed ones; NOMEM. */
URLGREP_API urlgrep_status urlgrep_grammar_add_scheme(urlgrep_grammar *grammar,
    const char *name);

/* A listed scheme. One with neither form is found in <URL:...> and in links of HTML only. */
typedef struct urlgrep_scheme {
	const char *name;
	int has_slashes;   /* 1 if it is found in running text as name:// */
	int is_opaque;     /* 1 if it is found as name: only where the text after it looks like its
	                      URLs */
	int is_registered; /* 1 if it is registered with IANA */
	unsigned port;     /* the default port; 0: none */
	unsigned rfc;      /* the number of its RFC; 0: unknown */
} urlgrep_scheme;

/* Fill *scheme with listed scheme number index, from 0, in alphabetical order. Returns OK,
 * or END if index is too large. */
URLGREP_API urlgrep_status urlgrep_scheme_at(unsigned index, urlgrep_scheme *scheme);

/* Free a grammar that no scanner uses any more. NULL is allowed. */
URLGREP_API void urlgrep_grammar_free(urlgrep_grammar *grammar);

/* ---- judging one URL --------------------------------------------------- */

/* The most parts that a URL has. */
enum { URLGREP_MAX_PARTS = 16 };

/* A part of a URL by its name in the standard, such as "host" or "url-path". The value
 * is as written in the URL, with its escapes. */
typedef struct urlgrep_part {
	const char *name;
	urlgrep_span value;
} urlgrep_part;

/* A judged URL. It has the parts that are present, in the order of the grammar; none if
 * it is neither valid nor loose. A URL is loose if it is not valid by the rules of its
 * scheme, but becomes a URI by RFC 3986 when these are percent-encoded outside its
 * authority: | ^ \ { } [ ], the backquote, a "%" that begins no escape, a second
 * "#" directly after a slash, and bytes that are not UTF-8. Only the grammar "current" has loose URLs. */
typedef struct urlgrep_url {
	urlgrep_span text;
	urlgrep_verdict verdict;
	unsigned part_count;
	urlgrep_part parts[URLGREP_MAX_PARTS];
} urlgrep_url;

/* Where a URL fails, and why. */
typedef struct urlgrep_error {
	size_t offset; /* where it fails: all before it could still begin a valid URL */
	size_t length; /* of the character at fault; 0 if something is missing there */
	urlgrep_span rule;       /* the production of the grammar that fails there */
	int prose;               /* 1 if the BNF accepts the URL, but not the standard's prose */
	urlgrep_span message;    /* for people, one line, no full stop */
	urlgrep_span suggestion; /* a similar valid URL, or absent */
} urlgrep_error;

/* A scanner judges URLs and scans texts, for one thread at a time. It may judge and explain
 * other URLs while it scans a text: the last finding stays as it is. It takes 10 KiB, and
 * 64 KiB more from the first URL that it judges. PCRE2 takes 20 KiB more from the first
 * pattern that it interprets: without JIT, before a scheme's 32nd match, and for
 * urlgrep_explain. A URL in pieces takes the bytes of all its readings. */
typedef struct urlgrep_scanner urlgrep_scanner;

/* Return a new scanner that judges by grammar, which must outlive it, and allocates with
 * the grammar's allocator. grammar may be NULL: the scanner has one of its own, which is
 * "current". Returns NULL if there is no memory. */
URLGREP_API urlgrep_scanner *urlgrep_scanner_new(const urlgrep_grammar *grammar);

/* Return the grammar that the scanner judges by. */
URLGREP_API const urlgrep_grammar *urlgrep_scanner_grammar(const urlgrep_scanner *scanner);

/* Free a scanner. NULL is allowed. */
URLGREP_API void urlgrep_scanner_free(urlgrep_scanner *scanner);

/* Flags for urlgrep_judge and urlgrep_explain. */
enum {
	/* A "#" makes the URL invalid, since a URL has no fragment. (RFC 1738 allows a
	 * fragment only in the wrapper, after the URL.) */
	URLGREP_NO_FRAGMENT = 1,
	/* The text is the value of an HTML attribute, without the white space that browsers
	 * remove: a URL with blanks outside its authority is loose. */
	URLGREP_ATTRIBUTE = 2
};

/* Return 1 if the grammar accepts URLs with that verdict: VALID, or LOOSE unless the grammar
 * is URLGREP_STRICT. Else 0. */
URLGREP_API int urlgrep_accepts(const urlgrep_grammar *grammar, urlgrep_verdict verdict);

/* Judge text[0..len) as a URL. Fills *url, which borrows text, and returns its
 * verdict. */
URLGREP_API urlgrep_verdict urlgrep_judge(urlgrep_scanner *scanner,
    const char *text, size_t len, unsigned flags, urlgrep_url *url);

/* Explain why urlgrep_judge, with the same flags, finds text[0..len) not valid. Fills
 * *error, whose spans last until the scanner is used again. Returns OK; END if the text
 * is valid; REJECTED if it is too long or too complex to be judged; NOMEM. */
URLGREP_API urlgrep_status urlgrep_explain(urlgrep_scanner *scanner,
    const char *text, size_t len, unsigned flags, urlgrep_error *error);

/* Set *uri to the URI of a judged URL: percent-encoded (RFC 3987, 3.1) with the repairs of
 * a loose URL. If host is not absent, it takes the place of the URL's host: the library
 * has no IDNA, so a program that has it gives the A-labels here. *uri lasts until the
 * scanner is used again. Returns OK; REJECTED, and sets *uri to absent, if the URL is
 * neither valid nor loose; NOMEM. */
URLGREP_API urlgrep_status urlgrep_uri(urlgrep_scanner *scanner,
    const urlgrep_url *url, urlgrep_span host, urlgrep_span *uri);

/* Return the part with a name of the grammar; absent if the URL has no such part. */
URLGREP_API urlgrep_span urlgrep_part_named(const urlgrep_url *url,
    const char *name);

/* The components of a URL that each grammar has, under different names. */
typedef enum urlgrep_component {
	URLGREP_SCHEME,
	URLGREP_USER,
	URLGREP_PASSWORD,
	URLGREP_HOST,
	URLGREP_PORT,
	/* The path. In rfc1738 it lacks the slash before it (it is the url-path). In a URL without
	 * "//" it is the rest after the scheme (a local, relative or opaque path). */
	URLGREP_PATH,
	URLGREP_QUERY,
	URLGREP_FRAGMENT
} urlgrep_component;

/* Return a component of the URL, whatever the grammar; absent if the URL has none. */
URLGREP_API urlgrep_span urlgrep_component_of(const urlgrep_url *url,
    urlgrep_component component);

/* Warnings: properties of a URL that may mislead or harm its reader (RFC 1738 section 6 and later
 * experience). urlgrep_warning_meaning() explains each. */
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
	/* The following are for programs: the command urlgrep, which has data about scripts and
	 * unwraps URLs, reports them. The library never does. */
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

/* A set of warnings, each as its URLGREP_WARNING_BIT. */
typedef uint64_t urlgrep_warnings;
#define URLGREP_WARNING_BIT(warning) ((urlgrep_warnings)1 << (warning))

/* Return the meaning of a warning in one clause, such as "port 0 cannot be connected to", or NULL
 * if the warning does not exist. */
URLGREP_API const char *urlgrep_warning_meaning(unsigned warning);

/* Return the warnings about a URL. The set is empty if the URL is neither valid nor loose. */
URLGREP_API urlgrep_warnings urlgrep_url_warnings(const urlgrep_url *url);

/* Return 1 if readers cannot see this character of Unicode: a bidi control, which
 * changes the direction of the text, or an invisible character. Escape it where a URL is
 * shown. Else returns 0. */
URLGREP_API int urlgrep_is_invisible(uint32_t code);

/* ---- scanning a text --------------------------------------------------- */

/* A scanner is a pull iterator: give it a text, then take one finding after another. The text is
 * bytes in any superset of US-ASCII, such as UTF-8; NUL is a byte like any other. Transfer
 * encodings (RFC 2045) must be decoded before. All offsets and lengths count bytes of the text.
 *
 * A text may come in pieces of any size; the findings do not depend on them. The time is
 * linear in the length of the text. Memory is allocated only for URLs that are broken
 * over lines, malformed or compiled for the first time. */

/* How a URL is delimited in the text. */
typedef enum urlgrep_form {
	URLGREP_WRAPPED,    /* <URL:...>: RFC 1738, appendix */
	URLGREP_ANGLE,      /* <scheme:...>: RFC 3986, appendix C */
	URLGREP_QUOTED,     /* a bare URL between quotation marks */
	URLGREP_BARE,       /* none of these */
	URLGREP_SCHEMELESS, /* a name without brackets: www.example.org */
	URLGREP_EMAIL       /* an e-mail address: ann@example.org */
} urlgrep_form;

/* The kind of a finding. */
typedef enum urlgrep_kind {
	URLGREP_KIND_URL,    /* a URL with its scheme */
	URLGREP_KIND_NAME,   /* a name that abbreviates a URL, see URLGREP_FIND_NAMES */
	URLGREP_KIND_ADDRESS /* an e-mail address, see URLGREP_FIND_ADDRESSES */
} urlgrep_kind;

/* How certain the end of a URL is. The end of a bare URL may be doubtful at the end of a line, or
 * before text that may belong to the URL. The end of a delimited URL is marked, so its confidence
 * is always HIGH. */
typedef enum urlgrep_confidence {
	URLGREP_HIGH,
	URLGREP_MEDIUM,
	URLGREP_LOW
} urlgrep_confidence;

/* How a reading treats the line breaks within the URL: a set of bits. */
enum {
	URLGREP_JOINED = 1,          /* the lines of a bare URL are joined */
	URLGREP_UNJOINED = 2,        /* the bare URL ends at a line break */
	URLGREP_HYPHEN_KEPT = 4,     /* a hyphen before a line break is kept */
	URLGREP_HYPHEN_DROPPED = 8,  /* a hyphen before a line break is dropped */
	URLGREP_UNBROKEN_COPY = 16,  /* the reading was chosen by urlgrep_choose */
	URLGREP_REPAIRED = 32,       /* the probable meaning of a malformed URL */
	URLGREP_QP_DECODED = 64      /* quoted-printable is decoded (RFC 2045, 6.7) */
};

/* One way to read a finding, with its line breaks undone. Valid readings come first, then
 * loose ones; those with the same verdict by the evidence for them. */
typedef struct urlgrep_reading {
	urlgrep_span url;       /* borrows the text or the scanner */
	urlgrep_verdict verdict; /* never UNJUDGED */
	unsigned how;           /* set of bits, see above */
} urlgrep_reading;

/* Other properties of a finding: a set of bits. */
enum {
	URLGREP_UNICODE_SPACE = 1, /* white space beyond US-ASCII in it was ignored */
	URLGREP_UNTERMINATED = 2,  /* it follows "<URL:", but there is no ">" */
	URLGREP_MALFORMED = 4,     /* "http;//", "hxxp://": see URLGREP_FIND_MALFORMED */
	/* A template of URLs, such as "http://{host}/", or a pattern: INVALID even if the grammar
	 * accepts it. */
	URLGREP_TEMPLATE = 8,
	/* Escape sequences of JSON, such as "\/", were undone in it. */
	URLGREP_JSON_ESCAPED = 16,
	/* The grammar may accept it, but the scheme is not listed: "foo://bar". Found with
	 * URLGREP_FIND_MALFORMED; INVALID. */
	URLGREP_UNLISTED_SCHEME = 32,
	/* A bidi control, or an invisible character, is next to the URL or next to the
	 * brackets or quotation marks around it; or an invisible character was ignored
	 * between angle brackets. See urlgrep_finding_warnings. */
	URLGREP_BIDI_BESIDE = 64,
	URLGREP_INVISIBLE_BESIDE = 128,
	/* The URL ends in its host, and the next character may belong to that in other
	 * programs: "http://bank.example" before U+3002 and "evil.example". */
	URLGREP_HOST_BESIDE = 256
};

/* How a URL was defanged, that is, altered so that programs do not open it: a set of
 * bits. See URLGREP_REFANG. */
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

/* A URL in a text. It and its spans borrow the text or the scanner, and last until
 * urlgrep_next, urlgrep_scanner_text, urlgrep_scanner_reset or urlgrep_scanner_free is
 * called, or the text changes. */
typedef struct urlgrep_finding {
	urlgrep_url url;         /* the best reading */
	urlgrep_form form;
	urlgrep_confidence confidence;
	unsigned notes;          /* set of bits, see above */
	uint64_t offset;         /* of the URL in the whole text, without brackets */
	uint64_t length;         /* in the text, with line breaks, and with the quote prefix or
	                            indentation of the lines after them */
	unsigned reading_count;  /* at least 1 */
	const urlgrep_reading *readings; /* best first; borrows the scanner */
	urlgrep_span defanged;   /* as it is written, if that is defanged; else absent */
	unsigned defang_signs;   /* set of URLGREP_DEFANG_SCHEME... */
	urlgrep_kind kind;
	/* Of a name or an address: */
	urlgrep_span written;    /* as it is in the text, without line breaks; else absent */
	urlgrep_span supplied;   /* the scheme that a name lacks: "http"; else absent */
	urlgrep_confidence certainty; /* that it is a name or address; HIGH for a URL */
} urlgrep_finding;

/* Return 1 if URLs of this form are in angle brackets, so that white space does not end
 * them; else 0. */
URLGREP_API int urlgrep_form_is_delimited(urlgrep_form form);

/* Flags for urlgrep_scanner_text and for urlgrep_mail_options; those from 1 << 19 on are in
 * urlgrep_mail.h. */
enum {
	URLGREP_LAST = 1 << 0, /* the text ends here */

	/* Which findings to return. The default is URLs that the grammar accepts. */
	URLGREP_ALL = 1 << 1, /* also those that it does not accept */
	/* Also malformed URLs, such as "http;//h.example/" and "hxxp://h.example/". They are
	 * INVALID; their second reading is their probable meaning. Also NAME:// where the scheme is
	 * not listed: INVALID, with one reading. */
	URLGREP_FIND_MALFORMED = 1 << 2,
	/* Also defanged URLs, such as "hxxp://evil[.]example", if the original URL is
	 * valid. The finding says how they are written. What urlgrep_defang() wrote is
	 * restored byte for byte. This takes 10 KiB more. */
	URLGREP_REFANG = 1 << 3,
	URLGREP_REFANG_HOSTS = 1 << 4, /* also names without a scheme: "evil[.]example" */
	/* Also names that abbreviate URLs: "www.example.org", "example.org/x". Their url has a
	 * scheme; they are valid. Only names under public suffixes, with a certainty of HIGH or
	 * MEDIUM, are found. */
	URLGREP_FIND_NAMES = 1 << 5,
	URLGREP_LOW_NAMES = 1 << 6, /* ... or LOW: "README.md", "the end.In" */
	/* Also e-mail addresses: their url is a mailto URL. */
	URLGREP_FIND_ADDRESSES = 1 << 7,
	URLGREP_LOW_ADDRESSES = 1 << 8, /* ... also of certainty LOW */
	URLGREP_SUPPLY_HTTPS = 1 << 9,  /* supply "https" in place of "http" */

	/* Which line breaks within URLs to undo. */
	/* The text is neither mail nor news. Without this flag a bare URL that reaches the end of
	 * its line is joined with the next line as in mail, where lines are broken at some
	 * width. With it, lines are joined only where the two lines show that the URL goes on;
	 * within 50 lines of header fields, attributions or quoted lines, the rules for
	 * mail apply nevertheless. */
	URLGREP_NOT_MAIL = 1 << 10,
	URLGREP_JOIN_ALWAYS = 1 << 11,  /* for liburlgrep-mail: no text is URLGREP_NOT_MAIL */
	URLGREP_JOIN_WRAPPED = 1 << 12, /* only those in <...> and between quotation marks */
	URLGREP_JOIN_NEVER = 1 << 13,   /* none: each line is a record, as in a log */

	/* How the text is written. liburlgrep-mail finds that out. */
	URLGREP_FLOWED = 1 << 14, /* format=flowed: soft line breaks are marked (RFC 3676, 4.1) */
	URLGREP_DELSP = 1 << 15,  /* ... with DelSp=yes (RFC 3676, 4.1) */
	/* A transfer encoding was decoded. Without this flag, "=" at the end of a line may be
	 * the soft line break of quoted-printable (RFC 2045, 6.7). */
	URLGREP_DECODED = 1 << 16,
	/* The text is a table (RFC 4180): a comma ends a URL that is not in quotation marks. */
	URLGREP_COMMA_ENDS = 1 << 17,
	/* The text is XML: "&amp;" in a URL represents "&" (XML 1.0, 4.6). */
	URLGREP_XML = 1 << 18
};

/* Begin a new text: forget the one before. Allocations are kept for reuse. */
URLGREP_API void urlgrep_scanner_reset(urlgrep_scanner *scanner);

/* Give the scanner text[0..len) to search. The text is borrowed: it must not change or
 * move until urlgrep_next returns END or MORE, unless the scanner is reset or gets
 * another text before that.
 *
 * A whole text: call this once, with URLGREP_LAST, and urlgrep_next until it returns END. The
 * next call begins a new text, as urlgrep_scanner_reset does.
 *
 * A text in pieces: when urlgrep_next returns MORE, call urlgrep_scanner_kept, move the bytes from
 * there on to the front, append the next bytes, and give all of it to this function, with the same
 * flags. Give URLGREP_LAST with the last piece; urlgrep_next then returns END instead of MORE. A
 * URL is found once 8 KiB after it are available. If more text is late, give the available text
 * again, with nothing appended, to get the URLs of its lines. */
URLGREP_API void urlgrep_scanner_text(urlgrep_scanner *scanner,
    const char *text, size_t len, unsigned flags);

/* Return the next finding, which belongs to the scanner, or NULL; urlgrep_scanner_status() then
 * returns the reason. A URL of more than URLGREP_MAX_URL_BYTES bytes is truncated to that length,
 * and its verdict is LIMIT. */
URLGREP_API const urlgrep_finding *urlgrep_next(urlgrep_scanner *scanner);

/* Return the status of the last urlgrep_next: OK if it found something; END; MORE if more of the
 * text is needed; NOMEM, after which urlgrep_next may be repeated and finds the same. */
URLGREP_API urlgrep_status urlgrep_scanner_status(const urlgrep_scanner *scanner);

/* Explain why a finding is not valid, as urlgrep_explain does; the rule is
 * "template" or "unlisted-scheme" if one of these notes makes it invalid. */
URLGREP_API urlgrep_status urlgrep_explain_finding(urlgrep_scanner *scanner,
    const urlgrep_finding *finding, urlgrep_error *error);

/* Return the warnings of a finding: those of its URL, and "bidi" and "invisible" for the characters
 * beside it. If the best reading is invalid, only "scheme-active" may be in the set. */
URLGREP_API urlgrep_warnings urlgrep_finding_warnings(const urlgrep_finding *finding);

/* After MORE: return how many bytes at the front of the text are no longer needed. The
 * bytes from there on must be given again: those that have not been searched yet, and at
 * most 128 KiB before them. */
URLGREP_API size_t urlgrep_scanner_kept(const urlgrep_scanner *scanner);

/* Units in which other programs count texts. */
typedef enum urlgrep_unit {
	URLGREP_BYTES,
	URLGREP_CHARACTERS, /* of Unicode, as Python and Emacs do */
	URLGREP_UTF16       /* code units of UTF-16, as JavaScript, Java and Qt do */
} urlgrep_unit;

/* Return the length of text[0..len) in that unit. A byte that is not of UTF-8 counts as one. For the
 * offsets of findings, count from one to the next: the sum of all is the length of the text. */
URLGREP_API size_t urlgrep_length_in(const char *text, size_t len, urlgrep_unit unit);

/* ---- URLs within URLs -------------------------------------------------- */

/* Mail gateways, redirectors and newsletters replace a URL, the target, by one of their
 * own, the wrapper, which contains the target in encoded form. An unwrapper decodes it. It
 * recognizes about 50 services by host and path, and no others. It never uses the network,
 * so it cannot find a target that only the service's server knows. An unwrapper also
 * removes tracking parameters.
 *
 * An unwrapper belongs to one thread. It takes 1 KiB, the 65 KiB that a scanner takes for judging,
 * and at most four times the length of each nested URL. URLs of more than URLGREP_MAX_URL_BYTES are
 * not unwrapped. The time is linear in the length of the URL. */
typedef struct urlgrep_unwrapper urlgrep_unwrapper;

/* Classes of services: a set of bits. */
enum {
	URLGREP_UNWRAP_GATEWAY = 1,  /* checks what the sender wrote: SafeLinks... */
	URLGREP_UNWRAP_REDIRECT = 2, /* anybody may make one: google.com/url... */
	URLGREP_UNWRAP_TRACKER = 4,  /* counts readers: awstrack.me... */
	URLGREP_UNWRAP_AMP = 8,      /* a copy made for phones */
	URLGREP_UNWRAP_ARCHIVE = 16, /* an archived copy: a document of its own */
	URLGREP_UNWRAP_SHORT = 32,   /* bit.ly...: reported, but not decoded */
	URLGREP_UNWRAP_DEFAULT = 47  /* all but ARCHIVE */
};

/* The result of unwrapping a URL. */
typedef enum urlgrep_unwrap_status {
	URLGREP_UNWRAP_NONE,      /* it is not a wrapper */
	URLGREP_UNWRAP_TARGET,    /* it has a target, which is valid */
	URLGREP_UNWRAP_CUT,       /* its end, and with it a part of the target, is missing */
	URLGREP_UNWRAP_MALFORMED, /* the target cannot be decoded, or is not a URL */
	URLGREP_UNWRAP_AMBIGUOUS, /* it has two different targets */
	URLGREP_UNWRAP_REFUSED,   /* the target is "javascript:..." or the like */
	URLGREP_UNWRAP_INVALID,   /* the grammar rejects the target */
	URLGREP_UNWRAP_OPAQUE     /* only the server of the service knows the target */
} urlgrep_unwrap_status;

/* Notes about how a wrapper was decoded: a set of bits. */
enum {
	URLGREP_UNWRAP_MAYBE_CUT = 1,      /* a parameter expected after the target is missing */
	URLGREP_UNWRAP_DOUBLE_ENCODED = 2, /* the target was encoded more than once */
	URLGREP_UNWRAP_HEAD_REPAIRED = 4,  /* a slash after the scheme was lost or encoded */
	URLGREP_UNWRAP_NESTED_TOO_DEEP = 8 /* the target is a wrapper still */
};

/* The most nested wrappers that are undone. */
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
	/* If the target is itself a wrapper that could not be undone, the reason; else NONE. */
	urlgrep_unwrap_status inner;
	/* The host that an opaque wrapper names, which can be forged; or absent. */
	urlgrep_span hint;
	unsigned step_count;
	urlgrep_unwrap_step steps[URLGREP_MAX_UNWRAP_STEPS]; /* the outermost first */
} urlgrep_unwrapped;

/* Return a new unwrapper for these classes and SHORT, which judges targets by grammar
 * and allocates with its allocator; the grammar must outlive it. NULL without memory. */
URLGREP_API urlgrep_unwrapper *urlgrep_unwrapper_new(const urlgrep_grammar *grammar,
    unsigned classes);

/* Free an unwrapper. NULL is allowed. */
URLGREP_API void urlgrep_unwrapper_free(urlgrep_unwrapper *unwrapper);

/* Add a row of a table of services, row[0..len), which is copied: eight fields separated by
 * tabs, such as
 *
 *	"mygate\tgateway\tgate.example.com\t/r\tq:u\tpct\t-\t-"
 *
 * The first lines of the built-in table explain them: wrappers.tsv among the installed
 * documents, src/unwrap/tables/wrappers.tsv in the sources. The caller's rows are tried
 * before the built-in ones. Returns OK, REJECTED or NOMEM; if REJECTED, sets *why, unless
 * why is NULL, to the reason. */
URLGREP_API urlgrep_status urlgrep_unwrapper_add(urlgrep_unwrapper *unwrapper,
    const char *row, size_t len, const char **why);

/* Unwrap text[0..len), a URL, and the target if it is a wrapper, too. The result borrows
 * text and the unwrapper, and lasts until the next call. NULL without memory. */
URLGREP_API const urlgrep_unwrapped *urlgrep_unwrap(urlgrep_unwrapper *unwrapper,
    const char *text, size_t len);

/* A URL without the parameters that track readers. */
typedef struct urlgrep_cleaned {
	urlgrep_url url;              /* absent if nothing was removed */
	size_t removed_count;
	const urlgrep_span *removed;  /* the names of the parameters, decoded, in order */
} urlgrep_cleaned;

/* Remove the parameters that track readers, such as utm_source, from text[0..len), a URL.
 * All other bytes stay as they are. Wrappers, signed URLs, links for unsubscribing, and
 * URLs that the grammar would reject without the parameters are not changed. The result
 * borrows the unwrapper and lasts until the next call of this function. Returns NULL if
 * there is no memory. */
URLGREP_API const urlgrep_cleaned *urlgrep_strip_tracking(urlgrep_unwrapper *unwrapper,
    const char *text, size_t len);

/* Defang a URL: write text[0..len) to out[0..size) in a form that programs do not recognize as a
 * URL, such as "hxxps[:]//evil[.]example/", without a NUL at the end. Returns the length of the
 * whole result, at most three times len. If the length exceeds size, only the first size bytes are
 * written. */
URLGREP_API size_t urlgrep_defang(const char *text, size_t len, char *out, size_t size);

/* ---- names -------------------------------------------------------------- */

/* The values that have names, which JSON output uses. In a set of bits, each bit has a name, and
 * the value is the bit's number: 1 for 1 << 1. */
typedef enum urlgrep_names {
	URLGREP_VERDICT_NAMES,       /* "valid", "loose"; "invalid" for all others */
	URLGREP_WARNING_NAMES,       /* "userinfo" */
	URLGREP_FORM_NAMES,          /* "wrapped" */
	URLGREP_KIND_NAMES,          /* "url" */
	URLGREP_CONFIDENCE_NAMES,    /* "high" */
	URLGREP_TREATMENT_NAMES,     /* of the bits of a reading's how: "hyphen-kept" */
	/* Of the bits of a finding's notes: "malformed". URLGREP_UNLISTED_SCHEME and the
	 * notes that are warnings have no name. */
	URLGREP_NOTE_NAMES,
	URLGREP_DEFANG_SIGN_NAMES,   /* of the bits of a finding's defang_signs: "scheme" */
	URLGREP_UNWRAP_STATUS_NAMES, /* "target" */
	URLGREP_UNWRAP_NOTE_NAMES,   /* of bits: "maybe-cut" */
	URLGREP_UNWRAP_CLASS_NAMES   /* of bits: "gateway" */
} urlgrep_names;

/* Return the name of a value; NULL if it has none. */
URLGREP_API const char *urlgrep_name(urlgrep_names names, unsigned value);

/* ---- the library ------------------------------------------------------- */

/* Return the version of the library that is loaded; compare it with URLGREP_VERSION. */
URLGREP_API const char *urlgrep_version(void);

/* Return 1 if PCRE2 can JIT-compile patterns here; 0 if it was built without JIT, or the system
 * refuses it: then everything works, but more slowly. */
URLGREP_API int urlgrep_jit(void);

/* Write the version of PCRE2 in use to text[0..size), with a NUL at the end. */
URLGREP_API void urlgrep_pcre2_version(char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
