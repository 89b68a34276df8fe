// A program and its hardware as text for people: what `rtlgen check` prints.
#pragma once

#include <string>

#include "spec/ids.hpp"

namespace rtlgen::spec {

struct Array;
struct Hardware;
struct Program;
struct Type;

/// What was understood: grid, arrays, parameters, lines with their typed expressions and the windows
/// that taps span.
std::string describe(const Program& program);

/// The requested hardware.
std::string describe_hardware(const Hardware& hardware);

/// A typed expression: `t[-1,0] + float64(power)*0.5`. Operands of an operator share its type, so
/// only casts, parameters and leaves need theirs. Brackets show the graph, not the source.
std::string to_text(const Program& program, NodeId node);

/// A value of `type` in decimal, as a literal of the language where it is finite.
std::string value_text(const Type& type, std::uint64_t bits);

/// One axis's rule, or all of them: `edge`, `{constant: 0.5}`, `{x: reflect, y: edge}`.
std::string boundary_text(const Program& program, const Array& array);

}  // namespace rtlgen::spec
