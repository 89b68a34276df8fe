// Common parts of both benches: ports by use, the numbers of a run, and filling in a template.
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

/// The ports of a held array.
struct LoadPorts {
  std::string name;  ///< name of the field
  int width = 1;
  std::int64_t words = 0;
};

/// A port with words, and its field.
struct DataPort {
  std::string name;
  std::string field;
  int width = 1;
  std::vector<std::string> shown;  ///< contents of each lane, low bits first: the field, or a vector's components

  [[nodiscard]] int parts() const { return static_cast<int>(shown.size()); }
  /// The part of a word, over all lanes, with component `c` of a lane: an expression of `lane` in either language.
  [[nodiscard]] std::string part(int c) const;
};

struct Ports {
  int cells_per_cycle = 1;
  std::vector<contract::Port> settings;  ///< cfg_ and param_
  std::vector<DataPort> inputs;          ///< taken together
  std::vector<DataPort> late;            ///< with their own handshakes
  std::vector<DataPort> outputs;
  std::vector<contract::Port> monitors;
  std::vector<LoadPorts> loads;
};

Ports ports_of(const plan::Plan& plan, const BenchRun& run);

/// The text of a bench from gen/testbench/templates, with marks.
const std::string& template_text(const std::string& file);
/// Marks of a template and their replacements.
using Marks = std::vector<std::pair<std::string, std::string>>;
/// The template of the language with file extension `end`, in which every @name@ of `marks` and then of the run's
/// numbers is replaced; replacements may contain marks that are replaced later.
emit::File filled_bench(const plan::Plan& plan, const BenchRun& run, const emit::Banner& banner, const std::string& end,
                        Marks marks);

}  // namespace rtlgen::testbench
