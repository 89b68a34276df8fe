// Tops of boards with Intel's IP: data in, compute, data out, every bit; several channels; what is wrong is found.
#include <gmock/gmock.h>

#include "top_runs.hpp"

namespace rtlgen::test {
namespace {

using ::testing::HasSubstr;

class QuartusTop : public ::testing::TestWithParam<const char*> {};

TEST_P(QuartusTop, RunsHotspot2d) { runs_hotspot2d(GetParam()); }
TEST_P(QuartusTop, RunsDiffusion3dWithACoreInVhdl) { runs_diffusion3d_with_a_core_in_vhdl(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Boards, QuartusTop, ::testing::Values("de5net"), [](const auto& board) { return std::string(board.param); });

}  // namespace
}  // namespace rtlgen::test
