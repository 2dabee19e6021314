// common.mjs - the findings of urlgrep in the form that the background script and the list need
import { find, judge, message, warnings as meanings } from './urlgrep.mjs';
export { meanings };

// Warnings that the URL leads to another one, as most links in newsletters do: no reason to ask.
const HARMLESS = ['redirect', 'shortener', 'opaque'];

const isAccepted = ({ verdict }) => verdict === 'valid' || verdict === 'loose';

// Return a row of the list: a URL, and the URLs that may be opened in place of it.
function rowOf(found, is) {
	const { url, readings = [], target, target_warnings: targetWarnings } = found;
	return { is, url, labels: [found.link_text].filter(Boolean), warnings: found.warnings,
		shownHost: found.shown_host, isText: found.element === undefined,
		isLink: found.element === undefined || /^(a|area) href$/.test(`${found.element} ${found.attribute}`),
		refusal: isAccepted(found) ? undefined : found.error?.message ?? 'not valid',
		others: [...readings.slice(1).filter(isAccepted).map(one => rowOf(judge(one.url), 'or')),
			...target ? [judgedRow(target, targetWarnings, 'leads to')] : []] };
}

// Return the row of one URL, including the warnings about the place where it was found.
export function judgedRow(url, found = [], is = undefined) {
	const { target, ...judged } = judge(url);
	return rowOf({ ...judged, warnings: [...new Set([...judged.warnings, ...found])] }, is);
}

// Return the warnings that must be confirmed before the URL is opened.
export function reasons(row) {
	return row.warnings.filter(name => !HARMLESS.includes(name));
}

// Return the URLs in a text of mail, with their places.
export function search(text) {
	return find(text, { join: 'always' }).map(found => {
		const row = rowOf(found), names = reasons(row);
		return { offset: found.offset, length: found.length, url: found.url,
			reasons: names, meanings: names.map(name => meanings[name]),
			readings: [row, ...row.others.filter(({ is }) => is === 'or')].map(({ url }) => url) };
	});
}

// Return the rows of a message, each URL once with the texts of all links to it, and what could not
// be read, such as encrypted parts.
export function list(bytes) {
	const { findings, errors } = message(bytes, { all: true, join: 'always', schemeless: true });
	const rows = new Map();
	for (const found of findings) {
		const row = rowOf(found), old = rows.get(row.url) ?? row;
		rows.set(row.url, { ...row, shownHost: old.shownHost ?? row.shownHost,
			isText: old.isText && row.isText, isLink: old.isLink || row.isLink,
			labels: [...new Set([...old.labels, ...row.labels])],
			warnings: [...new Set([...old.warnings, ...row.warnings])],
			others: old.others.length > row.others.length ? old.others : row.others });
	}
	// A URL that occurs only as the text of a link is as deceptive as the link.
	for (const { url, warnings, labels } of rows.values())
		for (const row of warnings.includes('href-differs') ? labels.map(label => rows.get(label)) : [])
			if (row?.isText && row.url !== url && !row.linkedTo) {
				row.warnings.push('link-text');
				row.linkedTo = url;
			}
	return { rows: [...rows.values()], errors };
}
