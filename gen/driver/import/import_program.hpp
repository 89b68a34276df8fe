// Programs of other languages as descriptions: docs/import.md.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "support/contained.hpp"
#include "support/result.hpp"

namespace rtlgen::driver {

struct ImportOptions {
  std::string file;
  std::string out;                            ///< YAML file to write; "": none
  std::string format;                         ///< soda, sasa, stencilflow, c, mlir; "": by the end of the file's name
  std::optional<std::int64_t> extent;         ///< along an axis whose length the program leaves open
  bool single_constants = false;              ///< fractions without suffix are float32
  std::string function;                       ///< C, MLIR: the one to import; "": not said
  std::map<std::string, std::string> values;  ///< of parameters and macros of C, arguments of MLIR
  std::vector<std::string> folders;           ///< C: of headers, -I
  ContainedLimits limits{};                   ///< of the process that reads the program
  bool force = false;                         ///< replace `out` if it is there
};

struct ImportReport {
  std::string yaml;
  std::string written;  ///< "": nothing
  std::size_t warnings = 0;
};

/// A program of another language as YAML that `check` accepts (docs/import.md). It is read in a process of its own,
/// within limits (RG0627). The file is written whole or not at all.
Result<ImportReport> import_program(const ImportOptions& options, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
