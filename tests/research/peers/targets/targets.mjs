// targets.mjs - what JavaScript packages make of URLs and texts
//
// usage: node targets.mjs NAME <lines.jsonl
//
// Each line is a JSON value; for each, prints another:
//	tidy-url	[URL, the URL that is expected] -> [what it leads to, and both URLs
//			without what tidy-url also does: tracking parameters removed]
//	fanger		a text -> the text refanged
//	ioc-extractor	a text -> [the URLs, the names]
//	linkify-it	a text -> the URLs; linkify-it-fuzzy: also names and addresses
import { createInterface } from 'node:readline';
import { createRequire } from 'node:module';

const require = createRequire(process.cwd() + '/');

function tidyUrl() {
  const { TidyURL } = require('tidy-url');
  TidyURL.config.silent = true;
  const clean = (url, follows) => {
    Object.assign(TidyURL.config, { allowAMP: !follows, allowRedirects: follows,
      allowCustomHandlers: follows });
    try {
      return TidyURL.clean(url).url;
    } catch {
      return url; // it rejects what is no http URL
    }
  };
  return ([url, expected]) => [clean(url, true), clean(url, false), clean(expected, false)];
}

function iocExtractor() {
  const { extractIOC } = require('ioc-extractor');
  return text => {
    const found = extractIOC(text);
    return [found.urls, found.domains.concat(found.ipv4s)];
  };
}

function linkifyIt(fuzzy) {
  const { LinkifyIt } = require('linkify-it');
  const linkify = new LinkifyIt({ fuzzyLink: fuzzy, fuzzyEmail: fuzzy });
  return text => (linkify.match(text) || []).map(match => match.raw);
}

const tools = { 'tidy-url': tidyUrl, fanger: () => require('fanger').refang,
  'ioc-extractor': iocExtractor, 'linkify-it': () => linkifyIt(false),
  'linkify-it-fuzzy': () => linkifyIt(true) };
const run = tools[process.argv[2]]();
const log = console.log;
console.log = console.error; // tidy-url prints what it does
for await (const line of createInterface({ input: process.stdin }))
  log(JSON.stringify(run(JSON.parse(line))));
