// What both benches have in common: the ports by their use, the run's numbers, and how a template is filled.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "contract/core_interface.hpp"

namespace rtlgen::plan {
struct Plan;
}

namespace rtlgen::emit {
struct Banner;
struct File;
}  // namespace rtlgen::emit

namespace rtlgen::testbench {

struct BenchRun;

/// A held array's ports.
struct LoadPorts {
  std::string name;  ///< of the field
  int width = 1;
  std::int64_t words = 0;
};

/// A port of words, and its field.
struct DataPort {
  std::string name;
  std::string field;
  int width = 1;
  std::vector<std::string> shown;  ///< what each lane holds, low bits first: the field, or a vector's components

  [[nodiscard]] int parts() const { return static_cast<int>(shown.size()); }
  /// Which part of a word, of all lanes, component `c` of a lane is: an expression of `lane` in either language.
  [[nodiscard]] std::string part(int c) const;
};

struct Ports {
  int cells_per_cycle = 1;
  std::vector<contract::Port> settings;  ///< cfg_ and param_
  std::vector<DataPort> inputs;          ///< taken together
  std::vector<DataPort> late;            ///< with a handshake of their own
  std::vector<DataPort> outputs;
  std::vector<contract::Port> monitors;
  std::vector<LoadPorts> loads;
};

Ports ports_of(const plan::Plan& plan, const BenchRun& run);

/// A bench as gen/testbench/templates has it, with marks.
const std::string& template_text(const std::string& file);
/// Marks of a template and what stands in their place.
using Marks = std::vector<std::pair<std::string, std::string>>;
/// The template of the language whose files end in `end`, with every @name@ of `marks` and then of the run's numbers
/// replaced; what is put in may hold marks of those that follow.
emit::File filled_bench(const plan::Plan& plan, const BenchRun& run, const emit::Banner& banner, const std::string& end,
                        Marks marks);

}  // namespace rtlgen::testbench
