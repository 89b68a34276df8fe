// The state of a run in a file, from which another run goes on.
//
// It holds the state fields after some number of time steps, and of what run they are: a digest of the description with
// its overrides, the extents, and a digest of parameters and start data, which a run that goes on is given again.
#pragma once

#include <cstdint>
#include <string>

#include "driver/data/arrays.hpp"

namespace rtlgen::driver {

class RunNotes;
struct Origin;
struct RunOptions;

class Checkpoint {
 public:
  /// Of the run of a description that `options` ask for, with its start data; `program` must stay.
  Checkpoint(const RunOptions& options, const Origin& origin, const spec::Program& program, const RunData& start);

  /// If the file is there, `run` goes on from it; RG0843 and false where it is of another run, or damaged.
  bool resume(RunData& run, Diagnostics& diagnostics) const;

  /// Replaces the file, whole or not at all. Throws EnvironmentError.
  void save(std::int64_t steps, const GridOf& grid) const;

 private:
  std::string file_;
  const spec::Program* program_;
  spec::Extents extents_;
  std::string description_;  ///< digest
  std::string start_;        ///< digest
};

/// If `options` name a checkpoint, `run` goes on from it if it is there, and `notes` save into it.
bool use_checkpoint(const spec::Program& program, const Origin& origin, const RunOptions& options, RunData& run,
                    RunNotes& notes, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
