#!/usr/bin/env node
// cli.mjs - npx urlgrep FILE...: print the URLs in files, by the package's own interface
//
// This does not run the command itself through node:wasi, which is experimental, prints a warning
// at each start, and has neither the threads nor the signals that the command uses. Option names,
// output and exit statuses are those of the command.

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { message } from './urlgrep.mjs';

const HELP = `usage: urlgrep [OPTION]... [FILE]...
Print the URLs in files, or in standard input: text, HTML, messages, mailboxes.

  -n, --line-number   print the number of the line, too
      --json          print JSON Lines
      --all, --strict, --grammar=NAME, --join=HOW, --schemeless, --email, --refang,
      --headers       as for the command urlgrep
      --help          print this help
`;

const flag = { type: 'boolean' }, text = { type: 'string' };
const options = { 'line-number': { ...flag, short: 'n' }, json: flag, help: flag, all: flag,
	strict: flag, schemeless: flag, email: flag, refang: flag, headers: flag, grammar: text, join: text };

// Escape characters that a terminal might interpret as commands, or that reorder others, as in JSON.
function shown(text) {
	return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, character => character.replace(/[^]/g,
		unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`));
}

function fail(reason) {
	process.stderr.write(`urlgrep: ${shown(reason)}\n`);
	process.exitCode = 2;
}

function print(finding, { file, json, line }) {
	return shown(json ? JSON.stringify(finding) :
		[...file ? [file] : [], ...line ? [finding.line] : [], finding.url].join(':'));
}

function search(file, { json, 'line-number': line, ...rest }, isNamed) {
	const { findings, errors } = message(readFileSync(file === '-' ? 0 : file),
		{ ...rest, file: file === '-' ? '(standard input)' : file });
	errors.forEach(reason => fail(`${file}: ${reason}`));
	for (const finding of findings)
		process.stdout.write(`${print(finding, { json, line, file: isNamed && finding.file })}\n`);
	return findings.length;
}

function main() {
	const { values: { help, ...settings }, positionals } = parseArgs({ options, allowPositionals: true });
	const files = positionals.length ? positionals : ['-'];
	let found = 0;
	if (help)
		return process.stdout.write(HELP);
	for (const file of files)
		try {
			found += search(file, settings, files.length > 1);
		} catch (error) {
			if (error instanceof TypeError)
				throw error;
			fail(`${file}: ${error.message}`);
		}
	process.exitCode ??= found ? 0 : 1;
}

process.stdout.on('error', ({ code, message }) => {
	if (code !== 'EPIPE')
		fail(message);
	process.exit(code === 'EPIPE' ? 141 : 2); // 128 + SIGPIPE, as after "| head"
});
try {
	main();
} catch (error) {
	fail(error.message.replace(/^urlgrep: /, ''));
}
