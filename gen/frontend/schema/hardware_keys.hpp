// Hardware as keys of a description, `key.path=value`, for manifests and for commands that users see.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rtlgen::spec {
struct Bus;
struct Hardware;
enum class ArithmeticForm : std::uint8_t;
struct Program;
}  // namespace rtlgen::spec

namespace rtlgen::frontend {

struct GivenBus;

/// The keys that change `from` to `to`, in a fixed order: P, I, block, RAM, bus, memory, clock. All other members must
/// be equal. `program` provides the names of fields.
std::vector<std::string> hardware_keys(const spec::Program& program, const spec::Hardware& from,
                                       const spec::Hardware& to);

/// P, I, block and RAM, even if they have their default values.
std::vector<std::string> shape_keys(const spec::Hardware& hardware);

/// The key that overrides the file's bus by this width and clock; and the one that overrides only its width.
std::string bus_key(const GivenBus& bus);
std::string bus_bits_key(const spec::Bus& bus);
std::string clock_key(double mhz);
std::string hops_key(int hops);
std::string form_word(spec::ArithmeticForm form);  ///< the value of `hardware.arithmetic`
std::string dsp_limit_key(int blocks);
std::string dsp_sums_key(int additions);
std::string arithmetic_key(const spec::Hardware& hardware);
std::string device_key(const std::string& family);
std::vector<std::string> board_keys(const std::string& name, const std::string& family);

}  // namespace rtlgen::frontend
