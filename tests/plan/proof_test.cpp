// The proof of plans shares no function with the planner: by the symbols of the compiled libraries.
//
// A function that the proof called of the planner, or of an analysis that the planner relies on, would hide its own
// faults. Both may call functions that define what is proven: of types, operators and the contract.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <sstream>
#include <string>

#include "support/process.hpp"

namespace rtlgen::test {
namespace {

using Names = std::set<std::string>;

/// The functions of rtlgen that an archive calls of others (`U`), or has (`T`), without their parameters.
Names functions(const std::string& archive, char kind) {
  const ProcessResult listed = run_process({"nm", "-C", archive});
  EXPECT_TRUE(listed.ok()) << listed.output;
  Names found;
  std::istringstream lines(listed.output);
  for (std::string line; std::getline(lines, line);) {
    const auto at = line.find(std::string(" ") + kind + " ");
    if (at == std::string::npos) continue;
    std::string name = line.substr(at + 3);
    name = name.substr(0, name.find('('));
    if (name.starts_with("rtlgen::")) found.insert(name.substr(std::string("rtlgen::").size()));
  }
  return found;
}

Names both(const Names& a, const Names& b) {
  Names out;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(out, out.end()));
  return out;
}

const Names& called_by_the_proof() {
  static const Names names = functions(RTLGEN_PROOF, 'U');
  return names;
}

TEST(Proof, CallsNothingOfThePlanner) {
  ASSERT_GT(called_by_the_proof().size(), 10U);
  const Names planner = functions(RTLGEN_PLANNER, 'T');
  ASSERT_TRUE(planner.contains("plan::make_plan"));
  EXPECT_THAT(both(called_by_the_proof(), planner), testing::IsEmpty());
  const Names analysis = functions(RTLGEN_ANALYSIS, 'T');
  ASSERT_TRUE(analysis.contains("analysis::resolve_axis"));
  EXPECT_THAT(both(called_by_the_proof(), analysis), testing::IsEmpty());
}

/// Functions of other layers that both call: they define what is proven.
TEST(Proof, SharesOnlyDefinitionsWithThePlanner) {
  const Names defined = {
      // The outside of a core: extents of frames, blocks, words of a frame.
      "contract::CoreInterface::blocks",
      "contract::CoreInterface::frame_extents",
      "contract::CoreInterface::ports_of",
      "contract::frame_shape",
      // Settings of a run, each of which the proof derives again and compares.
      "contract::run_settings",
      // Exceptions of a failed check and a failed Result.
      "fail_check",
      "fail_result",
      // Values and blocks of an operator, and the table of operators.
      "ops::dsp_blocks",
      "ops::evaluate",
      "ops::is_hard",
      "ops::operator_of",
      // Streams of a program, and the formats of floats.
      "spec::Program::final_stream",
      "spec::Program::first_stream",
      "spec::Program::together",
      "spec::aligned_bits",
      "spec::is_hard",
      "spec::soft_op",
      "spec::unaligned",
  };
  Names shared = both(called_by_the_proof(), functions(RTLGEN_PLANNER, 'U'));
  shared.merge(both(called_by_the_proof(), functions(RTLGEN_ANALYSIS, 'U')));
  EXPECT_THAT(shared, testing::ElementsAreArray(defined));
  EXPECT_FALSE(called_by_the_proof().contains("spec::boundary_row")) << "the table of boundary rules";
}

/// Elaboration takes places of held arrays from the planner, and must: the same test finds that.
TEST(Proof, ACallOfThePlannerIsFound) {
  const Names found = both(functions(RTLGEN_ELABORATION, 'U'), functions(RTLGEN_PLANNER, 'T'));
  EXPECT_TRUE(found.contains("plan::held_place"));
}

}  // namespace
}  // namespace rtlgen::test
