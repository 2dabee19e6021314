// urlgrep.mjs - find, rejoin and judge the URLs in texts and messages
//
// One module serves Node.js, browsers and workers. It is ready when the import is: urlgrep.wasm is
// read from beside this file, or from the bytes in globalThis.urlgrepWasm.

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
let instance;  // its exports; undefined before the first call, and after one that failed
let searchers; // by their options, the one used longest ago first

// No search reads files or clocks: the functions of WASI, which the C library imports, do nothing.
// EBADF: there are no open directories.
const EBADF = 8;
const system = new Proxy({}, { get: () => () => EBADF });

// The charsets of mail, by the platform's decoders.
const decoders = [];
const charset = {
	open(at) {
		const bytes = new Uint8Array(instance.memory.buffer, at);
		try {
			const label = decoder.decode(bytes.subarray(0, bytes.indexOf(0)));
			const { encoding } = new TextDecoder(label);
			const known = decoders.findIndex(one => one.encoding === encoding);
			return known >= 0 ? known :
				decoders.push(new TextDecoder(encoding, { fatal: true, ignoreBOM: true })) - 1;
		} catch {
			return -1;
		}
	},
	decode(number, at, length) {
		try {
			const bytes = new Uint8Array(instance.memory.buffer, at, length);
			return decoders[number].decode(bytes).codePointAt(0) ?? -1;
		} catch {
			return -1;
		}
	},
};

function start() {
	instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: system, charset }).exports;
	instance._initialize();
	searchers = new Map();
}

// Call use(pointer, length) with a copy of the bytes in the module's memory.
function withBytes(bytes, use) {
	const at = instance.allocate(bytes.length + 1);
	const copy = new Uint8Array(instance.memory.buffer, at, bytes.length + 1);
	copy.set(bytes);
	copy[bytes.length] = 0;
	const result = use(at, bytes.length);
	instance.release(at);
	return result;
}

function readResult() {
	const bytes = new Uint8Array(instance.memory.buffer, instance.result(),
		instance.result_length());
	return JSON.parse(decoder.decode(bytes), fromBytes);
}

// Text that is not UTF-8 is {"bytes": base64}: it becomes a string of its bytes.
function fromBytes(key, value) {
	return value !== null && typeof value === 'object' && typeof value.bytes === 'string' ?
		atob(value.bytes) : value;
}

// Return options as the module reads them: "schemeless email=low".
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

// Call a function of the module. If it traps, it is out of memory, and the next call starts anew.
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

// Return the findings in a text; offsets count units of UTF-16, as strings do.
export function find(text, options = {}) {
	return run(() => {
		const searcher = searcherFor(FOR_TEXT, options);
		withBytes(encoder.encode(text), (at, length) => instance.search(searcher, 0, at, length));
		return readResult();
	});
}

// Return the findings in the bytes of a file: a message, a mailbox, HTML or text, and the errors of
// reading it; with the option texts also its decoded texts. Offsets count bytes of the file, and
// units of UTF-16 in texts.
export function message(bytes, { texts: hasTexts = false, file = '', ...options } = {}) {
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

// Return the verdict on a URL: its parts, its target, its warnings, why it is not valid.
export function judge(url, options = {}) {
	return run(() => {
		const searcher = searcherFor(FOR_JUDGING, options);
		withBytes(encoder.encode(url), (at, length) => instance.judge(searcher, at, length));
		return readResult()[0];
	});
}

// Return what a URL of a gateway or a redirector carries; null if it is none. target is absent if
// it is unknown: status says why.
export function unwrap(url, options = {}) {
	const { unwrap: unwrapped, target, target_warnings: warnings } = judge(url, options);
	return unwrapped ? { ...unwrapped, target, warnings } : null;
}

// Return a URL as its readers know it, with letters of all scripts as themselves (UTS #58).
export function readable(url) {
	return judge(url).readable;
}

// The meanings of warnings, by name.
export const warnings = run(() => {
	instance.meanings();
	return readResult()[0];
});
