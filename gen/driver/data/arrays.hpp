// The data of a run: the file or pattern for each field, and the files for results.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "golden/grid.hpp"
#include "spec/axes.hpp"
#include "support/result.hpp"

namespace rtlgen::data {
struct Output;
}

namespace rtlgen::spec {
enum class ExtentMode : std::uint8_t;
struct Program;
}  // namespace rtlgen::spec

namespace rtlgen::driver {

struct Prepared;
struct RunOptions;

/// A data file of a run.
struct FieldFile {
  std::vector<int> arrays;  ///< a field, or all components of a vector
  std::string path;
};

/// A run as options and stencil file describe it, with its data read or generated.
struct RunData {
  spec::Extents extents{1, 1, 1};
  std::int64_t iterations = 0;
  std::int64_t first_step = 0;         ///< steps done before; the state is that after them
  std::map<int, golden::Grid> inputs;  ///< every state and input field that is not lent
  std::map<int, golden::GridView>
      lent;  ///< fields whose cells are in the caller's memory in the form that the golden engine needs
  std::vector<FieldFile> outputs;  ///< destinations of fields
  std::vector<std::uint64_t> params;

  /// Views of every state and input field; valid as long as `this`.
  [[nodiscard]] std::map<int, golden::GridView> views() const;
  /// Copies lent fields.
  void copy_lent();
};

/// The grid of a run: `wanted` or, if that is empty, the program's grid. Reports RG0804 and returns nullopt if `wanted`
/// is not one extent per axis; RG0501 if the extents do not fit the program, or differ from those of hardware with
/// fixed extents. `hardware_least`: for the note.
std::optional<spec::Extents> chosen_extents(const spec::Program& program, spec::ExtentMode mode,
                                            const std::vector<std::int64_t>& wanted, Diagnostics& diagnostics,
                                            const spec::Extents& hardware_least = {0, 0, 0});
std::optional<spec::Extents> chosen_extents(const Prepared& prepared, const std::vector<std::int64_t>& wanted,
                                            Diagnostics& diagnostics);

/// Fields without data in options and stencil file get random numbers: floats in [0, 1), integers in the whole range of
/// their type.
Result<RunData> load_run(const spec::Program& program, spec::ExtentMode mode, const RunOptions& options,
                         Diagnostics& diagnostics);
Result<RunData> load_run(const Prepared& prepared, const RunOptions& options, Diagnostics& diagnostics);

/// The same, but the caller's arrays are used without copying if the golden engine can use their form.
Result<RunData> load_lent_run(const spec::Program& program, spec::ExtentMode mode, const RunOptions& options,
                              Diagnostics& diagnostics);

/// Checks the data files that the description names, and reads as little of them as possible. A missing file is a
/// warning (RG0908); a file that does not fit the field is an error if `refuse` (RG0601), else a warning (RG0909).
void check_inputs(const spec::Program& program, bool refuse, Diagnostics& diagnostics);

/// The grid of an array by its index.
using GridOf = std::function<const golden::Grid&(int array)>;

/// The fields that options name, with their grids.
std::vector<data::Output> outputs_of(const spec::Program& program, const RunData& run, const GridOf& grid);

/// Writes the fields that options name; returns the paths.
std::vector<std::string> write_outputs(const spec::Program& program, const RunData& run,
                                       const std::map<int, golden::Grid>& results);

}  // namespace rtlgen::driver
