// Reads a YAML file's text, and makes it one whose columns are what one sees.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>
#include <string>

#include "support/result.hpp"

namespace rtlgen::frontend {

/// Files by path, each opened once at most: everything that one Texts gives is of the same moment, even if a file is a
/// pipe or changes meanwhile (docs/adr/0041-description-value.md).
class Texts {
 public:
  /// At most kMaxFileBytes + 1 bytes of a file, or of standard input if the path is `-`. A named pipe without a writer
  /// is a fault after kPipePatience. Fault: RG0101, with the reason; the same each time.
  Result<std::string> read(const std::string& path, Diagnostics& diagnostics);

 private:
  struct File {
    std::string text;
    std::string fault;  ///< why there is none
  };
  std::mutex mutex_;
  std::map<std::string, File> files_;
};

/// The file as it is now.
Result<std::string> read_source_file(const std::string& path, Diagnostics& diagnostics);

/// How long a pipe may stand without anyone who writes into it.
constexpr std::chrono::milliseconds kPipePatience{3000};

/// The text without byte order mark and with plain line ends; nothing (RG0103) if it is too large.
Result<std::string> normalized_source(const std::string& text, const std::string& filename, Diagnostics& diagnostics);

}  // namespace rtlgen::frontend
