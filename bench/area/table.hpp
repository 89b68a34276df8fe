// The resource model beside Yosys, row by row: every stencil of configs/ with several P, I, sizes, clocks, types and
// arithmetics, for three families.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/area/cells.hpp"
#include "synthesis/yosys.hpp"

namespace rtlgen::bench {

/// A design of the table.
struct Design {
  std::string stencil, variant, family;
  std::vector<std::string> sets;  ///< sets of the stencil's file
  std::size_t nodes = 0;          ///< nodes of its expressions
  std::string digest;             ///< digest of its plan
};

/// All that can be built, by the size of their expressions: first with one cell per cycle, then the others. Of what
/// cannot (a type that the constants do not fit), and of what is the same hardware as another row, `skipped` hears.
std::vector<Design> designs(const std::vector<std::string>& families, const std::vector<std::string>& stencils,
                            const std::function<void(const std::string&)>& skipped);

struct Row {
  Design design;
  model::Area predicted, counted;
};

/// Nothing if a module of the design has not been counted and `options` do not run Yosys.
std::optional<Row> row_of(const Design& design, const synthesis::Options& options);

/// How far a column is off, in per cent.
struct Column {
  double mean = 0, most = 0;
  std::size_t equal = 0;
};

struct Summary {
  std::size_t rows = 0;
  Column logic;  ///< LUTs; of Intel's families, ALMs
  Column flip_flops, rams, dsps;
};

Summary summary_of(const std::vector<Row>& rows);

/// A table in Markdown, by stencil.
std::string markdown(std::vector<Row> rows);

}  // namespace rtlgen::bench
