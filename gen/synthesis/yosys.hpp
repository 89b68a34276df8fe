// Counts cells with Yosys: maps each module of a design with its family's synthesis script.
//
// Modules are mapped one by one, without the contents of their instances: the cost of a module does not depend on its
// users, and results are cached by the text of the module. A tool that flattens the design may be able to share more.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>

#include "synthesis/counts.hpp"

namespace rtlgen::model {
struct DesignArea;
}

namespace rtlgen::hw {
struct Design;
}

namespace rtlgen::synthesis {

struct Options {
  bool use_cache = true;
  std::function<void(const std::string&)> log{};  ///< one line per module that Yosys has to map
  Counts* counts = nullptr;                       ///< modules in it are not mapped; newly mapped ones are added
  bool run = true;  ///< false: takes the version of `counts`, and throws NotCounted for a module that it does not have
};

class NotCounted : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The version of Yosys, like "0.23". Throws EnvironmentError without Yosys.
std::string yosys_version();

/// The Verilog of `design` as one text; if leaves are DSP blocks, with the modules around `family`'s cells. `source` is
/// the origin in banners.
std::string mapped_text(const hw::Design& design, const std::string& family, const std::string& source);

/// Yosys' counts, module by module, with names and numbers of instances as in model::area_of. EnvironmentErrors name
/// the module that Yosys could not map.
model::DesignArea count(const hw::Design& design, const model::Fabric& fabric, const Options& options);

}  // namespace rtlgen::synthesis
