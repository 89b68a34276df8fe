// Takes arrays and parameters from memory.
#include "driver/data/given_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "data/values.hpp"
#include "driver/data/arrays.hpp"
#include "frontend/expr/constants.hpp"
#include "spec/program.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::driver {

namespace {

/// Lends or converts one array.
void take_array(const spec::Program& program, const GivenArray& given, const std::vector<spec::ArrayId>& found,
                RunData& run, Diagnostics& diagnostics) {
  const std::string name = "array " + given.field;
  const spec::Array& first = program.arrays[found.front()];
  const FieldShape shape = shape_of(program, found.front(), run.extents);
  const auto count = static_cast<int>(found.size());
  if (count == 1 && data::is_same_memory(first.type, given.cells)) {
    if (data::check_cells_shape(given.cells, name, shape.extents, shape.axes, 1, diagnostics)) {
      run.lent.emplace(found.front().index(),
                       golden::GridView(first.type, first.shape(run.extents), given.cells.bytes));
    }
    return;
  }
  auto grids = data::from_cells(given.cells, name, first.type, shape.extents, shape.axes, count, diagnostics);
  if (!grids) return;
  for (std::size_t k = 0; k < found.size(); ++k) {
    golden::Grid& grid = (*grids)[k];
    grid.extents = first.shape(run.extents);
    run.inputs.emplace(found[k].index(), std::move(grid));
  }
}

}  // namespace

bool has_role(const spec::Array& array, bool for_input) {
  if (array.role == spec::Role::kState) return true;
  return array.role == (for_input ? spec::Role::kInput : spec::Role::kOutput);
}

std::string field_names(const spec::Program& program, bool for_input) {
  std::string list, vector;
  for (const spec::Array& array : program.arrays) {
    if (!has_role(array, for_input)) continue;
    const std::vector<spec::ArrayId> all = program.components_of(array.vector);
    const bool suit =
        std::all_of(all.begin(), all.end(), [&](spec::ArrayId k) { return has_role(program.arrays[k], for_input); });
    if (!array.vector.empty() && array.vector != vector && suit) list += (list.empty() ? "" : ", ") + array.vector;
    vector = array.vector;
    list += (list.empty() ? "" : ", ") + array.shown();
  }
  return list;
}

std::vector<spec::ArrayId> arrays_named(const spec::Program& program, const std::string& name) {
  const std::size_t dot = name.find('.');
  const std::vector<spec::ArrayId> all = program.components_of(name.substr(0, dot));
  if (dot == std::string::npos && !all.empty()) return all;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (program.arrays[all[i]].shown() == name || name.substr(dot + 1) == std::to_string(i)) return {all[i]};
  }
  for (const spec::ArrayId i : program.arrays.ids()) {
    if (program.arrays[i].vector.empty() && program.arrays[i].name == name) return {i};
  }
  return {};
}

FieldShape shape_of(const spec::Program& program, spec::ArrayId array, const spec::Extents& extents) {
  FieldShape shape;
  for (std::size_t a = 0; a < static_cast<std::size_t>(program.axes); ++a) {
    if (program.arrays[array].spans[a]) shape.extents[static_cast<std::size_t>(shape.axes++)] = extents[a];
  }
  return shape;
}

void take_arrays(const spec::Program& program, const std::vector<GivenArray>& arrays, RunData& run, std::set<int>& done,
                 Diagnostics& diagnostics) {
  for (const GivenArray& given : arrays) {
    const SourceLocation where{"array " + given.field};
    const std::vector<spec::ArrayId> found = arrays_named(program, given.field);
    const bool suit =
        std::all_of(found.begin(), found.end(), [&](spec::ArrayId i) { return has_role(program.arrays[i], true); });
    if (found.empty() || !suit) {
      diagnostics.error(Code::kFieldNotInRun, where, fmt::format("'{}' is not a field that a run reads", given.field),
                        {"these are: " + field_names(program, true)});
      continue;
    }
    bool twice = false;
    for (const spec::ArrayId i : found) twice = !done.insert(i.index()).second || twice;
    if (twice)
      diagnostics.error(Code::kFieldNamedTwice, where, fmt::format("field '{}' is given twice", given.field));
    else
      take_array(program, given, found, run, diagnostics);
  }
}

std::map<int, std::uint8_t*> memory_for(const spec::Program& program, const std::vector<GivenOut>& outs,
                                        const spec::Extents& extents) {
  std::map<int, std::uint8_t*> memory;
  for (const GivenOut& out : outs) {
    const std::vector<spec::ArrayId> found = arrays_named(program, out.field);
    if (found.size() != 1 || !has_role(program.arrays[found.front()], false)) continue;
    const spec::Array& array = program.arrays[found.front()];
    std::vector<std::int64_t> shape(extents.begin(), extents.begin() + program.axes);
    std::reverse(shape.begin(), shape.end());
    if (array.vector.empty() && data::is_same_memory(array.type, out.cells) && out.cells.shape == shape)
      memory.emplace(found.front().index(), out.memory);
  }
  return memory;
}

void take_params(const spec::Program& program, const std::vector<GivenParam>& params, RunData& run,
                 Diagnostics& diagnostics) {
  for (const GivenParam& given : params) {
    const SourceLocation where{"parameter " + given.name};
    spec::ParamId found;
    for (const spec::ParamId i : program.params.ids())
      if (program.params[i].name == given.name && program.params[i].by_step.empty()) found = i;
    if (!found.valid()) {
      std::string names;
      for (const spec::Param& param : program.params)
        if (param.by_step.empty()) names += (names.empty() ? "" : ", ") + param.name;
      diagnostics.error(
          Code::kInvalidRunParameter, where, fmt::format("'{}' is not a run-time parameter", given.name),
          {names.empty() ? "there are none: give one `runtime: true`, or override the key of the description"
                         : "these are: " + names});
      continue;
    }
    const spec::Type& type = program.params[found].type;
    std::uint64_t bits = 0;
    if (data::parse_number(given.number, type, bits) == data::Parsed::kGood) {
      run.params[static_cast<std::size_t>(found.index())] = bits;
      if (const auto exact = frontend::signed_number(given.number))
        frontend::warn_of_loss(program, *exact, type, where, diagnostics);
    } else {
      diagnostics.error(Code::kInvalidRunParameter, where,
                        fmt::format("{} cannot hold '{}'", type.name(), given.number));
    }
  }
}

}  // namespace rtlgen::driver
