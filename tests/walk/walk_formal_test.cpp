// rtlgen_walk for all shapes up to bounds at once: the harness of walk_props.v, unrolled for as many clocks as a run
// takes and given to the SAT solver of ABC. Larger shapes, stalls and what else a segment says: walk_test.
#include "../shell/prove.hpp"
#include "test_paths.hpp"

namespace rtlgen::shell_test {
namespace {

using ::testing::HasSubstr;

enum Part { kWrites, kReads };

/// Parameters of the harness, and the clocks that a run takes at most: one that takes longer is bad.
struct Bounds {
  std::vector<std::pair<std::string, int>> parameters;
  int clocks;
};

Proof harness(const std::string& folder, Part part, const Bounds& bounds, const Mutant& mutant = {}) {
  Proof proof{"walk_props", {}, bounds.parameters, {}, false, test::source_folder() + "/tests/walk/"};
  proof.parameters.emplace_back("PART", part);
  proof.parameters.emplace_back("LIMIT", bounds.clocks);
  for (const std::string module : {"rtlgen_walk", "rtlgen_frame", "rtlgen_axis"})
    proof.files.push_back(module == mutant.module ? broken(folder, mutant) : kRtl + module + ".v");
  return proof;
}

/// Clocks to look at: 4 until a run begins, 2 until its lateness shows.
int depth(const Bounds& bounds) { return bounds.clocks + 6; }

std::string check(const std::string& folder, Part part, const Bounds& bounds) {
  return ask(folder, harness(folder, part, bounds), "scorr -F 2; dc2; bmc3 -T 250 -F " + std::to_string(depth(bounds)));
}

std::string holds(const Bounds& bounds) { return "No output asserted in " + std::to_string(depth(bounds)) + " frames"; }

const Bounds kOnce = {{{"PASSES", 1}}, 104};
const Bounds kTwice = {{{"MOST_X", 2}, {"MOST_Y", 2}, {"PASSES", 2}}, 104};
const Bounds kBlocks = {{{"AXES", 2}, {"BLOCKED_Y", 0}, {"MOST_Z", 1}, {"ROWS", 9}}, 60};
const Bounds kBlocksWrapY = {{{"AXES", 2}, {"BLOCKED_Y", 0}, {"WRAP_Y", 1}, {"MOST_X", 2}, {"MOST_Z", 1}, {"ROWS", 9}},
                             60};
const Bounds kWrapped = {
    {{"AXES", 2}, {"BLOCKED_X", 0}, {"BLOCKED_Y", 0}, {"WRAP_X", 1}, {"WRAP_Y", 1}, {"MOST_Z", 1}, {"ROWS", 3}}, 60};

TEST(WalkFormal, EveryCellIsWrittenOnceAPass) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("formal_walk");
  for (const Bounds& bounds : {kOnce, kTwice})
    EXPECT_THAT(check(folder, kWrites, bounds), HasSubstr(holds(bounds)))
        << bounds.parameters.back().second << " passes";
}

TEST(WalkFormal, NothingIsReadBeforeItIsCommitted) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("formal_walk_reads");
  for (const Bounds& bounds : {kBlocks, kBlocksWrapY, kWrapped})
    EXPECT_THAT(check(folder, kReads, bounds), HasSubstr(holds(bounds))) << bounds.parameters.back().first;
}

TEST(WalkFormal, MutantsAreRefuted) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("formal_walk_broken");
  const std::vector<std::tuple<Part, Bounds, Mutant>> mutants = {
      {kWrites, kOnce, {"rtlgen_walk", "else if (state == FIRST && clip_end > grid_x) clip_end <= grid_x;", ""}},
      {kWrites, kOnce, {"rtlgen_walk", "row_inside ? beats : ZERO", "beats"}},
      {kWrites, kTwice, {"rtlgen_walk", "(odd_pass ^ first_buffer ^ (WRITE != 0))", "(WRITE != 0)"}},
      {kWrites, kOnce, {"rtlgen_walk", "(new_pass || new_band)", "new_pass"}},
      {kWrites, kTwice, {"rtlgen_walk", "run_end ? LAST", "pass_end ? LAST"}},
      {kWrites, kOnce, {"rtlgen_frame", "step & frame_end", "step & plane_end"}},
      {kReads, kBlocks, {"rtlgen_walk", "assign enough = is_enough", "assign enough = 1'b1"}},
      {kReads, kBlocks, {"rtlgen_walk", "new_pass ? rows_ahead : NOTHING", "NOTHING"}},
      {kReads, kBlocks, {"rtlgen_walk", "WRITE == 0 && x_origin[COUNT_BITS-1] ? ZERO : x_origin", "x_origin"}},
      {kReads, kBlocks, {"rtlgen_walk", "growing <= new_pass ||", "growing <="}},
      {kReads, kBlocksWrapY, {"rtlgen_walk", "{{32 - COUNT_BITS{1'b0}}, first_y}", "NOTHING"}},
      {kReads, kWrapped, {"rtlgen_walk", "row_beats < to_end ? row_beats : to_end", "row_beats"}},
  };
  for (const auto& [part, bounds, mutant] : mutants)
    EXPECT_THAT(refute(folder, harness(folder, part, bounds, mutant), depth(bounds)), HasSubstr(kRefuted))
        << mutant.from << " -> " << mutant.to;
}

}  // namespace
}  // namespace rtlgen::shell_test
