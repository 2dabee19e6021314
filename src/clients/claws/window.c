/* window.c - the list of a message's URLs, and the opening of one */
#include "urls.h"

enum { URL, READ, REMARK, COLOR, ROW, COLUMNS };

/* The state of a list. */
struct list {
	GtkWidget *window;
	GtkTreeView *view;
	struct rows *rows;
	char *command;
};

static GtkWidget *shown; /* the window, or NULL */

static void
say(struct list *list, const char *what)
{
	GtkWidget *dialog = gtk_message_dialog_new(GTK_WINDOW(list->window),
	    GTK_DIALOG_MODAL, GTK_MESSAGE_ERROR, GTK_BUTTONS_CLOSE, "%s", what);

	gtk_dialog_run(GTK_DIALOG(dialog));
	gtk_widget_destroy(dialog);
}

static bool
agreed(struct list *list, const struct window_row *row)
{
	GtkWidget *dialog;
	int answer;

	if (!row->warned)
		return true;
	dialog = gtk_message_dialog_new(GTK_WINDOW(list->window), GTK_DIALOG_MODAL,
	    GTK_MESSAGE_WARNING, GTK_BUTTONS_NONE, "Open it all the same?\n\n%s\n\n%s",
	    row->shown, row->remark);
	gtk_window_set_title(GTK_WINDOW(dialog), "A URL with a warning");
	gtk_dialog_add_buttons(GTK_DIALOG(dialog), "_Cancel", GTK_RESPONSE_CANCEL,
	    "_Open", GTK_RESPONSE_ACCEPT, NULL);
	gtk_dialog_set_default_response(GTK_DIALOG(dialog), GTK_RESPONSE_CANCEL);
	answer = gtk_dialog_run(GTK_DIALOG(dialog));
	gtk_widget_destroy(dialog);
	return answer == GTK_RESPONSE_ACCEPT;
}

/* Replace each "%s" of a word, which is freed, by the URL. */
static char *
place_url(char *word, const char *url)
{
	char **parts = g_strsplit(word, "%s", -1);
	char *placed = g_strjoinv(url, parts);

	g_strfreev(parts);
	g_free(word);
	return placed;
}

/* The command is divided into words before the URL is put in: whatever that holds,
 * it is one argument, or part of one, and no shell sees it. */
static void
open_url(struct list *list, const char *url)
{
	GError *error = NULL;
	char **words;
	int i, count;

	if (!g_shell_parse_argv(list->command, &count, &words, &error)) {
		say(list, error->message);
		g_error_free(error);
		return;
	}
	for (i = 0; i < count; i++)
		words[i] = place_url(words[i], url);
	if (!g_spawn_async(NULL, words, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL,
		&error)) {
		say(list, error->message);
		g_error_free(error);
	}
	g_strfreev(words);
}

static const struct window_row *
selected(struct list *list)
{
	GtkTreeModel *model;
	GtkTreeIter at;
	void *row = NULL;

	if (gtk_tree_selection_get_selected(gtk_tree_view_get_selection(list->view),
		&model, &at))
		gtk_tree_model_get(model, &at, ROW, &row, -1);
	return row;
}

static void
open_selected(struct list *list)
{
	const struct window_row *row = selected(list);

	if (row && row->valid && agreed(list, row))
		open_url(list, row->url);
}

static void
on_activated(GtkTreeView *view, GtkTreePath *path, GtkTreeViewColumn *column,
    void *data)
{
	(void)view, (void)path, (void)column;
	open_selected(data);
}

static void
copy_selected(struct list *list)
{
	const struct window_row *row = selected(list);

	if (row)
		gtk_clipboard_set_text(gtk_clipboard_get(GDK_SELECTION_CLIPBOARD),
		    row->url, -1);
}

static GtkListStore *
store_of(const struct rows *rows)
{
	GtkListStore *store = gtk_list_store_new(COLUMNS, G_TYPE_STRING,
	    G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_POINTER);
	unsigned i;

	for (i = 0; i < rows->list->len; i++) {
		const struct window_row *row = rows->list->pdata[i];

		gtk_list_store_insert_with_values(store, NULL, -1, URL, row->shown,
		    READ, row->read, REMARK, row->remark, COLOR,
		    !row->valid ? "gray50" : row->warned ? "firebrick" : NULL,
		    ROW, row, -1);
	}
	return store;
}

/* Wrap text that is too long for its column, so that no end of a URL is hidden. */
static void
add_column(GtkTreeView *view, const char *title, int what, int width)
{
	GtkCellRenderer *cell = gtk_cell_renderer_text_new();

	g_object_set(cell, "wrap-width", width, "wrap-mode", PANGO_WRAP_WORD_CHAR,
	    NULL);
	gtk_tree_view_insert_column_with_attributes(view, -1, title, cell, "text",
	    what, "foreground", COLOR, NULL);
}

static GtkTreeView *
view_of(const struct rows *rows)
{
	GtkListStore *store = store_of(rows);
	GtkTreeView *view = GTK_TREE_VIEW(
	    gtk_tree_view_new_with_model(GTK_TREE_MODEL(store)));

	add_column(view, "URL", URL, 430);
	add_column(view, "Read as", READ, 140);
	add_column(view, "Remarks", REMARK, 300);
	g_object_unref(store);
	return view;
}

static void
on_response(GtkDialog *dialog, int response, void *data)
{
	struct list *list = data;

	if (response == GTK_RESPONSE_ACCEPT)
		open_selected(list);
	else if (response == GTK_RESPONSE_APPLY)
		copy_selected(list);
	else
		gtk_widget_destroy(GTK_WIDGET(dialog));
}

static void
on_destroy(GtkWidget *window, void *data)
{
	struct list *list = data;

	(void)window;
	shown = NULL;
	rows_free(list->rows);
	g_free(list->command);
	g_free(list);
}

void
close_rows(void)
{
	if (shown)
		gtk_widget_destroy(shown);
}

void
show_rows(GtkWindow *parent, struct rows *rows, const char *command)
{
	struct list *list = g_new0(struct list, 1);
	GtkWidget *scrolled = gtk_scrolled_window_new(NULL, NULL), *box;

	close_rows();
	list->rows = rows;
	list->command = g_strdup(command);
	list->window = shown = gtk_dialog_new_with_buttons("URLs in this message", parent,
	    GTK_DIALOG_DESTROY_WITH_PARENT, "_Copy", GTK_RESPONSE_APPLY, "_Open",
	    GTK_RESPONSE_ACCEPT, "C_lose", GTK_RESPONSE_CLOSE, NULL);
	list->view = view_of(rows);
	box = gtk_dialog_get_content_area(GTK_DIALOG(list->window));
	gtk_container_add(GTK_CONTAINER(scrolled), GTK_WIDGET(list->view));
	gtk_box_pack_start(GTK_BOX(box), scrolled, TRUE, TRUE, 0);
	gtk_window_set_default_size(GTK_WINDOW(list->window), 940, 420);
	g_signal_connect(list->view, "row-activated", G_CALLBACK(on_activated), list);
	g_signal_connect(list->window, "response", G_CALLBACK(on_response), list);
	g_signal_connect(list->window, "destroy", G_CALLBACK(on_destroy), list);
	gtk_widget_show_all(list->window);
	gtk_widget_grab_focus(GTK_WIDGET(list->view));
}
