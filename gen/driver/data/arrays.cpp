// Parses FIELD=PATH options, reads inputs, makes patterns, writes outputs.
#include "driver/data/arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "data/io.hpp"
#include "driver/data/field_counts.hpp"
#include "driver/data/run_options.hpp"
#include "driver/prepare/prepare.hpp"
#include "frontend/schema.hpp"
#include "frontend/suggest.hpp"
#include "spec/program.hpp"
#include "spec/warn.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "support/whole_file.hpp"

namespace rtlgen::driver {

namespace {

using spec::Role;

bool has_role(const spec::Array& array, bool for_input) {
  if (array.role == Role::kState) return true;
  return array.role == (for_input ? Role::kInput : Role::kOutput);
}

std::string names(const spec::Program& program, bool for_input) {
  std::string list;
  for (const spec::Array& array : program.arrays) {
    if (has_role(array, for_input)) list += (list.empty() ? "" : ", ") + array.name;
  }
  return list;
}

/// FIELD=PATH options as a map from array to path.
std::map<int, std::string> paths(const spec::Program& program, const std::vector<std::string>& options, bool for_input,
                                 Diagnostics& diagnostics) {
  std::map<int, std::string> result;
  const std::string option = for_input ? "--input" : "--output";
  for (const std::string& text : options) {
    const SourceLocation where{option + " " + text, 0, 0, 1};
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
      diagnostics.error("RG0801", where, "this is not FIELD=PATH");
      continue;
    }
    const std::string name = text.substr(0, equals);
    spec::ArrayId found;
    for (const spec::ArrayId i : program.arrays.ids()) {
      if (program.arrays[i].name == name && has_role(program.arrays[i], for_input)) found = i;
    }
    if (!found.valid()) {
      diagnostics.error("RG0802", where,
                        fmt::format("'{}' is not a field that a run {}", name, for_input ? "reads" : "writes"),
                        {"these are: " + names(program, for_input)});
    } else if (!result.emplace(found.index(), text.substr(equals + 1)).second) {
      diagnostics.error("RG0803", where, fmt::format("field '{}' is named twice", name));
    }
  }
  return result;
}

/// What a field starts with that nobody gave data: random numbers, among integers any that the type holds.
spec::DataSource unnamed_data(spec::ArrayId array, const spec::Type& type, std::uint64_t seed) {
  spec::DataSource source;
  source.array = array;
  source.seed = seed * 1000 + static_cast<std::uint64_t>(array.index());
  if (type.is_fixed())
    source.high = std::min(1.0, std::ldexp(1.0, type.width - type.fraction - (type.is_signed() ? 1 : 0)));
  if (!type.is_integer()) return source;
  source.high = std::ldexp(1.0, type.is_signed() ? type.width - 1 : type.width);
  source.low = type.is_signed() ? -source.high - 1 : 0;  // cells truncate toward zero
  return source;
}

struct FieldShape {
  spec::Extents extents{1, 1, 1};
  int axes = 0;
};

/// Of a field's own data on a grid of `extents`: an input of fewer axes has a file of just these.
FieldShape shape_of(const spec::Program& program, spec::ArrayId array, const spec::Extents& extents) {
  FieldShape shape;
  for (std::size_t a = 0; a < static_cast<std::size_t>(program.axes); ++a) {
    if (program.arrays[array].spans[a]) shape.extents[static_cast<std::size_t>(shape.axes++)] = extents[a];
  }
  return shape;
}

/// Files up to this size are read when a description is checked.
constexpr std::uintmax_t kLargestChecked = std::uintmax_t{16} << 20;

struct Meant {
  std::vector<std::string> notes;
  std::optional<Fix> fix;
};

/// What may have been meant by a data file that is not there.
Meant meant_by(const spec::DataSource& source) {
  const std::filesystem::path file = source.path.path();
  const std::string name = file.filename().string();
  const std::vector<std::string> kinds = frontend::choices_of(frontend::key_spec("inputs.*.kind"));
  if (std::find(kinds.begin(), kinds.end(), name) != kinds.end())
    return {{fmt::format("a bare word is a file; the pattern is {{kind: {}}}", name)}, {}};
  std::vector<std::string> there;
  std::error_code failed;
  constexpr std::size_t kMost = 1000;
  for (std::filesystem::directory_iterator i(file.parent_path().empty() ? "." : file.parent_path(), failed), end;
       !failed && i != end && there.size() < kMost; i.increment(failed)) {
    there.push_back(i->path().filename().string());
  }
  const std::filesystem::path written = source.written.path();
  auto fix = frontend::nearest_fix(name, there);
  if (fix) fix = Fix{written.string(), (written.parent_path() / fix->with).string()};
  return {{"relative paths start from the description's folder; a run needs the file, or --input"}, fix};
}

}  // namespace

std::optional<spec::Extents> chosen_extents(const spec::Program& program, spec::ExtentMode mode,
                                            const std::vector<std::int64_t>& wanted, Diagnostics& diagnostics) {
  const spec::Extents largest = program.grid;
  if (wanted.empty()) return largest;
  if (wanted.size() != static_cast<std::size_t>(program.axes)) {
    diagnostics.error("RG0804", {"--extents", 0, 0, 1},
                      fmt::format("{} extents for a grid of {} axes", wanted.size(), program.axes));
    return std::nullopt;
  }
  spec::Extents extents = largest;
  for (std::size_t a = 0; a < wanted.size(); ++a) {
    extents[a] = wanted[a];
    if (wanted[a] >= 1 && wanted[a] <= largest[a]) continue;
    diagnostics.error("RG0804", {"--extents", 0, 0, 1}, fmt::format("{} cells along axis {}", wanted[a], "xyz"[a]),
                      {fmt::format("the file's grid allows 1 to {}", largest[a])});
    return std::nullopt;
  }
  if (extents != largest && mode == spec::ExtentMode::kFixed) {
    diagnostics.error("RG0804", {"--extents", 0, 0, 1},
                      "the design is for its own grid alone: hardware.extents is fixed",
                      {"leave the option out, or change the grid: --set grid=[...]"});
    return std::nullopt;
  }
  return extents;
}

std::optional<spec::Extents> chosen_extents(const Prepared& prepared, const std::vector<std::int64_t>& wanted,
                                            Diagnostics& diagnostics) {
  return chosen_extents(prepared.reference(), prepared.stencil().hardware.extents, wanted, diagnostics);
}

void check_inputs(const spec::Program& program, bool refuse, Diagnostics& diagnostics) {
  for (const spec::DataSource& source : program.inputs) {
    if (source.kind != spec::DataKind::kFile) continue;
    const std::filesystem::path file = source.path.path();
    std::error_code failed;
    if (!std::filesystem::exists(file, failed)) {
      const Meant meant = meant_by(source);
      spec::warn(program, diagnostics, "RG0908", source.where,
                 fmt::format("the data file '{}' is not there", file.string()), meant.notes, meant.fix);
      continue;
    }
    // Pipes and devices are for the run that they feed; large files take long.
    if (std::filesystem::is_regular_file(file, failed) && std::filesystem::file_size(file, failed) > kLargestChecked)
      continue;
    if (!std::filesystem::is_regular_file(file, failed) && !std::filesystem::is_directory(file, failed)) continue;
    const spec::Array& array = program.arrays[source.array];
    const FieldShape shape = shape_of(program, source.array, program.grid);
    Diagnostics own;
    try {
      if (data::read(file.string(), array.type, shape.extents, shape.axes, own)) continue;
    } catch (const EnvironmentError& error) {
      own.error("RG0601", source.where, error.what());
    }
    if (refuse)
      diagnostics.append(own);
    else
      spec::warn(
          program, diagnostics, "RG0909", source.where,
          fmt::format("'{}' cannot be the data of '{}': {}", file.string(), array.name, own.all().front().message),
          {"rtlgen check says more; a run would fail"});
  }
}

Result<RunData> load_run(const spec::Program& program, spec::ExtentMode mode, const RunOptions& options,
                         Diagnostics& diagnostics) {
  RunData run;
  const auto files = paths(program, options.inputs, true, diagnostics);
  run.outputs = paths(program, options.outputs, false, diagnostics);
  run.iterations = options.iterations.value_or(program.iterations);
  if (run.iterations < 1) diagnostics.error("RG0502", {"--iterations", 0, 0, 1}, "a run has at least one time step");
  const auto shape = chosen_extents(program, mode, options.extents, diagnostics);
  if (!shape || diagnostics.has_errors()) return Failure{};
  run.extents = *shape;
  for (const auto& [array, path] : run.outputs) check_writable(path);
  for (const spec::Param& param : program.params) run.params.push_back(param.value);
  for (const spec::ArrayId i : program.arrays.ids()) {
    const spec::Array& array = program.arrays[i];
    const int index = i.index();
    if (!has_role(array, true)) continue;
    const auto [extents, axes] = shape_of(program, i, run.extents);
    Result<golden::Grid> grid = Failure{};
    if (const auto file = files.find(index); file != files.end()) {
      grid = data::read(file->second, array.type, extents, axes, diagnostics);
    } else {
      spec::DataSource source = unnamed_data(i, array.type, options.seed);
      for (const spec::DataSource& known : program.inputs) {
        if (known.array == i) source = known;
      }
      grid = data::make(source, array.type, extents, axes, diagnostics);
    }
    if (grid) grid->extents = array.shape(run.extents);
    if (grid) run.inputs.emplace(index, *std::move(grid));
  }
  if (diagnostics.has_errors()) return Failure{};
  return run;
}

Result<RunData> load_run(const Prepared& prepared, const RunOptions& options, Diagnostics& diagnostics) {
  return load_run(prepared.reference(), prepared.stencil().hardware.extents, options, diagnostics);
}

std::vector<FieldCounts> count_fields(const spec::Program& program, const std::map<int, golden::Grid>& results) {
  std::vector<FieldCounts> fields;
  for (const auto& [index, grid] : results) {
    const spec::Array& array = program.arrays[spec::ArrayId(index)];
    if (has_role(array, false)) fields.push_back({array.name, array.type, data::count_cells(grid)});
  }
  return fields;
}

std::vector<std::string> write_outputs(const spec::Program& program, const RunData& run,
                                       const std::map<int, golden::Grid>& results) {
  std::vector<std::string> written;
  for (const auto& [array, path] : run.outputs) {
    data::write(path, results.at(array), program.axes);
    written.push_back(path);
  }
  return written;
}

}  // namespace rtlgen::driver
