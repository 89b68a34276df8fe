// Runs a stage one row segment at a time, one expression node after the other, so that a segment's values stay in the
// first-level cache.
#pragma once

#include <cstdint>
#include <vector>

#include "golden/chains.hpp"
#include "golden/program.hpp"
#include "golden/row_ops.hpp"
#include "golden/rows.hpp"
#include "spec/axes.hpp"
#include "spec/ids.hpp"

namespace rtlgen::spec {
struct Node;
struct Program;
struct Region;
struct Stage;
}  // namespace rtlgen::spec

namespace rtlgen::golden {

/// Everything that a stage reads in a time step.
struct StepInputs {
  const spec::Program& s;
  const spec::Extents& extents;
  const IndexVector<spec::StreamId, Rows>& streams;
  const std::vector<std::uint64_t>& params;
  std::int64_t step = 0;
  bool flush = false;
};

/// Cells x .. x + n - 1 of row y, z.
struct Segment {
  std::int64_t x = 0, y = 0, z = 0;
  int n = 0;
};

/// Memory for the values of one segment, shared by the Runners of a thread.
struct Scratch {
  std::vector<std::vector<std::uint64_t>> buffers;  ///< by slot
  std::vector<Operand> args;                        ///< operands of the current node
  std::vector<RowTerm> terms;                       ///< terms of the current chain
  std::vector<std::vector<std::uint64_t>> spread;   ///< rows of replicated single values
};

/// Runs a stage's program on segments; for one thread.
class Runner {
 public:
  /// All arguments must outlive it; what `inputs` refers to may change between segments, except params and step.
  Runner(const StepInputs& inputs, const spec::Stage& stage, const Program& program, Scratch& scratch);

  /// Computes the stage for `segment` into `out`, including the border.
  void run(const Segment& segment, std::uint8_t* out);

 private:
  /// The value of an operand, small enough to be returned in registers.
  struct Value {
    const void* row = nullptr;
    std::uint64_t bits = 0;
  };

  void compute(const Segment& segment, void* out);
  void step(std::size_t i, void* row);
  Value inner(const spec::Node& node, const Instruction& code, void* row);
  Value chain(const spec::Node& node, const Instruction& code, void* row);
  Value leaf(const spec::Node& node, void* row) const;
  Value region(const spec::Region& region, void* row) const;
  Value tap(const spec::Node& node, const std::uint8_t** middle, void* row) const;
  [[nodiscard]] const Operand& operand(const Instruction& code, int arg) const;

  const StepInputs& inputs_;
  const spec::Stage& stage_;
  const Program& program_;
  Scratch& scratch_;
  Reach reach_;
  Segment segment_;         ///< the current one
  int low_ = 0, high_ = 0;  ///< the part of the segment in which all taps in pieces are on the grid
  std::vector<Operand> operands_;
  std::vector<const std::uint8_t*> middles_;  ///< for taps in pieces: cell low_ on the grid, if it is not in the row
};

}  // namespace rtlgen::golden
