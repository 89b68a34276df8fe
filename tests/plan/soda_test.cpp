// Cells kept beside the words of reuse buffer that SODA allocates for its own programs.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "plan/plan.hpp"
#include "programs.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

struct Program {
  const char* name;
  std::int64_t words;     ///< SODA's, over all iterations (its back end at 1b3994de, run with CBC)
  bool is_above = false;  ///< ours are more, all of them cells without a reader yet: results leave aligned
};

constexpr Program kPrograms[] = {
    {"blur", 4034, true},    {"contrast", 7694}, {"denoise2d", 196}, {"denoise3d", 5142},
    {"erosion", 8666, true}, {"heat3d", 4100},   {"jacobi2d", 132},  {"jacobi3d", 4100},
    {"seidel2d", 136, true}, {"sobel2d", 78},    {"xcorr", 8670},
};

/// Cells of a stream that have arrived before the newest that any tap reads: the rest of a word whose
/// furthest read lies inside it.
std::int64_t waiting(const plan::Plan& plan, const plan::StreamPlan& stream) {
  if (!stream.buffered) return 0;
  const std::int64_t lanes = plan.core.cells_per_cycle;
  return plan.frame.count(stream.words[0].distance) * lanes + lanes - 1 - stream.words[0].lanes.back();
}

TEST(Soda, NoMoreCellsThanItsReuseBuffers) {
  fmt::print("program     P  I   SODA   kept  of these not yet read\n");
  for (const Program& program : kPrograms) {
    SCOPED_TRACE(program.name);
    const plan::Plan p = plan_of_file(fmt::format("{}/bench/soda/{}.yaml", test::source_folder(), program.name));
    std::int64_t kept = 0, unread = 0;
    for (const plan::StreamPlan& s : p.executor.streams) {
      kept += s.buffered_cells * p.core.steps;
      unread += waiting(p, s) * p.core.steps;
    }
    fmt::print("{:<10} {:>2} {:>2} {:>6} {:>6} {:>6}{}\n", program.name, p.core.cells_per_cycle, p.core.steps,
               program.words, kept, unread, kept > program.words ? "  above" : "");
    // Cells that have been read are never kept longer than by SODA; unread cells are all that is above it.
    EXPECT_LE(kept - unread, program.words);
    EXPECT_EQ(kept > program.words, program.is_above);
  }
}

TEST(Soda, ItsFigureOfJacobiByHand) {
  // Two iterations of 2 rows of 32 cells, the cell itself, and one more for the second of two cells per cycle.
  const plan::Plan p = plan_of_file(fmt::format("{}/bench/soda/jacobi2d.yaml", test::source_folder()));
  EXPECT_EQ(p.executor.streams[spec::StreamId(0)].buffered_cells * p.core.steps, 2 * (2 * 32 + 1 + 1));
}

}  // namespace
}  // namespace rtlgen::test
