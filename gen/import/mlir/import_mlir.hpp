// Imports the stencil dialect of MLIR, as written by Open Earth Compiler and xDSL, as YAML.
#pragma once

#include <string>

#include "import/import.hpp"
#include "import/reporter.hpp"

namespace rtlgen::importer::mlir {

/// The commented YAML. Throws Abandoned after reporting faults. `file` names the program in the comments.
std::string import_mlir(const std::string& file, const Options& options, const Reporter& reporter);

}  // namespace rtlgen::importer::mlir
