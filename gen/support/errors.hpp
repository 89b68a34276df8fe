// Exceptions that end the program, and its exit statuses. A user's mistakes are diagnostics, never exceptions.
#pragma once

#include <stdexcept>

namespace rtlgen {

/// Exit statuses of the program (design contract).
enum class ExitStatus : int {
  kSuccess = 0,
  kCheckFailed = 1,    ///< a check ran and failed: mismatch, does not fit
  kInvalidInput = 2,   ///< the user's text, options or data are wrong
  kEnvironment = 3,    ///< I/O failed or a tool is missing
  kInternalError = 70  ///< a bug in rtlgen
};

/// A bug in rtlgen; becomes an Error (support/error.hpp) at the boundary of the program.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// I/O failed or a tool is missing. Commands that can continue without the tool catch it; otherwise it becomes an Error
/// (support/error.hpp) at the boundary of the program.
class EnvironmentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace rtlgen
