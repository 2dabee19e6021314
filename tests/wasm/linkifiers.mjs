// linkifiers.mjs - compare find() with linkify-it and linkifyjs: time for a text, and right URLs in
// labelled passages, if available (make bench-wasm MAILBOX=FILE TRUTH=DIRECTORY)
//
//	node tests/wasm/linkifiers.mjs PACKAGE PEERS [MAILBOX]
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const [directory, peers, mailbox = 'corpus/demo.eml'] = process.argv.slice(2);
const require = createRequire(path.resolve(peers, 'x.js'));
const { find } = await import(path.resolve(directory, 'urlgrep.mjs'));
// only URLs with a scheme
const linkifyIt = require('linkify-it')().set({ fuzzyLink: false, fuzzyEmail: false });
const linkifyjs = require('linkifyjs');
const MEGABYTE = 1 << 20, RUNS = 5;

const tools = {
	urlgrep: text => find(text).map(one => one.url),
	'linkify-it': text => (linkifyIt.match(text) ?? []).map(one => one.raw),
	linkifyjs: text => linkifyjs.find(text, 'url').map(one => one.value).filter(url => /^[a-z]+:/i.test(url)),
};

// Return the least processor time of several runs, in milliseconds.
function time(tool, text) {
	const times = [];
	for (let i = 0; i < RUNS; i++) {
		const before = process.cpuUsage();
		tool(text);
		const { user, system } = process.cpuUsage(before);
		times.push((user + system) / 1000);
	}
	return Math.min(...times);
}

// Return the harmonic mean of precision and recall; doubtful passages do not count.
function score(tool, rows) {
	let right = 0, printed = 0, wanted = 0;
	for (const { text, urls } of rows.filter(row => !row.doubt)) {
		const found = tool(text), rest = [...urls];
		printed += found.length;
		wanted += urls.length;
		for (const url of found) {
			const at = rest.indexOf(url);
			right += at >= 0;
			if (at >= 0)
				rest.splice(at, 1);
		}
	}
	return (2 * right / (printed + wanted)).toFixed(3);
}

const text = fs.readFileSync(mailbox).subarray(0, MEGABYTE).toString();
const truth = process.env.TRUTH;
const sets = truth ? ['wrapped', 'bare', 'alt', 'code', 'international'].map(name => [name,
	fs.readFileSync(path.join(truth, `${name}.jsonl`), 'utf8').trim().split('\n').map(line => JSON.parse(line))]) : [];
console.log(['tool', 'URLs', 'ms', ...sets.map(([name]) => name)].join('\t'));
for (const [name, tool] of Object.entries(tools))
	console.log([name, tool(text).length, time(tool, text).toFixed(0),
		...sets.map(([, rows]) => score(tool, rows))].join('\t'));
