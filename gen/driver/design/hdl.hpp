// A plan's HDL as text, with the banner that says where it came from.
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

/// Names the description without its folder, and has the first digits of its digest. The design has an origin.
emit::Banner banner_of(const Prepared& prepared);

/// manifest.json: the plan, with the generator's name, the hardware's identity and the description's digest.
std::string manifest(const Prepared& prepared);
/// The same where identity_of() is known.
std::string manifest(const Prepared& prepared, std::uint32_t identity);

/// The text of a core's file `name` for a vendor's tool: the vendor's cell instead of the model of a hard block.
std::string for_project(const plan::Plan& plan, const std::string& name, std::string text);

/// What a simulation needs of a design beside its HDL.
runner::SimulatedDesign simulated(const plan::Plan& plan);

/// The core in one language for the simulator, in compile order.
runner::Sources core_sources(const Prepared& prepared, runner::Hdl hdl);

/// The same in Verilog with the CPU's float arithmetic: the same bits at the ports in every cycle. Where no operator
/// has a native form, they are core_sources().
runner::Sources native_core_sources(const Prepared& prepared);

}  // namespace rtlgen::driver
