// The one place where exceptions become values.
#include "support/error.hpp"

#include <filesystem>
#include <new>

#include "support/errors.hpp"

namespace rtlgen {

Error error_in_flight() {
  using enum ErrorKind;
  try {
    throw;
  } catch (const EnvironmentError& error) {
    return {.kind = kEnvironment, .message = error.what()};
  } catch (const std::filesystem::filesystem_error& error) {
    return {.kind = kEnvironment, .message = error.what()};
  } catch (const std::bad_alloc&) {
    return {.kind = kMemory, .message = "not enough memory for this grid"};
  } catch (const std::exception& error) {
    return {.kind = kBug, .message = error.what()};
  } catch (...) {
    return {.kind = kBug, .message = "an exception that is not a std::exception"};
  }
}

std::string_view name_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kInput:
      return "input";
    case ErrorKind::kUsage:
      return "usage";
    case ErrorKind::kEnvironment:
      return "environment";
    case ErrorKind::kMemory:
      return "memory";
    case ErrorKind::kBug:
      break;
  }
  return "bug";
}

ExitStatus status_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kInput:
    case ErrorKind::kUsage:
      return ExitStatus::kInvalidInput;
    case ErrorKind::kEnvironment:
    case ErrorKind::kMemory:
      return ExitStatus::kEnvironment;
    case ErrorKind::kBug:
      break;
  }
  return ExitStatus::kInternalError;
}

}  // namespace rtlgen
