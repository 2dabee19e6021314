/* api.c - the public functions that judge a URL by a scanner, and the version */
#include "text/scanner.h"

urlgrep_status
urlgrep_judge(urlgrep_scanner *s, const char *text, size_t len, unsigned flags,
    urlgrep_url *url)
{
	return matcher_judge_url(s->matcher, text, len, flags, url);
}

urlgrep_status
urlgrep_explain(urlgrep_scanner *s, const char *text, size_t len, unsigned flags,
    urlgrep_error *error)
{
	return explainer_explain(&s->explainer, s->matcher, text, len, flags, error);
}

const char *
urlgrep_version(void)
{
	return URLGREP_VERSION;
}
