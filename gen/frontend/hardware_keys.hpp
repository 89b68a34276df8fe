// Hardware as the keys of a description, `key.path=value`: for manifests and commands that people read.
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

/// The keys that make `to` of `from`, in a fixed order: P, I, block, RAM, bus, memory, clock. Other members are the
/// same in both. `program` names the fields.
std::vector<std::string> hardware_keys(const spec::Program& program, const spec::Hardware& from,
                                       const spec::Hardware& to);

/// P, I, block and RAM, whatever they are.
std::vector<std::string> shape_keys(const spec::Hardware& hardware);

/// Width and clock of a bus instead of the file's; its width alone.
std::string bus_key(const GivenBus& bus);
std::string bus_bits_key(const spec::Bus& bus);
std::string clock_key(double mhz);
std::string hops_key(int hops);
std::string form_word(spec::ArithmeticForm form);  ///< as `hardware.arithmetic` has it
std::string dsp_limit_key(int blocks);
std::string dsp_sums_key(int additions);
std::string arithmetic_key(const spec::Hardware& hardware);
std::string device_key(const std::string& family);
std::vector<std::string> board_keys(const std::string& name, const std::string& family);

}  // namespace rtlgen::frontend
