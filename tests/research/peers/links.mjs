// links.mjs - what JavaScript linkers find in the lines of standard input
//
// usage: node links.mjs NAME <lines.jsonl
// NAME is linkify-it, linkify-it-urls, linkifyjs or autolinker.
//
// Each line is a JSON object with a text. For each, prints a JSON list of [kind, text]: kind
// is "name" or "address", or "url" with the name linkify-it-urls.
import { createInterface } from 'node:readline';
import { createRequire } from 'node:module';

const require = createRequire(process.cwd() + '/');

function linkifyIt() {
  const linkify = require('linkify-it')();
  const tlds = require('tlds');
  linkify.tlds(tlds).set({ fuzzyLink: true, fuzzyEmail: true });
  return text => (linkify.match(text) || [])
    .filter(match => !match.schema)
    .map(match => ['name', match.raw])
    .concat((linkify.match(text) || []).filter(match => match.schema === 'mailto:' &&
      !match.raw.startsWith('mailto:')).map(match => ['address', match.raw]));
}

function linkifyItUrls() {
  const linkify = require('linkify-it')({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  return text => (linkify.match(text) || []).map(match => ['url', match.raw]);
}

function linkifyJs() {
  const linkify = require('linkifyjs');
  return text => linkify.find(text).filter(link => !/^[a-z][a-z0-9+.-]*:/i.test(link.value))
    .map(link => [link.type === 'email' ? 'address' : 'name', link.value]);
}

function autolinker() {
  const { Autolinker } = require('autolinker');
  const parse = text => Autolinker.parse(text, { email: true, phone: false,
    urls: { schemeMatches: true, wwwMatches: true, tldMatches: true, ipV4Matches: true } });
  return text => parse(text).filter(match => match.getType() === 'email' ||
      match.getUrlMatchType() !== 'scheme')
    .map(match => [match.getType() === 'email' ? 'address' : 'name',
      match.getMatchedText()]);
}

const finders = { 'linkify-it': linkifyIt, 'linkify-it-urls': linkifyItUrls,
  linkifyjs: linkifyJs, autolinker };
const find = finders[process.argv[2]]();
for await (const line of createInterface({ input: process.stdin }))
  console.log(JSON.stringify(find(JSON.parse(line).text)));
