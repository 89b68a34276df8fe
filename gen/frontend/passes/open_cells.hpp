// Finds arrays with undefined cells: those of lines with `border: ignore`, and of lines that read them, as far as
// regions do not exclude such cells.
#pragma once

#include "spec/ids.hpp"
#include "support/index.hpp"

namespace rtlgen::spec {
struct Program;
}

namespace rtlgen::frontend {

/// By array. May be true although all cells are defined, because choices by expressions of coordinates are not
/// analysed.
IndexVector<spec::ArrayId, bool> arrays_with_open_cells(const spec::Program& program);

}  // namespace rtlgen::frontend
