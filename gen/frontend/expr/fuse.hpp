// Converts linear expressions to fused sums (spec/fused_sum.hpp).
//
// A linear expression consists of +, -, unary -, products with values that are the same in every cell, and quotients by
// constants. It is expanded into terms: a value, a value times a factor, or a product of two values of the cell. Known
// coefficients are exact fractions while terms are collected. Equal terms are added, but a term with coefficient 1 is
// kept apart from a scaled one (so t + (k - 1)*t keeps the bits of t), and each coefficient is rounded once. Terms
// whose coefficient is then zero are dropped.
#pragma once

#include <string>

#include "spec/ids.hpp"

namespace rtlgen {
class Diagnostics;
struct SourceLocation;
}  // namespace rtlgen

namespace rtlgen::frontend {

class Graph;
struct Scope;

/// Replaces every maximal linear expression at and below `root` by one fused sum if it has at least three terms, or two
/// with at least one product. Sets `failed` after RG0310, RG0323, RG0324.
spec::NodeId fuse_all(Graph& graph, spec::NodeId root, const Scope& scope, Diagnostics& diagnostics, bool& failed);

/// The value of `sum`, the sum of a call's arguments, as one fused sum of any number of terms; the values inside it
/// stay unchanged.
spec::NodeId fuse_sum(Graph& graph, spec::NodeId sum, const Scope& scope, Diagnostics& diagnostics, bool& failed);

/// Reports RG0325: fused arithmetic without any floats. `what` ends the sentence.
void refuse_fused(const SourceLocation& where, const std::string& what, Diagnostics& diagnostics);

}  // namespace rtlgen::frontend
