// Expands boundary rules with a sign: a read that leaves the grid with such a rule becomes a choice between its value
// and the negated value, so that later layers need no signs (docs/adr/0048-rules-with-a-sign.md).
#pragma once

#include <string>

#include "frontend/expr/node_places.hpp"

namespace rtlgen {
class Diagnostics;
}
namespace rtlgen::spec {
struct Boundary;
struct Program;
struct Type;
}  // namespace rtlgen::spec

namespace rtlgen::frontend {

/// Whether the array `name` of `type` may have `rule`; if not, reports RG0378 at `where`.
bool takes_rule(const spec::Boundary& rule, const spec::Type& type, const std::string& name,
                const SourceLocation& where, Diagnostics& diagnostics);

/// Replaces each read with such a rule by a choice on the position of the cell. Afterwards no rule of a node has a
/// sign. Updates `places`, which may be null.
void write_out_signs(spec::Program& program, NodePlaces* places);

}  // namespace rtlgen::frontend
