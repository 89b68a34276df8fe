// The range of every node of a stencil, by interval arithmetic.
//
// A field can hold any number of its type, because data come from outside. The bounds of the results of lines follow
// from that, through temporaries. Bounds are doubles: exact for narrow integers, and accurate enough otherwise.
#pragma once

#include <vector>

#include "spec/ids.hpp"

namespace rtlgen::spec {
struct Node;
struct Program;
struct Type;
}  // namespace rtlgen::spec

namespace rtlgen::analysis {

/// The numbers from `low` to `high`, both included; for floats also NaN.
struct Range {
  double low = 0;
  double high = 0;

  [[nodiscard]] bool within(const Range& other) const { return low >= other.low && high <= other.high; }
};

/// The range of a type; for floats, all numbers.
Range range_of(const spec::Type& type);

/// The number that bits of `type` represent.
double number_of(const spec::Type& type, std::uint64_t bits);

/// Whether `node` is an operation of integers whose result modulo 2^width follows from its operands modulo 2^width: a
/// sum, difference, product or negation. Several of these in a row wrap only once, at the last one.
bool is_modular(const spec::Node& node);

struct Ranges {
  /// The range of a modular operation before it wraps, computed from modular operands that have not wrapped either; for
  /// other nodes as `held`.
  IndexVector<spec::NodeId, Range> exact;
  /// The range of the result.
  IndexVector<spec::NodeId, Range> held;
};

Ranges ranges_of(const spec::Program& stencil);

/// Whether `a` is known to be at most `b` in every cell, from min, max and operations that make unsigned numbers
/// smaller. Both must have the same type.
bool is_at_most(const spec::Program& stencil, spec::NodeId a, spec::NodeId b);

}  // namespace rtlgen::analysis
