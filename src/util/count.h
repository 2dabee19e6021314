/* count.h - the number of elements of an array */
#ifndef UTIL_COUNT_H
#define UTIL_COUNT_H

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#endif
