// The HDL of a plan as text, with a banner that names its origin.
#pragma once

#include <cstdint>
#include <string>

namespace rtlgen::plan {
struct Plan;
}

namespace rtlgen::emit {
struct Banner;
}

namespace rtlgen::runner {
enum class Hdl : std::uint8_t;
struct SimulatedDesign;
struct Sources;
}  // namespace rtlgen::runner

namespace rtlgen::driver {

struct Prepared;

/// Names the description without its folder, and the first digits of its digest. The design must have an origin.
emit::Banner banner_of(const Prepared& prepared);

/// manifest.json: the plan, with the generator's name, the identity of the hardware and the digest of the description.
std::string manifest(const Prepared& prepared);
/// The same, with identity_of() already known.
std::string manifest(const Prepared& prepared, std::uint32_t identity);

/// The text of the core file `name` for a vendor's tool: the vendor's cell replaces the model of a hard block.
std::string for_project(const plan::Plan& plan, const std::string& name, std::string text);

/// Facts about a design that a simulation needs besides its HDL.
runner::SimulatedDesign simulated(const plan::Plan& plan);

/// The core in one language for the simulator, in compile order.
runner::Sources core_sources(const Prepared& prepared, runner::Hdl hdl);

/// The same in Verilog with the CPU's float arithmetic, with identical bits at the ports in every cycle. If no operator
/// has a native form, the result equals core_sources().
runner::Sources native_core_sources(const Prepared& prepared);

}  // namespace rtlgen::driver
