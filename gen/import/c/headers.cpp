// The standard headers that stencil programs include, so that an import needs neither a C library nor the files of a
// compiler.
#include <map>
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

// Each header defines the macros of its own, as in gcc: programs test whether a name is defined.
const char* const kNull = "#define NULL ((void *)0)\n";

const char* const kMath = R"(
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_E 2.7182818284590452354
#define M_LN10 2.30258509299404568402
#define M_LN2 0.69314718055994530942
#define M_LOG10E 0.43429448190325182765
#define M_LOG2E 1.4426950408889634074
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_SQRT1_2 0.70710678118654752440
#define M_SQRT2 1.41421356237309504880
#define MAXFLOAT 3.40282347e+38F
#define HUGE_VAL (1.0 / 0.0)
#define HUGE_VALF (1.0f / 0.0f)
#define INFINITY (1.0f / 0.0f)
#define NAN (0.0f / 0.0f)
#define MATH_ERRNO 1
#define MATH_ERREXCEPT 2
#define math_errhandling (MATH_ERRNO | MATH_ERREXCEPT)
#define FP_ILOGB0 (-2147483647 - 1)
#define FP_ILOGBNAN (-2147483647 - 1)
#define isnan(x) ((x) != (x))
#define isinf(x) ((x) == HUGE_VAL ? 1 : (x) == -HUGE_VAL ? -1 : 0)
#define isfinite(x) ((x) - (x) == 0)
#define isgreater(x, y) ((x) > (y))
#define isgreaterequal(x, y) ((x) >= (y))
#define isless(x, y) ((x) < (y))
#define islessequal(x, y) ((x) <= (y))
#define islessgreater(x, y) ((x) < (y) || (x) > (y))
#define isunordered(x, y) ((x) != (x) || (y) != (y))
typedef float float_t;
typedef double double_t;
)";

const char* const kFloat = R"(
#define DBL_DECIMAL_DIG __DBL_DECIMAL_DIG__
#define DBL_DIG __DBL_DIG__
#define DBL_EPSILON __DBL_EPSILON__
#define DBL_HAS_SUBNORM __DBL_HAS_DENORM__
#define DBL_MANT_DIG __DBL_MANT_DIG__
#define DBL_MAX __DBL_MAX__
#define DBL_MAX_10_EXP __DBL_MAX_10_EXP__
#define DBL_MAX_EXP __DBL_MAX_EXP__
#define DBL_MIN __DBL_MIN__
#define DBL_MIN_10_EXP __DBL_MIN_10_EXP__
#define DBL_MIN_EXP __DBL_MIN_EXP__
#define DBL_TRUE_MIN __DBL_DENORM_MIN__
#define DECIMAL_DIG __DECIMAL_DIG__
#define FLT_DECIMAL_DIG __FLT_DECIMAL_DIG__
#define FLT_DIG __FLT_DIG__
#define FLT_EPSILON __FLT_EPSILON__
#define FLT_EVAL_METHOD __FLT_EVAL_METHOD__
#define FLT_HAS_SUBNORM __FLT_HAS_DENORM__
#define FLT_MANT_DIG __FLT_MANT_DIG__
#define FLT_MAX __FLT_MAX__
#define FLT_MAX_10_EXP __FLT_MAX_10_EXP__
#define FLT_MAX_EXP __FLT_MAX_EXP__
#define FLT_MIN __FLT_MIN__
#define FLT_MIN_10_EXP __FLT_MIN_10_EXP__
#define FLT_MIN_EXP __FLT_MIN_EXP__
#define FLT_RADIX __FLT_RADIX__
#define FLT_ROUNDS 1
#define FLT_TRUE_MIN __FLT_DENORM_MIN__
#define LDBL_DECIMAL_DIG __LDBL_DECIMAL_DIG__
#define LDBL_DIG __LDBL_DIG__
#define LDBL_EPSILON __LDBL_EPSILON__
#define LDBL_HAS_SUBNORM __LDBL_HAS_DENORM__
#define LDBL_MANT_DIG __LDBL_MANT_DIG__
#define LDBL_MAX __LDBL_MAX__
#define LDBL_MAX_10_EXP __LDBL_MAX_10_EXP__
#define LDBL_MAX_EXP __LDBL_MAX_EXP__
#define LDBL_MIN __LDBL_MIN__
#define LDBL_MIN_10_EXP __LDBL_MIN_10_EXP__
#define LDBL_MIN_EXP __LDBL_MIN_EXP__
#define LDBL_TRUE_MIN __LDBL_DENORM_MIN__
)";

const char* const kLimits = R"(
#define CHAR_BIT __CHAR_BIT__
#define SCHAR_MIN (-SCHAR_MAX - 1)
#define SCHAR_MAX __SCHAR_MAX__
#define UCHAR_MAX (SCHAR_MAX * 2 + 1)
#define CHAR_MIN SCHAR_MIN
#define CHAR_MAX SCHAR_MAX
#define SHRT_MIN (-SHRT_MAX - 1)
#define SHRT_MAX __SHRT_MAX__
#define USHRT_MAX (SHRT_MAX * 2 + 1)
#define INT_MIN (-INT_MAX - 1)
#define INT_MAX __INT_MAX__
#define UINT_MAX (INT_MAX * 2U + 1U)
#define LONG_MIN (-LONG_MAX - 1L)
#define LONG_MAX __LONG_MAX__
#define ULONG_MAX (LONG_MAX * 2UL + 1UL)
#define LLONG_MIN (-LLONG_MAX - 1LL)
#define LLONG_MAX __LONG_LONG_MAX__
#define ULLONG_MAX (LLONG_MAX * 2ULL + 1ULL)
#define MB_LEN_MAX 16
#define SSIZE_MAX LONG_MAX
)";

const char* const kStdint = R"(
#define INT16_C(c) c
#define INT16_MAX (32767)
#define INT16_MIN (-32767-1)
#define INT32_C(c) c
#define INT32_MAX (2147483647)
#define INT32_MIN (-2147483647-1)
#define INT64_C(c) c ## L
#define INT64_MAX (__INT64_C(9223372036854775807))
#define INT64_MIN (-__INT64_C(9223372036854775807)-1)
#define INT8_C(c) c
#define INT8_MAX (127)
#define INT8_MIN (-128)
#define INTMAX_C(c) c ## L
#define INTMAX_MAX (__INT64_C(9223372036854775807))
#define INTMAX_MIN (-__INT64_C(9223372036854775807)-1)
#define INTPTR_MAX (9223372036854775807L)
#define INTPTR_MIN (-9223372036854775807L-1)
#define INT_FAST16_MAX (9223372036854775807L)
#define INT_FAST16_MIN (-9223372036854775807L-1)
#define INT_FAST32_MAX (9223372036854775807L)
#define INT_FAST32_MIN (-9223372036854775807L-1)
#define INT_FAST64_MAX (__INT64_C(9223372036854775807))
#define INT_FAST64_MIN (-__INT64_C(9223372036854775807)-1)
#define INT_FAST8_MAX (127)
#define INT_FAST8_MIN (-128)
#define INT_LEAST16_MAX (32767)
#define INT_LEAST16_MIN (-32767-1)
#define INT_LEAST32_MAX (2147483647)
#define INT_LEAST32_MIN (-2147483647-1)
#define INT_LEAST64_MAX (__INT64_C(9223372036854775807))
#define INT_LEAST64_MIN (-__INT64_C(9223372036854775807)-1)
#define INT_LEAST8_MAX (127)
#define INT_LEAST8_MIN (-128)
#define PTRDIFF_MAX (9223372036854775807L)
#define PTRDIFF_MIN (-9223372036854775807L-1)
#define SIG_ATOMIC_MAX (2147483647)
#define SIG_ATOMIC_MIN (-2147483647-1)
#define SIZE_MAX (18446744073709551615UL)
#define UINT16_C(c) c
#define UINT16_MAX (65535)
#define UINT32_C(c) c ## U
#define UINT32_MAX (4294967295U)
#define UINT64_C(c) c ## UL
#define UINT64_MAX (__UINT64_C(18446744073709551615))
#define UINT8_C(c) c
#define UINT8_MAX (255)
#define UINTMAX_C(c) c ## UL
#define UINTMAX_MAX (__UINT64_C(18446744073709551615))
#define UINTPTR_MAX (18446744073709551615UL)
#define UINT_FAST16_MAX (18446744073709551615UL)
#define UINT_FAST32_MAX (18446744073709551615UL)
#define UINT_FAST64_MAX (__UINT64_C(18446744073709551615))
#define UINT_FAST8_MAX (255)
#define UINT_LEAST16_MAX (65535)
#define UINT_LEAST32_MAX (4294967295U)
#define UINT_LEAST64_MAX (__UINT64_C(18446744073709551615))
#define UINT_LEAST8_MAX (255)
#define WCHAR_MAX __WCHAR_MAX__
#define WCHAR_MIN __WCHAR_MIN__
#define WINT_MAX (4294967295u)
#define WINT_MIN (0u)
)";

const char* const kXmm = R"(
#define _MM_DENORMALS_ZERO_ON 0x0040
#define _MM_FLUSH_ZERO_ON 0x8000
#define _MM_SET_DENORMALS_ZERO_MODE(x) ((void)0)
#define _MM_SET_FLUSH_ZERO_MODE(x) ((void)0)
)";

/// The macros of a header, and the types that only it declares.
const std::map<std::string, std::string>& own_parts() {
  static const std::string null = kNull;
  static const std::string clock =
      "#define CLOCKS_PER_SEC 1000000\n#define CLOCK_REALTIME 0\n#define CLOCK_MONOTONIC 1\n";
  static const std::map<std::string, std::string> parts = {
      {"math.h", kMath},
      {"float.h", kFloat},
      {"limits.h", kLimits},
      {"stdint.h", kStdint},
      {"inttypes.h", kStdint},
      {"stddef.h", null + "typedef int wchar_t;\n#define offsetof(type, member) __builtin_offsetof(type, member)\n"},
      {"stdbool.h", "#define bool _Bool\n#define true 1\n#define false 0\n#define __bool_true_false_are_defined 1\n"},
      {"stdlib.h",
       null + "typedef int wchar_t;\n#define EXIT_SUCCESS 0\n#define EXIT_FAILURE 1\n#define RAND_MAX 2147483647\n"},
      {"stdio.h", null + "#define EOF (-1)\n"},
      {"assert.h", "#define assert(x) ((void)0)\n#define static_assert _Static_assert\n"},
      {"time.h", null + clock},
      {"unistd.h", null + "#define _SC_CLK_TCK 2\n"},
      {"sys/resource.h", "#define RUSAGE_SELF 0\n"},
      {"xmmintrin.h", kXmm},
      {"pmmintrin.h", kXmm},
      {"string.h", null},
      {"memory.h", null},
      {"malloc.h", null},
      {"sys/types.h", null}};
  return parts;
}

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
      out.emplace_back(header, "#pragma once\n#include <rtlgen_declarations.h>\n" +
                                   std::string(has_clock ? "#include <rtlgen_clock.h>\n" : "") +
                                   (own_parts().contains(header) ? own_parts().at(header) : ""));
    }
    out.emplace_back("rtlgen_clock.h", "#pragma once\n" + std::string(kClock));
    out.emplace_back("complex.h", "#pragma once\n#define complex _Complex\n");
    return out;
  }();
  return headers;
}

}  // namespace rtlgen::importer::c
