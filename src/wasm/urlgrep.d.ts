// Types of the package urlgrep. Members have the names of `urlgrep --json`, which are documented in
// JSON.md of the project; those that do not apply are absent.

export type Verdict = 'valid' | 'loose' | 'invalid' | 'limit';
export type Certainty = 'high' | 'medium' | 'low';

export interface SearchOptions {
	all?: boolean;                    // also return invalid URLs, with the reason
	strict?: boolean;                 // treat loose URLs as invalid
	grammar?: 'current' | 'rfc1738' | 'draft';
	no_iri?: boolean;                 // a URL with characters beyond US-ASCII is invalid
	join?: 'auto' | 'always' | 'wrapped' | 'never';
	schemeless?: boolean | Certainty; // also find names: www.example.org
	email?: boolean | Certainty;      // also find addresses: ann@example.org
	refang?: boolean | 'hosts';       // also find defanged URLs: hxxp://evil[.]example/
	default_scheme?: 'http' | 'https';
	only?: string | string[];         // kinds: 'url', 'name', 'address'
	scheme?: string | string[];       // unlisted schemes need `all`, too: their URLs are invalid
	unwrap?: string | string[];       // classes of services whose targets are decoded
}

export interface MessageOptions extends SearchOptions {
	file?: string;                    // the file's name, for Finding.file
	headers?: boolean;                // search more header fields than the subject
	links?: 'all' | 'anchors';        // in HTML
	texts?: boolean;                  // also return the decoded texts
}

export interface Reading {
	url: string;
	valid: boolean;
	verdict: Verdict;
	how: string[];
	evidence: string[];
}

export interface UrlError {
	offset: number;                   // of the characters at fault in the URL
	length: number;
	rule: string;
	by: 'bnf' | 'prose';
	message: string;
	suggestion?: string;
}

export interface Unwrapped {
	status: string;
	via: string[];
	notes: string[];
	hint: string | null;
	steps: { via: string; url: string; valid: boolean }[];
}

export interface Judged {
	url: string;
	valid: boolean;
	verdict: Verdict;
	uri?: string;
	grammar: string;
	parts: Record<string, string>;
	target?: string;
	target_parts?: Record<string, string>;
	target_warnings?: string[];
	unwrap?: Unwrapped;
	clean?: string;                   // without the parameters that track readers
	removed?: string[];               // the names of these parameters
	warnings: string[];
	error?: UrlError;
}

export interface Finding extends Judged {
	type: 'url';
	file?: string;
	line: number;
	offset: number;                   // find(): UTF-16 units; message(): bytes of the file
	length: number;
	form: 'wrapped' | 'angle' | 'quoted' | 'bare' | 'schemeless' | 'email';
	kind: 'url' | 'name' | 'address';
	written?: string;
	supplied?: string;
	certainty?: Certainty;
	rfc1738: boolean;
	defanged?: { text: string; signs: string[] };
	readings: Reading[];
	confidence: Certainty;
	notes: string[];
	signs?: { break: number; sign: string; points: number }[];
	element?: string;
	attribute?: string;
	link_text?: string;
	shown_host?: string;
	message?: {
		number: number; id?: string; date_raw?: string; date_iso?: string; date_source?: string;
		from?: string; to?: string; subject?: string; list_id?: string; labels?: string[];
		offset: number;
	};
	part?: string;
	alternative?: string;
	encoding?: string;
	text?: { index: number; offset: number; length: number }; // in Mail.texts, in UTF-16 units
}

export interface MailText {
	message: number;                  // its number; 0 if the file is text or HTML
	part: string;                     // "1.2", or the name of a header field
	html: boolean;
	header: boolean;
	text: string;
}

export interface Mail {
	findings: Finding[];
	errors: string[];                 // what could not be read
	texts?: MailText[];
}

/** Find the URLs in a text. */
export function find(text: string, options?: SearchOptions): Finding[];
/** Find the URLs in the bytes of a file: a message, a mailbox, HTML or text. */
export function message(bytes: Uint8Array, options?: MessageOptions): Mail;
/** Judge one URL. */
export function judge(url: string, options?: Pick<SearchOptions, 'grammar' | 'no_iri' | 'unwrap'>):
	Judged & { type: 'check'; readable: string };
/** Return the target in a URL of a gateway or redirector; null for any other URL. */
export function unwrap(url: string, options?: Pick<SearchOptions, 'unwrap'>):
	(Unwrapped & { target?: string; warnings?: string[] }) | null;
/** Return a URL with letters of all scripts unescaped; misleading characters stay escaped. */
export function readable(url: string): string;
/** The meanings of all warnings, by name. */
export const warnings: Readonly<Record<string, string>>;
