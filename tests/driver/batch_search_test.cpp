// A search for the best design of a batch: beyond what the link moves, more cells per cycle are of no use.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "driver/explore/explore.hpp"
#include "driver/model/batch.hpp"
#include "driver/prepare/prepare.hpp"
#include "model/area/cells.hpp"
#include "model/batch.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"

namespace rtlgen::driver {
namespace {

ExploreOptions options_of(std::int64_t grids) {
  ExploreOptions options;
  options.model.source = {test::source_folder() + "/bench/cards/heat.yaml", {"grid=[512, 512]"}};
  options.model.board = "kcu105";
  options.model.iterations = 8;
  options.cells_per_cycle = {1, 2, 4, 8, 16};
  options.blocks = {{}};
  options.grids = grids;
  return options;
}

explore::SearchResult search(const ExploreOptions& options) {
  Diagnostics diagnostics;
  auto report = explore_designs(options, diagnostics);
  if (!report) throw std::runtime_error(diagnostics.render());
  return report->cases.front().result;
}

TEST(BatchSearch, TheLinkDecidesForShortRuns) {
  const explore::SearchResult batch = search(options_of(64)), alone = search(options_of(0));
  ASSERT_TRUE(batch.best && alone.best);
  EXPECT_TRUE(batch.proven);
  EXPECT_EQ(batch.best->bound, model::Bound::kLink);
  EXPECT_NEAR(batch.best->seconds, 20e-6 + 512 * 512 * 4 / 6.5e9, 1e-9);
  EXPECT_LT(alone.best->seconds, batch.best->seconds) << "without transfers";
  // Every smaller design of the front is slower than the link.
  for (const explore::Point& p : batch.front) {
    if (10 * p.area.luts() < 9 * batch.best->area.luts()) {
      EXPECT_NE(p.bound, model::Bound::kLink);
    }
  }
}

/// If the link is the limit, fused sums are as fast as IEEE arithmetic, and smaller.
TEST(BatchSearch, CheaperArithmeticWinsTies) {
  const auto best_of = [](std::vector<std::string> arithmetic) {
    ExploreOptions options = options_of(64);
    options.arithmetic = std::move(arithmetic);
    Diagnostics diagnostics;
    auto report = explore_designs(options, diagnostics);
    if (!report || report->best < 0) throw std::runtime_error(diagnostics.render());
    return report->cases[static_cast<std::size_t>(report->best)];
  };
  const ExploreCase ieee = best_of({"ieee"}), fused = best_of({"fused"});
  EXPECT_NEAR(ieee.result.best->seconds / fused.result.best->seconds, 1, explore::kHostTie - 1);
  const auto part = [](const ExploreCase& found) {
    return explore::fullest(found.result.best->whole(), found.budget, model::fabric_of(found.fabric)).part;
  };
  ASSERT_NE(part(ieee), part(fused));
  const std::string cheaper = part(ieee) < part(fused) ? "ieee" : "fused";
  EXPECT_EQ(best_of({"ieee", "fused"}).numbers.arithmetic, cheaper);
  EXPECT_EQ(best_of({"fused", "ieee"}).numbers.arithmetic, cheaper);
}

/// The same for the form of floats that a search takes by itself.
TEST(BatchSearch, TheSmallerFormOfFloatsWinsTies) {
  const auto best_of = [](const char* form) {
    ExploreOptions options = options_of(64);
    options.model.source.sets.push_back(std::string("hardware.arithmetic=") + form);
    Diagnostics diagnostics;
    auto report = explore_designs(options, diagnostics);
    if (!report || report->best < 0) throw std::runtime_error(diagnostics.render());
    const ExploreCase& found = report->cases.front();
    return explore::fullest(found.result.best->whole(), found.budget, model::fabric_of(found.fabric)).part;
  };
  EXPECT_LE(best_of("auto"), best_of("ieee"));
}

/// The time of the winner is that of the model.
TEST(BatchSearch, TimesAreTheModels) {
  ExploreOptions options = options_of(64);
  options.model.iterations = 200;
  options.cells_per_cycle = {4};
  options.steps = {4};
  const explore::SearchResult result = search(options);
  ASSERT_TRUE(result.best);
  ModelOptions model = options.model;
  for (const char* set : {"hardware.cells_per_cycle=4", "hardware.steps=4"}) model.source.sets.emplace_back(set);
  model.clock_mhz = result.best->clock_mhz;
  Diagnostics diagnostics;
  const auto design = model_design(model, diagnostics);
  ASSERT_TRUE(design) << diagnostics.render();
  const auto forecast = model_batch(model, 64, *design, diagnostics);
  ASSERT_TRUE(forecast) << diagnostics.render();
  EXPECT_NEAR(result.best->seconds / forecast->time.grid_seconds, 1, 1e-9);
  EXPECT_NE(result.best->bound, model::Bound::kLink) << "two hundred steps take longer than the transfers";
}

TEST(BatchSearch, NeedsMemory) {
  ExploreOptions options = options_of(64);
  options.model.dram = "ideal";
  options.model.source.file = test::source_folder() + "/configs/life.yaml";
  options.model.source.sets.clear();
  Diagnostics diagnostics;
  EXPECT_FALSE(explore_designs(options, diagnostics));
  ASSERT_FALSE(diagnostics.all().empty());
  EXPECT_NE(diagnostics.all().front().message.find("a batch needs memory on the card"), std::string::npos);
}

}  // namespace
}  // namespace rtlgen::driver
