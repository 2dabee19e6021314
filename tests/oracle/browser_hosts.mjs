// browser_hosts.mjs - compare urlgrep's host of each URL with that of Node's URL parser, which
// is that of browsers (WHATWG URL)
//
//	node tests/oracle/browser_hosts.mjs URLGREP [COUNT [SEED [FILE...]]]
//
// The URLs are COUNT generated ones that "urlgrep --check" accepts, and those that "urlgrep
// --json FILE" prints. Both hosts must be the same, or the URL must have one of the warnings
// below, which say that programs differ. Prints a table of the differences, by the first of
// these warnings.
import { spawnSync } from 'node:child_process';

const [urlgrep, countWord, seedWord, ...files] = process.argv.slice(2);
const count = Number(countWord ?? 100000);
const seed = Number(seedWord ?? 20261);
const telling = ['ip-leading-zero', 'ip-lookalike', 'encoded-host', 'host-not-dns', 'host-ambiguous'];

// ---- generated URLs

let state = seed >>> 0;
function random() { // mulberry32
	state = (state + 0x6d2b79f5) >>> 0;
	let t = Math.imul(state ^ (state >>> 15), 1 | state);
	t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
	return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
const below = n => Math.floor(random() * n);
const pick = list => list[below(list.length)];
const repeat = (most, make) => Array.from({ length: 1 + below(most) }, make).join('');

const schemes = ['http', 'http', 'http', 'https', 'https', 'HTTP', 'ftp', 'ws', 'wss', 'file', 'gopher',
	'telnet', 'news', 'nntp', 'ldap', 'sftp', 'ssh', 'git', 'git+ssh', 'imap', 'irc', 'rtsp', 's3',
	'postgres', 'mailto', 'data', 'tel'];
const letters = [...'abcxyzABZ019-_~'];
const foreign = [...'äöüßñçéÄςабвяΩωקא中文日本한글กข१२٣۴ａＢ１．。｡①⑩ⅷℂ℀ﬁ️☃😀', '\u00ad', '\u200c', '\u200d',
	'\u200b', '\u0301', '\u2060', '\u0660', 'क\u094d\u200dष', 'a\u0308', '\u1e9e', '\ufffd', '\u2488'];
const escapes = ['%61', '%41', '%2e', '%2E', '%30', '%C3%BC', '%EF%BC%8E', '%2f', '%40', '%3a', '%25', '%00',
	'%20', '%ff', '%E3%80%82', '%5b', '%23'];
const aces = ['xn--mnchen-3ya', 'xn--fsq', 'xn--a', 'xn--', 'xn--a-', 'xn--zca', 'XN--MNCHEN-3YA', 'xn--80ak6aa92e',
	'xn--mgba3gch31f060k', 'xn--0ca', 'xn--ls8h', 'xn--abc', 'xn--a-ecp.ru', 'xn--xn--a--gua', 'xn--u-ccb'];
const numbers = [() => String(below(300)), () => '0' + below(400).toString(8), () => '0x' + below(300).toString(16),
	() => String(below(2 ** 32)), () => '0x', () => '00', () => '0X7F', () => String(below(2 ** 33)), () => '08'];
const domains = ['com', 'example', 'de', 'org', 'co.uk', 'рф', '中国', 'xn--p1ai'];
const hex = () => below(65536).toString(16);

const label = () => repeat(6, () => pick(letters));
const number = () => pick(numbers)();
const hosts = [
	() => `${label()}.${pick(domains)}`, () => `${label()}.${pick(domains)}`, label,
	() => `${label()}.${label()}.${pick(domains)}`, () => `${label()}.${pick(domains)}.`,
	() => [number(), number(), number(), number()].join('.'), number, () => `${number()}.${number()}`,
	() => [number(), number(), number(), number()].join('.') + '.', () => `${label()}.${number()}`,
	() => [1, 2, 3, 4, 5].map(number).join('.'), () => `${number()}.${number()}.${number()}`,
	() => `${number()}.${pick(domains)}`, () => `${label()}${number()}`,
	() => repeat(4, () => pick([...letters, ...foreign])) + '.' + pick(domains),
	() => repeat(4, () => pick(foreign)) + '.' + pick(domains), () => repeat(3, () => pick(foreign)),
	() => repeat(4, () => pick([...letters, ...escapes])) + '.' + pick(domains),
	() => `${pick(aces)}.${pick(domains)}`, () => `${label()}.${pick(aces)}`,
	() => `${label()}${pick(foreign)}${number()}`,
	() => [number(), number(), number(), number()].join(pick(['。', '．', '｡', '%2e'])),
	() => repeat(5, () => pick([...letters, ..."!$&'()*+,;="])) + '.' + pick(domains),
	() => `${label()}..${pick(domains)}`, () => `.${label()}`, () => `-${label()}-.${pick(domains)}`,
	() => label() + '.'.repeat(1 + below(3)), () => 'a'.repeat(60 + below(10)) + '.com',
	() => `${'abc.'.repeat(60 + below(10))}com`, () => `${label()}.${pick(domains)}`.toUpperCase(),
	() => `[${[1, 2, 3, 4, 5, 6, 7, 8].map(hex).join(':')}]`, () => `[::${hex()}]`, () => `[${hex()}::${hex()}]`,
	() => `[::ffff:${below(256)}.${below(256)}.${below(256)}.${below(256)}]`, () => '[::]', () => `[${hex()}:0:0:1::]`,
	() => `[v1.${label()}]`, () => `[vF.a:b]`, () => `[fe80::1%25eth0]`,
	() => '', () => 'localhost', () => 'c', () => 'C', () => 'c|', () => 'x\\y.example', () => 'a b.example',
	() => 'h.example%2Fevil.example', () => 'xn--\u00fc.example', () => '127.0.0.1', () => '①②⑦.0.0.1',
];
const users = ['', '', '', '', '', 'user@', 'user:pass@', 'a:b:c@', '@', ':@', 'www.bank.example@', 'a%40b@', 'ü@'];
const ports = ['', '', '', '', '', ':', ':80', ':0', ':65535', ':65536', ':00080', ':443', ':8080', ':8o'];
const tails = [...'abcz019-._~%!$&\'()*+,;=:@/?#[]|^\\{}`"<> äß中。', '%41', '%zz', '/../', '/./', '//', '?', '#', '@x/'];

const slashes = ['://', '://', '://', '://', '://', '://', '://', '://', '://', '://', ':', ':/', ':///', ':\\\\', '://///'];
const authority = () => pick(users) + pick(hosts)() + pick(ports);
const made = () => pick(schemes) + pick(slashes) + authority() +
	pick(['', '/', '/', '/', '?', '#']) + (below(2) ? repeat(8, () => pick(tails)) : '');

// ---- the results of urlgrep

function run(args, input) {
	const done = spawnSync(urlgrep, args, { input, maxBuffer: 1 << 30 });
	if (done.error || done.status === 2 && !done.stdout.length) {
		console.log(`Bail out! ${urlgrep} ${args.join(' ')}: ${done.error ?? done.stderr}`);
		process.exit(1);
	}
	return done.stdout.toString().split('\n').filter(Boolean).map(line => JSON.parse(line));
}

const accepted = o => typeof o.url === 'string' && (o.verdict ? o.verdict !== 'invalid' : o.valid);

// Return the wanted number of accepted URLs; most generated URLs are invalid.
function acceptedUrls() {
	const urls = [];
	for (let turn = 0; urls.length < count && turn < 20; turn++) {
		const lines = Array.from({ length: Math.max(count, 100) }, made).join('\n') + '\n';
		urls.push(...run(['--check', '--json', '--iri'], lines).filter(accepted));
	}
	return urls.slice(0, count);
}

function findings() {
	const found = [['made up', acceptedUrls()]];
	for (const file of files) {
		const seen = new Set();
		found.push([file.replace(/.*\//, ''), run(['--json', '--iri', file], '').filter(o =>
			o.type === 'url' && accepted(o) && !seen.has(o.url) && seen.add(o.url))]);
	}
	return found;
}

// ---- the comparison

function decode(host) {
	const bytes = Buffer.from(host.replace(/%([0-9a-f]{2})/gi, (_, h) => `\0${h}`), 'utf8').toString('latin1');
	return Buffer.from(bytes.replace(/\0(..)/g, (_, h) => String.fromCharCode(parseInt(h, 16))), 'latin1').toString();
}

// Return the eight groups of an IP literal, or the literal itself.
function literal(host) {
	const text = host.slice(1, -1).replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) =>
		`${(a * 256 + +b).toString(16)}:${(c * 256 + +d).toString(16)}`);
	const [front, back] = text.split('::').map(part => part ? part.split(':') : []);
	const groups = back ? [...front, ...Array(8 - front.length - back.length).fill('0'), ...back] : front;
	return groups.length === 8 ? groups.map(g => parseInt(g, 16).toString(16)).join(':') : host;
}

const normal = host => host.startsWith('[') ? literal(host) : decode(host).toLowerCase();

function ours(o, isSpecial) {
	const host = o.parts.host ?? '';
	if (typeof host !== 'string') return '(bytes)';
	if (/^file$/i.test(o.parts.scheme) && host.toLowerCase() === 'localhost') return ''; // RFC 8089, 2
	return normal(isSpecial && o.host_ascii ? o.host_ascii : host);
}

const causes = new Map(), silent = [];
let compared = 0;
function compare(source, o) {
	const scheme = (o.parts.scheme ?? /^[^:]*/.exec(o.url)[0]).toLowerCase();
	const isSpecial = ['http', 'https', 'ws', 'wss', 'ftp', 'file'].includes(scheme);
	const mine = /^[^:]*:\/\//.test(o.url) ? ours(o, isSpecial) : '';
	let theirs = null;
	try {
		theirs = normal(new URL(o.url).hostname);
	} catch {
	}
	compared++;
	if (mine === theirs) return;
	const what = theirs === null ? 'refused' : theirs === '' ? 'no host' :
		/^[0-9.]+$/.test(theirs) ? 'an IPv4 address' : 'another name';
	const warning = telling.find(w => o.warnings.includes(w));
	if (!warning) silent.push(`${o.url} (${source}): ${mine}, in browsers ${theirs ?? 'refused'}`);
	const key = `${warning ?? '(none)'} | ${what}`;
	const cause = causes.get(key) ?? { archives: 0, made: 0, example: o.url };
	cause[source === 'made up' ? 'made' : 'archives']++;
	if (o.url.length < cause.example.length) cause.example = o.url;
	causes.set(key, cause);
}

for (const [source, objects] of findings()) {
	const before = compared;
	for (const o of objects) compare(source, o);
	console.log(`# ${source}: ${compared - before} URLs`);
}
console.log('#\n# | warning | in browsers | archives | made up | for example |\n# | --- | --- | --- | --- | --- |');
for (const [key, c] of [...causes].sort())
	console.log(`# | ${key} | ${c.archives} | ${c.made} | \`${c.example}\` |`);
console.log('#');
for (const line of silent.slice(0, Number(process.env.SHOW || 20))) console.log(`# no warning: ${line}`);
console.log(`${silent.length ? 'not ok' : 'ok'} 1 - ${compared} URLs: the same host as in browsers, or a warning ` +
	`(${silent.length} without, seed ${seed})`);
console.log(`${compared >= count ? 'ok' : 'not ok'} 2 - enough URLs are compared: ${compared}, at least ${count}`);
if (!files.length) console.log('ok 3 - URLs of archives # SKIP no archives of mail (set ARCHIVES)');
console.log(files.length ? '1..2' : '1..3');
process.exit(silent.length || compared < count ? 1 : 0);
