// Fused and hard lines.
#include "frontend/expr/line_arithmetic.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/expr/fuse.hpp"
#include "frontend/expr/hard.hpp"
#include "frontend/expr/lower.hpp"
#include "frontend/passes/declarations.hpp"
#include "frontend/yaml/yaml_value.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {

spec::NodeId LineArithmetic::applied(spec::NodeId root, const YamlValue* own) {
  const std::string word = own != nullptr ? own->text : program_.settings.text("arithmetic");
  return word == "fused" ? fused(root, own) : word == "hard" ? hardened(root, own) : root;
}

spec::NodeId LineArithmetic::fused(spec::NodeId root, const YamlValue* own) {
  const spec::Type& type = graph_.at(root).type;
  if (own != nullptr && !type.is_float())
    refuse_fused(own->where, fmt::format("but the line computes {}", type.name()), program_.diagnostics);
  bool failed = false;
  return fuse_all(graph_, root, program_.scope, program_.diagnostics, failed);
}

spec::NodeId LineArithmetic::hardened(spec::NodeId root, const YamlValue* own) {
  const Hardened hard = harden(graph_, root, program_.losses, program_.diagnostics);
  if (own != nullptr && !hard.any) refuse_hard(own->where, "the line has none", program_.diagnostics);
  any_hard_ = any_hard_ || hard.any;
  return hard.root;
}

void LineArithmetic::check() const {
  if (program_.unparsed) return;
  const YamlValue* const key = program_.settings.find("arithmetic");
  const std::string word = program_.settings.text("arithmetic");
  const auto is_float = [](const spec::Node& node) { return node.type.is_float(); };
  if (word == "fused" && std::ranges::none_of(program_.stencil.nodes, is_float))
    refuse_fused(key->where, "but the program has none", program_.diagnostics);
  if (word == "hard" && !any_hard_) refuse_hard(key->where, "the program has none", program_.diagnostics);
}

}  // namespace rtlgen::frontend
