// urls.js - shows the list of URLs in the displayed message, or asks about a single URL
import { judgedRow, list, meanings, reasons } from './common.mjs';

const $ = selector => document.querySelector(selector);

function element(name, properties = {}, ...children) {
	const made = Object.assign(document.createElement(name), properties);
	made.append(...children.filter(Boolean));
	return made;
}

// Escape characters that are invisible or reorder others.
function shown(text) {
	return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, c => `\\u{${c.codePointAt(0).toString(16)}}`);
}

// Return the host to which a browser would connect, or for other schemes the name of the scheme.
function destination(url) {
	return URL.parse(url)?.host || url.replace(/:.*/su, ':');
}

// Return the details of a URL that are shown below its destination.
function facts(row) {
	const { url, labels, warnings, refusal } = row, asks = reasons(row);
	const line = (className, textContent) => element('div', { className, textContent: shown(textContent) });
	const meaning = {
		'href-differs': row.shownHost && `the text shows ${row.shownHost}, but the link leads to ${destination(url)}`,
		'link-text': `only the text of a link, which leads to ${destination(row.linkedTo ?? url)}` };
	return [
		...labels.filter(label => label !== url).map(label => line('text', `\u201c${label}\u201d`)),
		line('url', url),
		...warnings.map(name => line(asks.includes(name) ? 'warning' : 'text',
			`${asks.includes(name) ? '\u26a0' : '\u2022'} ${meaning[name] || meanings[name]}`)),
		...refusal ? [line('warning', `\u2717 ${refusal}`)] : []];
}

function say(what) {
	$('#status').textContent = what;
}

async function isWanted(row) {
	$('#asked').replaceChildren(element('b', { textContent: destination(row.url) }), ...facts(row));
	$('dialog').returnValue = '';
	$('dialog').showModal();
	await new Promise(resolve => $('dialog').addEventListener('close', resolve, { once: true }));
	return $('dialog').returnValue === 'yes';
}

async function open(row) {
	if (reasons(row).length && !await isWanted(row))
		return say('Not opened.');
	await messenger.windows.openDefaultBrowser(row.url);
	say(`Opened: ${shown(row.url)}`);
}

// Perform an action on a row, and show any error.
function attempt(action, row) {
	action(row).catch(error => say(`${error}`));
}

function isOpened(row) {
	return !row.refusal && /^https?:/i.test(row.url);
}

async function copy({ url }) {
	await navigator.clipboard.writeText(url);
	say(`Copied: ${shown(url)}`);
}

function show(row) {
	const button = (name, action) => element('button', { type: 'button', textContent: name,
		ariaLabel: `${name} ${shown(row.url)}`, onclick: () => attempt(action, row) });
	return element('div', { className: 'row' }, element('div', { className: 'head' },
		element('b', {}, row.is ? `${row.is} ` : '', destination(row.url)),
		isOpened(row) && button('Open', open), button('Copy', copy)), ...facts(row), ...row.others.map(show));
}

function group(title, rows) {
	return rows.length === 0 ? [] : [element('h2', { textContent: `${title} (${rows.length})` }), ...rows.map(show)];
}

// Arrow keys move from URL to URL, and Tab from button to button.
document.addEventListener('keydown', event => {
	const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
	if (step === undefined || $('dialog').open)
		return;
	const buttons = [...document.querySelectorAll('.head button:first-of-type')];
	const now = document.activeElement.closest('.head')?.querySelector('button');
	buttons.at((buttons.indexOf(now) + step) % buttons.length)?.focus();
	event.preventDefault();
});

async function displayedMessage() {
	const [tab] = await messenger.tabs.query({ active: true, currentWindow: true });
	const { messages: [header] } = await messenger.messageDisplay.getDisplayedMessages(tab.id);
	const raw = await messenger.messages.getRaw(header.id, { decrypt: true })
		.catch(() => messenger.messages.getRaw(header.id)); // still encrypted
	return new Uint8Array(await raw.arrayBuffer());
}

async function showList() {
	const { rows, errors } = list(await displayedMessage());
	const links = rows.filter(row => !row.refusal && row.isLink);
	$('main').replaceChildren(...group('Links', links),
		...group('Images, style sheets, forms', rows.filter(row => !row.refusal && !row.isLink)),
		...group('Not opened', rows.filter(row => row.refusal)));
	say([`${rows.length} URLs`, `${rows.filter(row => reasons(row).length).length} with warnings`,
		...errors.map(shown)].join(', '));
	$('main button')?.focus({ preventScroll: true }); // the popup does not have its size yet
}

const asked = new URLSearchParams(location.search);
if (asked.has('url')) {
	const row = judgedRow(asked.get('url'), asked.get('warnings').split(',').filter(Boolean));
	$('main').replaceChildren(show(row));
	say(isOpened(row) ? 'This URL has warnings.' : 'Only web addresses are opened.');
	if (isOpened(row))
		attempt(open, row);
} else {
	attempt(showList);
}
