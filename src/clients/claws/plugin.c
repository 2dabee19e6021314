/* plugin.c - the plugin as Claws Mail sees it: Tools, "URLs in this message..."
 *
 * Its source is under the MIT license, as liburlgrep is. Within Claws Mail, the whole is under
 * the GPL, version 3 or later, which is the license that the plugin reports. */
#include <stdio.h>

#include <claws.h>
#include <version.h>
#include <plugin.h>
#include <mainwindow.h>
#include <prefs_common.h>
#include <procmime.h>
#include <procmsg.h>
#include <summaryview.h>

#include "urls.h"

#define ACTION "URLsInMessage"

static guint menu_id;

/* ---- from the message to the rows --- */

/* Find the URLs in a part, of which Claws Mail makes plain text in UTF-8, as in a message. */
static void
find_in_part(struct rows *rows, urlgrep_mail *mail, MimeInfo *part, const char *subject)
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
	if (urlgrep_mail_open_buffer(mail, "", text->str, text->len, NULL) == URLGREP_OK)
		find_urls(rows, mail);
	g_string_free(text, TRUE);
}

static struct rows *
rows_of(MsgInfo *message)
{
	urlgrep_mail_options options = { .size = sizeof(options),
		.flags = URLGREP_ANCHORS | URLGREP_ALL, .type = URLGREP_MAIL_MESSAGE };
	urlgrep_mail *mail = urlgrep_mail_new(NULL, &options);
	struct rows *rows = rows_new();
	char *file = procmsg_get_message_file(message);
	MimeInfo *all = NULL, *part;

	if (mail == NULL || rows->judge == NULL)
		g_error("no memory"); /* as GLib does */
	if (file == NULL || MSG_IS_ENCRYPTED(message->flags))
		all = procmime_scan_message(message);
	else if (urlgrep_mail_open_file(mail, file, NULL) == URLGREP_OK)
		find_urls(rows, mail);
	for (part = all; part; part = procmime_mimeinfo_next(part))
		if (part->type == MIMETYPE_TEXT)
			find_in_part(rows, mail, part, message->subject);
	if (all)
		procmime_mimeinfo_free_all(&all);
	urlgrep_mail_free(mail);
	g_free(file);
	return rows;
}

static void
show_urls(GtkAction *action, gpointer data)
{
	MainWindow *main_window = data;
	MsgInfo *message = summary_get_selected_msg(main_window->summaryview);

	(void)action;
	if (message)
		show_rows(GTK_WINDOW(main_window->window), rows_of(message),
		    prefs_common_get_uri_cmd());
}

/* ---- the functions that a plugin has to define --- */

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

static void
remove_menu(MainWindow *main_window)
{
	GtkAction *action = gtk_action_group_get_action(main_window->action_group,
	    ACTION);

	if (action)
		gtk_action_group_remove_action(main_window->action_group, action);
	gtk_ui_manager_remove_ui(main_window->ui_manager, menu_id);
}

gboolean
plugin_done(void)
{
	MainWindow *main_window = mainwindow_get_mainwindow();

	close_rows();
	if (main_window)
		remove_menu(main_window);
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
	return "Lists the URLs of a message: those that line breaks cut are whole "
	       "again, each is judged by a strict grammar, and what is odd or "
	       "dangerous about one is said before it is opened.\n\n"
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
