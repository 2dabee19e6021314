// support.mjs - shared by the tests of the package: the native command, and the rows that it prints
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');
export const directory = process.env.URLGREP_WASM ?? path.join(root, 'build/wasm/urlgrep');
export const urlgrep = process.env.URLGREP ?? path.join(root, 'build/urlgrep');

export function temporary() {
	const made = fs.mkdtempSync(path.join(os.tmpdir(), 'urlgrep-wasm-'));
	process.on('exit', () => fs.rmSync(made, { recursive: true, force: true }));
	return made;
}

// Return an environment in which the command cannot load the libraries that the module lacks, since
// empty files are found first.
function withoutLibraries() {
	const hidden = temporary();
	const names = fs.readFileSync(urlgrep, 'latin1').match(/lib(icu\w*|archive|z|isal)\.so\.\d+/g);
	for (const name of new Set(names))
		fs.writeFileSync(path.join(hidden, name), '');
	return { ...process.env, LD_LIBRARY_PATH: hidden };
}

// Run the command for files, and return its rows by file name. Old names of members, and what
// the command prints as text, are omitted, as in the package.
export function nativeRows(options, files) {
	const rows = new Map(files.map(file => [file, []]));
	const env = withoutLibraries();
	for (let i = 0; i < files.length; i += 500) {
		const result = execFileSync('sh', ['-c', '"$@"; test $? -le 2', 'sh', urlgrep, '--json',
			'--no-config', '--strip-tracking', '-j1', '-s', ...options, '--', ...files.slice(i, i + 500)],
			{ env, maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] });
		for (const line of result.toString().split('\n').slice(0, -1)) {
			const { path: old, twin, printed, ...row } = JSON.parse(line, textOf);
			if (row.message)
				delete row.message.date;
			if (row.type === 'url')
				rows.get(row.file).push(row);
		}
	}
	return rows;
}

function textOf(key, value) {
	return typeof value?.bytes === 'string' ? atob(value.bytes) : value;
}

// Convert an offset in a text from bytes to UTF-16 units.
export function unitsOf(text, bytes) {
	return Buffer.from(text).subarray(0, bytes).toString().length;
}
