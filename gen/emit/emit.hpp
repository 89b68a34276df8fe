// Prints hardware modules as Verilog-2005 or as VHDL that is valid as VHDL-93 and VHDL-2008.
//
// Printing decides nothing: both languages come from the same prepared module (prepare.hpp), with
// the same ports, signals, registers and instances under the same names. The same design gives the
// same text, byte for byte, wherever it is printed.
#pragma once

#include <string>
#include <vector>

#include "emit/file.hpp"

namespace rtlgen::hw {
struct Design;
struct Module;
}  // namespace rtlgen::hw

namespace rtlgen::emit {

struct Banner;

enum class Language { kVerilog, kVhdl };

/// The form of delay lines in Verilog. kEither is for simulators: if RTLGEN_RINGS is defined, lines of more than 64
/// bits are memories with a circulating address, so that a cycle costs one word instead of all. The contents are the
/// same, and unknown at the start. kEitherAtOnce: in addition, pipelines then compute at once (hw/at_once.hpp).
enum class Lines { kRegisters, kEither, kEitherAtOnce };

/// The text of one module; `design` is the source of the clock and reset ports of instantiated modules.
std::string verilog(const hw::Module& module, const hw::Design& design, const Banner& banner,
                    Lines lines = Lines::kRegisters);
std::string vhdl(const hw::Module& module, const hw::Design& design, const Banner& banner);

/// Every file of a design: one per module, the hand-written leaves and packages that it needs, and
/// finally a list of all files in compile order (`files.f` for Verilog, `files.txt` for VHDL).
std::vector<File> emit_design(const hw::Design& design, Language language, const Banner& banner,
                              Lines lines = Lines::kRegisters);

}  // namespace rtlgen::emit
