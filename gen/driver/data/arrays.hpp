// The data of a run: which file or pattern fills each field, and where results go.
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

/// The run that options and stencil file describe, with its data read or made.
struct RunData {
  spec::Extents extents{1, 1, 1};
  std::int64_t iterations = 0;
  std::int64_t first_step = 0;           ///< steps that were done before: the state is that after them
  std::map<int, golden::Grid> inputs;    ///< every state and input field that is not lent
  std::map<int, golden::GridView> lent;  ///< those whose cells the caller has as the golden engine takes them
  std::vector<FieldFile> outputs;        ///< where fields go
  std::vector<std::uint64_t> params;

  /// Every state and input field where it lies; `this` must stay.
  [[nodiscard]] std::map<int, golden::GridView> views() const;
  /// Copies what is lent.
  void copy_lent();
};

/// The grid of a run: `wanted`, or the program's with none; RG0804 and nothing if they do not suit it, or hardware of
/// which the extents are fixed.
std::optional<spec::Extents> chosen_extents(const spec::Program& program, spec::ExtentMode mode,
                                            const std::vector<std::int64_t>& wanted, Diagnostics& diagnostics);
std::optional<spec::Extents> chosen_extents(const Prepared& prepared, const std::vector<std::int64_t>& wanted,
                                            Diagnostics& diagnostics);

/// Fields that neither options nor stencil file give data start random: floats in [0, 1), integers
/// anywhere in their type.
Result<RunData> load_run(const spec::Program& program, spec::ExtentMode mode, const RunOptions& options,
                         Diagnostics& diagnostics);
Result<RunData> load_run(const Prepared& prepared, const RunOptions& options, Diagnostics& diagnostics);

/// The same with arrays of the caller's memory left where they lie, as far as the golden engine can take them so.
Result<RunData> load_lent_run(const spec::Program& program, spec::ExtentMode mode, const RunOptions& options,
                              Diagnostics& diagnostics);

/// Looks at the data files that the description names, without reading more of them than it must: what is not there is
/// a warning (RG0908); what cannot be the field's data is an error if `refuse` (RG0601), else a warning (RG0909).
void check_inputs(const spec::Program& program, bool refuse, Diagnostics& diagnostics);

/// The grid of an array by its index.
using GridOf = std::function<const golden::Grid&(int array)>;

/// The fields that options name, with their grids.
std::vector<data::Output> outputs_of(const spec::Program& program, const RunData& run, const GridOf& grid);

/// Writes the fields that options name; returns the paths.
std::vector<std::string> write_outputs(const spec::Program& program, const RunData& run,
                                       const std::map<int, golden::Grid>& results);

}  // namespace rtlgen::driver
