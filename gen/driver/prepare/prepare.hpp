// Reading, checking, sharing and planning: text -> spec -> plan. What every use case begins with.
//
// The other use cases are the folders beside this one. The function of a use case takes options as values, appends
// faults of the user's input to the Diagnostics and returns a report that a command line or a program can print.
// Missing tools and failing disks are EnvironmentErrors; nothing is written when a fault is found.
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

/// A program, shared for the hardware requested. A variant is `program` with a changed copy of `requested`; it has no
/// origin.
struct SharedProgram {
  spec::Program program;                   ///< as written
  spec::Hardware requested;                ///< as given
  analysis::Sharing sharing;               ///< its `hardware` is not cut into blocks
  std::shared_ptr<const Origin> origin{};  ///< of a description as it was read; null: of a variant

  /// What the golden engine follows.
  [[nodiscard]] const spec::Program& reference() const { return sharing.reference; }
};

/// The same with the plan of its hardware.
struct Prepared : SharedProgram {
  plan::Plan plan;

  /// What is built: the same fields, temporaries that sharing has made, and the hardware that was decided.
  [[nodiscard]] const spec::Stencil& stencil() const { return *plan.stencil; }
};

/// Shares; the stencil is not cut into blocks.
SharedProgram share(const spec::Program& program, const spec::Hardware& hardware);

/// What follows from hardware before the plan is decided here and nowhere else: the length of a pass, sharing, blocks.
/// Then the plan, verified. Faults are those of hardware that cannot be built.
Result<std::shared_ptr<const Prepared>> prepare(const spec::Program& program, const spec::Hardware& hardware,
                                                Diagnostics& diagnostics);
Result<std::shared_ptr<const Prepared>> prepare_description(const Description& description, Diagnostics& diagnostics);

/// Reads and shares.
Result<SharedProgram> read_program(const Source& source, Diagnostics& diagnostics);

/// Reads and prepares.
Result<std::shared_ptr<const Prepared>> prepare(const Source& source, Diagnostics& diagnostics);

/// The bus that a description without one is given where a command needs a way to memory.
spec::Bus assumed_bus();

/// Of the plan's figures, as manifest.json has them: what a measurement of a design is known by.
std::string plan_digest(const plan::Plan& plan);

}  // namespace rtlgen::driver
