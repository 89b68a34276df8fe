// Reads the text of a YAML file, and normalises it so that columns match what users see.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>
#include <string>

#include "support/result.hpp"

namespace rtlgen::frontend {

/// Files by path, each opened at most once: everything that one Texts returns is consistent, even if a file is a pipe
/// or changes in the meantime (docs/adr/0041-description-value.md).
class Texts {
 public:
  /// At most kMaxFileBytes + 1 bytes of a file, or of standard input if the path is `-`. A named pipe without a writer
  /// is a fault after kPipePatience. Reports RG0101 with the reason; returns the same on each call.
  Result<std::string> read(const std::string& path, Diagnostics& diagnostics);

 private:
  struct File {
    std::string text;
    std::string fault;  ///< reason if none exists
  };
  std::mutex mutex_;
  std::map<std::string, File> files_;
};

/// Reads the current contents of the file.
Result<std::string> read_source_file(const std::string& path, Diagnostics& diagnostics);

/// How long a pipe may have no writer.
constexpr std::chrono::milliseconds kPipePatience{3000};

/// The text without byte order mark and with plain line ends; a Failure (RG0103) if it is too large.
Result<std::string> normalized_source(const std::string& text, const std::string& filename, Diagnostics& diagnostics);

}  // namespace rtlgen::frontend
