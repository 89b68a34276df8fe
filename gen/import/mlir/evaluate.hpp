// Applies and stores as assignments over boxes of cells.
//
// The program is gone through backwards, so that what reads a temp says first which cells of it are needed. A temp that
// is stored and not read otherwise is computed where it is stored. Values are those of the moment at which a field is
// loaded, whatever is stored to it later: where computing at the store would see newer ones, the temp is computed at
// its apply instead.
#pragma once

#include "import/mlir/program.hpp"

namespace rtlgen::importer::mlir {

/// Throws Abandoned.
c::Trace evaluate(const Program& program, const Reporter& reporter);

}  // namespace rtlgen::importer::mlir
