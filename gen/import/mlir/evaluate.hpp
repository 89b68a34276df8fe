// Converts applies and stores to assignments over boxes of cells.
//
// The program is traversed backwards, so that the readers of a temp first determine which of its cells are needed. A
// temp that is stored and not read otherwise is computed at its store. A load gives the values of a field at that
// moment, whatever is stored to it later. If computing at the store would see newer values, the temp is computed at its
// apply instead.
#pragma once

#include "import/mlir/program.hpp"

namespace rtlgen::importer::mlir {

/// Throws Abandoned.
c::Trace evaluate(const Program& program, const Reporter& reporter);

}  // namespace rtlgen::importer::mlir
