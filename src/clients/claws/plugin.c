/* plugin.c - the Claws Mail plugin: Tools, "URLs in this message..."
 *
 * This source is under the MIT license, like liburlgrep. Combined with Claws Mail it is under the
 * GPL, version 3 or later, which is therefore the license that the plugin reports. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <claws.h>
#include <version.h>
#include <plugin.h>
#include <mainwindow.h>
#include <prefs_common.h>
#include <procmime.h>
#include <procmsg.h>
#include <summaryview.h>
#include <urlgrep_mail.h>

#define ACTION "URLsInMessage"

static guint menu_id;

/* ---- the URLs of a message as rows of a list --- */

/* The columns of a row: a reading of a URL, or an invalid text. */
enum {
	URL,
	SHOWN,  /* the same, with characters that could disguise it escaped */
	READ,   /* how line breaks were treated, and the text of a link, or "" */
	REMARK, /* warnings with their meanings, or why the text is not a URL, or "" */
	VALID,  /* valid or loose; if there is also a remark, ask before opening */
	COLOR,
	COLUMNS
};

/* The rows being collected, in the order of the message, each URL once. */
struct rows {
	GtkListStore *store;
	GHashTable *urls; /* the set of their URLs */
	urlgrep_scanner *judge;
	urlgrep_mail *mail;
};

/* Return true for characters that are invisible or reorder the text around them. */
static bool
is_disguise(gunichar c)
{
	GUnicodeType type = g_unichar_type(c);

	return type == G_UNICODE_CONTROL || type == G_UNICODE_FORMAT ||
	    type == G_UNICODE_LINE_SEPARATOR || type == G_UNICODE_PARAGRAPH_SEPARATOR ||
	    type == G_UNICODE_PRIVATE_USE || type == G_UNICODE_UNASSIGNED;
}

/* Return a copy of a span in UTF-8 in which all characters that could disguise it are escaped. */
static char *
fit_to_show(urlgrep_span span)
{
	GString *fit = g_string_new(NULL);
	const char *at = span.text, *end = span.text + span.len;

	while (at < end) {
		gunichar c = g_utf8_get_char_validated(at, end - at);
		const char *next = (gint32)c < 0 ? at + 1 : g_utf8_next_char(at);

		if ((gint32)c < 0)
			g_string_append_printf(fit, "\\x%02X", (unsigned char)*at);
		else if (is_disguise(c))
			g_string_append_printf(fit, "\\u%04X", c);
		else
			g_string_append_len(fit, at, next - at);
		at = next;
	}
	return g_string_free(fit, FALSE);
}

/* Return a description of how line breaks were treated, and of the text of the link. */
static char *
describe_treatment(unsigned how, const urlgrep_location *location)
{
	GString *read = g_string_new(NULL);
	char *text = fit_to_show(location->link_text);
	unsigned i;

	for (i = 0; urlgrep_name(URLGREP_TREATMENT_NAMES, i); i++)
		if (how >> i & 1)
			g_string_append_printf(read, "%s%s", read->len ? ", " : "",
			    urlgrep_name(URLGREP_TREATMENT_NAMES, i));
	if (*text)
		g_string_append_printf(read, "%slink: %s", read->len ? "\n" : "", text);
	g_free(text);
	return g_string_free(read, FALSE);
}

/* Return the meanings of the warnings about a URL. */
static char *
describe_warnings(urlgrep_warnings set, const urlgrep_location *location)
{
	GString *text = g_string_new(NULL);
	unsigned i;

	if (location->flags & URLGREP_MAIL_HREF_DIFFERS) {
		char *host = fit_to_show(location->shown_host);

		g_string_append_printf(text, "href-differs: the link shows another host%s%s",
		    *host ? ": " : "", host);
		g_free(host);
	}
	for (i = 0; urlgrep_name(URLGREP_WARNING_NAMES, i); i++)
		if (set >> i & 1)
			g_string_append_printf(text, "%s%s: %s", text->len ? "\n" : "",
			    urlgrep_name(URLGREP_WARNING_NAMES, i), urlgrep_warning_meaning(i));
	return g_string_free(text, FALSE);
}

/* Return why a text is not a URL. */
static char *
describe_error(urlgrep_scanner *judge, const urlgrep_finding *found)
{
	urlgrep_error error;

	if (urlgrep_explain_finding(judge, found, &error) != URLGREP_OK)
		return g_strdup("no URL");
	return g_strdup_printf("no URL: %.*s", (int)error.message.len,
	    error.message.text);
}

static bool
is_accepted(urlgrep_verdict verdict)
{
	return verdict == URLGREP_VALID || verdict == URLGREP_LOOSE;
}

/* Add a reading, unless its URL has been added already. */
static void
add_reading(struct rows *rows, const urlgrep_finding *found, const urlgrep_location *location,
    const urlgrep_reading *reading)
{
	char *url = g_strndup(reading->url.text, reading->url.len), *shown, *read, *remark;
	urlgrep_finding other = { .notes = found->notes };
	unsigned flags = location->element.text ? URLGREP_ATTRIBUTE : 0;
	bool is_valid;

	if (!g_hash_table_add(rows->urls, url)) /* takes ownership of url */
		return;
	is_valid = is_accepted(urlgrep_judge(rows->judge, reading->url.text, reading->url.len, flags,
	    &other.url)) && is_accepted(reading->verdict); /* unlike that of a template */
	other.url.verdict = reading->verdict;
	shown = fit_to_show(reading->url);
	read = describe_treatment(reading->how, location);
	remark = is_valid ? describe_warnings(urlgrep_finding_warnings(&other), location) :
	    describe_error(rows->judge, &other);
	gtk_list_store_insert_with_values(rows->store, NULL, -1, URL, url, SHOWN, shown, READ, read,
	    REMARK, remark, VALID, is_valid,
	    COLOR, !is_valid ? "gray50" : *remark ? "firebrick" : NULL, -1);
	g_free(shown);
	g_free(read);
	g_free(remark);
}

/* Add a row without a URL for a part, or a message, that was not read. */
static void
add_unread(struct rows *rows, const char *why)
{
	char *remark = fit_to_show((urlgrep_span){ why, strlen(why) });

	gtk_list_store_insert_with_values(rows->store, NULL, -1, URL, "", SHOWN, "", READ, "",
	    REMARK, remark, VALID, FALSE, COLOR, "gray50", -1);
	g_free(remark);
}

/* Add the URLs in the reader's input, including the targets of links in HTML. */
static void
find_urls(struct rows *rows)
{
	const urlgrep_finding *found;
	const urlgrep_location *location;
	urlgrep_status status;
	unsigned i;

	while ((status = urlgrep_mail_next(rows->mail, &found, &location)) != URLGREP_END) {
		for (i = 0; status == URLGREP_OK && i < found->reading_count; i++)
			add_reading(rows, found, location, &found->readings[i]);
		if (status == URLGREP_SKIPPED)
			add_unread(rows, urlgrep_mail_error(rows->mail)->reason);
	}
}

/* ---- showing the list and opening URLs --- */

static GtkWidget *shown; /* the window, or NULL */

static GtkWindow *
window_of(GtkTreeView *view)
{
	return GTK_WINDOW(gtk_widget_get_toplevel(GTK_WIDGET(view)));
}

static void
show_error(GtkTreeView *view, const char *what)
{
	GtkWidget *dialog = gtk_message_dialog_new(window_of(view), GTK_DIALOG_MODAL,
	    GTK_MESSAGE_ERROR, GTK_BUTTONS_CLOSE, "%s", what);

	gtk_dialog_run(GTK_DIALOG(dialog));
	gtk_widget_destroy(dialog);
}

/* Return true if the URL has no warning, or if the user confirms opening it. */
static bool
confirm_warnings(GtkTreeView *view, const char *url, const char *warnings)
{
	GtkWidget *dialog;
	int answer;

	if (*warnings == '\0')
		return true;
	dialog = gtk_message_dialog_new(window_of(view), GTK_DIALOG_MODAL,
	    GTK_MESSAGE_WARNING, GTK_BUTTONS_NONE, "Open it all the same?\n\n%s\n\n%s",
	    url, warnings);
	gtk_window_set_title(GTK_WINDOW(dialog), "A URL with a warning");
	gtk_dialog_add_buttons(GTK_DIALOG(dialog), "_Cancel", GTK_RESPONSE_CANCEL,
	    "_Open", GTK_RESPONSE_ACCEPT, NULL);
	gtk_dialog_set_default_response(GTK_DIALOG(dialog), GTK_RESPONSE_CANCEL);
	answer = gtk_dialog_run(GTK_DIALOG(dialog));
	gtk_widget_destroy(dialog);
	return answer == GTK_RESPONSE_ACCEPT;
}

/* Return a copy of a word with each "%s" replaced by the URL, and free the word. */
static char *
place_url(char *word, const char *url)
{
	char **parts = g_strsplit(word, "%s", -1);
	char *placed = g_strjoinv(url, parts);

	g_strfreev(parts);
	g_free(word);
	return placed;
}

/* Open a URL with the command of the preferences. The command is split into words before the URL
 * is inserted, so that any URL is one argument, or part of one, and no shell interprets it. */
static void
open_url(GtkTreeView *view, const char *url)
{
	GError *error = NULL;
	char **words;
	int i, count;

	if (!g_shell_parse_argv(prefs_common_get_uri_cmd(), &count, &words, &error)) {
		show_error(view, error->message);
		g_error_free(error);
		return;
	}
	for (i = 0; i < count; i++)
		words[i] = place_url(words[i], url);
	if (!g_spawn_async(NULL, words, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL,
		&error)) {
		show_error(view, error->message);
		g_error_free(error);
	}
	g_strfreev(words);
}

static void
open_selected(GtkTreeView *view)
{
	GtkTreeModel *model;
	GtkTreeIter at;
	char *url, *text, *remark;
	gboolean is_valid;

	if (!gtk_tree_selection_get_selected(gtk_tree_view_get_selection(view), &model, &at))
		return;
	gtk_tree_model_get(model, &at, URL, &url, SHOWN, &text, REMARK, &remark, VALID, &is_valid, -1);
	if (is_valid && confirm_warnings(view, text, remark))
		open_url(view, url);
	g_free(url);
	g_free(text);
	g_free(remark);
}

static void
copy_selected(GtkTreeView *view)
{
	GtkTreeModel *model;
	GtkTreeIter at;
	char *url;

	if (!gtk_tree_selection_get_selected(gtk_tree_view_get_selection(view), &model, &at))
		return;
	gtk_tree_model_get(model, &at, URL, &url, -1);
	gtk_clipboard_set_text(gtk_clipboard_get(GDK_SELECTION_CLIPBOARD), url, -1);
	g_free(url);
}

/* Add a column in which long text is wrapped, so that the end of a URL is never hidden. */
static void
add_column(GtkTreeView *view, const char *title, int what, int width)
{
	GtkCellRenderer *cell = gtk_cell_renderer_text_new();

	g_object_set(cell, "wrap-width", width, "wrap-mode", PANGO_WRAP_WORD_CHAR,
	    NULL);
	gtk_tree_view_insert_column_with_attributes(view, -1, title, cell, "text",
	    what, "foreground", COLOR, NULL);
}

static void
on_response(GtkDialog *dialog, int response, void *view)
{
	if (response == GTK_RESPONSE_ACCEPT)
		open_selected(view);
	else if (response == GTK_RESPONSE_APPLY)
		copy_selected(view);
	else
		gtk_widget_destroy(GTK_WIDGET(dialog));
}

static void
close_rows(void)
{
	if (shown)
		gtk_widget_destroy(shown);
}

/* Show the rows in a window over parent, and close an earlier window. Takes ownership of store. */
static void
show_rows(GtkWindow *parent, GtkListStore *store)
{
	GtkWidget *list = gtk_tree_view_new_with_model(GTK_TREE_MODEL(store));
	GtkWidget *scrolled = gtk_scrolled_window_new(NULL, NULL), *box;
	GtkTreeView *view = GTK_TREE_VIEW(list);

	close_rows();
	g_object_unref(store);
	add_column(view, "URL", SHOWN, 430);
	add_column(view, "Read as", READ, 140);
	add_column(view, "Remarks", REMARK, 300);
	shown = gtk_dialog_new_with_buttons("URLs in this message", parent,
	    GTK_DIALOG_DESTROY_WITH_PARENT, "_Copy", GTK_RESPONSE_APPLY, "_Open",
	    GTK_RESPONSE_ACCEPT, "C_lose", GTK_RESPONSE_CLOSE, NULL);
	box = gtk_dialog_get_content_area(GTK_DIALOG(shown));
	gtk_container_add(GTK_CONTAINER(scrolled), list);
	gtk_box_pack_start(GTK_BOX(box), scrolled, TRUE, TRUE, 0);
	gtk_window_set_default_size(GTK_WINDOW(shown), 940, 420);
	g_signal_connect_swapped(view, "row-activated", G_CALLBACK(open_selected), view);
	g_signal_connect(shown, "response", G_CALLBACK(on_response), view);
	g_signal_connect(shown, "destroy", G_CALLBACK(gtk_widget_destroyed), &shown);
	gtk_widget_show_all(shown);
	gtk_widget_grab_focus(list);
}

/* ---- reading messages from Claws Mail --- */

/* Find the URLs in a part, which Claws Mail converts to plain text in UTF-8, as if in a message. */
static void
find_in_part(struct rows *rows, MimeInfo *part, const char *subject)
{
	const char *format = procmime_mimeinfo_get_parameter(part, "format");
	const char *delsp = procmime_mimeinfo_get_parameter(part, "delsp");
	FILE *file = procmime_get_text_content(part);
	GString *text = g_string_new(NULL);
	char piece[4096];
	size_t got;

	g_string_printf(text, "Subject: %s\nContent-Type: text/plain; charset=utf-8; format=\"%s\"; "
	    "delsp=\"%s\"\n\n", subject ? subject : "", format ? format : "", delsp ? delsp : "");
	while (file && (got = fread(piece, 1, sizeof(piece), file)) > 0)
		g_string_append_len(text, piece, (gssize)got);
	if (file)
		fclose(file);
	if (urlgrep_mail_open_buffer(rows->mail, "", text->str, text->len, NULL) == URLGREP_OK)
		find_urls(rows);
	g_string_free(text, TRUE);
}

static GtkListStore *
rows_of(MsgInfo *message)
{
	urlgrep_mail_options options = { .size = sizeof(options),
		.flags = URLGREP_ANCHORS | URLGREP_ALL, .type = URLGREP_MAIL_MESSAGE };
	struct rows rows = { gtk_list_store_new(COLUMNS, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING,
		G_TYPE_STRING, G_TYPE_BOOLEAN, G_TYPE_STRING),
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
		urlgrep_scanner_new(NULL), urlgrep_mail_new(NULL, &options) };
	char *file = procmsg_get_message_file(message);
	MimeInfo *all = NULL, *part;
	urlgrep_status status;

	if (rows.mail == NULL || rows.judge == NULL)
		g_error("out of memory"); /* abort, as GLib does */
	if (file == NULL || MSG_IS_ENCRYPTED(message->flags))
		all = procmime_scan_message(message);
	else if ((status = urlgrep_mail_open_file(rows.mail, file, NULL)) == URLGREP_OK)
		find_urls(&rows);
	else
		add_unread(&rows, status == URLGREP_SKIPPED ? urlgrep_mail_error(rows.mail)->reason :
		    "out of memory");
	for (part = all; part; part = procmime_mimeinfo_next(part))
		if (part->type == MIMETYPE_TEXT)
			find_in_part(&rows, part, message->subject);
	if (all)
		procmime_mimeinfo_free_all(&all);
	urlgrep_mail_free(rows.mail);
	urlgrep_scanner_free(rows.judge);
	g_hash_table_destroy(rows.urls);
	g_free(file);
	return rows.store;
}

static void
show_urls(GtkAction *action, gpointer data)
{
	MainWindow *main_window = data;
	MsgInfo *message = summary_get_selected_msg(main_window->summaryview);

	(void)action;
	if (message)
		show_rows(GTK_WINDOW(main_window->window), rows_of(message));
}

/* ---- the functions that every plugin must define --- */

static GtkActionEntry entries[] = {
	{ ACTION, NULL, "_URLs in this message...", "<Control><Shift>j", NULL,
	    G_CALLBACK(show_urls) },
};

gint
plugin_init(gchar **error)
{
	MainWindow *main_window = mainwindow_get_mainwindow();

	if (!check_plugin_version(MAKE_NUMERIC_VERSION(4, 0, 0, 0),
		VERSION_NUMERIC, plugin_name(), error))
		return -1;
	if (main_window == NULL) {
		*error = g_strdup("no main window");
		return -1;
	}
	gtk_action_group_add_actions(main_window->action_group, entries,
	    G_N_ELEMENTS(entries), main_window);
	menu_id = gtk_ui_manager_new_merge_id(main_window->ui_manager);
	gtk_ui_manager_add_ui(main_window->ui_manager, menu_id, "/Menu/Tools",
	    ACTION, ACTION, GTK_UI_MANAGER_MENUITEM, FALSE);
	return 0;
}

gboolean
plugin_done(void)
{
	MainWindow *main_window = mainwindow_get_mainwindow();
	GtkAction *action;

	close_rows();
	if (main_window == NULL)
		return TRUE;
	action = gtk_action_group_get_action(main_window->action_group, ACTION);
	if (action)
		gtk_action_group_remove_action(main_window->action_group, action);
	gtk_ui_manager_remove_ui(main_window->ui_manager, menu_id);
	return TRUE;
}

const gchar *
plugin_name(void)
{
	return "urlgrep";
}

const gchar *
plugin_desc(void)
{
	return "Lists the URLs of a message. URLs cut by line breaks are rejoined, "
	       "each URL is judged by a strict grammar, and you are warned before "
	       "you open an odd or dangerous one.\n\n"
	       "Tools, URLs in this message...";
}

const gchar *
plugin_type(void)
{
	return "GTK3";
}

const gchar *
plugin_licence(void)
{
	return "GPL3+";
}

const gchar *
plugin_version(void)
{
	return urlgrep_version();
}

struct PluginFeature *
plugin_provides(void)
{
	static struct PluginFeature features[] = {
		{ PLUGIN_UTILITY, "URLs in this message" },
		{ PLUGIN_NOTHING, NULL },
	};

	return features;
}
