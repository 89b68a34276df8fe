// Reading, checking, sharing and planning: text -> spec -> plan, the first steps of every use case.
//
// The other use cases are in the neighbouring folders. The function of a use case takes options as values, appends
// faults in the user's input to the Diagnostics and returns a report that a command line or a program can print.
// Missing tools and failing disks are EnvironmentErrors; after a fault nothing is written.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "analysis/sharing/sharing.hpp"
#include "driver/prepare/description.hpp"
#include "driver/prepare/source.hpp"
#include "plan/plan.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"

namespace rtlgen {
class Diagnostics;
template <class T>
class Result;
}  // namespace rtlgen

namespace rtlgen::driver {

/// A program after sharing for the requested hardware. A variant is `program` with a changed copy of `requested`; it
/// has no origin.
struct SharedProgram {
  spec::Program program;                   ///< before sharing
  spec::Hardware requested;                ///< as in the description
  analysis::Sharing sharing;               ///< its `hardware` is not cut into blocks
  std::shared_ptr<const Origin> origin{};  ///< origin of a description; null for a variant

  /// The program that the golden engine follows.
  [[nodiscard]] const spec::Program& reference() const { return sharing.reference; }
};

/// The same with a plan for its hardware.
struct Prepared : SharedProgram {
  plan::Plan plan;

  /// The stencil that is built: the same fields, temporaries made by sharing, and the chosen hardware.
  [[nodiscard]] const spec::Stencil& stencil() const { return *plan.stencil; }
};

/// Applies sharing; the stencil is not cut into blocks.
SharedProgram share(const spec::Program& program, const spec::Hardware& hardware);

/// The only place that derives from hardware what the plan needs: the length of a pass, sharing, blocks. Then plans and
/// verifies. Reports faults of hardware that cannot be built.
Result<std::shared_ptr<const Prepared>> prepare(const spec::Program& program, const spec::Hardware& hardware,
                                                Diagnostics& diagnostics);
Result<std::shared_ptr<const Prepared>> prepare_description(const Description& description, Diagnostics& diagnostics);

/// Reads a description and shares.
Result<SharedProgram> read_program(const Source& source, Diagnostics& diagnostics);

/// Reads and prepares.
Result<std::shared_ptr<const Prepared>> prepare(const Source& source, Diagnostics& diagnostics);

/// Reports RG0832 if the arrays on `grid`, by default the whole one, do not fit the memory of the design's board.
bool check_memory(const SharedProgram& program, const spec::Extents& grid, Diagnostics& diagnostics);
bool check_memory(const SharedProgram& program, Diagnostics& diagnostics);

/// The bus for a description without one, if a command needs access to memory.
spec::Bus assumed_bus();

/// Digest of the plan's figures in manifest.json: it identifies the design of a measurement.
std::string plan_digest(const plan::Plan& plan);

}  // namespace rtlgen::driver
