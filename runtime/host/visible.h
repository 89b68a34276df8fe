/* Marks the symbols that the shared library librtlgen_host.so exports; all others are hidden. */
#ifndef RTLGEN_HOST_VISIBLE_H
#define RTLGEN_HOST_VISIBLE_H

#define RTLGEN_HOST_VISIBLE __attribute__((visibility("default")))

#endif
