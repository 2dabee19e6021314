// package.test.mjs - the package by itself: examples, command, options, memory
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { Worker } from 'node:worker_threads';
import zlib from 'node:zlib';

import { directory, root, temporary } from './support.mjs';

let memory; // the module's
WebAssembly.Instance = class extends WebAssembly.Instance {
	constructor(...args) {
		super(...args);
		({ memory } = this.exports);
	}
};
const { find, judge, message, readable, unwrap } = await import(path.join(directory, 'urlgrep.mjs'));
const demo = path.join(root, 'corpus/demo.eml');

// Return a directory in which the package is installed.
function installed() {
	const parent = temporary();
	fs.mkdirSync(path.join(parent, 'node_modules'));
	fs.symlinkSync(directory, path.join(parent, 'node_modules/urlgrep'));
	return parent;
}

function run(args, input = '') {
	const { status, stdout, stderr } = spawnSync(process.execPath,
		[path.join(directory, 'cli.mjs'), ...args], { input, encoding: 'utf8' });
	return { status, stdout, stderr };
}

test('the module is small, and imports no more than the package gives', () => {
	const bytes = fs.readFileSync(path.join(directory, 'urlgrep.wasm'));
	assert.ok(bytes.length <= 1e6, `${bytes.length} bytes`);
	assert.ok(zlib.gzipSync(bytes, { level: 9 }).length <= 400e3);
	const modules = WebAssembly.Module.imports(new WebAssembly.Module(bytes)).map(one => one.module);
	assert.deepEqual([...new Set(modules)].sort(), ['charset', 'wasi_snapshot_preview1']);
});

const readme = fs.readFileSync(path.join(root, 'src/wasm/README.md'), 'utf8');
const examples = [...readme.matchAll(/```js\n([^]*?)```\n\n```text\n([^]*?)```/g)];
test('the README has three examples', () => assert.equal(examples.length, 3));
examples.forEach(([, code, output], i) => test(`example ${i + 1} of the README`, () => {
	const parent = installed();
	fs.writeFileSync(path.join(parent, 'example.mjs'), code);
	assert.equal(execFileSync(process.execPath, ['example.mjs'], { cwd: parent, encoding: 'utf8' }), output);
}));

test('npx urlgrep FILE', () => {
	assert.deepEqual(run(['-n', demo]), { status: 0, stderr: '', stdout:
		'8:http://www.example.com/drafts/an-over-view.html\n' +
		'10:http://archive.example.org/pub/reports/1995/spring/measurements/of/line-widths/table7.html\n' +
		'13:http://example.com/~joe/\n' });
	assert.deepEqual(run([], 'a http://h.example/'), { status: 0, stderr: '', stdout: 'http://h.example/\n' });
	assert.equal(run([], 'nothing').status, 1);
	assert.equal(JSON.parse(run(['--json'], 'http://h.example/').stdout).file, '(standard input)');
	assert.equal(run(['--grammar=rfc1738', demo, demo]).stdout.split('\n')[0],
		`${demo}:http://www.example.com/drafts/an-over-view.html`);
});

test('the command reports errors', () => {
	assert.match(run(['/none']).stderr, /^urlgrep: \/none: ENOENT/);
	assert.match(run(['--grammar=none', demo]).stderr, /^urlgrep: .*grammar/);
	assert.match(run(['--none']).stderr, /^urlgrep: Unknown option/);
	for (const packed of [zlib.gzipSync('http://h.example/'), 'PK\x03\x04'.padEnd(30)])
		assert.deepEqual(run([], packed), { status: 2, stdout: '',
			stderr: 'urlgrep: -: a library for it is not installed\n' });
	const full = spawnSync('sh', ['-c', '"$@" >/dev/full', '', process.execPath, path.join(directory, 'cli.mjs'), demo]);
	assert.deepEqual([full.status, String(full.stderr).match(/\n/g).length], [2, 1]);
	assert.equal(run(['--all'], 'http://h.example/\u202Ea').stdout.includes('\u202E'), false);
	const { stdout } = run(['--json'], '<html><a href="http://h.example/">\x9B31m\u{E0041}</a>');
	assert.deepEqual([stdout.match(/[^ -~\n]/gu), JSON.parse(stdout).link_text], [null, '\x9B31m\u{E0041}']);
});

test('offsets count units of UTF-16', () => {
	const text = '😀é http://h.example/😀é <http://i.example/é> \uD800 http://j.example/';
	assert.deepEqual(find(text).map(one => text.slice(one.offset, one.offset + one.length)),
		['http://h.example/😀é', 'http://i.example/é', 'http://j.example/']);
	const { error } = judge('http://h.example/😀é b');
	assert.deepEqual([error.offset, error.length], [20, 1]);
});

test('texts of a message, and where findings are in them', () => {
	const { findings, texts, errors } = message(fs.readFileSync(demo), { texts: true });
	assert.deepEqual(errors, []);
	assert.deepEqual(texts.map(text => [text.part, text.header, text.message]),
		[['subject', true, 1], ['1', false, 1]]);
	assert.deepEqual(findings.map(({ text: at }) => texts[at.index].text.substr(at.offset, at.length)),
		['http://www.example.com/drafts/an-over-\n> view.html', 'http://archive.example.org' +
		'/pub/reports/1995/spring/measurements/of/line-\n> widths/table7.html', 'http://example.com/~joe/']);
	const latin = Buffer.from('Subject: s\n\n\xFF\xE9 http://h.example/a\n', 'latin1');
	const mail = message(latin, { texts: true });
	const { index, offset, length } = mail.findings[0].text;
	assert.equal(mail.texts[index].text.substr(offset, length), 'http://h.example/a');
});

test('charsets', () => {
	const words = [['shift_jis', '\x93\xFA\x96\x7B', '日本'], ['euc-jp', '\xC6\xFC\xCB\xDC', '日本'],
		['iso-2022-jp', '\x1B$BF|K\\\x1B(B', '日本'], ['gb18030', '\xC8\xD5\x95\x39\xEF\x30', '日𠀋'.slice(0, 1)],
		['big5', '\xA4\xE9\xA5\xBB', '日本'], ['euc-kr', '\xC7\xD1', '한'], ['koi8-r', '\xC4\xC1', 'да'],
		// 93 hex begins 밗 in the Encoding Standard, and is a control character in ICU's EUC-KR
		['euc-kr', '\x93A', new TextDecoder('euc-kr').decode(Buffer.from('\x93A', 'latin1'))],
		['windows-1252', 'd\x92\xE9', 'd’é'], ['iso-8859-2', '\xB3', 'ł'], ['tis-620', '\xA1', 'ก']];
	for (const [charset, bytes, text] of words) {
		const encoded = Buffer.from(bytes, 'latin1').toString('base64');
		const mail = message(Buffer.from(`From: a@h.example\nDate: Tue, 14 Mar 1995 10:12:00 +0000\nSubject: =?${charset}?B?${encoded}?=\n\nhttp://h.example/\n`));
		assert.ok(mail.findings[0].message.subject.startsWith(text), `${charset}: ${mail.findings[0].message.subject}`);
	}
});

test('texts of wide characters', () => {
	for (const [charset, zeros] of [['utf-16be', '\0'], ['ucs-4', '\0\0\0']]) {
		const encoded = Buffer.from('http://h.example/'.replace(/./g, `${zeros}$&`)).toString('base64');
		const mail = message(Buffer.from(`From: a@h.example\nContent-Type: text/plain; charset=${charset}\nContent-Transfer-Encoding: base64\n\n${encoded}\n`));
		assert.deepEqual(mail.findings.map(found => found.url), ['http://h.example/'], charset);
	}
});

test('a URL for readers', () => {
	assert.equal(readable('https://ja.wikipedia.org/wiki/%E6%97%A5%E6%9C%AC?a=%2F'), 'https://ja.wikipedia.org/wiki/日本?a=%2F');
	assert.equal(readable('http://h.example/%E2%80%AEa'), 'http://h.example/%E2%80%AEa');
	assert.equal(readable('no URL'), 'no URL');
});

test('wrong options and arguments throw, and the package works on', () => {
	assert.throws(() => find('a', { joins: true }), /urlgrep: joins: unknown option/);
	assert.throws(() => find('a', { join: 'a b' }), TypeError);
	assert.throws(() => find('a', { grammar: 'none' }), TypeError);
	assert.equal(find('http://h.example/', { join: undefined, all: false }).length, 1);
	assert.deepEqual(find(''), []);
	assert.deepEqual(message(new Uint8Array(0)), { findings: [], errors: [] });
	assert.equal(unwrap('http://h.example/'), null);
	for (const wrong of ['Subject: s\n\nhttp://h.example/', new ArrayBuffer(8), undefined])
		assert.throws(() => message(wrong), TypeError);
	for (const wrong of [new Uint8Array(8), null, 5, undefined])
		for (const call of [find, judge, unwrap, readable])
			assert.throws(() => call(wrong), /TypeError: urlgrep: expected a string/);
});

test('the module takes the grammars, and the options for judging, that the types name', () => {
	const types = fs.readFileSync(path.join(directory, 'urlgrep.d.ts'), 'utf8');
	const words = pattern => types.match(pattern)[0].match(/(?<=')\w+(?=')/g);
	for (const grammar of words(/grammar\?: .*/))
		assert.equal(judge('http://h.example/', { grammar }).grammar, grammar);
	for (const name of words(/function judge[^]*?\)/))
		assert.ok(judge('http://h.example/', { [name]: { grammar: 'current', unwrap: 'all' }[name] ?? true }));
});

test('more searchers than are kept', () => {
	for (const join of ['auto', 'always', 'wrapped', 'never'])
		for (const email of [false, 'high', 'medium', 'low'])
			assert.equal(find('http://h.example/', { join, email }).length, 1);
});

test('a worker has a module of its own', async () => {
	const code = `import('${path.join(directory, 'urlgrep.mjs')}').then(({ find }) =>
		require('node:worker_threads').parentPort.postMessage(find('http://h.example/').length))`;
	const count = await new Promise((resolve, reject) =>
		new Worker(code, { eval: true }).on('message', resolve).on('error', reject));
	assert.equal(count, 1);
});

test('memory stays flat over 10,000 calls', () => {
	const bytes = fs.readFileSync(demo);
	const call = i => {
		find(`see http://h.example/${i}-\nb and hxxp://i[.]example/`, { all: true });
		message(bytes, { texts: i % 2 === 0 });
		judge(`https://h.example/${i} b`);
		unwrap('https://l.facebook.com/l.php?u=http%3A%2F%2Fh.example%2F');
	};
	for (let i = 0; i < 500; i++)
		call(i);
	const before = memory.buffer.byteLength, used = process.memoryUsage().rss;
	for (let i = 0; i < 2500; i++)
		call(i);
	assert.equal(memory.buffer.byteLength, before);
	assert.ok(process.memoryUsage().rss - used < 32e6);
});

test('a text with invalid URLs takes linear time', () => {
	const times = [2000, 8000].map(count => {
		const text = 'http://h.example/a|b {http://h.example:x/}\n'.repeat(count);
		const before = process.cpuUsage();
		assert.equal(find(text, { all: true }).length, 2 * count);
		return process.cpuUsage(before).user;
	});
	assert.ok(times[1] < 8 * times[0], `${times}`);
});

test('the types name what there is', { skip: !process.env.TSC && 'no TypeScript ($TSC)' }, () => {
	const parent = installed();
	fs.writeFileSync(path.join(parent, 'a.mts'), `import { find, message, judge, unwrap, warnings } from 'urlgrep';
		const a: number = find('x', { email: 'low' })[0].offset, b: string = judge('x').verdict;
		const c: string[] = message(new Uint8Array(1), { texts: true }).errors, d = unwrap('x')?.target;
		console.log(a, b, c, d, warnings.idn);`);
	execFileSync(process.env.TSC, ['--strict', '--noEmit', '--module', 'nodenext', 'a.mts'],
		{ cwd: parent, stdio: 'inherit' });
});
