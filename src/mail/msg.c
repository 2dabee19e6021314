/* msg.c - convert an Outlook message (.msg, .oft) to lists of MAPI properties, as in TNEF. A .msg
 * is a compound file ([MS-CFB]), a file system in a file: its storages are the message, the files
 * attached to it and the messages in it, and most of its streams are properties ([MS-OXMSG]). */
#include <string.h>

#include "input/input.h"
#include "mail/containers.h"
#include "util/ascii.h"
#include "util/strbuf.h"

enum {
	/* in the header */
	HEADER_BYTES = 512, SHIFT_AT = 30, DIRECTORY_AT = 48, CUTOFF_AT = 56, MINI_TABLE_AT = 60,
	LIST_AT = 68, LIST_BEGIN_AT = 76,
	/* in an entry of the directory */
	ENTRY_BYTES = 128, NAME_LENGTH_AT = 64, KIND_AT = 66, LEFT_AT = 68, RIGHT_AT = 72,
	CHILD_AT = 76, START_AT = 116, SIZE_AT = 120, MAX_NAME_LENGTH = 31,
	KIND_STORAGE = 1,

	NUMBER_BYTES = 4, /* of the number of a sector */
	MINI_SHIFT = 6,
	MAX_MSG_DEPTH = 20 /* of nested messages; message.c reads 16 levels */
};

struct compound_file {
	const char *text;
	size_t len;
	unsigned shift;   /* a sector has 1 << shift bytes */
	uint32_t cutoff;  /* shorter streams are in sectors of 64 bytes in the mini_stream */
	/* The sectors of streams, in order, as an array of uint32_t. In a table, number i is the
	 * sector that follows sector i. */
	struct strbuf table, mini_table, directory, mini_stream;
	struct strbuf seen; /* byte i is 1: entry i of the directory has been taken */
	size_t bytes_left;  /* to be copied; limits damaged files whose streams overlap */
	unsigned depth;     /* of nested messages */
	struct strbuf out, points; /* the lists, and the source points of their bytes */
	bool is_message, is_damaged;
};

/* ---- sectors --- */

static uint32_t
number_at(const char *text)
{
	struct byte_reader r = { text, 0, NUMBER_BYTES, false };

	return read_little_endian(&r, NUMBER_BYTES);
}

static void
add_sector(struct strbuf *s, uint32_t sector)
{
	strbuf_append(s, (const char *)&sector, sizeof(sector));
}

/* Return the sector, and set *count to how many of its bytes the file has; NULL if it has none. */
static const char *
find_sector(const struct compound_file *f, uint32_t sector, size_t *count)
{
	size_t size = (size_t)1 << f->shift, begin;

	if (sector >= f->len >> f->shift)
		return NULL;
	begin = ((size_t)sector + 1) << f->shift; /* the header precedes the first sector */
	*count = f->len - begin < size ? f->len - begin : size;
	return *count > 0 ? f->text + begin : NULL;
}

/* Return the bytes of the stream from `at` on, and set *count to how many are in the same sector;
 * NULL if the file does not contain them. */
static const char *
find_bytes(const struct compound_file *f, const struct strbuf *s, size_t at, size_t *count)
{
	size_t index = at >> f->shift, offset = at & (((size_t)1 << f->shift) - 1);
	const char *bytes;
	uint32_t sector;

	if (index >= s->len / sizeof(sector))
		return NULL;
	memcpy(&sector, s->at + index * sizeof(sector), sizeof(sector));
	bytes = find_sector(f, sector, count);
	if (bytes == NULL || *count <= offset)
		return NULL;
	*count -= offset;
	return bytes + offset;
}

/* Set *sector to the next sector of its stream. Return false at the end of the stream. */
static bool
next_sector(const struct compound_file *f, const struct strbuf *table, uint32_t *sector)
{
	size_t count;
	const char *next = *sector < f->len ?
	    find_bytes(f, table, (size_t)*sector * NUMBER_BYTES, &count) : NULL;

	if (next == NULL || count < NUMBER_BYTES)
		return false;
	*sector = number_at(next);
	return true;
}

/* Set *s to the sectors of the stream that begins with `sector`, at most all of the file. */
static void
read_sectors(struct compound_file *f, uint32_t sector, struct strbuf *s)
{
	size_t left = f->len >> f->shift, count;

	for (; left > 0 && find_sector(f, sector, &count); left--) {
		add_sector(s, sector);
		if (!next_sector(f, &f->table, &sector))
			break;
	}
}

/* Read which sectors the table consists of. The header lists the first 109. Further sectors of the
 * list follow; each ends with the number of the next one. */
static void
read_table(struct compound_file *f)
{
	uint32_t sector = number_at(f->text + LIST_AT);
	const char *list = f->text + LIST_BEGIN_AT;
	size_t numbers = (HEADER_BYTES - LIST_BEGIN_AT) / NUMBER_BYTES, count, i;
	size_t left = (f->len >> f->shift) * NUMBER_BYTES / ((size_t)1 << f->shift) + 1;

	for (;;) {
		for (i = 0; i < numbers && left > 0; i++, left--)
			add_sector(&f->table, number_at(list + i * NUMBER_BYTES));
		list = left > 0 ? find_sector(f, sector, &count) : NULL;
		if (list == NULL || count >> f->shift == 0)
			break;
		numbers = count / NUMBER_BYTES - 1;
		sector = number_at(list + numbers * NUMBER_BYTES);
	}
}

/* Append the stream of a directory entry to `to`. */
static void
copy_stream(struct compound_file *f, const char *entry, struct strbuf *to)
{
	uint32_t sector = number_at(entry + START_AT), left = number_at(entry + SIZE_AT);
	bool is_mini = left < f->cutoff;
	const struct strbuf *table = is_mini ? &f->mini_table : &f->table;
	size_t room = (size_t)1 << (is_mini ? MINI_SHIFT : f->shift), count = 0;

	while (left > 0 && f->bytes_left > 0) {
		const char *bytes = NULL;
		size_t begin;

		if (!is_mini)
			bytes = find_sector(f, sector, &count);
		else if (sector < f->len)
			bytes = find_bytes(f, &f->mini_stream, (size_t)sector << MINI_SHIFT, &count);
		if (bytes == NULL)
			break;
		begin = (size_t)(bytes - f->text);
		count = count < room ? count : room;
		count = count < left ? count : left;
		count = count < f->bytes_left ? count : f->bytes_left;
		if (to == &f->out)
			enclosed_text_add(to, &f->points, f->text, (struct byte_range){ begin, begin + count });
		else
			strbuf_append(to, bytes, count);
		left -= (uint32_t)count;
		f->bytes_left -= count;
		if (!next_sector(f, table, &sector))
			break;
	}
	f->is_damaged |= left > 0;
}

/* ---- the directory --- */

/* An entry of the directory: a stream or a storage. */
struct entry {
	const char *at; /* in the directory */
	bool is_storage;
	char name[MAX_NAME_LENGTH + 1]; /* in US-ASCII, like all names in a message */
};

/* Set *e to the entry. Return false if the directory does not contain all of it, or if it was taken
 * before: the entries of a damaged file may form a cycle. */
static bool
take_entry(struct compound_file *f, uint32_t id, struct entry *e)
{
	size_t count, len, i;

	e->at = id < f->len / ENTRY_BYTES ?
	    find_bytes(f, &f->directory, (size_t)id * ENTRY_BYTES, &count) : NULL;
	if (e->at == NULL || count < ENTRY_BYTES)
		return false;
	if (f->seen.at[id]) {
		f->is_damaged = true;
		return false;
	}
	f->seen.at[id] = 1;
	e->is_storage = e->at[KIND_AT] == KIND_STORAGE;
	len = (unsigned char)e->at[NAME_LENGTH_AT] / 2;
	for (i = 0; i + 1 < len && i < MAX_NAME_LENGTH; i++)
		e->name[i] = e->at[2 * i + 1] == '\0' ? e->at[2 * i] : '?';
	e->name[i] = '\0';
	return true;
}

/* Append the entries of the storage, which form a binary tree, to *found, sorted by name. */
static void
list_storage(struct compound_file *f, const char *storage, struct strbuf *found)
{
	struct strbuf open = { .memory = f->out.memory };
	uint32_t id = number_at(storage + CHILD_AT);
	struct entry e;

	for (;;) {
		for (; take_entry(f, id, &e); id = number_at(e.at + LEFT_AT))
			strbuf_append(&open, (const char *)&e, sizeof(e));
		if (open.len == 0 || open.failed)
			break;
		open.len -= sizeof(e);
		memcpy(&e, open.at + open.len, sizeof(e));
		strbuf_append(found, (const char *)&e, sizeof(e));
		id = number_at(e.at + RIGHT_AT);
	}
	f->out.failed |= open.failed || found->failed;
	strbuf_free(&open);
}

static const struct entry *
entry_at(const struct strbuf *list, size_t i)
{
	return (i + 1) * sizeof(struct entry) > list->len ? NULL :
	    (const struct entry *)(const void *)list->at + i;
}

/* ---- lists of properties --- */

#define NUMBERS "__properties_version1.0" /* the stream of the properties of fixed size */
#define ATTACHED "__attach_version1.0_#"  /* prefix of the name of an attached file */

/* The bytes before the rows of NUMBERS: of the message, a message in it, an attached file. */
enum { MESSAGE_HEAD = 32, NESTED_HEAD = 24, ATTACHED_HEAD = 8 };

static void
put(struct compound_file *f, uint64_t number, unsigned bytes)
{
	for (; bytes > 0; bytes--, number >>= 8)
		strbuf_append_byte(&f->out, (char)(number & 0xFF));
}

/* Overwrite the 4 bytes at `at` with the number. */
static void
put_at(struct compound_file *f, size_t at, size_t number)
{
	size_t len = f->out.len;

	if (f->out.failed)
		return;
	f->out.len = at;
	put(f, number, NUMBER_BYTES);
	f->out.len = len;
}

static void append_message(struct compound_file *f, const char *storage, size_t head);

/* Append a property whose value is the stream, or the message in the storage. */
static void
append_property(struct compound_file *f, uint32_t id, uint32_t type, const struct entry *e)
{
	size_t begin;

	put(f, id << 16 | type, 4);
	put(f, 1, 4); /* number of values */
	put(f, 0, 4);
	begin = f->out.len;
	if (e->is_storage)
		append_message(f, e->at, NESTED_HEAD);
	else
		copy_stream(f, e->at, &f->out);
	put_at(f, begin - NUMBER_BYTES, f->out.len - begin);
	put(f, 0, (unsigned)(begin - f->out.len) % 4);
}

/* Append the properties of fixed size. Return their number. */
static size_t
append_numbers(struct compound_file *f, const struct entry *e, size_t head)
{
	enum { ROW_BYTES = 16, VALUE_AT = 8 };
	struct strbuf rows = { .memory = f->out.memory };
	size_t count = 0, at;

	copy_stream(f, e->at, &rows);
	for (at = head; rows.at && at + ROW_BYTES <= rows.len; at += ROW_BYTES) {
		uint32_t number = number_at(rows.at + at), type = number & 0xFFFF;

		if ((type != MAPI_LONG && type != MAPI_TIME) || !mapi_is_read(number >> 16))
			continue;
		put(f, number, NUMBER_BYTES);
		strbuf_append(&f->out, rows.at + at + VALUE_AT, type == MAPI_LONG ? 4 : 8);
		count++;
	}
	f->out.failed |= rows.failed;
	strbuf_free(&rows);
	return count;
}

/* Set the id and type given by the name of a stream or storage, such as "__substg1.0_1000001F".
 * Return true if the property is of use. */
static bool
is_property(const struct entry *e, uint32_t *id, uint32_t *type)
{
	static const char prefix[] = "__substg1.0_";
	const char *digits = e->name + sizeof(prefix) - 1;
	uint32_t number = 0;

	if (strlen(e->name) != sizeof(prefix) - 1 + 8 ||
	    memcmp(e->name, prefix, sizeof(prefix) - 1) != 0)
		return false;
	for (; ascii_is(*digits, ASCII_HEX); digits++)
		number = number << 4 | (uint32_t)ascii_hex_value(*digits);
	*id = number >> 16;
	*type = number & 0xFFFF;
	return *digits == '\0' && mapi_is_read(*id) && (e->is_storage ? *type == MAPI_OBJECT :
	    *type == MAPI_STRING8 || *type == MAPI_UNICODE || *type == MAPI_BINARY);
}

/* Append the list of properties in a storage. */
static void
append_list(struct compound_file *f, const struct strbuf *entries, size_t head)
{
	size_t begin = f->out.len, count = 0, i;
	const struct entry *e;
	uint32_t id, type;

	put(f, 0, NUMBER_BYTES);
	for (i = 0; (e = entry_at(entries, i)) != NULL; i++)
		if (is_property(e, &id, &type)) {
			append_property(f, id, type, e);
			count++;
		} else if (!e->is_storage && strcmp(e->name, NUMBERS) == 0) {
			count += append_numbers(f, e, head);
			f->is_message = true;
		}
	put_at(f, begin, count);
}

/* Append the lists of the message in a storage and of its attached files. */
static void
append_message(struct compound_file *f, const char *storage, size_t head)
{
	struct strbuf entries = { .memory = f->out.memory };
	const struct entry *e;
	size_t i;

	if (f->depth == MAX_MSG_DEPTH) /* message.c reports the message around it */
		return;
	f->depth++;
	list_storage(f, storage, &entries);
	append_list(f, &entries, head);
	for (i = 0; (e = entry_at(&entries, i)) != NULL; i++)
		if (e->is_storage && strncmp(e->name, ATTACHED, sizeof(ATTACHED) - 1) == 0) {
			struct strbuf file = { .memory = f->out.memory };

			list_storage(f, e->at, &file);
			append_list(f, &file, ATTACHED_HEAD);
			strbuf_free(&file);
		}
	strbuf_free(&entries);
	f->depth--;
}

/* ---- the whole file --- */

/* Read the header, and find the directory. Return the root of the directory; NULL if the file is
 * not a compound file, or if out of memory. */
static const char *
open_file(struct compound_file *f)
{
	struct entry root;

	if (f->len < HEADER_BYTES || !magic_is_compound_file(f->text, f->len))
		return NULL;
	f->shift = (unsigned char)f->text[SHIFT_AT];
	f->cutoff = number_at(f->text + CUTOFF_AT);
	if (f->shift != 9 && f->shift != 12)
		return NULL;
	read_table(f);
	read_sectors(f, number_at(f->text + DIRECTORY_AT), &f->directory);
	read_sectors(f, number_at(f->text + MINI_TABLE_AT), &f->mini_table);
	if (!strbuf_reserve(&f->seen, f->len / ENTRY_BYTES + 1))
		return NULL;
	memset(f->seen.at, 0, f->len / ENTRY_BYTES + 1);
	if (!take_entry(f, 0, &root))
		return NULL;
	read_sectors(f, number_at(root.at + START_AT), &f->mini_stream);
	return root.at;
}

enum enclosed_status
msg_open(struct arena *arena, const char *text, size_t len, struct enclosed_text *content)
{
	struct compound_file f = { .text = text, .len = len, .bytes_left = len };
	struct strbuf *buffers[] = { &f.table, &f.mini_table, &f.directory, &f.mini_stream, &f.seen };
	bool has_failed = false;
	const char *root;
	size_t i;

	f.out.memory = f.points.memory = arena->memory;
	for (i = 0; i < COUNT(buffers); i++)
		buffers[i]->memory = arena->memory;
	source_point_add(&f.points, 0, 0);
	root = open_file(&f);
	if (root)
		append_message(&f, root, MESSAGE_HEAD);
	*content = (struct enclosed_text){ .is_damaged = f.is_damaged };
	for (i = 0; i < COUNT(buffers); i++) {
		has_failed |= buffers[i]->failed;
		strbuf_free(buffers[i]);
	}
	if (!enclosed_text_finish(content, arena, &f.out, &f.points) || has_failed)
		return ENCLOSED_NOMEM;
	return f.is_message ? ENCLOSED_OK : ENCLOSED_UNREAD;
}
