/* piece.h - the messages that begin in a range of a mailbox, all read before the first is
 * taken: what a thread of mbox() hands over */
#ifndef PYTHON_EXTENSION_PIECE_H
#define PYTHON_EXTENSION_PIECE_H

#include <stdatomic.h>

#include "mail_source.h"
#include "message_object.h"

/* Make the type of pieces: an iterator over messages, with the attributes lines and
 * messages, how many of them the range has, and the method move(messages, lines), which adds to
 * the numbers of messages and lines what comes before the range. */
PyTypeObject *piece_type_new(PyObject *module);

/* Make the type _urlgrep.Pieces, an iterator over the messages of the pieces that its method
 * next_piece(), which a subclass has, returns until it raises StopIteration. After
 * another exception the iterator may go on. */
PyTypeObject *pieces_type_new(PyObject *module);

/* What reads pieces. */
struct piece_reader {
	struct mail_source source; /* a path */
	struct search_options options;
	struct message_maker maker; /* with a reference to its type */
	struct text_block spare;   /* of a piece that is no more */
	atomic_bool is_stopped;    /* reading ends early */
};

/* Return a new piece: the messages that begin in the range. owner has the reader, and lasts
 * as long as the piece. NULL with an exception. */
PyObject *piece_new(PyObject *owner, struct piece_reader *reader,
    const urlgrep_mail_range *range);

#endif
