// same_rows.test.mjs - the package finds the same rows as the command: in the texts of
// tests/vectors, in corpus, and in ../shared if it exists
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';

import { directory, nativeRows, root, temporary, unitsOf } from './support.mjs';

const { find, message } = await import(path.join(directory, 'urlgrep.mjs'));
const shared = process.env.SHARED ?? path.resolve(root, '../shared');
const EVERYTHING = { all: true, schemeless: 'low', email: 'low', refang: 'hosts' };

// TextDecoder does not support UTF-7. The C library holds Hebrew letters back in case points
// follow, so the command reports a wider range of bytes for windows-1255 in base64.
const hasNoDecoder = file => /charset="?(unicode-1-1-)?utf-?7/i.test(fs.readFileSync(file, 'latin1'));
const isWider = file => path.basename(file) === 'lang-mail.mbox';

function filesIn(parent) {
	return fs.readdirSync(parent, { recursive: true, withFileTypes: true })
		.filter(entry => entry.isFile()).map(entry => path.join(entry.parentPath, entry.name)).sort();
}

function flags(options) {
	return Object.entries(options).map(([name, value]) => value === true ? `--${name}` : `--${name}=${value}`);
}

// Return all strings of a file of vectors that may be texts: the lines, or each string in JSON
// Lines.
function textsIn(file) {
	const lines = fs.readFileSync(file, 'utf8').split('\n').filter(line => line);
	if (!file.endsWith('.jsonl'))
		return [lines.join('\n'), ...lines];
	const texts = [];
	for (const line of lines)
		JSON.parse(line, (key, value) => {
			if (typeof value === 'string')
				texts.push(value);
			return value;
		});
	return texts;
}

// Convert a row of the command, whose offsets count bytes, to a row of find().
function inUnits(text, { file, ...row }) {
	const end = unitsOf(text, row.offset + row.length);
	row.offset = unitsOf(text, row.offset);
	row.length = end - row.offset;
	return withErrorInUnits(row);
}

function withErrorInUnits(row) {
	if (row.error) {
		const end = unitsOf(row.url, row.error.offset + row.error.length);
		row.error.offset = unitsOf(row.url, row.error.offset);
		row.error.length = end - row.error.offset;
	}
	return row;
}

function checkTexts(texts, options) {
	const parent = temporary();
	const unique = [...new Set(texts)].map(text => text.toWellFormed());
	const files = unique.map((text, i) => {
		fs.writeFileSync(path.join(parent, `${i}`), text);
		return path.join(parent, `${i}`);
	});
	const expected = nativeRows(['--as=text', ...flags(options)], files);
	let rows = 0;
	unique.forEach((text, i) => {
		const wanted = expected.get(files[i]).map(row => inUnits(text, row));
		assert.deepEqual(find(text, options), wanted, JSON.stringify(text));
		rows += wanted.length;
	});
	return rows;
}

function checkFiles(files, options) {
	const decoded = files.filter(file => !hasNoDecoder(file));
	assert.ok(files.length - decoded.length <= 4);
	const expected = nativeRows(flags(options), decoded);
	let rows = 0;
	for (const file of decoded) {
		const found = message(fs.readFileSync(file), { file, ...options }).findings;
		const wanted = expected.get(file).map(withErrorInUnits);
		if (isWider(file))
			wanted.forEach((row, i) => {
				assert.ok(row.length >= found[i].length);
				row.length = found[i].length;
			});
		assert.deepEqual(found, wanted, file);
		rows += found.length;
	}
	return rows;
}

for (const options of [{}, EVERYTHING]) {
	const how = flags(options).join(' ') || 'default options';
	test(`the vectors, as texts: ${how}`, t => {
		const texts = filesIn(path.join(root, 'tests/vectors')).flatMap(textsIn);
		const rows = checkTexts(texts, options);
		t.diagnostic(`${texts.length} texts, ${rows} rows`);
		assert.ok(rows > 5000);
	});
	test(`corpus, as files: ${how}`, t => {
		const files = filesIn(path.join(root, 'corpus')).filter(file => !/\.(urls|options)$/.test(file));
		const rows = checkFiles(files, options);
		t.diagnostic(`${files.length} files, ${rows} rows`);
		assert.ok(rows > 1000);
	});
	for (const part of ['cases', 'truth/third']) {
		const parent = path.join(shared, part);
		const skip = !fs.existsSync(parent) && `no ${parent}`;
		test(`${part}, as files: ${how}`, { skip }, t => {
			const files = filesIn(parent);
			t.diagnostic(`${files.length} files, ${checkFiles(files, options)} rows`);
		});
	}
}
