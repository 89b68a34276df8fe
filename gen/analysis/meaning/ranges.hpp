// Between which numbers every node of a stencil lies, by interval arithmetic.
//
// A field can hold any number of its type: data come from outside. What a line computes is bounded from there,
// through temporaries. Numbers are doubles: exact for what narrow integers do, near enough for the rest.
#pragma once

#include <vector>

#include "spec/ids.hpp"

namespace rtlgen::spec {
struct Node;
struct Program;
struct Type;
}  // namespace rtlgen::spec

namespace rtlgen::analysis {

/// From `low` to `high`, both included; of floats NaN besides.
struct Range {
  double low = 0;
  double high = 0;

  [[nodiscard]] bool within(const Range& other) const { return low >= other.low && high <= other.high; }
};

/// What a type holds: of floats all numbers.
Range range_of(const spec::Type& type);

/// The number that bits of `type` stand for.
double number_of(const spec::Type& type, std::uint64_t bits);

/// An operation of integers whose result modulo 2^width follows from its operands' modulo 2^width: sums, differences,
/// products, negation. Several of them in a row wrap only once, at the last.
bool is_modular(const spec::Node& node);

struct Ranges {
  /// Of the number that a modular operation stands for before it wraps, its modular operands not wrapped either; else
  /// as `held`.
  IndexVector<spec::NodeId, Range> exact;
  /// Of the result.
  IndexVector<spec::NodeId, Range> held;
};

Ranges ranges_of(const spec::Program& stencil);

/// Is `a` at most `b` for every cell, as far as min, max and what makes unsigned numbers smaller tell? Both of one
/// type.
bool is_at_most(const spec::Program& stencil, spec::NodeId a, spec::NodeId b);

}  // namespace rtlgen::analysis
