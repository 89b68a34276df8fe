// From a checked document to a Stencil: names, types, boundaries, roles, streams and stages.
#pragma once

#include <string>

#include "frontend/node_places.hpp"
#include "support/result.hpp"

namespace rtlgen::spec {
struct Stencil;
}

namespace rtlgen::frontend {

struct Given;
struct YamlValue;

/// `document` has been through check_schema. Reports every fault it can see; the Stencil is what
/// spec::validate accepts. Where it was `overridden`, a parameter that nothing uses any more is let
/// pass. `places`: where the nodes of expressions are noted, or null.
Result<spec::Stencil> build_stencil(const YamlValue& document, const std::string& filename, bool overridden,
                                    const Given& given, Diagnostics& diagnostics, NodePlaces* places = nullptr);

}  // namespace rtlgen::frontend
