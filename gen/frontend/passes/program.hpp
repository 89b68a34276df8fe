// Converts a checked document to a Stencil: names, types, boundaries, roles, streams and stages.
#pragma once

#include <string>

#include "frontend/expr/node_places.hpp"
#include "support/result.hpp"

namespace rtlgen::spec {
struct Stencil;
}

namespace rtlgen::frontend {

struct Given;
struct YamlValue;

/// check_schema must have checked `document`. Reports every fault that it can find; spec::validate accepts the
/// resulting Stencil. If the document was `overridden`, an unused parameter is accepted. `places`: receives the
/// locations of the nodes of expressions, or null.
Result<spec::Stencil> build_stencil(const YamlValue& document, const std::string& filename, bool overridden,
                                    const Given& given, Diagnostics& diagnostics, NodePlaces* places = nullptr);

}  // namespace rtlgen::frontend
