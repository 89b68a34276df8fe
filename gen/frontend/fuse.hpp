// Makes fused sums (spec/fused_sum.hpp) of linear expressions.
//
// A linear expression is made of +, -, unary -, products by what is the same in every cell, and quotients by constants.
// It is multiplied out, so that each term is a value, a value times a factor, or a product of two values of the cell.
// Coefficients that are known are exact fractions while terms are collected; equal terms are added, a term of
// coefficient 1 stays apart from one that is multiplied (so t + (k - 1)*t keeps the bits of t), and each coefficient
// is rounded once. Terms whose coefficient is then zero are left out.
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

/// Every maximal linear expression at and below `root` as one fused sum, where it has three terms, or two of which one
/// is multiplied. Sets `failed` after RG0310, RG0323, RG0324.
spec::NodeId fuse_all(Graph& graph, spec::NodeId root, const Scope& scope, Diagnostics& diagnostics, bool& failed);

/// The value of `sum`, the sum of a call's arguments, as one fused sum of any number of terms; the values in it as they
/// are.
spec::NodeId fuse_sum(Graph& graph, spec::NodeId sum, const Scope& scope, Diagnostics& diagnostics, bool& failed);

/// RG0325: fused arithmetic where nothing is a float. `what` ends the sentence.
void refuse_fused(const SourceLocation& where, const std::string& what, Diagnostics& diagnostics);

}  // namespace rtlgen::frontend
