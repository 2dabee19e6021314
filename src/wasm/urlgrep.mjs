// urlgrep.mjs - find, rejoin and judge the URLs in texts and messages
//
// One module serves Node.js, browsers and workers. It is ready once the import has completed:
// urlgrep.wasm is loaded from the directory of this file, or from globalThis.urlgrepWasm.

const FOR_JUDGING = 1, FOR_TEXT = 2, FOR_MAIL = 4; // src/row/options.h
const KEPT_SEARCHERS = 8;
const encoder = new TextEncoder(), decoder = new TextDecoder();

async function load() {
	const url = new URL('urlgrep.wasm', import.meta.url);
	if (globalThis.urlgrepWasm)
		return WebAssembly.compile(await globalThis.urlgrepWasm);
	if (url.protocol === 'file:' && globalThis.process?.versions?.node)
		return WebAssembly.compile(await (await import('node:fs/promises')).readFile(url));
	return WebAssembly.compile(await (await fetch(url)).arrayBuffer());
}

const module = await load();
let instance;  // the exports; undefined before the first call, and after a call that failed
let searchers; // by their options, the least recently used first

// No search reads files or clocks, so the functions of WASI that the C library imports do nothing
// but return EBADF, which means that there are no open directories.
const EBADF = 8;
const system = new Proxy({}, { get: () => () => EBADF });

// ---- the charsets of mail, by the platform's TextDecoder: the functions that iconv.c imports

// Families of charsets: the beginning of the name, the kind, the longest character in bytes, and
// the name in the Encoding Standard if it is different. The last one is for all other charsets.
const FAMILIES = [
	['iso-2022-jp', 'iso-2022-jp', 2, 'euc-jp'], ['iso', 'latin', 1], ['latin', 'latin', 1],
	['cp932', 'other', 2, 'shift_jis'], ['euc-jp', 'other', 3], ['gb', 'other', 4, 'gb18030'],
	['big5', 'other', 2], ['euc-kr', 'other', 2], ['cp949', 'other', 2, 'euc-kr'],
	['windows-1252', 'windows-1252', 1], ['cp1252', 'windows-1252', 1], ['utf-8', 'other', 4],
	['utf8', 'other', 4], ['utf', 'wide', 4], ['ucs', 'wide', 4], ['', 'other', 1]];
// The characters for the bytes 80 to 9F hex, which Node.js 20 decodes as control characters.
const WINDOWS_1252 =
	'\u20AC\0\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\0\u017D\0' +
	'\0\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\0\u017E\u0178';
const ESCAPES = [['\x1B(B', 'ascii'], ['\x1B(J', 'ascii'], ['\x1B(I', 'katakana'],
	['\x1B$@', 'jis-0208'], ['\x1B$B', 'jis-0208'], ['\x1B$(D', 'jis-0212']];
const DONE = 0, NO_CHARACTER = 1, NOT_COMPLETE = 2, NO_ROOM = 3; // src/wasm/iconv.c
const UTF8_LEADS = [0, 0xC0, 0xE0, 0xF0];

// Decodes characters one by one, and caches those of one or two bytes.
class Converter {
	constructor(name) {
		const lower = name.toLowerCase();
		const [, kind, longest, label] = FAMILIES.find(([beginning]) => lower.startsWith(beginning));
		if (/^(utf-7|iso-2022-kr)/.test(lower))
			throw new RangeError(name);
		this.kind = kind;
		this.isOther = kind !== 'wide' && kind !== 'iso-2022-jp';
		this.longest = longest;
		this.unit = /32|-4/.test(name) ? 4 : 2;      // of 'wide', in bytes
		this.isLittle = lower.endsWith('le');
		this.set = 'ascii';                          // of ISO-2022-JP
		this.euc = new Uint8Array(3);
		this.used = 0;                               // length of the last character in bytes
		this.at = this.to = 0;
		if (kind === 'wide')
			return;
		this.decoder = new TextDecoder(label ?? name, { fatal: true, ignoreBOM: true });
		this.kept = new Int32Array(65536);           // the character plus 1; -1: none; 0: unknown
	}

	// Return the character that the platform decodes from `length` bytes, or -1.
	decode(bytes, at, length) {
		const index = length === 2 ? bytes[at] << 8 | bytes[at + 1] : bytes[at];
		let code = length > 2 ? 0 : this.kept[index];
		if (code !== 0)
			return code > 0 ? code - 1 : -1;
		try {
			code = this.decoder.decode(bytes.slice(at, at + length)).codePointAt(0) ?? -1;
		} catch {
			code = -1;
		}
		if (length <= 2)
			this.kept[index] = code < 0 ? -1 : code + 1;
		return code;
	}

	// Read a character of UTF-16 or UTF-32. Here and below, return -1 if the bytes are not a
	// character, and undefined if bytes are missing.
	readWide(view, at, end) {
		if (end - at < this.unit)
			return undefined;
		this.used = this.unit;
		if (this.unit === 4)
			return view.getUint32(at, this.isLittle);
		const code = view.getUint16(at, this.isLittle);
		if (code < 0xD800 || code > 0xDBFF)
			return code;
		if (end - at < 4)
			return undefined;
		this.used = 4;
		const low = view.getUint16(at + 2, this.isLittle);
		return low < 0xDC00 || low > 0xDFFF ? -1 : 0x10000 + (code - 0xD800 << 10) + low - 0xDC00;
	}

	// Read a character of ISO-2022-JP by decoding its equivalent in EUC-JP.
	readJapanese(bytes, at, end) {
		const first = bytes[at], isSingle = this.set === 'ascii' || this.set === 'katakana';
		this.used = isSingle || first <= 0x20 ? 1 : 2;
		if (end - at < this.used || (first === 0x1B && end - at < 4))
			return undefined;
		if (this.set === 'katakana' && first > 0x20 && first < 0x60)
			return 0xFF61 - 0x21 + first;
		if (this.used === 1)
			return first < 0x80 ? first : -1;
		this.euc.set([0x8F, first | 0x80, bytes[at + 1] | 0x80]);
		return this.set === 'jis-0212' ? this.decode(this.euc, 0, 3) : this.decode(this.euc, 1, 2);
	}

	// Read a character of another charset: the shortest sequence that the platform decodes.
	readOther(bytes, at, end) {
		const first = bytes[at];
		this.used = 1;
		if (this.kind === 'windows-1252' && first >= 0x80)
			return first < 0xA0 ? WINDOWS_1252.charCodeAt(first - 0x80) || -1 : first;
		if (first < (this.kind === 'latin' ? 0xA0 : 0x80)) // TextDecoder: latin1 is windows-1252
			return first;
		for (;; this.used++) {
			const code = this.decode(bytes, at, this.used), last = bytes[at + this.used - 1];
			// within a character, the only bytes below 80 hex are digits, in GB 18030
			if (code >= 0 || this.used === this.longest ||
				(this.used > 1 && last < 0x80 && (last < 0x30 || last > 0x39)))
				return code;
			if (at + this.used === end)
				return undefined;
		}
	}

	// Switch the character set by an escape sequence. Return its length; 0 if there is none.
	skipEscape(bytes, at, end) {
		if (bytes[at] !== 0x1B)
			return 0;
		const text = String.fromCharCode(...bytes.subarray(at, Math.min(at + 4, end)));
		const [escape, set] = ESCAPES.find(([known]) => text.startsWith(known)) ?? ['', this.set];
		this.set = set;
		return escape.length;
	}

	// Convert bytes[this.at..end) to UTF-8 in bytes[this.to..limit).
	convert(bytes, view, end, limit) {
		let { at, to } = this;
		for (;;) {
			while (this.isOther && at < end && to < limit && bytes[at] < 0x80)
				bytes[to++] = bytes[at++];
			this.at = at;
			this.to = to;
			if (at === end)
				return DONE;
			const escape = this.kind === 'iso-2022-jp' ? this.skipEscape(bytes, at, end) : 0;
			at += escape;
			if (escape > 0)
				continue;
			let code = this.kind === 'wide' ? this.readWide(view, at, end) :
				this.kind === 'iso-2022-jp' ? this.readJapanese(bytes, at, end) :
				this.readOther(bytes, at, end);
			if (code === undefined)
				return NOT_COMPLETE;
			if (code < 0 || code > 0x10FFFF || (code & ~0x7FF) === 0xD800)
				return NO_CHARACTER;
			const more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
			if (limit - to <= more)
				return NO_ROOM;
			for (let i = more; i > 0; i--, code >>= 6)
				bytes[to + i] = 0x80 | code & 0x3F;
			bytes[to] = UTF8_LEADS[more] | code;
			to += more + 1;
			at += this.used;
		}
	}
}

const converters = new Map(); // by number, from 1
let lastConverter = 0;
let view = new DataView(new ArrayBuffer(0)), bytes; // of the module's memory, which may grow
const charset = {
	open(at) {
		const memory = new Uint8Array(instance.memory.buffer, at);
		try {
			const name = decoder.decode(memory.subarray(0, memory.indexOf(0)));
			converters.set(++lastConverter, new Converter(name));
			return lastConverter;
		} catch {
			return 0;
		}
	},
	close(number) {
		converters.delete(number);
	},
	reset(number) {
		converters.get(number).set = 'ascii';
	},
	convert(number, at, length, to, room) { // pointers
		if (view.buffer !== instance.memory.buffer) {
			view = new DataView(instance.memory.buffer);
			bytes = new Uint8Array(view.buffer);
		}
		const converter = converters.get(number);
		converter.at = view.getUint32(at, true);
		converter.to = view.getUint32(to, true);
		const end = converter.at + view.getUint32(length, true);
		const limit = converter.to + view.getUint32(room, true);
		const result = converter.convert(bytes, view, end, limit);
		view.setUint32(at, converter.at, true);
		view.setUint32(length, end - converter.at, true);
		view.setUint32(to, converter.to, true);
		view.setUint32(room, limit - converter.to, true);
		return result;
	},
};

function start() {
	instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: system, charset }).exports;
	instance._initialize();
	searchers = new Map();
	converters.clear();
}

// Copy bytes into the module's memory and call use(pointer, length).
function withBytes(bytes, use) {
	const at = instance.allocate(bytes.length + 1);
	const copy = new Uint8Array(instance.memory.buffer, at, bytes.length + 1);
	copy.set(bytes);
	copy[bytes.length] = 0;
	const result = use(at, bytes.length);
	instance.release(at);
	return result;
}

// Copy a string into the module's memory and call use(pointer, length).
function withString(text, use) {
	if (typeof text !== 'string')
		throw new TypeError(`urlgrep: expected a string, not ${typeof text}`);
	return withBytes(encoder.encode(text), use);
}

function readResult() {
	const bytes = new Uint8Array(instance.memory.buffer, instance.result(),
		instance.result_length());
	return JSON.parse(decoder.decode(bytes), fromBytes);
}

// Turn {"bytes": base64}, which stands for text that is not UTF-8, into a string of its bytes.
function fromBytes(key, value) {
	return value !== null && typeof value === 'object' && typeof value.bytes === 'string' ?
		atob(value.bytes) : value;
}

// Return options in the form that the module parses: "schemeless email=low".
function optionsText(options) {
	return Object.entries(options).filter(([, value]) => value !== false && value != null)
		.map(([name, value]) => {
			const text = `${name}${value === true ? '' : `=${[value].flat().join(',')}`}`;
			if (/[\s\0]/.test(text))
				throw new TypeError(`urlgrep: an option with a blank: ${text}`);
			return text;
		}).join(' ');
}

function searcherFor(use, options, hasTexts = false) {
	const text = optionsText(options), key = `${use} ${hasTexts} ${text}`;
	let searcher = searchers.get(key);
	if (searcher === undefined) {
		searcher = withBytes(encoder.encode(text), at => instance.searcher_new(at, use, hasTexts));
		if (searcher === 0)
			throw new TypeError(`urlgrep: ${readResult()[0]}`);
	}
	searchers.delete(key);
	searchers.set(key, searcher);
	if (searchers.size > KEPT_SEARCHERS) {
		const [oldest, unused] = searchers.entries().next().value;
		instance.searcher_free(unused);
		searchers.delete(oldest);
	}
	return searcher;
}

// Call a function of the module. After a trap (out of memory), the next call makes a new instance.
function run(call) {
	if (instance === undefined)
		start();
	try {
		return call();
	} catch (error) {
		if (!(error instanceof WebAssembly.RuntimeError))
			throw error;
		instance = undefined;
		throw new RangeError('urlgrep: out of memory', { cause: error });
	}
}

// Return the findings in a text; offsets count UTF-16 units, as in JavaScript strings.
export function find(text, options = {}) {
	return run(() => {
		const searcher = searcherFor(FOR_TEXT, options);
		withString(text, (at, length) => instance.search(searcher, 0, at, length));
		return readResult();
	});
}

// Return the findings in the bytes of a file (a message, a mailbox, HTML or text), and read errors.
// With the option texts, also return its decoded texts. Offsets count bytes in the file, and UTF-16
// units in texts.
export function message(bytes, { texts: hasTexts = false, file = '', ...options } = {}) {
	if (bytes?.BYTES_PER_ELEMENT !== 1)
		throw new TypeError('urlgrep: message() takes a Uint8Array');
	const rows = run(() => {
		const searcher = searcherFor(FOR_MAIL, options, hasTexts);
		withBytes(encoder.encode(file), path => withBytes(bytes, (at, length) =>
			instance.search(searcher, path, at, length)));
		return readResult();
	});
	const ofType = type => rows.filter(row => row.type === type);
	return { findings: ofType('url'), errors: ofType('error').map(row => row.message),
		...hasTexts && { texts: ofType('text').map(({ type, ...text }) => text) } };
}

// Return the verdict on a URL, with its parts, target, warnings, and the reason if it is not valid.
export function judge(url, options = {}) {
	return run(() => {
		const searcher = searcherFor(FOR_JUDGING, options);
		withString(url, (at, length) => instance.judge(searcher, at, length));
		return readResult()[0];
	});
}

// Return the target in a URL of a gateway or redirector; null for any other URL. If the target is
// unknown, it is absent, and status gives the reason.
export function unwrap(url, options = {}) {
	const { unwrap: unwrapped, target, target_warnings: warnings } = judge(url, options);
	return unwrapped ? { ...unwrapped, target, warnings } : null;
}

// Return a URL in readable form, with letters of all scripts unescaped (UTS #58).
export function readable(url) {
	return judge(url).readable;
}

// The meanings of warnings, by name.
export const warnings = run(() => {
	instance.meanings();
	return readResult()[0];
});
