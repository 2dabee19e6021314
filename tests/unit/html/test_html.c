/* test_html.c - the links and the visible text of HTML, and their places in the source */
#include "fence.h"
#include "html/html.h"
#include "tap.h"
#include "util/memory.h"

/* links: "attribute url", each followed by "|". A URL that is written otherwise in the
 * source is tested by values[] below. */
static const struct html_case {
	const char *html, *links, *text, *base;
} cases[] = {
	/* attributes */
	{ "<a id= \" href=http://h/b \" href=http://h/a title='so much follows the value that a "
	  "block of it can be read'>x</a>", "href http://h/a|", "x", NULL },
	{ "<a\nhref\n=\n'http://h/'\n>x</a\n>", "href http://h/|", "x", NULL },
	{ "<a href=x href=y>z", "href x|", "z", NULL },
	{ "<a href='  http://h/ \n'>x", "href http://h/|", "x", NULL },
	{ "<a href=''>x<a href>y<a href=' '>z", "", "xyz", NULL },
	{ "<a href=>x", "", "x", NULL },
	{ "<script src=1></script><embed src=2>", "src 1|src 2|", "", NULL },
	{ "<object data=1>x</object><p data=2>y", "data 1|", "x\ny", NULL },
	{ "<v:imagedata src=1 />x", "src 1|", "x", NULL },
	{ "<base href=' //h/'>x", "", "x", NULL },
	{ "<base href=' http://a&amp;b '><base href=http://c/><a href=d>", "href d|",
	    "", "http://a&b" },
	/* meta refresh */
	{ "<META CONTENT=\"0;URL='http://h/;x'\" HTTP-EQUIV=Refresh>",
	    "content http://h/;x|", "", NULL },
	{ "<meta http-equiv=refresh content='5'>", "", "", NULL },
	{ "<meta http-equiv=refresh content='5; url = http://h/'>",
	    "content http://h/|", "", NULL },
	{ "<meta http-equiv=refresh content='5;url='>", "", "", NULL },
	{ "<meta name=x content='5;url=http://h/'>", "", "", NULL },
	{ "<meta http-equiv='refre&#115;h' content='0.5 http://h/'>", "content http://h/|",
	    "", NULL },
	{ "<meta http-equiv=refresh content='.; \"u'>", "content u|", "", NULL },
	{ "<meta http-equiv=refresh content='1;urn:a'>", "content urn:a|", "", NULL },
	{ "<meta http-equiv=refresh content='1x;u'>", "", "", NULL },
	{ "<meta http-equiv=x http-equiv=refresh content='1;u'>", "", "", NULL },
	/* lists, and other attributes */
	{ "<a ping='a  b\nc' href=d>x", "ping a|ping b|ping c|href d|", "x", NULL },
	{ "<img srcset='a 1x, b(,) 2x,c (x, y) 3w ,, d,, e'>",
	    "srcset a|srcset b(,)|srcset c|srcset d|srcset e|", "", NULL },
	{ "<svg><a xlink:href=a href=b>x</a>", "xlink:href a|href b|", "x", NULL },
	/* style sheets and animations */
	{ "<style>@import 'a';@IMPORT url( b );c{d:URL(\"e)\") url(f&amp;g)}</style>h",
	    "style a|style b|style e)|style f&amp;g|", "h", NULL },
	{ "<p style='a:url(b);d:curl (e);f:url(\"g\")'>h", "style b|style g|", "h", NULL },
	{ "<style>url()@import a @import 'b</style><style>url(c</style><svg><style>url(d)</style>", "",
	    "url(d)", NULL },
	{ "<!--[if x]><style>url(a)</style><![endif]-->", "style a|", "", NULL },
	{ "<svg><set to=http://a/ from=red><animate values='http://b/; c ;http://d/'><p to=http://e/>",
	    "to http://a/|values http://b/|values http://d/|", "", NULL },
	/* embedded documents: their text is not visible */
	{ "a<!--[IF !mso]><!-->b<a href=c>d</a><!--<![endif]-->f", "href c|", "abdf",
	    NULL },
	{ "a<!--[if mso]><style><![endif]--><a href=x>b", "href x|", "ab", NULL },
	{ "<!--[if mso]><a href=x><!--[if mso]><a href=y>-->b", "href x|href y|", "b",
	    NULL },
	{ "<p srcdoc='<a href=x>a</a>'>c", "", "c", NULL },
	/* what is raw text */
	{ "<script\1><a href=x>", "href x|", "", NULL },
	{ "<math><annotation-xml encoding=text/html><xmp><a href=x></xmp>", "href x|", "", NULL },
	{ "<math><annotation-xml><svg><desc><style><a href=x></style>", "", "", NULL },
	{ "<svg><desc></svg><style><a href=x></style>", "", "", NULL },
	{ "<svg><a><desc></a><xmp><a href=x></xmp>", "", "<a href=x>", NULL },
	{ "<math><annotation-xml><xmp><a href=x></xmp>", "href x|", "", NULL },
	{ "<svg><font size=1><style><a href=x></style>", "", "", NULL },
	{ "<svg/><style><a href=x></style>", "", "", NULL },
	{ "t<frameset><style><a href=x></style>", "", "t", NULL },
	{ "<img><frameset><style><a href=x></style>", "", "", NULL },
	{ "<script><!--<script></script><a href=x></script><a href=y>", "href y|", "",
	    NULL },
	{ "<script><!--<scripty></script><a href=x></script>", "href x|", "", NULL },
	/* blocks, cells and <br> break words, inline elements do not */
	{ "a<br><br>b", "", "a\n\nb", NULL },
	{ "<title>a &amp; <b></title><body>c", "", "a & <b>\nc", NULL },
	/* white space */
	{ "  a \t\r\n b  ", "", "a b", NULL },
	{ "a b  c &lt; d&#32; e &f <b>g", "", "a b c < d e &f g", NULL },
	{ "a<template>b c</template>d <template>e</template> f", "", "a d f", NULL },
	{ "<pre>a &amp; b\t\rc  </pre>", "", "a & b\t\nc  ", NULL },
	{ "<p> a </p> <p> b </p>", "", "a\nb", NULL },
	{ "<pre>\na  b\r\n c</pre> d  e", "", "a  b\n c\nd e", NULL },
	/* hidden text */
	{ "a<style>b</style>c<!-- d > <a href=e> -->f", "", "acf", NULL },
	{ "a<!-->b<!--->c<!-- d --!>e", "", "abce", NULL },
	{ "a<template>b<template>c</template>d</template>e", "", "ae", NULL },
	{ "<script>a</scripty></script >b", "", "b", NULL },
	{ "<xmp>a <b> &amp;</xmp>", "", "a <b> &amp;", NULL },
	{ "<plaintext>a <b></plaintext>", "", "a <b></plaintext>", NULL },
	/* references */
	{ "&lt;&gt;&amp;&quot;&apos;&#65;&#x42;&#X43", "", "<>&\"'ABC", NULL },
	{ "&ampx &copy &; & &x &nonsense; &#; &#x; &ltx", "",
	    "&x \302\251 &; & &x &nonsense; &#; &#x; <x", NULL },
	{ "&#128;&#129;&#130;&#131;&#132;&#133;&#134;&#135;&#136;&#137;&#138;&#139;&#140;"
	    "&#141;&#142;&#143;&#144;&#145;&#146;&#147;&#148;&#149;&#150;&#151;&#152;&#153;"
	    "&#154;&#155;&#156;&#157;&#158;&#159;", "",
	    "\342\202\254\302\201\342\200\232\306\222\342\200\236\342\200\246\342\200\240"
	    "\342\200\241\313\206\342\200\260\305\240\342\200\271\305\222\302\215\305\275"
	    "\302\217\302\220\342\200\230\342\200\231\342\200\234\342\200\235\342\200\242"
	    "\342\200\223\342\200\224\313\234\342\204\242\305\241\342\200\272\305\223\302"
	    "\235\305\276\305\270", NULL },
	{ "&#0;&#xD800;&#99999999999;", "",
	    "\357\277\275\357\277\275\357\277\275", NULL },
	{ "&aelig;&gt;&Gt;&DIacriticalGrave;&VerticalLines;", "",
	    "\303\246>&Gt;&DIacriticalGrave;&VerticalLines;", NULL },
	/* bytes that are no UTF-8 */
	{ "\357\273\277", "", "", NULL },
	{ "\357\273", "", "\357\273", NULL },
	/* read again because of a tag, with what was found before it */
	{ "<base href=http://h/>a<svg></svg><base href=http://i/>", "", "a", "http://h/" },
	{ "<svg><![CDATA[a &amp; b]]></svg>c &amp; d", "", "a &amp; bc & d", NULL },
	{ "<svg><![CDATA[]]></svg>a<svg><![CDATA[b", "", "ab", NULL },
	{ "a<br=x>b<br/=>c", "", "ab\nc", NULL },
	{ "<title>a</title", "", "a</title", NULL },
	{ "<svg><title><b></title>a</svg><title><b></title>", "", "a\n<b>", NULL },
	/* malformed */
	{ "a < b <3 c<", "", "a < b <3 c<", NULL },
	{ "a</>b</3>c</", "", "abc</", NULL },
	{ "<<a href=x>>y", "href x|", "<>y", NULL },
	{ "a<a href=\"http://h/", "", "a", NULL },
	{ "a<a href=\"http://h/\"", "href http://h/|", "a", NULL },
	{ "a<a href=http://h/", "", "a", NULL },
	{ "a<!-- b", "", "a", NULL },
	{ "a<script>b", "", "a", NULL },
	{ "<averyveryverylongname href=x>y", "href x|", "y", NULL },
	{ "a<ul>b<xmp>c</xmp>d<z>e<div0>f<Hr>g<zzz>h", "", "a\nb\nc\ndef\ngh", NULL },
	{ "", "", "", NULL },
	/* markup of all kinds */
	{ "&#1;&#9;&#31;&#127;&#128;&#129;&#159;&#160;&#x80;&#x9f;&#x9F;", "",
	    "\001 \037\177\342\202\254\302\201\305\270\302\240\342\202\254\305\270\305\270",
	    NULL },
	{ "<xmp>a</xmpx></xmp\014><a href=z>b", "href z|", "a</xmpx>\nb", NULL },
	{ "a<!--b--c-->d<!--e--!>f<!--->g<!-->h<!--i->j-->k", "", "adfghk", NULL },
	{ "a<!", "", "a", NULL },
	{ "a<!--[if x]>b", "", "a", NULL },
	{ "<!--[if x]>--!>a", "", "a", NULL },
	{ "a<!--b--!c--!-->d<!--->", "", "ad", NULL },
	{ "<svg><font face=f><style><a href=1></style>", "", "", NULL },
	{ "<svg><font faces=f><style><a href=1></style>", "href 1|", "", NULL },
	{ "<iframe srcdoc=\"<iframe srcdoc='<iframe srcdoc=&amp;quot;<iframe srcdoc=<a/href=4>d><a"
	    "/href=3>c&amp;quot;><a href=2>b'><a href=1>a\"></iframe><a href=0>e</a>", "href 0|",
	    "e", NULL },
	{ "<base href=\" \"><base href=http://h/>", "", "", NULL },
	{ "<iframe ping='<a/href=x>y' srcset='<a/href=z>'></iframe>",
	    "ping <a/href=x>y|srcset <a/href=z>|", "", NULL },
	{ "<a xlink:href=a><a href=b xlink:href=c><a xlink:href=d href=e>x</a>",
	    "xlink:href a|href b|xlink:href c|xlink:href d|href e|", "x", NULL },
	{ "<area href=a>x</area><v:rect href=b>y</v:rect><v: href=c>z<V:x href=d><vx:y href=e><lin"
	    "k href=f>", "href a|href b|href c|href d|href e|href f|", "xyz", NULL },
	{ "<meta http-equiv=refresh content=\"0;url\"><meta http-equiv=refresh content=\"0;ur\"><m"
	    "eta http-equiv=refresh content=\"0;url=a\"><meta http-equiv=refresh content=\"0;urla"
	    "\"><meta http-equiv=refresh content=\"0;url =\">",
	    "content url|content ur|content a|content urla|", "", NULL },
	{ "\n\na<br> <br>b <br>", "", "a\n\nb", NULL },
	{ "<pre>a\r\nb\rc\r</pre>d", "", "a\nb\nc\nd", NULL },
	{ "<pre>\r\na</pre><pre>\r</pre><pre>\n", "", "a", NULL },
	{ "<pre>&#13;&#10;a&#9;b</pre>", "", "\r\na\tb", NULL },
	{ "<template>a  b&amp;</template>c", "", "c", NULL },
	{ "<pre>a</<re><svg></svg>b", "", "ab", NULL },
	{ "< &#32;<address\nhttp-eq", "", "<", NULL },
	{ "</br/>&#x41; <area>&eacute;x&#", "", "A \303\251x&#", NULL },
	{ "<table><tbody></frame><svg></br><plaintext><a href=1>", "", "<a href=1>", NULL },
	{ "<select>x<x TYPE=Hidden></col><math><style><a href=1></style>", "href 1|", "x", NULL },
	{ "<noscript><svg><desc><style></ruby><svg></rtc><template><a href=1>x</template>y", "",
	    "", NULL },
	{ "<math> <meta color=c><frame></button></head></link><svg></meta><style><a href=1></style"
	    ">", "href 1|", "", NULL },
	{ "<table><tbody><th type=x> <tr type=x></object><svg></br><style><a href=1></style><style"
	    "><a href=1></style>", "", "", NULL },
};

static bool
is_equal(urlgrep_span span, const char *text)
{
	return span.text && span.len == strlen(text) &&
	    memcmp(span.text, text, span.len) == 0;
}

/* Compare the links with those of the case, and each with its source. */
static bool
check_links(const struct html *h, const struct html_case *c)
{
	size_t count, i;
	const struct html_link *l = html_links(h, &count);
	char all[400] = "";
	bool good = true;

	for (i = 0; i < count; i++) {
		size_t used = strlen(all);

		snprintf(all + used, sizeof(all) - used, "%.*s %.*s|",
		    (int)l[i].attribute.len, l[i].attribute.text,
		    (int)l[i].url.len, l[i].url.text);
		good &= l[i].source_begin + l[i].url.len == l[i].source_end &&
		    l[i].source_end <= strlen(c->html) &&
		    memcmp(c->html + l[i].source_begin, l[i].url.text,
		        l[i].url.len) == 0;
	}
	if (strcmp(all, c->links) != 0)
		printf("# links: %s\n", all);
	return good && strcmp(all, c->links) == 0;
}

/* Check that sources never decrease and lie within the HTML. */
static bool
check_sources(const struct html *h, size_t len)
{
	size_t visible = html_text(h).len, at, source, last = 0;

	for (at = 0; at <= visible; at++, last = source) {
		source = html_source_begin(h, at);
		if (source < last || source > len || (at < visible && source == len))
			return false;
	}
	return true;
}

static void
check_case(const struct html_case *c)
{
	struct html *h = html_new(&memory_default, c->html, strlen(c->html));
	urlgrep_span text = html_text(h), base = html_base(h);
	bool good = check_links(h, c);

	if (!is_equal(text, c->text)) {
		printf("# text: %.*s\n", (int)text.len, text.text);
		good = false;
	}
	good &= c->base ? is_equal(base, c->base) : base.text == NULL;
	good &= check_sources(h, strlen(c->html));
	ok(good, "html case %d", (int)(c - cases));
	html_free(h);
}

/* The visible text of a<NAME>b</NAME>c for each of these names; that of longer names is "abc". */
static const struct name_case {
	const char *text, *names;
} names[] = {
	{ "a\nb\nc", "address article aside blockquote body br caption center col colgroup dd details "
	    "dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 "
	    "head header hgroup hr html isindex legend li listing main marquee menu nav ol optgroup "
	    "option p pre search section summary table tbody td textarea tfoot th thead title tr ul xmp" },
	{ "a b c", "audio button embed image img input object select video" },
	{ "ac", "iframe noembed noframes script style template" },
};

static void
check_names(const struct name_case *c)
{
	char all[1000], html[100], *name;
	unsigned longer;

	snprintf(all, sizeof(all), "%s", c->names);
	for (name = strtok(all, " "); name; name = strtok(NULL, " "))
		for (longer = 0; longer < 2; longer++) {
			const char *x = longer ? "x" : "";
			struct html *h;

			snprintf(html, sizeof(html), "a<%s%s>b</%s%s>c", name, x, name, x);
			h = html_new(&memory_default, html, strlen(html));
			ok(is_equal(html_text(h), longer ? "abc" : c->text), "text of %s", html);
			html_free(h);
		}
}

/* URLs, and how they are written in the HTML */
static const struct value_case {
	const char *html, *url, *source;
} values[] = {
	{ "<a href='x?a=1&amp;b=2'>", "x?a=1&b=2", "x?a=1&amp;b=2" },
	{ "<a href='x?a&copy=2&copy'>", "x?a&copy=2\302\251", "x?a&copy=2&copy" },
	{ "<a href='x?a&copyright&lt&gt=&yen-'>", "x?a&copyright<&gt=\302\245-",
	    "x?a&copyright&lt&gt=&yen-" },
	{ "<a href='x&ampy'>", "x&ampy", "x&ampy" },
	{ "<a href='&#104;ttp://h/'>", "http://h/", "&#104;ttp://h/" },
	{ "<a href=' \r\nhttp://h/a\r\n\tb c '>", "http://h/ab c",
	    "http://h/a\r\n\tb c" },
	{ "<a href='&#32;a&Tab;b&NewLine;'>", "ab",
	    "a&Tab;b" },
	{ "<a href='http&colon;&sol;&sol;h'>", "http://h",
	    "http&colon;&sol;&sol;h" },
	{ "<meta http-equiv=refresh content='0; URL=&#39;a&amp;b&#39;'>", "a&b",
	    "a&amp;b" },
	{ "<a href='&#1;\v http://h/&#31; '>", "http://h/", "http://h/" },
	{ "<a href='\x01http://h/\x1F'>", "http://h/", "http://h/" },
	{ "<img srcset=' ,a&amp;b&comma; '>", "a&b", "a&amp;b" },
	{ "<iframe srcdoc='x &lt;a href=&quot;c&amp;amp;d&quot;>'>", "c&d", "c&amp;amp;d" },
	{ "<iframe srcdoc=\"&lt;iframe srcdoc='&amp;lt;a href=e&amp;#38;f>'>\">", "e&f",
	    "e&amp;#38;f" },
};

static void
check_value(const struct value_case *c)
{
	struct html *h = html_new(&memory_default, c->html, strlen(c->html));
	size_t count;
	const struct html_link *l = html_links(h, &count);

	ok(count == 1 && is_equal(l->url, c->url) &&
	        l->source_end - l->source_begin == strlen(c->source) &&
	        strncmp(c->html + l->source_begin, c->source,
	            strlen(c->source)) == 0,
	    "value %s", c->url);
	html_free(h);
}

/* Each URL of lists, and how it is written in the HTML: "url<source>|"; before it "anchor "
 * and "embedded " if it is. */
static const struct list_case {
	const char *html, *links;
} lists[] = {
	{ "<img srcset='a&amp;b, c&amp;d 2x,&amp;e, f&b , g'>",
	    "a&b<a&amp;b>|c&d<c&amp;d>|&e<&amp;e>|f&b<f&b>|g<g>|" },
	{ "<a ping='a&copy;b&copy=c &amp;&amp; &d;\nx&lt'>",
	    "a\302\251b&copy=c<a&copy;b&copy=c>|&&<&amp;&amp;>|&d;<&d;>|x<<x&lt>|" },
	{ "<a ping=' a  b '>", "a<a>|b<b>|" },
	{ "<a ping=''><a ping=' '><img srcset=''><img srcset=', ,'>", "" },
	{ "<a ping='&#1;a&#31; &#9;'>", "a<a>|" },
	{ "<img srcset='a,,, b'><img srcset='a (1,2),b (,)x,c'>",
	    "a<a>|b<b>|a<a>|b<b>|c<c>|" },
	{ "<img srcset='a 1x,'><img srcset='a (b'><img srcset='a ) , b'>",
	    "a<a>|a<a>|a<a>|b<b>|" },
	{ "<img srcset=a SRCSET=b src=c SRC=d>", "a<a>|c<c>|" },
	{ "<a href=a><area href=b><v:rect href=c><link href=d><b href=e><ab href=f><v: href=g><vx:y href=h>",
	    "anchor a<a>|anchor b<b>|anchor c<c>|d<d>|e<e>|f<f>|g<g>|h<h>|" },
	{ "<svg><a xlink:href=a></a><v:b xlink:href=b><image xlink:href=c>",
	    "anchor a<a>|anchor b<b>|c<c>|" },
	{ "<a src=a ping=b>", "a<a>|b<b>|" },
	{ "<!--[if x]><a href=a><img src=b><![endif]--><a href=c>",
	    "embedded anchor a<a>|embedded b<b>|anchor c<c>|" },
	{ "<iframe src=a srcdoc='<a href=b>'></iframe><iframe srcdoc='' src=c></iframe>",
	    "a<a>|embedded anchor b<b>|c<c>|" },
	{ "<p formactiox=a citf=b backgrounx=c longdesx=d postes=e actiom=f hreg=g srd=h "
	    "pinh=i srcsex=j imagesrcsex=k xlink:hreg=l imagesrcset2=m>", "" },
	{ "<object data=a><object srcdoc='<a href=b>'><p srcset=c imagesrcset=d>",
	    "a<a>|c<c>|d<d>|" },
	{ "<p style='a:url(b&amp;c)'>", "b&c<b&amp;c>|" },
	{ "<base href=a><base xlink:href=b>", "b<b>|" },
	/* refresh */
	{ "<meta http-equiv=refresh content='1;url'>", "url<url>|" },
	{ "<meta http-equiv=refresh content='1;url x'>", "url x<url x>|" },
	{ "<meta http-equiv=refresh content='1;ur=x'>", "ur=x<ur=x>|" },
	{ "<meta http-equiv=refresh content=' 1.5 ,\n URL\t= \"a\"b'>", "a<a>|" },
	{ "<meta http-equiv=refresh content=\"1;'a\">", "a<a>|" },
	{ "<meta http-equiv=refresh content='1;url=&quot;a&apos;b&quot;'>", "a'b<a&apos;b>|" },
	{ "<meta http-equiv=refresh content='1 ;; a'>", "; a<; a>|" },
	{ "<meta http-equiv=refresh content='1'><meta http-equiv=refresh content='1 '>", "" },
	{ "<meta http-equiv=refresh content=';a'><meta http-equiv=refresh content=''>", "" },
	{ "<meta http-equiv=refresh content='1;a' content='1;b'>", "a<a>|" },
	{ "<meta http-equiv=refres content='1;a'><p http-equiv=refresh content='1;a'>", "" },
	{ "<a href='&Agravex'><a href='&Agrave='><a href='&Agrave;='><a href='&Agrave'><a href='&A"
	    "grave-'><a href='&lt1'><a href='&ltA'><a href='&amp'>", "anchor &Agravex<&Agravex>|an"
	    "chor &Agrave=<&Agrave=>|anchor \303\200=<&Agrave;=>|anchor \303\200<&Agrave>|anchor "
	    "\303\200-<&Agrave->|anchor &lt1<&lt1>|anchor &ltA<&ltA>|anchor &<&amp>|" },
	{ "<q ping=\"a&amp;b c\" srcset=\"d&amp;e 1x, f\" cite=g longdesc=h poster=i src=j formact"
	    "ion=k action=l background=m data=n>",
	    "a&b<a&amp;b>|c<c>|d&e<d&amp;e>|f<f>|g<g>|h<h>|i<i>|j<j>|k<k>|l<l>|m<m>|" },
	{ "<meta content=\"0;a&amp;b\" http-equiv=refresh><meta content=\"\" content=\"0;c\" http-"
	    "equiv=refresh>", "a&b<a&amp;b>|" },
	{ "<a href=\"&Tab;\">x</a><a href=\"&NewLine;u&Tab;v\">y</a><a href=\"\177\">z</a>",
	    "anchor uv<u&Tab;v>|anchor \177<\177>|" },
	{ "<img\rsrcset=' ,a&amp;b&comma; '>", "a&b<a&amp;b>|" },
};

static void
append_link(char *all, size_t size, const char *html, const struct html_link *l)
{
	size_t used = strlen(all);

	snprintf(all + used, size - used, "%s%s%.*s<%.*s>|", l->is_embedded ? "embedded " : "",
	    l->is_anchor ? "anchor " : "", (int)l->url.len, l->url.text,
	    (int)(l->source_end - l->source_begin), html + l->source_begin);
}

static void
check_list(const struct list_case *c)
{
	struct html *h = html_new(&memory_default, c->html, strlen(c->html));
	char all[400] = "";
	size_t count, i;
	const struct html_link *l = html_links(h, &count);

	for (i = 0; i < count; i++)
		append_link(all, sizeof(all), c->html, &l[i]);
	if (!ok(strcmp(all, c->links) == 0, "list case %d", (int)(c - lists)))
		printf("# expected %s\n# got      %s\n", c->links, all);
	html_free(h);
}

/* The element of a link */
static const struct element_case {
	const char *html, *element;
} elements[] = {
	{ "<v:ImageData src=u />", "v:imagedata" },
	{ "<META http-equiv=refresh content='0;u'>", "meta" },
	{ "<An-Element-With-A-Long-Name href=u>", "an-element-with-a-long-name" },
	{ "<img src='' longdesc=u>", "img" },
	{ "<a=b href=u>", "a=b" },
	{ "<a href=v><Body BACKGROUND=u>", "body" },
};

static void
check_element(const struct element_case *c)
{
	struct html *h = html_new(&memory_default, c->html, strlen(c->html));
	size_t count;
	const struct html_link *l = html_links(h, &count);

	ok(count > 0 && is_equal(l[count - 1].url, "u") &&
	    is_equal(l[count - 1].element, c->element), "element %s", c->element);
	html_free(h);
}

/* The visible text that <a href> covers */
static const struct cover_case {
	const char *html, *covered;
} covers[] = {
	{ "x <a href=u> a <b>b</b> </a> y", "a b" },
	{ "x<p><a href=u>a</a>b", "a" },
	{ "<a href=u>a<a href=v>b", "a" },
	{ "<a href=u src=v>a</a>b", "a" },
	{ "<a href=u>a<p>b", "a\nb" },
	{ "x<a href=u><img></a>y", NULL },
	{ "x<link href=u>y", NULL },
	{ "x<!--[if mso]>y <a href=u> a <b>b</b></a>z<![endif]-->", "a b" },
	{ "<iframe srcdoc='a <svg><a href=u>&amp;lt;b'>", "<b" },
	{ "<!--[if mso]><a href=u>a--!>b", "a" },
	{ "<!--[if mso]><a href=u>a-!>b", "a-!>b" },
	{ "<!--[if mso]><a href=u>a->", "a->" },
	{ "<!--[if a]>x<![endif]--><!--[if b]>\n<a href=u>a<br></a> <![endif]-->", "a" },
	{ "<svg></svg><iframe srcdoc='x <a href=u> a</a>'>", "a" },
};

static void
check_cover(const struct cover_case *c)
{
	struct html *h = html_new(&memory_default, c->html, strlen(c->html));
	size_t count;
	const struct html_link *l = html_links(h, &count);
	bool good = count > 0;

	if (good && c->covered == NULL)
		good = l->text_begin == 0 && l->text_end == 0 &&
		    html_link_text(h, l).text == NULL && html_link_text(h, l).len == 0;
	else if (good)
		good = is_equal(html_link_text(h, l), c->covered);
	ok(good, "covered case %d", (int)(c - covers));
	html_free(h);
}

/* The segments of the visible text, those that keep their line breaks in brackets */
static const struct segment_case {
	const char *html, *segments;
} segments[] = {
	{ "", "" },
	{ "a<p>b", "a\nb|" },
	{ "<pre>a\nb</pre>", "[a\nb]|" },
	{ "a<pre>b\n\n</pre>c", "a\n|[b\n\n]|c|" },
	{ "<pre>a <b>b</b>\n<a href=u>c</a></pre><pre>d</pre>", "[a b\nc]|\n|[d]|" },
	{ "<pre>a<pre>b</pre>c</pre>d", "[a]|\n|[b]|\n|[c]|\nd|" },
	{ "<textarea>a\nb</textarea><xmp>c</xmp>", "[a\nb]|\n|[c]|" },
	{ "<pre></pre><pre hidden>a", "[a]|" },
	{ "<svg></svg><pre>a</pre>b", "[a]|\nb|" }, /* parsed twice */
	{ "<pre>a</pre>b<svg></svg><pre>c</pre>", "[a]|\nb\n|[c]|" },
	{ "<pre>a</pre><svg></svg>b", "[a]|\nb|" },
	{ "<pre>a</pre><!--[if mso]><pre>b</pre><![endif]--><iframe srcdoc='<pre>c'></iframe>d",
	    "[a]|\nd|" },
};

static void
check_segments(const struct segment_case *c)
{
	struct html *h = html_new(&memory_default, c->html, strlen(c->html));
	urlgrep_span text = html_text(h);
	char found[256] = "";
	size_t at = 0, len = 0;

	while (at < text.len && len < sizeof(found)) {
		bool is_preformatted;
		size_t end = html_segment_end(h, at, &is_preformatted);

		len += (size_t)snprintf(found + len, sizeof(found) - len, "%s%.*s%s|",
		    is_preformatted ? "[" : "", (int)(end - at), text.text + at,
		    is_preformatted ? "]" : "");
		if (end <= at)
			break;
		at = end;
	}
	if (!ok(strcmp(found, c->segments) == 0, "segments case %d", (int)(c - segments)))
		printf("# expected %s\n# got      %s\n", c->segments, found);
	html_free(h);
}

/* A word of the visible text, and what the HTML has at its source */
static const struct place_case {
	const char *html, *word, *source;
} places[] = {
	{ "<p>see  <b>http://h/</b>", "http://h/", "http://h/</b>" },
	{ "<pre>\r\na\r\n\r\nb</pre>", "b", "b</pre>" },
};

static void
check_place(const struct place_case *c)
{
	struct html *h = html_new(&memory_default, c->html, strlen(c->html));
	urlgrep_span text = html_text(h);
	const char *word = memmem(text.text, text.len, c->word, strlen(c->word));
	size_t source = 0;

	if (word)
		source = html_source_begin(h, (size_t)(word - text.text));
	ok(word && strncmp(c->html + source, c->source, strlen(c->source)) == 0,
	    "place case %d", (int)(c - places));
	html_free(h);
}

/* A word of the visible text, and how it is written in the HTML */
static const struct place_case extents[] = {
	{ "<i>x&amp;</i>y", "x&", "x&amp;" },
	{ "caf&eacute; b", "caf\303\251", "caf&eacute;" },
	{ "&#x1F600;x", "\360\237\230\200", "&#x1F600;" },
	{ "a&ampx", "a&", "a&amp" },
	{ "a&lt", "a<", "a&lt" },
	{ "a &b", "&", "&" },
	{ "&amp;c", "c", "c" },
	{ "caf\303\251", "caf\303\251", "caf\303\251" },
	{ "<xmp>a&amp;b</xmp>", "a&", "a&" },
	{ "<xmp>&amp</xmp>", "&am", "&am" },
	{ "<xmp>&amp</xmp>", "&amp", "&amp" },
	{ "<a href=x>http://h/&#47;</a>!", "http://h//", "http://h/&#47;" },
};

static void
check_extent(const struct place_case *c)
{
	struct html *h = html_new(&memory_default, c->html, strlen(c->html));
	urlgrep_span text = html_text(h);
	const char *word = memmem(text.text, text.len, c->word, strlen(c->word));
	size_t source = 0, end = 0;

	if (word) {
		size_t at = (size_t)(word - text.text);

		source = html_source_begin(h, at);
		end = html_source_end(h, at + strlen(c->word) - 1);
	}
	ok(word && end - source == strlen(c->source) &&
	    memcmp(c->html + source, c->source, end - source) == 0, "extent case %d",
	    (int)(c - extents));
	html_free(h);
}

static void
check_nul(void)
{
	static const char html[] = "a\0b<a href='x\0y'>c";
	static const char base[] = "<base href='http://h/\0x/'>";
	struct html *h = html_new(&memory_default, html, sizeof(html) - 1);
	urlgrep_span text = html_text(h);
	size_t count;
	const struct html_link *l = html_links(h, &count);

	ok(text.len == 4 && memcmp(text.text, "a\0bc", 4) == 0 && count == 1 &&
	        l->url.len == 3 && memcmp(l->url.text, "x\0y", 3) == 0,
	    "NUL is a byte like any other");
	html_free(h);
	h = html_new(&memory_default, base, sizeof(base) - 1);
	ok(html_base(h).len == 12 && memcmp(html_base(h).text, "http://h/\0x/", 12) == 0,
	    "also in a base");
	html_free(h);
}

static uint64_t
hash_number(uint64_t hash, uint64_t number)
{
	return (hash ^ number) * 0x100000001B3;
}

static uint64_t
hash_span(uint64_t hash, urlgrep_span span)
{
	size_t i;

	for (i = 0; i < span.len; i++)
		hash = hash_number(hash, (unsigned char)span.text[i]);
	return hash_number(hash, span.len);
}

/* Return a hash of all that a document has. */
static uint64_t
hash_html(const struct html *h)
{
	size_t count, i;
	const struct html_link *l = html_links(h, &count);
	uint64_t hash = hash_span(hash_span(count, html_text(h)), html_base(h));

	for (i = 0; i < count; i++) {
		hash = hash_span(hash, l[i].url);
		hash = hash_span(hash_span(hash, l[i].element), l[i].attribute);
		hash = hash_number(hash, l[i].source_begin);
		hash = hash_number(hash, l[i].source_end);
		hash = hash_number(hash, l[i].text_begin);
		hash = hash_number(hash, l[i].text_end);
	}
	for (i = 0; i <= html_text(h).len; i++)
		hash = hash_number(hash, html_source_begin(h, i));
	return hash;
}

static uint64_t
hash_prefix(const char *html, size_t len)
{
	struct html *h = html_new(&memory_default, html, len);
	uint64_t hash = hash_html(h);

	html_free(h);
	return hash;
}

/* Parse each prefix before an unreadable page, so that a read after its end is noticed; and
 * where the rest follows it, which must not count. */
static void
check_cuts(const char *name, const char *html, size_t len)
{
	bool good = true;
	size_t cut;

	for (cut = 0; cut <= len; cut++) {
		struct html *h = html_new(&memory_default, fenced_copy(html, cut), cut);

		good &= h != NULL && check_sources(h, cut) &&
		    hash_html(h) == hash_prefix(html, cut);
		html_free(h);
	}
	ok(good, "%s cut at every byte", name);
}

static const char sample[] =
    "<!DOCTYPE html><!-- c --><title>t&amp;t</title><base href='http://b/'>"
    "<meta http-equiv=refresh content=\"1; url='http://r/&amp;'\"><style>s"
    "</style><script>x</script><body background=b><pre>\r\n a\r\n</pre>"
    "<a href=\"http://h/&#38;a&copy\">b&nbsp;&eacute;&#x41;</a><br/>"
    "<img src=x alt='y'><textarea>z</textarea><template>q</template>"
    "<!--[if mso]><pre>v</pre><iframe srcdoc='<pre>w</pre><svg></svg><a href=q>u</a>'>"
    "</iframe><a href=p>u</a><![endif]--><a ping='r s'>k</a>"
    "<?p?></3><![if x]>\xC3\xA9\xFF &lt";

/* The same shape many times: bytes of visible text. Takes minutes unless it is linear. */
static const struct flood {
	const char *shape;
	size_t times, visible;
} floods[] = {
	{ "<div>x</y>", 100000, 199999 },
	{ "<pre>x", 100000, 199999 },
	{ "<template>x", 100000, 0 },
	{ "<", 1000000, 1000000 },
	{ "&", 1000000, 1000000 },
	{ "&#", 500000, 1000000 },
	{ "&abcdef", 150000, 1050000 },
	{ "<!--", 250000, 0 },
	{ "<a ", 300000, 0 },
	{ "<a href='", 100000, 0 },
	{ "<a href=x>y", 100000, 100000 },
	{ "<script>", 100000, 0 },
	{ "<title></titl", 100000, 1299993 },
	{ " href=x", 100000, 699999 },
	{ "\t\n ", 300000, 0 },
	{ "a<br>", 100000, 199999 },
	{ "<svg>", 100000, 0 },
	{ "<svg><b>x", 100000, 100000 },
	{ "<math><mi>", 100000, 0 },
	{ "<svg><desc>", 100000, 0 },
	{ "<svg></b>", 100000, 0 },
	{ "<select>", 100000, 0 },
	{ "<select><b><p><div>", 50000, 0 },
	{ "<template><b>", 100000, 0 },
	{ "<svg></svg><x></y>", 100000, 0 },
	{ "<svg></svg><p><font size=1><font size=2><font size=3><font size=4></p>x", 20000,
	    39999 },
	{ "<!--[if ]>", 100000, 0 },
	{ "<!--[if ]>x-->", 100000, 0 },
	{ "<iframe srcdoc='", 100000, 0 },
	{ "<iframe srcdoc='<svg><a href=x>y'></iframe>", 50000, 0 },
	{ "<script><!--<script>", 100000, 0 },
	{ "<img srcset='a,", 100000, 0 },
	{ "<svg><![CDATA[", 100000, 1399986 },
};

static void
check_flood(const struct flood *f)
{
	size_t unit = strlen(f->shape), i, visible;
	char *html = malloc(unit * f->times);
	struct html *h;

	for (i = 0; i < f->times; i++)
		memcpy(html + unit * i, f->shape, unit);
	h = html_new(&memory_default, html, unit * f->times);
	visible = html_text(h).len;
	if (visible != f->visible)
		printf("# visible: %zu bytes\n", visible);
	ok(h && visible == f->visible && check_sources(h, unit * f->times),
	    "%zu times %s", f->times, f->shape[0] < ' ' ? "space" : f->shape);
	html_free(h);
	free(html);
}

#define EACH(table, check) \
	for (i = 0; i < sizeof(table) / sizeof((table)[0]); i++) \
	check(&(table)[i])

int
main(void)
{
	size_t i;

	EACH(cases, check_case);
	EACH(names, check_names);
	EACH(values, check_value);
	EACH(lists, check_list);
	EACH(elements, check_element);
	EACH(covers, check_cover);
	EACH(segments, check_segments);
	EACH(places, check_place);
	EACH(extents, check_extent);
	check_nul();
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		check_cuts("case", cases[i].html, strlen(cases[i].html));
	check_cuts("sample", sample, sizeof(sample) - 1);
	EACH(floods, check_flood);
	return done_testing();
}
