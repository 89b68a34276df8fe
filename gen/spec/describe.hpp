// A program and its hardware as text for people: what `rtlgen check` prints.
#pragma once

#include <cstdint>
#include <string>

#include "spec/ids.hpp"

namespace rtlgen::spec {

struct Array;
struct Hardware;
struct Program;
struct Type;

/// Summarises a program: grid, arrays, parameters, lines with their typed expressions and the windows that taps span.
std::string describe(const Program& program);

/// The requested hardware.
std::string describe_hardware(const Hardware& hardware);

/// A typed expression: `t[-1,0] + float64(power)*0.5`. The operands of an operator share its type, so only casts,
/// parameters and leaves show theirs. Brackets show the graph, not the source.
std::string to_text(const Program& program, NodeId node);

/// A value of `type` in decimal; if it is finite, as a literal of the language.
std::string value_text(const Type& type, std::uint64_t bits);

/// The rule of an array, or its rules by axis: `edge`, `{constant: 0.5}`, `{x: reflect, y: edge}`.
std::string boundary_text(const Program& program, const Array& array);

}  // namespace rtlgen::spec
