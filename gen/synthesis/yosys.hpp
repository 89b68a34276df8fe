// Real cell counts: each module of a design through Yosys, as its family's synthesis script maps it.
//
// Modules are mapped one by one, instances inside left as they are: what a module costs does not depend on who instantiates it,
// and results are kept by the text of the module. A tool that flattens the design may find more to share.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "hw/ir.hpp"
#include "model/area/design.hpp"

namespace rtlgen::synthesis {

struct Options {
  bool use_cache = true;
  std::function<void(const std::string&)> log;  ///< a line a module that Yosys has to map
};

/// "0.23". An EnvironmentError if there is no Yosys.
std::string yosys_version();

/// What Yosys counts, module by module, named and multiplied as in model::area_of. EnvironmentErrors name the module that Yosys
/// could not map.
model::DesignArea count(const hw::Design& design, const model::Fabric& fabric, const Options& options);

/// Cells of `module` in the text that `stat` prints; instances of modules are not counted. A cell type that is not known, or a
/// module that is not there, is a std::runtime_error, never a zero.
model::Area parse_stat(const std::string& text, const std::string& module, const model::Fabric& fabric, const std::function<bool(const std::string&)>& is_module);

}  // namespace rtlgen::synthesis
