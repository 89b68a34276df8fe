// Describes a node of a stencil: its type, its range, and its cost in hardware.
#pragma once

#include <string>

#include "spec/ids.hpp"

namespace rtlgen::spec {
struct Stencil;
}

namespace rtlgen::lsp {

/// As Markdown, one line per property.
std::string node_text(const spec::Stencil& stencil, spec::NodeId node);

/// A field or temporary: type, role, boundary rules, axes.
std::string array_text(const spec::Stencil& stencil, spec::ArrayId array);

}  // namespace rtlgen::lsp
