// From a file, or a program and its hardware, to a verified plan of the shared program.
#include "driver/prepare/prepare.hpp"

#include <utility>

#include "analysis/meaning/meaning.hpp"
#include "frontend/frontend.hpp"
#include "frontend/hardware_keys.hpp"
#include "plan/auto_block.hpp"
#include "plan/fold.hpp"
#include "plan/framing.hpp"
#include "spec/placement.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::driver {

Result<spec::Stencil> read_stencil(const Source& source, Diagnostics& diagnostics) {
  auto stencil = source.text ? frontend::load_text(*source.text, source.file, source.sets, diagnostics, source.given)
                             : frontend::load_file(source.file, source.sets, diagnostics, source.given);
  if (!stencil) return Failure{};
  analysis::warn_of_meaning(*stencil, diagnostics);
  if (diagnostics.has_errors()) return Failure{};
  return stencil;
}

SharedProgram share(const spec::Program& program, const spec::Hardware& hardware) {
  const spec::Stencil asked = spec::with_hardware(program, hardware);
  spec::validate(asked);
  return {program, hardware, analysis::share(asked, plan::fold_node)};
}

Result<std::shared_ptr<const Prepared>> prepare(const spec::Program& program, const spec::Hardware& requested,
                                                Diagnostics& diagnostics) {
  for (const spec::Placement& place : requested.bus ? requested.bus->memory : std::vector<spec::Placement>{}) {
    if (!spec::check_placement(program, place, diagnostics)) return Failure{};
  }
  SharedProgram shared = share(program, requested);
  spec::Stencil stencil = shared.sharing.hardware;
  spec::Hardware& hardware = stencil.hardware;
  if (hardware.block_auto) {
    plan::Rams budget = plan::family_rams(hardware.device);
    if (hardware.ram_blocks > 0) budget.blocks = hardware.ram_blocks;
    if (hardware.ultra_rams > 0) budget.ultra = hardware.ultra_rams;
    auto block = plan::choose_block(stencil, budget, diagnostics);
    if (!block) return Failure{};
    hardware.block = *std::move(block);
  }
  if (!plan::frame_blocks(stencil, diagnostics)) return Failure{};
  spec::validate(shared.reference());
  spec::validate(stencil);
  auto plan = plan::make_plan(stencil, diagnostics);
  if (!plan) return Failure{};
  plan::verify(*plan);
  return std::make_shared<const Prepared>(Prepared{std::move(shared), *std::move(plan)});
}

Result<SharedProgram> read_program(const Source& source, Diagnostics& diagnostics) {
  const auto stencil = read_stencil(source, diagnostics);
  if (!stencil) return Failure{};
  return share(*stencil, stencil->hardware);
}

Result<std::shared_ptr<const Prepared>> prepare(const Source& source, Diagnostics& diagnostics) {
  const auto stencil = read_stencil(source, diagnostics);
  if (!stencil) return Failure{};
  return prepare(*stencil, stencil->hardware, diagnostics);
}

spec::Bus assumed_bus() {
  spec::Bus bus;
  bus.where = {"--set " + frontend::bus_bits_key(bus), 0, 0, 1};
  return bus;
}

}  // namespace rtlgen::driver
