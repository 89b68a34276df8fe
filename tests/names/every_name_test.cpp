// The same as names_test.cpp of every identifier, whole or less one side of an affix too: more than can meet another.
#include "name_search.hpp"

namespace rtlgen::test {
namespace {

class EveryName : public ::testing::TestWithParam<std::size_t> {};

TEST_P(EveryName, OfEveryRoleIsBuilt) { expect_built(bases()[GetParam()], Breadth::kAll); }

INSTANTIATE_TEST_SUITE_P(Bases, EveryName, ::testing::Range<std::size_t>(0, bases().size()),
                         [](const auto& tested) { return bases()[tested.param].name; });

}  // namespace
}  // namespace rtlgen::test
