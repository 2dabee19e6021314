/* test_mail_signs.c - header fields, attributions, quoted lines and signatures within 50 lines
 * show that a text is mail */
#include "fence.h"
#include "tap.h"
#include "text/mail_signs.h"

/* Each is before or after the line of which is asked: "*". */
static const struct {
	const char *text;
	enum scan_answer answer;
} cases[] = {
	{ "*\n", SCAN_NO }, { "", SCAN_NO },
	/* header fields: two points are enough, each field counts once */
	{ "From: a\n*\n", SCAN_NO }, { "From: a\nTo: b\n*\n", SCAN_YES },
	{ "From: a\nFrom: b\n*\n", SCAN_NO }, { "from: a\nTO: b\n*\n", SCAN_YES },
	{ "From:a\nTo:b\n*\n", SCAN_NO }, { "From:\nTo:\n*\n", SCAN_NO },
	{ " From: a\n To: b\n*\n", SCAN_NO }, { "From: a\n*\nTo: b\n", SCAN_YES },
	{ "*\nFrom: a\nTo: b\n", SCAN_YES }, { "*\nFrom: a\nx\nTo: b", SCAN_YES },
	{ "To: a\nCc: b\n*\n", SCAN_YES }, { "Cc: a\nDate: b\n*\n", SCAN_YES },
	{ "Date: a\nSent: b\n*\n", SCAN_YES }, { "Sent: a\nSubject: b\n*\n", SCAN_YES },
	{ "Subject: a\nReply-To: b\n*\n", SCAN_YES }, { "Reply-To: a\nOrganization: b\n*\n", SCAN_YES },
	{ "Organization: a\nReferences: b\n*\n", SCAN_YES },
	{ "References: a\nReceived: b\n*\n", SCAN_YES },
	{ "Received: a\n*\n", SCAN_NO }, { "References: a\n*\n", SCAN_NO },
	{ "Organization: a\n*\n", SCAN_NO }, { "Reply-To: a\n*\n", SCAN_NO },
	{ "Subject: a\n*\n", SCAN_NO }, { "Sent: a\n*\n", SCAN_NO }, { "Date: a\n*\n", SCAN_NO },
	{ "Cc: a\n*\n", SCAN_NO }, { "To: a\n*\n", SCAN_NO },
	{ "Message-ID: a\n*\n", SCAN_YES }, { "In-Reply-To: a\n*\n", SCAN_YES },
	{ "Newsgroups: a\n*\n", SCAN_YES }, { "Return-Path: a\n*\n", SCAN_YES },
	{ "X-From: a\nX-To: b\n*\n", SCAN_NO }, { "Froms: a\nTos: b\n*\n", SCAN_NO },
	/* quoted lines: two in a row */
	{ "> a\n> b\n*\n", SCAN_YES }, { "> a\n*\n", SCAN_NO }, { "> a\nx\n> b\n*\n", SCAN_YES },
	{ "> a\n*\n> b\n", SCAN_NO }, { ">a\n>b\n*\n", SCAN_NO }, { ">  a\n>  b\n*\n", SCAN_NO },
	{ "*\n> a\n> b\n", SCAN_YES }, { "> > a\n> > b\n*\n", SCAN_YES }, { "> \n> \n*\n", SCAN_NO },
	{ "| a\n| b\n*\n", SCAN_NO }, { "> a\n\n> b\n*\n", SCAN_YES }, { "> a\nfoo\n> b\n*\n", SCAN_NO },
	/* the mark before a signature */
	{ "*\n-- \nx\n", SCAN_YES }, { "*\n--\nx\n", SCAN_NO }, { "*\n--  \nx\n", SCAN_NO },
	{ "*\n -- \nx\n", SCAN_NO },
	/* attributions */
	{ "Ann wrote:\n*\n", SCAN_YES }, { "Ann writes:\n*\n", SCAN_YES },
	{ "Ann schrieb:\n*\n", SCAN_YES }, { "Ann a \303\251crit\302\240:\n*\n", SCAN_YES },
	{ "Ann a \303\251crit :\n*\n", SCAN_YES }, { "Ann escribi\303\263:\n*\n", SCAN_YES },
	{ "Ann ha scritto:\n*\n", SCAN_YES }, { "Ann wrote in message\n*\n", SCAN_YES },
	{ "Ann wrote: x\n*\n", SCAN_NO }, { "Ann wrote\n*\n", SCAN_NO }, { "wrote:\n*\n", SCAN_NO },
	{ " wrote:\n*\n", SCAN_NO }, { "Ann wrotes:\n*\n", SCAN_NO }, { "*\nAnn wrote:\n", SCAN_YES },
	{ "Ann wrote:\r\n*\r\n", SCAN_YES },
};

static enum scan_answer
answer_for(const char *text, bool is_last)
{
	const char *star = strchr(text, '*');
	size_t len = strlen(text);
	struct scan_text t = { fenced_copy(text, len), len, 0, is_last };

	return mail_signs_find(&t, star ? (size_t)(star - text) : 0);
}

/* A sign so many lines away. */
static void
check_far_signs(void)
{
	char text[400];
	unsigned n, side;

	for (side = 0; side < 2; side++)
		for (n = 49; n <= 50; n++) {
			char *at = text;
			unsigned i;

			if (side == 0)
				at += sprintf(at, "Message-ID: a\n");
			else
				at += sprintf(at, "*\n");
			for (i = 0; i < n - side; i++)
				*at++ = '\n';
			strcpy(at, side == 0 ? "*\n" : "Message-ID: a\n");
			ok(answer_for(text, true) == (n == 49 ? SCAN_YES : SCAN_NO),
			    "a sign %u lines %s", n, side ? "after it" : "before it");
		}
}

/* Lines that are longer than what is looked at. */
static void
check_long_lines(void)
{
	enum { HALF = MAX_LOOKBEHIND_BYTES / 2 };
	static char text[2 * HALF + 64];
	struct scan_text t = { text, 0, 0, true };
	size_t len;

	for (len = HALF - 20; len <= HALF; len += 20) {
		strcpy(text, "Message-ID: a\n");
		memset(text + 14, 'x', len);
		strcpy(text + 14 + len, "\n*");
		t.len = strlen(text);
		ok(mail_signs_find(&t, t.len - 1) == (len < HALF ? SCAN_YES : SCAN_NO),
		    "a sign before %zu bytes", len);
	}
	for (len = HALF - 20; len <= HALF; len += 20) {
		strcpy(text, "*\n");
		memset(text + 2, 'x', len);
		strcpy(text + 2 + len, "\nMessage-ID: a");
		t.len = strlen(text);
		ok(mail_signs_find(&t, 0) == (len < HALF ? SCAN_YES : SCAN_NO),
		    "a sign after %zu bytes", len);
	}
}

int
main(void)
{
	size_t i, len;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const char *text = cases[i].text;

		ok(answer_for(text, true) == cases[i].answer, "case %d is %smail", (int)i,
		    cases[i].answer == SCAN_YES ? "" : "no ");
		/* a text that may go on: the answer is the same, or MORE */
		for (len = 0; len < strlen(text); len++) {
			char part[64];
			enum scan_answer answer;

			snprintf(part, sizeof(part), "%.*s", (int)len, text);
			if (strchr(part, '*') == NULL)
				continue;
			answer = answer_for(part, false);
			if (answer != SCAN_MORE && answer != cases[i].answer)
				break;
		}
		ok(len == strlen(text), "case %d in pieces", (int)i);
	}
	check_far_signs();
	check_long_lines();
	return done_testing();
}
