"""The URLs that certainly are whole in a text: links of HTML, between angle brackets, and
within a line. They are found without urlgrep, so that they may serve to test it."""
import re

SCHEMES = ("https?|ftp|gopher|telnet|wais|nntp|news|prospero|file|ldaps?|nfs|"
           "git|ssh|svn|rsync|ircs?")
RUN = r"[!#$%&'()*+,\-./0-9:;=?@A-Z\[\]_a-z{}~]"
URL = re.compile(r"(?<![A-Za-z0-9+.-])(?:%s)://%s+" % (SCHEMES, RUN), re.I)
WRAPPED = re.compile(r"<(?:url:)?\s*((?:%s)://[^<>]{1,1000})>" % SCHEMES, re.I)
HREF = re.compile(r"""\bhref\s*=\s*["']?\s*((?:%s)://[^"'\s>]+)""" % SCHEMES, re.I)


def trimmed(url):
    """Return the URL without trailing punctuation (rule B4)."""
    while url:
        last = url[-1]
        opener = {")": "(", "]": "[", "}": "{"}.get(last)
        if last in ".,;:!?'([{*" or \
                opener and url.count(last) > url.count(opener):
            url = url[:-1]
        else:
            break
    return url


def unescaped(url):
    return url.replace("&amp;", "&").replace("&#38;", "&")


def whole_urls(text):
    """Yield them, some more than once."""
    if text.html:
        yield from map(unescaped, HREF.findall(text.body))
        return
    body = text.body.replace("\u00a0", " ")
    for inner in WRAPPED.findall(body):
        yield "".join(re.sub(r"\n(?:[ \t]*[>|])*", "", inner).split())
    for line in body.split("\n"):
        for url in URL.finditer(line):
            if not re.search(r"<(?:url:)?\s*$", line[:url.start()], re.I) and \
                    line[url.end():url.end() + 1] in set(" \t)\">,"):
                yield trimmed(url.group())
