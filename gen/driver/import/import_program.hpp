// Imports programs in other languages as descriptions: docs/import.md.
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
  std::string format;                         ///< soda, sasa, stencilflow, c, mlir, gt4py; "": by file extension
  std::optional<std::int64_t> extent;         ///< length of axes that the program leaves open
  bool single_constants = false;              ///< fractional constants without suffix are float32
  std::string function;                       ///< for C and MLIR: the function to import; "": not given
  std::map<std::string, std::string> values;  ///< values of parameters and macros in C, of arguments in MLIR
  std::vector<std::string> folders;           ///< for C: header folders, -I
  std::vector<std::int64_t> shape;            ///< for GT4Py, as are the next four: the shape of the arrays
  std::vector<std::int64_t> origin;           ///< the first cell that is computed
  std::vector<std::int64_t> domain;           ///< how many cells are computed
  std::string axes;                           ///< the order of axes in the arrays, such as KIJ
  std::map<std::string, std::string> repeat;  ///< fields that get the value of another after each time step
  ContainedLimits limits{};                   ///< for the process that reads the program
  bool force = false;                         ///< replace `out` if it exists
};

struct ImportReport {
  std::string yaml;
  std::string written;  ///< "": none
  std::size_t warnings = 0;
};

/// Translates a program in another language to YAML that `check` accepts (docs/import.md). A separate process reads it,
/// within limits (RG0627). The file is written completely or not at all.
Result<ImportReport> import_program(const ImportOptions& options, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
