// Published facts beside which our figures are printed: cores of others, and our targets.
//
// All binary32. The cores of others were measured once, in the way that synthesis.hpp measures ours
// (Yosys 0.23, `synth_xilinx -family xc7 -flatten`, a register stage on all inputs and outputs
// counted), each checked against native float on 200,000 vectors.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace rtlgen::bench {

/// A core by others.
struct ReferenceCore {
  std::string operation;  ///< add, mul, div, sqrt
  std::string core;       ///< with the clock requested from its generator
  bool subnormals;        ///< computes with them
  int depth;              ///< register stages between the input and the output stage
  int lut, ff, dsp;
};
const std::vector<ReferenceCore>& reference_cores();

/// The largest cost that an operator of ours may have, at every depth up to `depth`.
struct Target {
  std::string operation;
  bool flush;
  int depth;
  int lut, dsp;
};
const std::vector<Target>& targets();

/// The target of an operator, if there is one.
std::optional<Target> target_of(const std::string& operation, bool flush);

}  // namespace rtlgen::bench
