/* curses.h - the only file that includes ncurses, with wide characters */
#ifndef PICK_CURSES_H
#define PICK_CURSES_H

#define NCURSES_WIDECHAR 1
#include <curses.h>

#endif
