// Counts suspicious cells in the results of a run, field by field.
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

/// For every state and output field in `results`, whose keys are the numbers of the program's arrays.
std::vector<FieldCounts> count_fields(const spec::Program& program, const std::map<int, golden::Grid>& results);
std::vector<FieldCounts> count_fields(const spec::Program& program, const std::map<int, golden::GridView>& results);

}  // namespace rtlgen::driver
