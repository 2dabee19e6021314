/* body.h - tags in the body and after it (HTML standard, 13.2.6.4.7 and 19) */
#ifndef HTML_BODY_H
#define HTML_BODY_H

#include "html/insertion_mode.h"

insertion_mode_fn start_in_body, end_in_body;

/* Also of the mode "after after body". */
insertion_mode_fn start_after_body, end_after_body;

#endif
