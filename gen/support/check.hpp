// Checks of internal invariants.
#pragma once

#include <string>

namespace rtlgen {

/// Throws the InternalError (support/errors.hpp) of a failed check.
[[noreturn]] void fail_check(const char* file, int line, const char* condition, const std::string& message);

}  // namespace rtlgen

/// Asserts an invariant of our own; a failure is an InternalError, never a user's fault.
#define RTLGEN_CHECK(condition, message) \
  ((condition) ? static_cast<void>(0) : ::rtlgen::fail_check(__FILE__, __LINE__, #condition, message))
