// background.js - searches texts for links.js, offers other readings in the menu, and opens URLs
//
// Thunderbird stops this script when it is idle, and restarts it for the next event.
const common = import('./common.mjs');
const MAX_READINGS = 5; // in the menu

// Open a URL or, if there are reasons to ask, show a window that asks first.
function open(url, reasons) {
	return reasons.length === 0 && /^https?:/i.test(url) ?
		messenger.windows.openDefaultBrowser(url) :
		messenger.windows.create({ type: 'popup', width: 640, height: 400,
			url: `urls.html?${new URLSearchParams({ url, warnings: reasons })}` });
}

messenger.runtime.onMessage.addListener(async ({ texts, url, reasons }) => {
	if (texts)
		return texts.map((await common).search);
	open(url, reasons);
});

// The menu of a link has the other readings of its URL.
messenger.menus.onShown.addListener(async ({ contexts, targetElementId }, tab) => {
	const readings = tab && contexts.includes('link') ?
		await messenger.tabs.sendMessage(tab.id, targetElementId).catch(() => []) : [];
	await messenger.menus.removeAll();
	for (const url of readings.slice(0, MAX_READINGS))
		messenger.menus.create({ id: url, contexts: ['link'], title: `Open ${url.replaceAll('&', '&&')}` });
	messenger.menus.refresh();
});
messenger.menus.onClicked.addListener(async ({ menuItemId: url }) => {
	const { judgedRow, reasons } = await common;
	open(url, reasons(judgedRow(url)));
});
