// page.mjs - the page of make page in Chromium, opened as a file, with clicks and keys (TAP)
//
//	node tests/wasm/page.mjs BUILD CHROMIUM
//
// tests/pages/pages.sh runs it. Screenshots are written to $SCREENSHOTS, or to BUILD/screenshots.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [build, executablePath] = process.argv.slice(2);
if (!existsSync(join(build, 'wasm/page.html'))) {
	console.log('1..0 # SKIP the compiler or PCRE2 is not available: make page reports why');
	process.exit();
}
const { chromium } = await import(pathToFileURL(join(resolve(build), 'page_peers/node_modules/playwright-core/index.mjs')));
const screenshots = resolve(process.env.SCREENSHOTS || join(build, 'screenshots'));
mkdirSync(screenshots, { recursive: true });

let count = 0, failed = 0;
function same(got, wanted, what) {
	const isSame = JSON.stringify(got) === JSON.stringify(wanted);
	failed += !isSame;
	console.log(`${isSame ? 'ok' : 'not ok'} ${++count} - ${what}`);
	if (!isSame)
		console.log(`# got ${JSON.stringify(got)}\n# expected ${JSON.stringify(wanted)}`);
}

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: 'light',
	permissions: ['clipboard-read', 'clipboard-write'] });
const page = await context.newPage();
const messages = [], requests = [];
page.on('console', one => messages.push(one.text()));
page.on('pageerror', error => messages.push(String(error)));
page.on('request', one => requests.push(one.url()));
const address = String(pathToFileURL(resolve(build, 'wasm/page.html')));
await page.goto(address);
const status = page.getByRole('status'), details = page.locator('#details');
const urls = () => page.locator('span.url').allInnerTexts();
await status.filter({ hasText: 'URLs' }).waitFor();
same(await status.innerText(), '0 URLs, 0 with warnings', 'the page starts');

// ---- a text

const TEXT = `The paper is <URL:http://www.example.com/drafts/an-over-
view.html>, by http://ann:secret@example.org/ and <URL:http://example.com:port/a>.
SafeLinks: https://nam11.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.example.org%2F&data=x&reserved=0 \u{1F600} www.example.net`;
await page.getByLabel('Text').fill(TEXT);
same(await urls(), ['http://www.example.com/drafts/an-over-\nview.html', 'http://ann:secret@example.org/',
	'http://example.com:port/a', 'https://nam11.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.' +
	'example.org%2F&data=x&reserved=0'], 'URLs of a text are marked');
same(await status.innerText(), '4 URLs, 1 with warnings', 'and counted');
await page.getByLabel('names').check();
same((await urls()).at(-1), 'www.example.net', 'names are found if they are asked for');

await page.locator('span.url').first().click();
same(await details.locator('ol li').allInnerTexts(),
	['http://www.example.com/drafts/an-over-view.html valid hyphen-kept',
		'http://www.example.com/drafts/an-overview.html valid hyphen-dropped'], 'a click shows readings');
await details.getByRole('button', { name: 'Copy' }).click();
same(await page.evaluate(() => navigator.clipboard.readText()),
	'http://www.example.com/drafts/an-over-view.html', 'the URL is copied');
await page.screenshot({ path: join(screenshots, 'page-readings.png') });

await page.locator('span.url').nth(2).click();
same(await details.locator('.tag').first().innerText(), 'invalid', 'an invalid URL');
same((await details.innerText()).includes('a port is a number'), true, 'and why it is invalid');
same(await details.locator('em').innerText(), '/', 'and where');
await page.screenshot({ path: join(screenshots, 'page-invalid.png') });

// ---- keys

await page.keyboard.press('n');
same((await details.innerText()).includes('leads to\nhttps://www.example.org/'), true,
	'the key n shows the next one, and its target');
for (let i = 0; i < 2; i++)
	await page.keyboard.press('p');
same((await details.innerText()).includes('password:'), true, 'the key p goes back, to a warning');
await page.getByLabel('invalid URLs, too').uncheck();
same((await urls()).length, 4, 'invalid URLs go');

// ---- files

await page.getByLabel('File').setInputFiles(resolve('corpus/demo.eml'));
for (let i = 0; i < 100 && (await urls()).length !== 3; i++) // the file is read meanwhile
	await page.waitForTimeout(50);
same((await urls()).length, 3, 'a message is opened');
same(await page.locator('#output h2').allInnerTexts(), ['Message 1 \u00b7 1'], 'with its part');
const HTML = readFileSync('corpus/mail-alternative.eml', 'latin1');
await page.evaluate(text => {
	const data = new DataTransfer();
	data.items.add(new File([Uint8Array.from(text, c => c.charCodeAt(0))], 'a.eml'));
	document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
}, HTML);
await page.locator('#output h2', { hasText: 'HTML' }).first().waitFor();
same((await urls()).length >= 5, true, 'a message is dropped');
await page.locator('span.url').last().click();
await page.emulateMedia({ colorScheme: 'dark' });
await page.screenshot({ path: join(screenshots, 'page-dark.png') });
await page.setViewportSize({ width: 420, height: 900 });
same(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true,
	'nothing is wider than a narrow screen');
await page.screenshot({ path: join(screenshots, 'page-narrow.png'), fullPage: true });

same(requests, [address], 'the page asks for nothing');
same(messages, [], 'and prints nothing to the console');
await browser.close();
console.log(`1..${count}`);
process.exit(failed ? 1 : 0);
