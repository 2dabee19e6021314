// pages.mjs - the page of urlreport --html in Chromium (TAP)
//
//	node tests/pages/pages.mjs BUILD CHROMIUM [MAILBOX]
//
// Each page is opened as a file. It must be HTML without errors according to parse5, request
// nothing, print nothing to the console, and have exactly the links that urlgrep finds.
// Screenshots in two widths, light and dark, are written to $SCREENSHOTS or BUILD/screenshots.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [build, browserPath, mailbox] = process.argv.slice(2);
const peers = resolve(build, 'page_peers/node_modules');
const { chromium } = await import(pathToFileURL(join(peers, 'playwright-core/index.mjs')));
const { parse } = await import(pathToFileURL(join(peers, 'parse5/dist/index.js')));
const SAFE = ['http', 'https', 'ftp', 'ftps', 'gopher', 'gemini', 'mailto', 'news', 'nntp',
	'snews'];
const WIDTHS = { wide: 1280, narrow: 420 };
const screenshots = resolve(process.env.SCREENSHOTS || join(build, 'screenshots'));
const scratch = mkdtempSync(join(tmpdir(), 'pages-'));

// ---- TAP

let count = 0;
let failed = 0;

function ok(good, what, diagnosis = '') {
	count++;
	failed += !good;
	console.log(`${good ? 'ok' : 'not ok'} ${count} - ${what}`);
	if (!good)
		for (const line of String(diagnosis).split('\n').slice(0, 20))
			console.log(`# ${line.slice(0, 400)}`);
}

function same(got, wanted, what) {
	const missing = wanted.filter(x => !got.includes(x));
	const extra = got.filter(x => !wanted.includes(x));

	ok(JSON.stringify(got) === JSON.stringify(wanted), what,
		`${got.length}, expected ${wanted.length}\n` +
		`missing ${missing.slice(0, 5).join(' ')}\nextra ${extra.slice(0, 5).join(' ')}`);
}

// ---- input

// A mailbox with texts that could break a page, and several years.
const HOSTILE = [
	'http://a.example/?x=1&amp=2&lt;3&quot', 'http://a.example/\'-alert(1)-\'',
	'<URL:http://b.example/long-', '  name.html>', 'https://u@evil.example/',
	'javascript:alert(1)', 'data:text/html,<script>alert(1)</script>',
	'gopher://old.example/1', 'wais://old.example/db', 'telnet://old.example/',
	'https://de.example/M\u00fcnchen', 'https://\u65e5\u672c.example/',
	'http://a.example/</script><script>alert(2)</script>', 'mailto:ann@example.org',
	'http://a.example/%22onmouseover=alert(3)', 'http://c.example/a--b-->c',
];

function makeMailbox() {
	let text = '';

	for (let year = 1995; year < 2012; year++)
		for (let i = 0; i < year % 7 * 3 + 1; i++)
			text += `From mboxrd@z Thu Jan  1 00:00:00 1970\nFrom: Ann <ann${i}@example.org>\n` +
				`Message-ID: <${i}.${year}@example.org>\n` +
				`Date: 14 Mar ${year} 10:12:00 +0000\n` +
				'MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n' +
				`Content-Transfer-Encoding: 8bit\nSubject: <b>&amp;</b> "${i}"\n\n` +
				`http://h${i}.example/${year}\n${HOSTILE.join('\n')}\n\n`;
	writeFileSync(join(scratch, 'mbox'), text);
	return join(scratch, 'mbox');
}

function run(program, ...args) {
	const done = spawnSync(resolve(build, program), args,
		{ encoding: 'utf8', maxBuffer: 1 << 30 });

	if (done.status === null || done.status > 1)
		console.log(`# ${program} ${args.join(' ')}: ${done.stderr.slice(0, 300)}`);
	return done.stdout;
}

// Return the URLs that must be links: valid or loose, with a safe scheme.
function wantedUrls(file) {
	return run('urlgrep', '--json', file).trim().split('\n').map(line => JSON.parse(line))
		.filter(x => x.type === 'url' && x.verdict !== 'invalid' && typeof x.url === 'string')
		.map(x => x.url)
		.filter(url => SAFE.includes(url.split(':')[0].toLowerCase()));
}

// ---- a page

function checkMarkup(page, what) {
	const errors = [];

	parse(readFileSync(page, 'utf8'), { onParseError: e => errors.push(e),
		sourceCodeLocationInfo: true });
	ok(errors.length === 0, `${what}: parse5 finds no error`,
		errors.map(e => `${e.code} in line ${e.startLine}`).join('\n'));
}

async function withPage(browser, file, options, use) {
	const context = await browser.newContext(options);
	const page = await context.newPage();
	const seen = { console: [], requests: [] };

	page.on('console', message => seen.console.push(message.text()));
	page.on('pageerror', error => seen.console.push(String(error)));
	page.on('dialog', dialog => { seen.console.push('a dialog'); dialog.dismiss(); });
	page.on('request', request => seen.requests.push(request.url()));
	await page.goto(pathToFileURL(file).href);
	await use(page, seen);
	await context.close();
}

async function takeScreenshots(browser, file, name) {
	for (const [widthName, width] of Object.entries(WIDTHS))
		for (const colorScheme of ['light', 'dark'])
			await withPage(browser, file, { viewport: { width, height: 900 }, colorScheme },
				async page => {
					const scrolls = await page.evaluate(
						() => document.documentElement.scrollWidth > innerWidth);

					ok(!scrolls, `${name}: fits a window of ${width} pixels, ${colorScheme}`);
					await page.screenshot({ clip: { x: 0, y: 0, width, height: 2400 },
						fullPage: true,
						path: join(screenshots, `${name}-${widthName}-${colorScheme}.png`) });
				});
}

async function checkPage(browser, file, name, urls) {
	checkMarkup(file, name);
	await withPage(browser, file, {}, async (page, seen) => {
		const hrefs = await page.$$eval('a', links => links.map(a => a.getAttribute('href')));
		const texts = await page.$$eval('script, style, link, img, iframe, object',
			elements => elements.map(e => e.getAttribute('src') || e.getAttribute('href')));

		same(hrefs.slice().sort(), urls.slice().sort(), `${name}: the links are the URLs`);
		ok(texts.every(x => x === null), `${name}: no element loads anything`, texts);
		await page.waitForTimeout(200);
		same(seen.console, [], `${name}: nothing on the console`);
		same(seen.requests, [pathToFileURL(file).href], `${name}: no request`);
	});
	await takeScreenshots(browser, file, name);
}

// Type into the search field. The remaining rows must have all words.
async function checkSearch(browser, file) {
	await withPage(browser, file, {}, async (page, seen) => {
		for (const words of ['h1.example', 'USERINFO evil', '2001', 'nothing-has-this', '']) {
			await page.fill('#search', words);
			const rows = await page.$$eval('#urls tbody tr', trs => trs.map(
				tr => [tr.textContent.toLowerCase(), tr.offsetParent !== null]));
			const wrong = rows.filter(([text, visible]) => visible !==
				words.toLowerCase().split(' ').every(word => text.includes(word)));

			ok(rows.length > 20 && wrong.length === 0, `the search for "${words}"`,
				`${rows.length} rows, ${wrong.length} wrong: ${wrong.slice(0, 3)}`);
		}
		same(seen.console, [], 'the search: nothing on the console');
	});
}

// Check the charts that the page counts itself.
async function checkCharts(browser, file, mbox) {
	const found = run('urlgrep', '--json', mbox).toString().split('\n').filter(Boolean)
		.map(JSON.parse).filter(({ type }) => type === 'url');
	const keysOf = { warnings: url => url.warnings ?? [],
		obsolete: url => ['ftp', 'gopher', 'news', 'telnet', 'wais'].filter(s => s === url.parts?.scheme) };

	await withPage(browser, file, {}, async page => {
		for (const [chart, keys] of Object.entries(keysOf)) {
			const all = found.flatMap(keys);
			const wanted = [...new Set(all)].map(key => [key, all.filter(k => k === key).length]);
			const names = await page.$$eval(`[data-chart=${chart}] > span`, e => e.map(x => x.textContent));
			const counts = await page.$$eval(`[data-chart=${chart}] > b`, e => e.map(x => x.textContent));
			const shown = names.map((name, i) => [name, Number(counts[i].replace(/,/g, ''))]);

			wanted.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
			ok(wanted.length > 0, `the chart of ${chart}: there are some`);
			same(shown, wanted.slice(0, 15), `the chart of ${chart}`);
		}
	});
}

async function checkAll(browser) {
	const mbox = makeMailbox();
	const report = join(scratch, 'report.html');
	const wanted = wantedUrls(mbox);

	writeFileSync(report, run('urlreport', '--html', mbox));
	ok(wanted.length > 1000, 'the mailbox has URLs', wanted.length);
	await checkPage(browser, report, 'report', [...new Set(wanted)]);
	await checkSearch(browser, report);
	await checkCharts(browser, report, mbox);
	for (const file of readdirSync('corpus').filter(f => /\.(eml|html|news|mbox)$/.test(f))) {
		const page = join(scratch, 'corpus.html');

		writeFileSync(page, run('urlreport', '--html', `corpus/${file}`));
		checkMarkup(page, `corpus/${file}`);
	}
	if (mailbox) {
		const page = join(scratch, 'mailbox.html');

		writeFileSync(page, run('urlreport', '--html', mailbox));
		checkMarkup(page, 'the mailbox');
		await takeScreenshots(browser, page, 'mailbox');
	}
}

mkdirSync(screenshots, { recursive: true });
const browser = await chromium.launch({ executablePath: browserPath,
	args: ['--no-sandbox', '--disable-gpu'] });
try {
	await checkAll(browser);
} finally {
	await browser.close();
	rmSync(scratch, { recursive: true });
}
console.log(`1..${count}`);
process.exit(failed ? 1 : 0);
