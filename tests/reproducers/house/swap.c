// Preloaded: before the SWAP-th open of a.yaml it becomes b.yaml.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int opened;
static void see(const char* path) {
  const size_t length = strlen(path);
  if (!getenv("SWAP") || length < 6 || strcmp(path + length - 6, "a.yaml") != 0) return;
  if (++opened == atoi(getenv("SWAP")) && system("env -u LD_PRELOAD cp b.yaml a.yaml") != 0) abort();
}
#define OPEN(name)                                                             \
  int name(const char* path, int flags, ...) {                                 \
    va_list rest;                                                              \
    va_start(rest, flags);                                                     \
    const int mode = va_arg(rest, int);                                        \
    va_end(rest);                                                              \
    static int (*real)(const char*, int, ...);                                 \
    if (!real) real = (int (*)(const char*, int, ...))dlsym(RTLD_NEXT, #name); \
    see(path);                                                                 \
    return real(path, flags, mode);                                            \
  }
OPEN(open)
OPEN(open64)
