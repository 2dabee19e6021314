"""Generate URLs for the tests of wrappers and of defanging."""
import urllib.parse

SAFE = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~"
IN_PATH = SAFE + "!$&'()*+,;=:@"
LETTERS = "éüñßжд你好日本語あ한글"


def make_piece(rng, characters, most):
    """Return a mix of characters, escapes, and escaped non-ASCII characters."""
    out = []
    for _ in range(rng.randint(0, most)):
        kind = rng.random()
        if kind < 0.08:
            out.append("%" + rng.choice("0123456789ABCDEF") + rng.choice("0123456789ABCDEF"))
        elif kind < 0.12:
            out.append(urllib.parse.quote(rng.choice(LETTERS) * rng.randint(1, 12)))
        elif kind < 0.16:
            out.append(rng.choice(["__", "-", "_", "--", "&amp;"[:1], "*", "**", "***", "__;"[:2]]))
        else:
            out.append(rng.choice(characters))
    return "".join(out)


def make_host(rng):
    """Return a host in the domain "example"."""
    return ".".join("".join(rng.choice("abcdefghijklmnopqrstuvwxyz0123456789")
                            for _ in range(rng.randint(1, 9)))
                    for _ in range(rng.randint(1, 3))) + ".example"


def make_rest(rng):
    """Return a path, and perhaps a query and a fragment."""
    rest = "".join("/" + make_piece(rng, IN_PATH, 12) for _ in range(rng.randint(0, 4)))
    if rng.random() < 0.5:
        rest += ("" if "/" in rest else "/") + "?" + "&".join(
            make_piece(rng, IN_PATH.replace("&", "") + "/?", 8)
            for _ in range(rng.randint(1, 4)))
    if rng.random() < 0.2:
        rest += "#" + make_piece(rng, IN_PATH + "/?", 8)
    return rest


def make_url(rng):
    """Return an http or https URL."""
    url = rng.choice(["http", "https"]) + "://" + make_host(rng)
    if rng.random() < 0.1:
        url += ":" + str(rng.randint(1, 65535))
    return url + make_rest(rng)


# ---- URLs of all kinds, to be defanged --------------------------------------------


def make_authority_url(rng):
    """Return a URL with a user, an IPv6 address, an empty port, or only a host."""
    scheme = rng.choice(["http", "https", "ftp", "ssh", "HTTP", "telnet"])
    host = rng.choice([make_host(rng), "[2001:db8::" + str(rng.randint(1, 9)) + "]",
                       "192.0.2." + str(rng.randint(1, 254)), "localhost"])
    user = rng.choice(["", "", "u@", "u.v:p@"])
    return scheme + "://" + user + host + rng.choice(["", ":", ":8080"]) + "/"


def make_mailto(rng):
    """Return a mailto URL, perhaps with a subject that has blanks, as in HTML."""
    subject = rng.choice(["", "?subject=a.b", "?subject=add me", "?cc=d@h.example&body=a  b"])
    return f"mailto:{rng.choice(['a.b', 'ann', 'x+y'])}@{make_host(rng)}{subject}"


def make_carrier(rng):
    """Return a URL that contains another URL, a name or an address."""
    other = rng.choice([make_url(rng).split("#")[0], "mailto:a@h.example", "www.h.example/x",
                        "news:a.b.c", "ftp://h.example/", "h.example"])
    return f"{make_url(rng).split('?')[0].split('#')[0]}?u={other}&x=1"


def make_defangable(rng):
    """Return a URL of any kind that does not end with a punctuation mark."""
    make = rng.choice([make_url, make_url, make_authority_url, make_mailto, make_carrier])
    url = make(rng)
    if rng.random() < 0.05 and "://" in url:
        url += "/a b.html"
    return url if url[-1].isalnum() or url[-1] == "/" else url + "z"


def write_html(urls):
    """Return an HTML document of links to the URLs."""
    links = "".join('<a href="%s">x</a>\n' % url.replace("&", "&amp;").replace('"', "&quot;")
                    for url in urls)
    return "<!DOCTYPE html>\n<html><body>\n" + links + "</body></html>\n"
