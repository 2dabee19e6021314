/* flowed.c - the target "scan" with format=flowed texts (RFC 3676), with and without DelSp */
#define FLOWED 1
#include "scan.c"
