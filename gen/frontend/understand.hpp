// A description as far as it can be parsed, for tools that work on a text while it is being written.
#pragma once

#include <optional>
#include <string>

#include "frontend/expr/node_places.hpp"
#include "frontend/yaml/yaml_value.hpp"
#include "spec/stencil.hpp"

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::frontend {

struct Given;

struct Understood {
  std::optional<YamlValue> document;     ///< with included files, in long form; none: not valid YAML
  std::optional<spec::Stencil> stencil;  ///< none: there are errors
  NodePlaces places;                     ///< places of the stencil's nodes
};

/// Reports the same faults as load_text().
Understood understand(const std::string& text, const std::string& filename, const Given& given,
                      Diagnostics& diagnostics);

}  // namespace rtlgen::frontend
