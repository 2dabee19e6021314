/* mail_join.c - does a bare URL go on after a line break in mail or news?
 *
 * Some lines cannot continue a URL; join_score.c scores the others (rule B6). */
#include "text/mail_join.h"

#include <string.h>

#include "names/suffix.h"
#include "text/next_line.h"
#include "text/join_score.h"
#include "text/identifiers.h"
#include "text/words.h"
#include "util/ascii.h"

/* Return true if the word has a slash, and a "?" after it: "a/b.html?nav=top". */
static bool
is_path_with_query(urlgrep_span word)
{
	const char *slash = memchr(word.text, '/', word.len);

	return slash && memchr(slash, '?', (size_t)(word.text + word.len - slash) - 1);
}

/* Return true if the URL's line ends in "/" and the quote prefixes of the lines differ.
 * Then a program wrapped the quoted line again; it cuts anywhere, and hardly ever just
 * after a slash, unless a Message-ID or a commit's id follows, or a path that is no prose. */
static bool
is_rewrapped_after_slash(const struct line_break *b, urlgrep_span word)
{
	urlgrep_span before = { b->text->bytes + b->fragment_begin,
		b->fragment_end - b->fragment_begin };

	return !b->has_same_prefix && b->text->bytes[b->line_end - 1] == '/' &&
	    !is_path_with_query(word) && !identifier_is_commit(word) &&
	    !identifier_is_message_id(before, word);
}

/* Return true if a bar between blanks is in bytes[begin..end). */
static bool
has_bar(const char *bytes, size_t begin, size_t end)
{
	/* most lines have no bar, and memmem() takes longer to find that */
	return memchr(bytes + begin, '|', end - begin) != NULL &&
	    memmem(bytes + begin, end - begin, " | ", 3) != NULL;
}

/* Return true if a bar between blanks stands before the URL in its line, and one after the
 * first word of the next line: the text has two columns, as signatures do. */
static bool
is_in_column(const struct line_break *b)
{
	const char *bytes = b->text->bytes;

	return has_bar(bytes, b->prefix.end, b->fragment_begin) &&
	    has_bar(bytes, b->run, b->next_end);
}

/* Return true if the URL ends where a host follows, in "//" or in an escaped slash as that of a
 * redirector in "%3A%2F%2F", and the next line begins with "www." or the like. */
static bool
is_divided_before_host(const struct line_break *b)
{
	const char *end = b->text->bytes + b->fragment_end;

	if (b->fragment_begin > 0 && b->text->bytes[b->fragment_begin - 1] == '=')
		return false; /* the field of a URL that was not joined */
	return b->fragment_end - b->fragment_begin > 3 && b->next_end - b->run > 3 &&
	    b->text->bytes[b->run + 3] == '.' &&
	    (memcmp(end - 2, "//", 2) == 0 || ascii_equal(end - 3, "%2f", 3));
}

/* Return true if the word is an absolute path in a file system, and not that of "file://". */
static bool
is_path_of_system(const struct line_break *b, urlgrep_span word)
{
	return next_word_is_file_path(word) &&
	    memcmp(b->text->bytes + b->fragment_end - 2, "//", 2) != 0;
}

/* Return true if the next line is an item of a list or of a list of files, a ruled line,
 * another URL, source code, a path in a file system, the size of a file or of a change, a
 * line of a log, or punctuation. */
static bool
cannot_continue(const struct line_break *b)
{
	urlgrep_span word = line_break_first_word(b);

	return is_rewrapped_after_slash(b, word) ||
	    (next_line_is_url(b->text, b->run, b->next_end) && !is_divided_before_host(b)) ||
	    next_line_is_layout(b->text, b->run, b->next_end) ||
	    next_line_is_of_log(b->text, b->run, b->next_end) ||
	    next_word_is_directive(word) || is_path_of_system(b, word) ||
	    next_word_is_call_or_place(word) || is_in_column(b);
}

/* Return true if the lines are what is left of a gateway's wrapper that some program has
 * undone although it was broken: "https://www.exa/" and "mple.org%2Fa&data=05%7C". */
static bool
is_torn_wrapper(const struct candidate *c, const struct line_break *b)
{
	const char *bytes = b->text->bytes;
	urlgrep_span url = { bytes + c->begin, b->fragment_end - c->begin };
	size_t path, label;

	if (c->fragment_count > 1 || !memchr(bytes + b->run, '%', b->word_end - b->run) ||
	    !memmem(bytes + b->run, b->word_end - b->run, "%2F", 3))
		return false;
	path = label = word_find_path(url);
	while (label > 0 && ascii_is(url.text[label - 1], ASCII_ALPHA | ASCII_DIGIT))
		label--;
	return path < url.len && url.len - path <= 2 &&
	    top_label_find(url.text + label, path - label) == NULL;
}

enum scan_answer
mail_join_score(urlgrep_scanner *s, struct candidate *c, struct line_break *b, int *score)
{
	enum scan_answer answer;

	*score = JOIN_NEVER;
	if (cannot_continue(b) || (b->mark == MARK_BACKSLASH && line_break_ends_markdown(b)))
		return SCAN_YES;
	answer = line_break_read_run(s, b);
	if (answer != SCAN_YES)
		return answer == SCAN_NO ? SCAN_YES : answer;
	if (b->mark != MARK_NONE) {
		*score = JOIN_CERTAIN;
		return SCAN_YES;
	}
	line_break_add_fragment(c, b);
	answer = join_score(s, c, b, score);
	c->fragment_count--;
	if (answer == SCAN_YES && (is_torn_wrapper(c, b) ||
	    (*score < JOIN_POSSIBLE && line_break_ends_in_hyphen(b))))
		*score = JOIN_POSSIBLE; /* neither the joined URL nor the other was written */
	return answer;
}
