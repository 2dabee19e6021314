/* reader.c - the state of a urlgrep_mail, which reads an input */
#include "find/reader.h"

#include <stdio.h>

unsigned
reader_scanner_flags(const urlgrep_mail *m, bool is_mail)
{
	static const unsigned flags[] = {
		[URLGREP_MAIL_JOIN_AUTO] = URLGREP_NOT_MAIL,
		[URLGREP_MAIL_JOIN_ALWAYS] = 0,
		[URLGREP_MAIL_JOIN_WRAPPED] = URLGREP_JOIN_WRAPPED,
		[URLGREP_MAIL_JOIN_NEVER] = URLGREP_JOIN_NEVER
	};
	const unsigned chosen = URLGREP_FIND_NAMES | URLGREP_LOW_NAMES |
	    URLGREP_FIND_ADDRESSES | URLGREP_LOW_ADDRESSES | URLGREP_SUPPLY_HTTPS;
	unsigned join = m->options.join <= URLGREP_MAIL_JOIN_NEVER ?
	    flags[m->options.join] : 0;

	if (is_mail)
		join &= ~(unsigned)URLGREP_NOT_MAIL;
	return join | (m->options.scanner_flags & chosen) |
	    (reader_has_flag(m, URLGREP_MAIL_RAW) ? URLGREP_DECODED : 0) |
	    (reader_has_flag(m, URLGREP_MAIL_MALFORMED) ? URLGREP_FIND_MALFORMED : 0) |
	    (reader_has_flag(m, URLGREP_MAIL_REFANG) ? URLGREP_REFANG : 0) |
	    (reader_has_flag(m, URLGREP_MAIL_REFANG_HOSTS) ? URLGREP_REFANG_HOSTS : 0);
}

urlgrep_status
reader_skip(urlgrep_mail *m, const char *path, const char *reason, int system_error)
{
	if (reason != m->reason)
		snprintf(m->reason, sizeof(m->reason), "%s", reason);
	m->error = (urlgrep_mail_error_info){ path, m->reason, system_error };
	m->sums.skipped++;
	return URLGREP_SKIPPED;
}

urlgrep_status
reader_skip_errno(urlgrep_mail *m, const char *path, int error)
{
	return reader_skip(m, path, file_source_error(error), error);
}

const urlgrep_mail_error_info *
urlgrep_mail_error(const urlgrep_mail *m)
{
	return &m->error;
}
