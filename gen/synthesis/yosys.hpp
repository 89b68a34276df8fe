// Real cell counts: Yosys maps each module of a design with its family's synthesis script.
//
// Modules are mapped one by one, instances inside left as they are: what a module costs does not depend on who
// instantiates it, and results are kept by the text of the module. A tool that flattens the design may find more to
// share.
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
  Counts* counts = nullptr;                       ///< modules in it need no Yosys; newly mapped ones are added
  bool run = true;  ///< false: NotCounted where a module is neither in `counts` nor cached
};

class NotCounted : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// "0.23". Throws EnvironmentError without Yosys.
std::string yosys_version();

/// The Verilog of `design` in one text, with the modules around `family`'s cells where leaves are DSP blocks. `source`
/// is what banners say that it was made of.
std::string mapped_text(const hw::Design& design, const std::string& family, const std::string& source);

/// What Yosys counts, module by module, named and multiplied as in model::area_of. EnvironmentErrors name the module
/// that Yosys could not map.
model::DesignArea count(const hw::Design& design, const model::Fabric& fabric, const Options& options);

}  // namespace rtlgen::synthesis
