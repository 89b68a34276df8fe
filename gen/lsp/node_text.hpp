// What a node of a stencil is: its type, its range, and what it costs in hardware.
#pragma once

#include <string>

#include "spec/ids.hpp"

namespace rtlgen::spec {
struct Stencil;
}

namespace rtlgen::lsp {

/// Markdown, a line per property.
std::string node_text(const spec::Stencil& stencil, spec::NodeId node);

/// A field or temporary: type, role, boundary rules, axes.
std::string array_text(const spec::Stencil& stencil, spec::ArrayId array);

}  // namespace rtlgen::lsp
