// The fused sums of a program, and the largest distance of each result from the exact value.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "spec/fused_sum.hpp"

namespace rtlgen::spec {
struct Program;
}

namespace rtlgen::analysis {

struct FusedLine {
  std::string line;  ///< target of the line
  std::string sum;   ///< as an expression
  std::size_t terms = 0;
  spec::FusedError error;
};

/// The fused sums of `program`, in the order of lines and nodes.
std::vector<FusedLine> fused_lines(const spec::Program& program);

}  // namespace rtlgen::analysis
