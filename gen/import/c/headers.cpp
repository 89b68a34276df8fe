// The standard headers that stencil programs include, so that an import needs neither a C library nor the files of a
// compiler.
#include <string>
#include <utility>
#include <vector>

#include "import/c/tree.hpp"

namespace rtlgen::importer::c {

namespace {

/// Declarations for double, and with the suffix f for float.
std::string math_functions() {
  std::string out;
  for (const char* one : {"sqrt",  "fabs", "exp",       "exp2", "log",   "log2",  "log10",  "sin",   "cos",  "tan",
                          "asin",  "acos", "atan",      "sinh", "cosh",  "tanh",  "cbrt",   "floor", "ceil", "trunc",
                          "round", "rint", "nearbyint", "erf",  "expm1", "log1p", "tgamma", "lgamma"}) {
    const std::string name(one);
    out += "double " + name + "(double);\nfloat " + name + "f(float);\n";
  }
  for (const char* two : {"pow", "atan2", "hypot", "fmin", "fmax", "fmod", "fdim", "copysign", "remainder"}) {
    const std::string name(two);
    out += "double " + name + "(double, double);\nfloat " + name + "f(float, float);\n";
  }
  return out + "double fma(double, double, double);\nfloat fmaf(float, float, float);\n";
}

const char* const kTypes = R"(
typedef unsigned long size_t;
typedef long ptrdiff_t;
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long uint64_t;
typedef long intptr_t;
typedef unsigned long uintptr_t;
typedef signed char int_fast8_t;
typedef long int_fast16_t;
typedef long int_fast32_t;
typedef long int_fast64_t;
typedef unsigned char uint_fast8_t;
typedef unsigned long uint_fast16_t;
typedef unsigned long uint_fast32_t;
typedef unsigned long uint_fast64_t;
typedef signed char int_least8_t;
typedef short int_least16_t;
typedef int int_least32_t;
typedef long int_least64_t;
typedef unsigned char uint_least8_t;
typedef unsigned short uint_least16_t;
typedef unsigned int uint_least32_t;
typedef unsigned long uint_least64_t;
typedef long intmax_t;
typedef unsigned long uintmax_t;
typedef long ssize_t;
typedef struct rtlgen_file FILE;
extern FILE *stdin, *stdout, *stderr;
struct timeval { long tv_sec; long tv_usec; };
struct timespec { long tv_sec; long tv_nsec; };
)";

const char* const kFunctions = R"(
int abs(int);
long labs(long);
void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void *aligned_alloc(size_t, size_t);
int posix_memalign(void **, size_t, size_t);
void free(void *);
void exit(int);
void abort(void);
int atoi(const char *);
double atof(const char *);
int rand(void);
void srand(unsigned);
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
int strcmp(const char *, const char *);
unsigned long strlen(const char *);
int printf(const char *, ...);
int fprintf(FILE *, const char *, ...);
int puts(const char *);
FILE *fopen(const char *, const char *);
int fclose(FILE *);
int fscanf(FILE *, const char *, ...);
unsigned long fread(void *, unsigned long, unsigned long, FILE *);
unsigned long fwrite(const void *, unsigned long, unsigned long, FILE *);
int gettimeofday(struct timeval *, void *);
double omp_get_wtime(void);
int omp_get_max_threads(void);
int omp_get_thread_num(void);
void omp_set_num_threads(int);
void rtlgen_assert(int);
)";

// Only in the headers that define them: programs use these names for their own variables.
const char* const kClock = R"(
typedef long time_t;
typedef long clock_t;
struct timezone { int tz_minuteswest; int tz_dsttime; };
struct tms { long tms_utime; long tms_stime; long tms_cutime; long tms_cstime; };
struct rusage { struct timeval ru_utime; struct timeval ru_stime; long ru_maxrss; };
time_t time(time_t *);
clock_t clock(void);
int clock_gettime(int, struct timespec *);
clock_t times(struct tms *);
int getrusage(int, struct rusage *);
unsigned sleep(unsigned);
int usleep(unsigned);
long sysconf(int);
int getpid(void);
)";

const char* const kMacros = R"(
#define NULL ((void *)0)
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define EOF (-1)
#define CLOCKS_PER_SEC 1000000
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define RUSAGE_SELF 0
#define _SC_CLK_TCK 2
#define bool _Bool
#define true 1
#define false 0
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_E 2.7182818284590452354
#define M_SQRT2 1.41421356237309504880
#define FLT_MAX 3.40282346638528859812e+38F
#define FLT_MIN 1.17549435082228750797e-38F
#define FLT_EPSILON 1.19209289550781250000e-7F
#define DBL_MAX 1.79769313486231570815e+308
#define DBL_MIN 2.22507385850720138309e-308
#define DBL_EPSILON 2.22044604925031308085e-16
#define INT_MAX 2147483647
#define INT_MIN (-2147483647 - 1)
#define UCHAR_MAX 255
#define assert(x) ((void)0)
#define _MM_DENORMALS_ZERO_ON 0x0040
#define _MM_FLUSH_ZERO_ON 0x8000
#define _MM_SET_DENORMALS_ZERO_MODE(x) ((void)0)
#define _MM_SET_FLUSH_ZERO_MODE(x) ((void)0)
)";

}  // namespace

const std::vector<std::pair<std::string, std::string>>& standard_headers() {
  static const std::vector<std::pair<std::string, std::string>> headers = [] {
    std::vector<std::pair<std::string, std::string>> out;
    out.emplace_back("rtlgen_declarations.h", "#pragma once\n" + std::string(kTypes) + kFunctions + math_functions());
    for (const char* name : {"math.h",     "stdio.h",   "stdlib.h",    "string.h",       "stddef.h",    "stdint.h",
                             "inttypes.h", "stdbool.h", "float.h",     "limits.h",       "assert.h",    "time.h",
                             "sys/time.h", "unistd.h",  "omp.h",       "sys/resource.h", "sys/times.h", "sys/types.h",
                             "malloc.h",   "memory.h",  "xmmintrin.h", "pmmintrin.h"}) {
      const std::string header(name);
      const bool has_clock = header == "time.h" || header == "unistd.h" || header.starts_with("sys/");
      out.emplace_back(header, "#pragma once\n#include <rtlgen_declarations.h>\n#include <rtlgen_macros.h>\n" +
                                   std::string(has_clock ? "#include <rtlgen_clock.h>\n" : ""));
    }
    out.emplace_back("rtlgen_clock.h", "#pragma once\n" + std::string(kClock));
    out.emplace_back("complex.h", "#pragma once\n#define complex _Complex\n");
    out.emplace_back("rtlgen_macros.h", "#pragma once\n" + std::string(kMacros));
    return out;
  }();
  return headers;
}

}  // namespace rtlgen::importer::c
