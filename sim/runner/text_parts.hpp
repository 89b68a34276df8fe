// Common parts of the Verilog and the VHDL test bench: the numbers of a run, and filling in a template.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "contract/core_interface.hpp"
#include "runner/text_late.hpp"
#include "runner/text_load.hpp"

namespace rtlgen::runner {

struct Run;

struct Parts {
  std::vector<contract::Port> settings, inputs, outputs, monitors;
  std::int64_t frame = 0;
  std::int64_t total = 0;
  std::int64_t quiet = 0;  ///< cycles without a word after which the run counts as hung
  std::int64_t drain = 0;
  int stall_in = 0, stall_out = 0;  ///< per mille
};

Parts parts_of(const SimulatedDesign& design, const Run& run);

/// Whether frames repeat cells of the grid's other side.
bool has_ghosts(const contract::CoreInterface& core);
/// Whether the field of a data port is both read and written.
bool is_state(const Parts& p, const contract::Port& port);
/// The low `width` bits of `value`, highest first.
std::string binary(std::uint64_t value, int width);

/// Lines of a test bench that depend on the ports.
struct Lines {
  std::string declarations, connections, variables, read, drive, store, write, look, load;
  LateText late;
  std::string ahead = "1";  ///< number of words, beyond the one to be read, that the previous pass must have written

  void add(const LoadText& more) {
    declarations += more.declarations;
    connections += more.connections;
    variables += more.variables;
    read += more.read;
    load = more.load;
  }
  void add(const LateText& more) {
    declarations += more.declarations;
    connections += more.connections;
    variables += more.variables;
    read += more.read;
    drive += more.drive;
    late = more;
  }
};

/// `text` with its marks @name@ replaced by the lines and the numbers of the run.
std::string print(const char* text, const SimulatedDesign& design, const Run& run, const Parts& p, Lines lines,
                  const LoadText& load, const LateText& late);

}  // namespace rtlgen::runner
