// From a file, or a program and its hardware, to a verified plan of the shared program.
#include "driver/prepare/prepare.hpp"

#include <utility>

#include "frontend/schema/hardware_keys.hpp"
#include "plan/auto_block.hpp"
#include "plan/framing.hpp"
#include "plan/memory_fit.hpp"
#include "plan/place_fields.hpp"
#include "plan/timing/fold.hpp"
#include "runner/digest.hpp"
#include "spec/placement.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::driver {

SharedProgram share(const spec::Program& program, const spec::Hardware& hardware) {
  const spec::Stencil unshared = spec::with_hardware(program, hardware);
  spec::validate(unshared);
  return {program, hardware, analysis::share(unshared, plan::fold_node), nullptr};
}

namespace {

Result<std::shared_ptr<const Prepared>> prepared(const spec::Program& program, const spec::Hardware& requested,
                                                 std::shared_ptr<const Origin> origin, Diagnostics& diagnostics) {
  if (!spec::check_places(program, requested, diagnostics)) return Failure{};
  SharedProgram shared = share(program, requested);
  shared.origin = std::move(origin);
  spec::Stencil stencil = shared.sharing.hardware;
  plan::place_fields(stencil);
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

}  // namespace

Result<std::shared_ptr<const Prepared>> prepare(const spec::Program& program, const spec::Hardware& hardware,
                                                Diagnostics& diagnostics) {
  return prepared(program, hardware, nullptr, diagnostics);
}

Result<std::shared_ptr<const Prepared>> prepare_description(const Description& description, Diagnostics& diagnostics) {
  return prepared(description.stencil, description.stencil.hardware, std::make_shared<const Origin>(description.origin),
                  diagnostics);
}

Result<SharedProgram> read_program(const Source& source, Diagnostics& diagnostics) {
  const auto description = read(source, diagnostics);
  if (!description) return Failure{};
  SharedProgram program = share(description->stencil, description->stencil.hardware);
  program.origin = std::make_shared<const Origin>(description->origin);
  return program;
}

Result<std::shared_ptr<const Prepared>> prepare(const Source& source, Diagnostics& diagnostics) {
  const auto description = read(source, diagnostics);
  if (!description) return Failure{};
  return prepare_description(*description, diagnostics);
}

bool check_memory(const SharedProgram& program, const spec::Extents& grid, Diagnostics& diagnostics) {
  return plan::check_memory_fit(program.sharing.hardware, grid, diagnostics);
}

bool check_memory(const SharedProgram& program, Diagnostics& diagnostics) {
  return check_memory(program, program.sharing.hardware.grid, diagnostics);
}

spec::Bus assumed_bus() {
  spec::Bus bus;
  bus.where = {"--set " + frontend::bus_bits_key(bus)};
  return bus;
}

std::string plan_digest(const plan::Plan& plan) {
  constexpr std::size_t kDigits = 16;
  return runner::sha256(plan::manifest_json(plan)).substr(0, kDigits);
}

}  // namespace rtlgen::driver
