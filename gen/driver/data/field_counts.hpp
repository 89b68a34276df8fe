// Cells of a run's results that deserve a look, field by field.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "data/counts.hpp"
#include "spec/type.hpp"

namespace rtlgen::golden {
struct Grid;
}

namespace rtlgen::spec {
struct Program;
}

namespace rtlgen::driver {

struct FieldCounts {
  std::string field;
  spec::Type type;
  data::CellCounts counts;
};

/// Of every state and output field in `results`, which are numbered as the program's arrays.
std::vector<FieldCounts> count_fields(const spec::Program& program, const std::map<int, golden::Grid>& results);
std::vector<FieldCounts> count_fields(const spec::Program& program, const std::map<int, golden::GridView>& results);

}  // namespace rtlgen::driver
