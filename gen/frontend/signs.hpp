// Expands boundary rules with a sign: a read that leaves the grid by one becomes a choice between its value and the
// negated value, so that later layers need no signs (docs/adr/0048-rules-with-a-sign.md).
#pragma once

#include <string>

#include "frontend/node_places.hpp"

namespace rtlgen {
class Diagnostics;
}
namespace rtlgen::spec {
struct Boundary;
struct Program;
struct Type;
}  // namespace rtlgen::spec

namespace rtlgen::frontend {

/// Whether an array `name` of `type` may have `rule`; otherwise reports RG0378 at `where`.
bool takes_rule(const spec::Boundary& rule, const spec::Type& type, const std::string& name,
                const SourceLocation& where, Diagnostics& diagnostics);

/// Replaces each read by a rule with a sign by a choice on the cell's position. Afterwards no node's rule has a sign.
/// `places` are updated; may be null.
void write_out_signs(spec::Program& program, NodePlaces* places);

}  // namespace rtlgen::frontend
