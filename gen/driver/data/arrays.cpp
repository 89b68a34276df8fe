// Parses FIELD=PATH options, reads inputs, makes patterns, writes outputs.
#include "driver/data/arrays.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>
#include <span>

#include "data/io.hpp"
#include "driver/data/field_counts.hpp"
#include "driver/data/given_data.hpp"
#include "driver/data/run_options.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/prepare/ranges.hpp"
#include "frontend/schema/keys.hpp"
#include "frontend/schema/schema.hpp"
#include "frontend/schema/suggest.hpp"
#include "golden/engine.hpp"
#include "spec/program.hpp"
#include "spec/warn.hpp"
#include "support/codes.hpp"
#include "support/counted.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "support/whole_file.hpp"

namespace rtlgen::driver {

namespace {

/// Reports why the file does not fit these arrays.
void check_name(const std::string& option, const FieldFile& file, bool for_input, Diagnostics& diagnostics) {
  if (const auto fault = data::name_fault(file.path, for_input)) {
    diagnostics.report(*fault, {option});
  } else if (const std::string why = data::refusal(file.path, static_cast<int>(file.arrays.size())); !why.empty()) {
    diagnostics.error(Code::kUnknownDataFormat, {option}, why,
                      {file.arrays.size() == 1
                           ? "write a .pgm or .png, which have one channel, or name a vector of three components"
                           : "name one component, FIELD.COMPONENT=PATH, or an .npy file, which holds any number"});
  }
}

/// FIELD=PATH options, each with its arrays.
std::vector<FieldFile> paths(const spec::Program& program, const std::vector<std::string>& options, bool for_input,
                             Diagnostics& diagnostics) {
  std::vector<FieldFile> result;
  std::set<int> named;
  const std::string option = for_input ? "--input" : "--output";
  for (const std::string& text : options) {
    const SourceLocation where{option + " " + text};
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
      const std::string names = field_names(program, for_input);
      diagnostics.error(Code::kNotFieldAndPath, where, "this is not FIELD=PATH",
                        {fmt::format("for example {} {}=data.npy", option, names.substr(0, names.find(',')))});
      continue;
    }
    const std::string name = text.substr(0, equals);
    const std::vector<spec::ArrayId> found = arrays_named(program, name);
    const bool suit = std::all_of(found.begin(), found.end(),
                                  [&](spec::ArrayId i) { return has_role(program.arrays[i], for_input); });
    if (found.empty() || !suit) {
      diagnostics.error(Code::kFieldNotInRun, where,
                        fmt::format("'{}' is not a field that a run {}{}", name, for_input ? "reads" : "writes",
                                    found.size() > 1 ? ", with all its components" : ""),
                        {"these are: " + field_names(program, for_input)});
      continue;
    }
    FieldFile file{{}, data::with_place(text.substr(equals + 1), name)};
    bool twice = false;
    for (const spec::ArrayId i : found) {
      file.arrays.push_back(i.index());
      twice = !named.insert(i.index()).second || twice;
    }
    if (twice)
      diagnostics.error(Code::kFieldNamedTwice, where, fmt::format("field '{}' is named twice", name));
    else
      check_name(where.file, file, for_input, diagnostics);
    result.push_back(std::move(file));
  }
  return result;
}

/// FNV-1a of a name, in 64 bits.
std::uint64_t hash_of(const std::string& name) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return hash;
}

/// Start data for a field without any: random numbers; for integers, in the whole range of the type. They depend on the
/// name, not on the position of the field in the description.
spec::DataSource unnamed_data(spec::ArrayId array, const spec::Array& field, std::uint64_t seed) {
  const spec::Type& type = field.type;
  spec::DataSource source;
  source.array = array;
  source.seed = hash_of(field.shown()) + seed;
  if (type.is_fixed())
    source.high = std::min(1.0, std::ldexp(1.0, type.width - type.fraction - (type.is_signed() ? 1 : 0)));
  if (!type.is_integer()) return source;
  source.high = std::ldexp(1.0, type.is_signed() ? type.width - 1 : type.width);
  source.low = type.is_signed() ? -source.high - 1 : 0;  // cells truncate toward zero
  return source;
}

/// The file of `source`, with all arrays that it contains.
FieldFile file_of(const spec::Program& program, const spec::DataSource& source) {
  const spec::Array& array = program.arrays[source.array];
  const std::string name = source.of_vector ? array.vector : array.shown();
  FieldFile file{{source.array.index()}, data::with_place(source.path.path().string(), name)};
  if (!source.of_vector) return file;
  file.arrays.clear();
  for (const spec::ArrayId k : program.components_of(array.vector)) file.arrays.push_back(k.index());
  return file;
}

/// A grid for each of the file's arrays, or none after a diagnostic.
std::vector<golden::Grid> read_file(const spec::Program& program, const FieldFile& file, const FieldShape& shape,
                                    Diagnostics& diagnostics) {
  const spec::Type& type = program.arrays[spec::ArrayId(file.arrays.front())].type;
  const auto count = static_cast<int>(file.arrays.size());
  if (count > 1) {
    auto grids = data::read_vector(file.path, type, shape.extents, shape.axes, count, diagnostics);
    return grids ? *std::move(grids) : std::vector<golden::Grid>{};
  }
  auto grid = data::read(file.path, type, shape.extents, shape.axes, diagnostics);
  return grid ? std::vector<golden::Grid>{*std::move(grid)} : std::vector<golden::Grid>{};
}

/// Data files up to this size are read when a description is checked.
constexpr std::uintmax_t kLargestChecked = std::uintmax_t{16} << 20;

struct Meant {
  std::vector<std::string> notes;
  std::optional<Fix> fix;
};

/// The data file that was probably meant instead of a missing one.
Meant meant_by(const spec::DataSource& source) {
  const std::filesystem::path file = data::file_of(source.path.path().string());
  const std::string name = file.filename().string();
  const std::vector<std::string> kinds = frontend::choices_of(frontend::key_row("inputs.*.kind"));
  if (std::find(kinds.begin(), kinds.end(), name) != kinds.end())
    return {{fmt::format("a bare word names a file; the pattern is {{kind: {}}}", name)}, {}};
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

/// The line for an array that lacks axes: one cell along them, while the grid's extents are unchanged.
spec::Program on_own_axes(spec::Program line, const spec::Array& array, const spec::Extents& extents) {
  for (spec::Node& node : line.nodes) {
    const auto axis = static_cast<std::size_t>(node.index);
    if (node.op != spec::Op::kExtent || array.spans[axis]) continue;
    node = spec::constant_node(node.type, static_cast<std::uint64_t>(extents[axis]), node.where);
  }
  return line;
}

/// The values of the cells of `array` that `line`, a program with one line, computes for a run on a grid of `extents`.
/// `params`: the bits of every run-time parameter.
golden::Grid start_values(const spec::Program& line, const spec::Array& array, const spec::Extents& extents,
                          const std::vector<std::uint64_t>& params) {
  auto results = array.held() ? golden::run(on_own_axes(line, array, extents), array.shape(extents), {}, 1, params)
                              : golden::run(line, extents, {}, 1, params);
  return std::move(results.begin()->second);
}

}  // namespace

std::optional<spec::Extents> chosen_extents(const spec::Program& program, spec::ExtentMode mode,
                                            const std::vector<std::int64_t>& wanted, Diagnostics& diagnostics,
                                            const spec::Extents& hardware_least) {
  const spec::Extents largest = program.grid;
  if (wanted.empty()) return largest;
  if (wanted.size() != static_cast<std::size_t>(program.axes)) {
    diagnostics.error(
        Code::kWrongNumberOfExtents, {"--extents"},
        fmt::format("{} for a grid of {}", counted(wanted.size(), "extent"), counted(program.axes, "axis", "axes")),
        {fmt::format("give one per axis, such as {}",
                     fmt::join(std::span(program.grid).first(static_cast<std::size_t>(program.axes)), "x"))});
    return std::nullopt;
  }
  spec::Extents extents = largest;
  for (std::size_t a = 0; a < wanted.size(); ++a) {
    extents[a] = wanted[a];
    const std::int64_t least = program.least_grid[a];
    if (wanted[a] >= least && wanted[a] <= largest[a]) continue;
    diagnostics.error(Code::kExtentsBeyondLimits, {"--extents"},
                      fmt::format("{} along axis {} {} out of range", counted(wanted[a], "cell"), "xyz"[a],
                                  by_number(wanted[a], "is", "are")),
                      {fmt::format("the description's {} {} to {}",
                                   hardware_least[a] > least ? "hardware and grid allow"
                                   : least > 1               ? "regions and grid allow"
                                                             : "grid allows",
                                   std::max(least, hardware_least[a]), largest[a])});
    return std::nullopt;
  }
  if (extents != largest && mode == spec::ExtentMode::kFixed) {
    diagnostics.error(Code::kExtentsBeyondLimits, {"--extents"},
                      "the design works on its own grid only: hardware.extents is fixed",
                      {"leave the option out, or change the grid: --set grid=[...]"});
    return std::nullopt;
  }
  return extents;
}

std::optional<spec::Extents> chosen_extents(const Prepared& prepared, const std::vector<std::int64_t>& wanted,
                                            Diagnostics& diagnostics) {
  return chosen_extents(prepared.reference(), prepared.stencil().hardware.extents, wanted, diagnostics,
                        prepared.plan.core.minimum);
}

void check_inputs(const spec::Program& program, bool refuse, Diagnostics& diagnostics) {
  for (const spec::DataSource& source : program.inputs) {
    if (source.kind != spec::DataKind::kFile) continue;
    const std::filesystem::path file = data::file_of(source.path.path().string());
    std::error_code failed;
    if (!std::filesystem::exists(file, failed)) {
      const Meant meant = meant_by(source);
      spec::warn(program, diagnostics, Code::kMissingInput, source.where,
                 fmt::format("the data file '{}' does not exist", file.string()), meant.notes, meant.fix);
      continue;
    }
    // Pipes and devices provide data for a run only; large files take long.
    if (std::filesystem::is_regular_file(file, failed) && std::filesystem::file_size(file, failed) > kLargestChecked)
      continue;
    if (!std::filesystem::is_regular_file(file, failed) && !std::filesystem::is_directory(file, failed)) continue;
    const spec::Array& array = program.arrays[source.array];
    if (source.of_vector && program.components_of(array.vector).front() != source.array)
      continue;  // the same file as for the first component
    Diagnostics own;
    try {
      const FieldShape shape = shape_of(program, source.array, program.grid);
      if (!read_file(program, file_of(program, source), shape, own).empty()) continue;
    } catch (const EnvironmentError& error) {
      own.error(Code::kUnusableData, source.where, error.what());
    }
    if (refuse)
      diagnostics.append(own);
    else
      spec::warn(program, diagnostics, Code::kUnusableInput, source.where,
                 fmt::format("'{}' cannot be the data of '{}': {}", file.string(),
                             source.of_vector ? array.vector : array.shown(), own.all().front().message),
                 {"a run would fail; rtlgen check gives details"});
  }
}

Result<RunData> load_lent_run(const spec::Program& program, spec::ExtentMode mode, const RunOptions& options,
                              Diagnostics& diagnostics) {
  RunData run;
  const auto files = paths(program, options.inputs, true, diagnostics);
  run.outputs = paths(program, options.outputs, false, diagnostics);
  const WholeRange& steps = options.may_be_start ? kGoldenIterationsRange : kIterationsRange;
  if (options.iterations && !check_number(steps, *options.iterations, diagnostics)) return Failure{};
  if (options.every != 0 && !check_number(kEveryRange, options.every, diagnostics)) return Failure{};
  run.iterations = options.iterations.value_or(program.iterations);
  const auto shape = chosen_extents(program, mode, options.extents, diagnostics);
  if (!shape || diagnostics.has_errors()) return Failure{};
  run.extents = *shape;
  for (const FieldFile& output : run.outputs) check_writable(data::file_of(output.path));
  for (const spec::Param& param : program.params) run.params.push_back(param.value);
  std::set<int> done;
  const auto take = [&](const FieldFile& file) {
    const spec::ArrayId first(file.arrays.front());
    std::vector<golden::Grid> grids = read_file(program, file, shape_of(program, first, run.extents), diagnostics);
    for (std::size_t k = 0; k < file.arrays.size(); ++k) {
      if (!done.insert(file.arrays[k]).second || grids.empty()) continue;  // given separately, or faulty
      grids[k].extents = program.arrays[first].shape(run.extents);
      run.inputs.emplace(file.arrays[k], std::move(grids[k]));
    }
  };
  if (options.given) {
    take_arrays(program, options.given->arrays, run, done, diagnostics);
    take_params(program, options.given->params, run, diagnostics);
  }
  for (const FieldFile& file : files) take(file);
  for (const spec::ArrayId i : program.arrays.ids()) {
    const spec::Array& array = program.arrays[i];
    if (!has_role(array, true) || done.contains(i.index())) continue;
    spec::DataSource source = unnamed_data(i, array, options.seed);
    for (const spec::DataSource& known : program.inputs) {
      if (known.array == i) source = known;
    }
    if (source.kind == spec::DataKind::kFile) {
      take(file_of(program, source));
      continue;
    }
    if (source.kind == spec::DataKind::kExpression) {
      run.inputs.emplace(i.index(), start_values(*source.values, array, run.extents, run.params));
      continue;
    }
    const FieldShape own = shape_of(program, i, run.extents);
    auto grid = data::make(source, array.type, own.extents, own.axes, diagnostics);
    if (!grid) continue;
    grid->extents = array.shape(run.extents);
    run.inputs.emplace(i.index(), *std::move(grid));
  }
  if (diagnostics.has_errors()) return Failure{};
  return run;
}

std::map<int, golden::GridView> RunData::views() const {
  std::map<int, golden::GridView> views = golden::views_of(inputs);
  views.insert(lent.begin(), lent.end());
  return views;
}

Result<RunData> load_run(const spec::Program& program, spec::ExtentMode mode, const RunOptions& options,
                         Diagnostics& diagnostics) {
  auto run = load_lent_run(program, mode, options, diagnostics);
  if (run) run->copy_lent();
  return run;
}

void RunData::copy_lent() {
  for (const auto& [array, view] : lent) inputs.emplace(array, view.grid());
  lent.clear();
}

Result<RunData> load_run(const Prepared& prepared, const RunOptions& options, Diagnostics& diagnostics) {
  return load_run(prepared.reference(), prepared.stencil().hardware.extents, options, diagnostics);
}

std::vector<FieldCounts> count_fields(const spec::Program& program, const std::map<int, golden::Grid>& results) {
  return count_fields(program, golden::views_of(results));
}

std::vector<FieldCounts> count_fields(const spec::Program& program, const std::map<int, golden::GridView>& results) {
  std::vector<FieldCounts> fields;
  for (const auto& [index, grid] : results) {
    const spec::Array& array = program.arrays[spec::ArrayId(index)];
    if (has_role(array, false)) fields.push_back({array.shown(), array.type, data::count_cells(grid)});
  }
  return fields;
}

std::vector<data::Output> outputs_of(const spec::Program& program, const RunData& run, const GridOf& grid) {
  std::vector<data::Output> outputs;
  for (const FieldFile& file : run.outputs) {
    data::Output output{file.path, {}, program.axes};
    for (const int array : file.arrays) output.components.push_back(&grid(array));
    outputs.push_back(std::move(output));
  }
  return outputs;
}

std::vector<std::string> write_outputs(const spec::Program& program, const RunData& run,
                                       const std::map<int, golden::Grid>& results) {
  data::write_all(outputs_of(program, run, [&](int array) -> const golden::Grid& { return results.at(array); }));
  std::vector<std::string> written;
  for (const FieldFile& file : run.outputs) written.push_back(file.path);
  return written;
}

}  // namespace rtlgen::driver
