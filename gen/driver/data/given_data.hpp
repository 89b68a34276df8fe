// Data in memory for a run, and the meaning of names of data.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "data/memory.hpp"
#include "spec/axes.hpp"
#include "spec/ids.hpp"

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::spec {
struct Array;
struct Program;
}  // namespace rtlgen::spec

namespace rtlgen::driver {

struct RunData;

/// Data of a field, or of all components of a vector, in the memory of the program that uses rtlgen as a library.
struct GivenArray {
  std::string field;
  data::Cells cells;  ///< its bytes must stay valid during the run
};

/// A value for a run-time parameter, which overrides the description's.
struct GivenParam {
  std::string name, number;
};

/// Memory for the result of a field, which a run may write instead of a grid of its own.
struct GivenOut {
  std::string field;
  data::Cells cells;  ///< before the run
  std::uint8_t* memory = nullptr;
};

struct GivenData {
  std::vector<GivenArray> arrays;
  std::vector<GivenOut> outs;
  std::vector<GivenParam> params;
};

/// Whether a run reads (with `for_input`) or writes the field.
bool has_role(const spec::Array& array, bool for_input);

/// The names of those fields, for a note: "t, power".
std::string field_names(const spec::Program& program, bool for_input);

/// The arrays that a name refers to: a field, a component `t.r` or `t.0`, or all components of a vector.
std::vector<spec::ArrayId> arrays_named(const spec::Program& program, const std::string& name);

struct FieldShape {
  spec::Extents extents{1, 1, 1};
  int axes = 0;
};

/// The shape of a field's own data on a grid of `extents`: a file for an input with fewer axes has only these axes.
FieldShape shape_of(const spec::Program& program, spec::ArrayId array, const spec::Extents& extents);

/// Adds the arrays to a run with known extents, and their numbers to `done`. Arrays with the memory layout of a grid
/// are lent, others converted. Reports RG0802, RG0803, RG0601.
void take_arrays(const spec::Program& program, const std::vector<GivenArray>& arrays, RunData& run, std::set<int>& done,
                 Diagnostics& diagnostics);

/// The memory for results that suits a run of these extents, by array: of a field that it writes, no vector, and with
/// cells as they lie in a grid.
std::map<int, std::uint8_t*> memory_for(const spec::Program& program, const std::vector<GivenOut>& outs,
                                        const spec::Extents& extents);

/// Puts the values of run-time parameters into a run. RG0841.
void take_params(const spec::Program& program, const std::vector<GivenParam>& params, RunData& run,
                 Diagnostics& diagnostics);

}  // namespace rtlgen::driver
