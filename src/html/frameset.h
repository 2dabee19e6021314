/* frameset.h - tags in <frameset> and after it (HTML standard, 13.2.6.4.20 and 21) */
#ifndef HTML_FRAMESET_H
#define HTML_FRAMESET_H

#include "html/insertion_mode.h"

insertion_mode_fn start_in_frameset, end_in_frameset;

/* Also the start tags of the mode "after after frameset". */
insertion_mode_fn start_after_frameset, end_after_frameset;

#endif
