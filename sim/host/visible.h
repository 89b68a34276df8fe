/* Marks what the shared library librtlgen_host.so lets out; everything else stays inside. */
#ifndef RTLGEN_HOST_VISIBLE_H
#define RTLGEN_HOST_VISIBLE_H

#define RTLGEN_HOST_VISIBLE __attribute__((visibility("default")))

#endif
