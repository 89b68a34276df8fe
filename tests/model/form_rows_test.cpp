// The costs that forms of floats are chosen by are what the area model counts.
#include "form_rows.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "hw/delay_model.hpp"
#include "test_paths.hpp"

namespace rtlgen::bench {
namespace {

std::string kept_rows() {
  std::ifstream file(test::source_folder() + "/gen/plan/forms/form_costs.inc");
  return {std::istreambuf_iterator<char>(file), {}};
}

/// "": as it has to be.
std::string judged(const std::string& kept, const std::string& counted) {
  return kept == counted ? "" : "bench_operators --form-rows > gen/plan/forms/form_costs.inc";
}

TEST(FormRows, AreWhatTheModelCounts) { EXPECT_EQ(judged(kept_rows(), form_rows_text()), ""); }

TEST(FormRows, ARowOfBeforeIsFound) {
  std::string kept = kept_rows();
  kept.replace(kept.find_first_of("123456789"), 1, "0");
  EXPECT_NE(judged(kept, form_rows_text()), "");
}

/// The rows have no names: a figure's kind is its place.
TEST(FormRows, ExamplesStandInTheOrderOfKinds) {
  ASSERT_EQ(form_examples().size() + 1, plan::kFormKinds);
  for (std::size_t i = 0; i < form_examples().size(); ++i)
    EXPECT_EQ(static_cast<std::size_t>(form_examples()[i].kind), i) << form_examples()[i].name;
  EXPECT_EQ(static_cast<std::size_t>(plan::FormKind::kConversion), form_examples().size());
}

TEST(FormRows, EveryFamilyHasOne) {
  for (const std::string& name : hw::DelayModel::names()) {
    const plan::FormCost sum = plan::form_cost(form_examples().front().request(spec::Type::float_of(8, 23), false),
                                               *hw::DelayModel::find(name));
    EXPECT_GT(sum.ieee, sum.aligned) << name;
    EXPECT_GT(sum.aligned, 0) << name;
  }
}

}  // namespace
}  // namespace rtlgen::bench
