// Which arrays have cells that do not matter: lines with `border: ignore`, and what reads them, up to where regions end
// it.
#pragma once

#include "spec/ids.hpp"
#include "support/index.hpp"

namespace rtlgen::spec {
struct Program;
}

namespace rtlgen::frontend {

/// By array. May say so of one all of whose cells matter: choices by expressions of coordinates end nothing here.
IndexVector<spec::ArrayId, bool> arrays_with_open_cells(const spec::Program& program);

}  // namespace rtlgen::frontend
