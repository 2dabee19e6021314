// links.js - in a displayed plain text, turns broken URLs into whole links; asks before opening a
// URL with warnings
//
// Thunderbird ends each link at the end of the line. A text is either div.moz-text-plain, with the
// line ends of the message and quote prefixes in span.moz-txt-citetags; or div.moz-text-flowed
// (format=flowed), with lines that end at <br> and quotes in <blockquote>s without prefixes.
(async () => {
	const SCHEMES = /^(https?|ftp|mailto|news):/i;
	const readingsOf = new WeakMap(); // by link

	// Return the string to search in a text, and the pieces of its lines in text nodes.
	function read(root) {
		const isFlowed = root.matches('.moz-text-flowed'), pieces = [];
		let string = '', depth = 0;

		function readText(node) {
			let begin = 0;
			for (const line of node.data.split('\n')) {
				if (begin > 0 && !isFlowed)
					string += '\n';
				if (isFlowed && depth > 0 && line && /(^|\n)$/.test(string))
					string += `${'>'.repeat(depth)} `;
				pieces.push({ node, begin, offset: string.length, line });
				string += line;
				begin += line.length + 1;
			}
		}

		function endLine() {
			if (isFlowed && !/(^|\n)$/.test(string))
				string += '\n';
		}

		function readChildren(parent) {
			for (const node of parent.childNodes) {
				const isQuote = node.localName === 'blockquote';
				if (node.nodeType === Node.TEXT_NODE) {
					readText(node);
				} else if (node.localName === 'br') {
					string += '\n';
				} else if (node.className === 'moz-txt-citetags') {
					string += node.textContent;
				} else {
					if (isQuote)
						endLine();
					depth += isQuote;
					readChildren(node);
					if (isQuote)
						endLine();
					depth -= isQuote;
				}
			}
		}

		readChildren(root);
		return { root, string, pieces };
	}

	// Return the places of the parts of a URL in nodes, without blanks at the ends of lines.
	// Remove the pieces after the URL.
	function partsOf(pieces, { offset, length }) {
		while (pieces.at(-1).offset >= offset + length)
			pieces.pop();
		const first = pieces.findLastIndex(piece => piece.offset <= offset);
		return pieces.slice(first).map(({ node, begin, line, ...piece }) => {
			const from = Math.max(offset - piece.offset, 0);
			const text = line.slice(from, offset + length - piece.offset);
			return { node, text: text.replace(/^[>\s]*|\s*$/g, ''), begin: begin + from + text.search(/[^>\s]|$/) };
		}).filter(({ text }) => text);
	}

	// Turn the parts into links, which replace those made by Thunderbird.
	function link(parts, { url, reasons, meanings, readings }) {
		for (const { node } of parts) {
			const old = node.parentNode.closest('a');
			old?.replaceWith(...old.childNodes);
		}
		let next; // the link of the next part
		parts.reverse().forEach(({ node, begin, text }, index) => {
			const rest = begin > 0 ? node.splitText(begin) : node, made = document.createElement('a');
			if (rest.length > text.length)
				rest.splitText(text.length);
			rest.replaceWith(made);
			made.append(rest);
			if (next && made.nextSibling === next) {
				made.append(...next.childNodes);
				next.remove();
			}
			next = made;
			made.href = url;
			made.title = [made.href, ...meanings].join('\n');
			made.tabIndex = index < parts.length - 1 ? -1 : 0; // one tab stop per URL
			made.style.textDecoration = reasons.length ? 'underline wavy' : 'underline dashed';
			readingsOf.set(made, readings);
			made.addEventListener('click', event => {
				if (reasons.length === 0)
					return;
				event.preventDefault();
				event.stopPropagation(); // or Thunderbird opens the link
				messenger.runtime.sendMessage({ url, reasons });
			});
		});
	}

	messenger.runtime.onMessage.addListener(async id =>
		readingsOf.get(messenger.menus.getTargetElement(id)?.closest('a'))?.slice(1) ?? []);

	// Turn the URLs in a text into links, from the last to the first, so that the places of
	// others stay valid. Do so outside the document, so that a long text is laid out only once.
	function linkAll({ root, pieces }, found) {
		const place = document.createComment('');
		root.replaceWith(place);
		let end = Infinity;
		for (const one of found.reverse()) {
			if (one.offset + one.length > end)
				continue; // it overlaps the next URL
			end = one.offset;
			const parts = partsOf(pieces, one);
			const isWhole = parts.some(({ node }) => node.parentNode.closest('a')?.textContent === one.url);
			const isPlain = isWhole && one.reasons.length === 0 && one.readings.length === 1;
			if (!isPlain && SCHEMES.test(one.url))
				link(parts, one);
		}
		place.replaceWith(root);
	}

	const texts = [...document.querySelectorAll('.moz-text-plain, .moz-text-flowed')].map(read);
	const found = await messenger.runtime.sendMessage({ texts: texts.map(({ string }) => string) });
	texts.forEach((text, index) => linkAll(text, found[index]));
})();
