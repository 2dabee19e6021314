/* frameset.h - tags in <frameset> and after it (HTML standard, 13.2.6.4.20 and 21) */
#ifndef HTML_TREE_MODES_FRAMESET_H
#define HTML_TREE_MODES_FRAMESET_H

#include "html/tree/insertion_mode.h"

insertion_mode_fn start_in_frameset, end_in_frameset;

/* Also the start tags of the mode "after after frameset". */
insertion_mode_fn start_after_frameset, end_after_frameset;

#endif
