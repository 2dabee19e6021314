/* flowed.c - the target "scan" with texts that are format=flowed (RFC 3676), with
 * DelSp and without */
#define FLOWED 1
#include "scan.c"
