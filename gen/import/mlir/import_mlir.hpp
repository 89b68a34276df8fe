// The stencil dialect of MLIR, as Open Earth Compiler and xDSL write it, as YAML.
#pragma once

#include <string>

#include "import/import.hpp"
#include "import/reporter.hpp"

namespace rtlgen::importer::mlir {

/// The commented YAML, or Abandoned with the faults reported. `file` names the program in the comments.
std::string import_mlir(const std::string& file, const Options& options, const Reporter& reporter);

}  // namespace rtlgen::importer::mlir
