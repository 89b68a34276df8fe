// Saves the state of a run in a file, from which another run can continue.
//
// The file contains the state fields after some number of time steps and identifies the run: a digest of the
// description with its overrides, the extents, and a digest of parameters and start data, which must be given again to
// continue.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "driver/data/arrays.hpp"
#include "support/error.hpp"

namespace rtlgen::driver {

class RunNotes;
struct Origin;
struct RunOptions;

class Checkpoint {
 public:
  /// For the run of a description with `options` and its start data. `program` must outlive the object.
  Checkpoint(const RunOptions& options, const Origin& origin, const spec::Program& program, const RunData& start);

  /// If the file exists, `run` continues from it. Returns false after RG0843 if it belongs to another run or is
  /// damaged.
  bool resume(RunData& run, Diagnostics& diagnostics) const;

  /// Replaces the file, completely or not at all. Throws EnvironmentError.
  void save(std::int64_t steps, const GridOf& grid) const;

 private:
  /// Why `run` cannot continue from a file with these bytes; none if it does. Throws nlohmann's exceptions.
  std::optional<Error> restore(std::string_view bytes, RunData& run) const;

  std::string file_;
  const spec::Program* program_;
  spec::Extents extents_;
  std::string description_;  ///< digest
  std::string start_;        ///< digest
};

/// If `options` name a checkpoint, `run` continues from it if it exists, and `notes` save to it.
bool use_checkpoint(const spec::Program& program, const Origin& origin, const RunOptions& options, RunData& run,
                    RunNotes& notes, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
