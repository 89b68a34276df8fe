// From a file to a verified plan of the shared program.
#include <utility>

#include "analysis/meaning/meaning.hpp"
#include "driver/driver.hpp"
#include "frontend/frontend.hpp"
#include "plan/auto_block.hpp"
#include "plan/fold.hpp"
#include "plan/framing.hpp"

namespace rtlgen::driver {

Result<spec::Stencil> read_stencil(const Source& source, Diagnostics& diagnostics) {
  auto stencil = frontend::load_file(source.file, source.sets, diagnostics);
  if (!stencil) return Failure{};
  analysis::warn_of_meaning(*stencil, diagnostics);
  if (diagnostics.has_errors()) return Failure{};
  return stencil;
}

Result<std::shared_ptr<Prepared>> read_program(const Source& source, Diagnostics& diagnostics) {
  auto stencil = read_stencil(source, diagnostics);
  if (!stencil) return Failure{};
  const auto prepared = std::make_shared<Prepared>();
  spec::validate(*stencil);
  prepared->wishes = stencil->hardware;
  prepared->sharing = analysis::share(*stencil, plan::fold_node);
  prepared->reference = std::move(prepared->sharing.reference);
  prepared->stencil = std::move(prepared->sharing.hardware);
  return prepared;
}

Result<std::shared_ptr<const Prepared>> prepare(const Source& source, Diagnostics& diagnostics) {
  const auto program = read_program(source, diagnostics);
  if (!program) return Failure{};
  const std::shared_ptr<Prepared>& prepared = *program;
  if (prepared->stencil.hardware.block_auto) {
    spec::Hardware& hardware = prepared->stencil.hardware;
    const int budget = hardware.ram_blocks > 0 ? hardware.ram_blocks : plan::family_ram_blocks(hardware.device);
    auto block = plan::choose_block(prepared->stencil, budget, diagnostics);
    if (!block) return Failure{};
    hardware.block = *std::move(block);
  }
  if (!plan::frame_blocks(prepared->stencil, diagnostics)) return Failure{};
  spec::validate(prepared->reference);
  spec::validate(prepared->stencil);
  auto plan = plan::make_plan(prepared->stencil, diagnostics);
  if (!plan) return Failure{};
  prepared->plan = *std::move(plan);
  plan::verify(prepared->plan);
  return std::shared_ptr<const Prepared>(prepared);
}

}  // namespace rtlgen::driver
