// An error as a value, and the one conversion of exceptions (docs/adr/0051-one-error.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/code.hpp"
#include "support/source_location.hpp"

namespace rtlgen {

enum class ExitStatus : int;

/// Who can fix an error.
enum class ErrorKind : std::uint8_t {
  kInput,        ///< the user: a text or data
  kUsage,        ///< the user: a command line
  kEnvironment,  ///< the machine: I/O failed or a tool is missing
  kMemory,       ///< the machine: not enough memory
  kBug           ///< rtlgen
};

/// The error that an Expected carries, and that exceptions become at the boundary of the program.
struct Error {
  ErrorKind kind = ErrorKind::kInput;
  std::optional<Code> code = {};  ///< every kInput has one, others have none
  SourceLocation where = {};
  std::string message;
  std::vector<std::string> notes = {};  ///< how to fix it
  std::optional<Fix> fix = {};
};

/// The exception that is being handled, as a value. Call it only in a catch block.
Error error_in_flight();

/// "input", "usage", "environment", "memory" or "bug", as in the program's JSON.
std::string_view name_of(ErrorKind kind);

ExitStatus status_of(ErrorKind kind);

}  // namespace rtlgen
