// Batches on a compiled card: bits of the golden engine, and times that only overlap explains.
#include "driver/batch/batch.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>

#include "card.hpp"
#include "data/io.hpp"
#include "driver/simulate/card.hpp"
#include "model/batch.hpp"
#include "model/channel.hpp"
#include "runner/folder.hpp"

namespace rtlgen::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const spec::Extents kGrid{61, 17, 1};

const BuiltCard& blocks() {
  static const BuiltCard card("blocks");
  return card;
}

/// A host whose transfers take as long as runs of a few passes.
const model::HostLink kLink{0.3, 0.3, 1000, 100, 200, 1000};

host::SimulatedOptions behind_link() {
  host::SimulatedOptions options = host::simulated_options(blocks().manifest);
  options.dram = driver::plain_models().at("ddr4-2400.txt");
  options.link = fmt::format(
      "link test\nwrite_gbs {}\nread_gbs {}\ndma_latency_ns {}\nregister_write_ns {}\nregister_read_ns {}\n"
      "interrupt_ns {}\n",
      kLink.write_gbs, kLink.read_gbs, kLink.dma_latency_ns, kLink.register_write_ns, kLink.register_read_ns,
      kLink.interrupt_ns);
  return options;
}

/// Keeps the back end's queues from the library: transfers are done one by one.
class Blocking : public Between {
 public:
  using Between::Between;
};

/// Hands everything on, queues too.
class Queueing : public Between {
 public:
  explicit Queueing(std::shared_ptr<host::SimulatedCard> card) : Between(card), card_(std::move(card)) {}
  void queue(const std::shared_ptr<host::Transfer>& transfer) override { card_->queue(transfer); }
  Event wait_any(bool run) override { return card_->wait_any(run); }
  std::uint64_t capacity(int channel) override { return std::min(room, card_->capacity(channel)); }

  std::uint64_t room = ~std::uint64_t{0};  ///< bytes of each channel

 private:
  std::shared_ptr<host::SimulatedCard> card_;
};

struct Grid {
  std::map<int, golden::Grid> inputs, results;
  std::int64_t steps = 0;
  std::string failure;
};

/// Arrays of grids with a table in common.
std::vector<Grid> grids_of(int count, std::int64_t steps) {
  std::vector<Grid> grids;
  const spec::Stencil& s = blocks().stencil();
  for (int g = 0; g < count; ++g) {
    Grid grid;
    grid.inputs = random_inputs(s, kGrid, static_cast<std::uint64_t>(g) + 1);
    grid.steps = steps > 0 ? steps : 1 + g * 3 % 7;
    for (auto& [a, cells] : grid.inputs) {
      if (s.arrays[spec::ArrayId(a)].name == "row" && g > 0) cells = grids[0].inputs.at(a);
      if (s.arrays[spec::ArrayId(a)].role == spec::Role::kState)
        grid.results.emplace(a, golden::Grid(cells.type, cells.extents));
    }
    grids.push_back(std::move(grid));
  }
  return grids;
}

std::string name_of(int array) { return blocks().stencil().arrays[spec::ArrayId(array)].name; }

void load_row(host::Accelerator& to, const Grid& grid) {
  for (const auto& [a, cells] : grid.inputs) {
    if (name_of(a) == "row") to.load("row", cells.bytes.data(), cells.bytes.size());
  }
}

void run_batch(host::Accelerator& on, std::vector<Grid>& grids) {
  load_row(on, grids[0]);
  for (Grid& grid : grids) {
    host::Job job;
    job.steps = static_cast<std::uint64_t>(grid.steps);
    for (const auto& [a, cells] : grid.inputs) {
      if (name_of(a) != "row") job.loads.push_back({name_of(a), cells.bytes.data(), cells.bytes.size()});
    }
    for (auto& [a, cells] : grid.results) job.reads.push_back({name_of(a), cells.bytes.data(), cells.bytes.size()});
    on.submit(job);
  }
  for (Grid& grid : grids) {
    try {
      on.wait();
    } catch (const host::Error& fault) {
      grid.failure = fault.what();
    }
  }
}

void run_alone(host::Accelerator& on, std::vector<Grid>& grids) {
  load_row(on, grids[0]);
  for (Grid& grid : grids) {
    on.set_step(0);
    for (const auto& [a, cells] : grid.inputs) {
      if (name_of(a) != "row") on.load(name_of(a), cells.bytes.data(), cells.bytes.size());
    }
    on.run(static_cast<std::uint64_t>(grid.steps));
    for (auto& [a, cells] : grid.results) on.read(name_of(a), cells.bytes.data(), cells.bytes.size());
  }
}

/// Numbers of grids whose results are not the golden engine's.
std::vector<std::size_t> wrong(const std::vector<Grid>& grids) {
  std::vector<std::size_t> list;
  std::vector<std::uint64_t> params;
  for (const spec::Param& p : blocks().stencil().params) params.push_back(p.value);
  for (std::size_t g = 0; g < grids.size(); ++g) {
    const auto expected = golden::run(blocks().prepared->reference(), kGrid, grids[g].inputs, grids[g].steps, params);
    const bool equal = std::all_of(grids[g].results.begin(), grids[g].results.end(), [&](const auto& result) {
      return expected.at(result.first).bytes == result.second.bytes;
    });
    if (!equal || !grids[g].failure.empty()) list.push_back(g);
  }
  return list;
}

struct Opened {
  std::shared_ptr<host::SimulatedCard> card = std::make_shared<host::SimulatedCard>(blocks().program, behind_link());
  Queueing* queueing = nullptr;
  std::unique_ptr<host::Accelerator> accelerator;

  explicit Opened(bool queues = true) {
    std::unique_ptr<Between> between;
    if (queues) {
      auto own = std::make_unique<Queueing>(card);
      queueing = own.get();
      between = std::move(own);
    } else {
      between = std::make_unique<Blocking>(card);
    }
    accelerator = std::make_unique<host::Accelerator>(blocks().manifest, std::move(between));
  }
  [[nodiscard]] double now() const { return card->statistics().time_ns; }
};

TEST(CardBatch, GridsOfManyLengthsAreBitExact) {
  Opened opened;
  std::vector<Grid> grids = grids_of(12, 0);
  run_batch(*opened.accelerator, grids);
  EXPECT_THAT(wrong(grids), IsEmpty());
  grids[3].inputs.begin()->second.bytes[0] ^= 1;
  EXPECT_THAT(wrong(grids), ElementsAre(3)) << "a difference is seen";
  EXPECT_EQ(opened.card->statistics().violation, 0U);
}

/// In simulated time: a batch takes as long as the slowest stage, single runs as long as all of them together, and a
/// back end without queues is in between.
TEST(CardBatch, StagesOverlap) {
  constexpr int kGrids = 24;
  constexpr std::int64_t kSteps = 10;
  const auto time_of = [&](Opened& opened, const auto& action) {
    std::vector<Grid> grids = grids_of(kGrids, kSteps);
    const double begin = opened.now();
    action(*opened.accelerator, grids);
    EXPECT_THAT(wrong(grids), IsEmpty());
    return opened.now() - begin;
  };
  Opened queueing, blocking(false), single;
  const double batch = time_of(queueing, run_batch), without_queues = time_of(blocking, run_batch),
               alone = time_of(single, run_alone);

  model::BatchInput input;
  input.grids = kGrids;
  input.shared = {"row"};
  input.time.plan = &blocks().prepared->plan;
  input.time.extents = kGrid;
  input.time.iterations = kSteps;
  const host::SimulatedOptions options = behind_link();
  input.time.kernel_mhz = options.kernel_mhz;
  input.time.bus_mhz = options.bus_mhz;
  input.time.drams = {*model::find_channel("ddr4-2400")};
  input.time.link = kLink;
  Diagnostics diagnostics;
  const auto predicted = model::batch_time(input, diagnostics);
  ASSERT_TRUE(predicted) << diagnostics.render();
  const double longest = predicted->grid_seconds * 1e9 * kGrids;
  // The stages are about as long as each other, so that nothing but overlap explains the time.
  for (const double stage : {predicted->upload_seconds, predicted->run_seconds, predicted->download_seconds})
    EXPECT_GT(stage, 0.5 * predicted->grid_seconds);
  EXPECT_NEAR(predicted->seconds * 1e9 / batch, 1, 0.03);
  EXPECT_LT(batch, 1.15 * longest) << "the first upload and the last download are not hidden";
  EXPECT_GT(without_queues, 1.3 * longest);
  EXPECT_GT(alone, 2 * longest);
}

TEST(CardBatch, LittleMemoryIsBitExactAndSlower) {
  Opened large, small;
  std::vector<Grid> grids = grids_of(6, 4);
  const double begin = large.now();
  run_batch(*large.accelerator, grids);
  const double with_two_sets = large.now() - begin;
  EXPECT_THAT(wrong(grids), IsEmpty());
  EXPECT_THAT(large.accelerator->notes(), IsEmpty());
  small.queueing->room = std::uint64_t{1} << 19;
  grids = grids_of(6, 4);
  const double start = small.now();
  run_batch(*small.accelerator, grids);
  EXPECT_THAT(wrong(grids), IsEmpty());
  ASSERT_EQ(small.accelerator->notes().size(), 1U);
  EXPECT_THAT(small.accelerator->notes()[0], HasSubstr("no room for two sets of buffers"));
  EXPECT_GT(small.now() - start, 1.2 * with_two_sets);
}

/// An error response of the memory in the middle: of the second of three grids, and of any.
TEST(CardBatch, AFailedGridLeavesTheOthersRight) {
  int failed_second = 0, failed = 0;
  for (std::int64_t burst = 3; burst < 400; burst += 29) {
    Opened opened;
    host::SimulatedOptions options = behind_link();
    options.bad_write = burst;
    opened.card->set_memory(options);
    std::vector<Grid> grids = grids_of(3, 2);
    run_batch(*opened.accelerator, grids);
    const auto list = wrong(grids);
    for (const std::size_t g : list) {
      EXPECT_THAT(grids[g].failure, HasSubstr(fmt::format("ticket {}: the run failed: memory responded", g + 1)));
      failed_second += g == 1 ? 1 : 0;
    }
    EXPECT_LE(list.size(), 1U) << burst;
    failed += static_cast<int>(list.size());
    // The card is as good as before.
    opened.card->set_memory(behind_link());
    grids = grids_of(3, 2);
    run_batch(*opened.accelerator, grids);
    EXPECT_THAT(wrong(grids), IsEmpty()) << burst;
  }
  EXPECT_GT(failed_second, 0);
  EXPECT_GT(failed, failed_second);
}

/// The same by the program, with files.
class BatchRuns : public testing::Test {
 protected:
  BatchRuns() {
    options_.card.run.run.source.file = shape_file("blocks");
    options_.card.run.run.iterations = 4;
  }
  driver::BatchReport run() {
    Diagnostics diagnostics;
    auto report = driver::run_batch(options_, diagnostics);
    EXPECT_TRUE(report.ok()) << diagnostics.render();
    return report.ok() ? *std::move(report) : driver::BatchReport();
  }
  std::string refusal() {
    Diagnostics diagnostics;
    const auto report = driver::run_batch(options_, diagnostics);
    const auto& all = diagnostics.all();
    const auto error =
        std::find_if(all.begin(), all.end(), [](const Diagnostic& d) { return d.severity == Severity::kError; });
    return report.ok() || error == all.end() ? "" : error->message;
  }
  void write_input(const std::string& name, int seed) {
    const auto inputs = random_inputs(blocks().stencil(), kGrid, static_cast<std::uint64_t>(seed));
    for (const auto& [a, grid] : inputs) {
      if (name_of(a) == "t") data::write((folder_.path() / name).string(), grid, 2);
    }
  }

  [[nodiscard]] std::string read_text_of(const std::string& name) const {
    return runner::read_file(folder_.path() / name);
  }

  runner::TemporaryFolder folder_;
  driver::BatchOptions options_;
};

TEST_F(BatchRuns, RandomGridsAreBitExactAndTakeThePredictedTime) {
  options_.grids = 12;
  const driver::BatchReport report = run();
  EXPECT_TRUE(report.match() && report.checked);
  ASSERT_EQ(report.grids.size(), 12U);
  EXPECT_EQ(report.grids[3].name, "03");
  ASSERT_TRUE(report.predicted);
  EXPECT_NEAR(report.predicted->seconds * 1e9 / report.time_ns, 1, 0.03);
  EXPECT_EQ(report.cell_updates, 12 * 61 * 17 * 4);
}

TEST_F(BatchRuns, FilesOfAGridAreFoundByTheirNames) {
  for (const char* name : {"in_b.npy", "in_a.npy", "in_c.npy", "in_.npy", "other.npy"}) write_input(name, name[3]);
  auto& run_options = options_.card.run.run;
  run_options.inputs = {"t=" + (folder_.path() / "in_*.npy").string()};
  run_options.outputs = {"t=" + (folder_.path() / "out_*.npy").string()};
  const driver::BatchReport report = run();
  EXPECT_TRUE(report.match());
  ASSERT_EQ(report.grids.size(), 3U);
  EXPECT_EQ(report.grids[0].name, "a");
  EXPECT_THAT(report.grids[2].written, ElementsAre((folder_.path() / "out_c.npy").string()));
  // The file holds the data of the grid.
  options_.card.run.run.inputs = {"t=" + (folder_.path() / "in_b.npy").string()};
  options_.card.run.run.outputs = {"t=" + (folder_.path() / "alone_*.npy").string()};
  options_.card.run.run.seed += 1;
  options_.grids = 1;
  EXPECT_TRUE(run().match());
  EXPECT_EQ(read_text_of("alone_0.npy"), read_text_of("out_b.npy"));
  EXPECT_NE(read_text_of("out_a.npy"), read_text_of("out_b.npy"));
}

TEST_F(BatchRuns, WhatCannotBeABatchIsRefused) {
  auto& run_options = options_.card.run.run;
  EXPECT_EQ(refusal(), "the number of grids is unknown");
  options_.grids = 2;
  run_options.every = 1;
  EXPECT_EQ(refusal(), "a batch cannot write snapshots");
  run_options.every = 0;
  run_options.outputs = {"t=" + (folder_.path() / "out.npy").string()};
  EXPECT_EQ(refusal(), "all grids of the batch would write this file");
  run_options.outputs.clear();
  run_options.inputs = {"t=" + (folder_.path() / "in_*.npy").string()};
  EXPECT_EQ(refusal(), "no file matches " + (folder_.path() / "in_*.npy").string());
  write_input("in_a.npy", 1);
  EXPECT_EQ(refusal(), "1 file matches --input t=" + (folder_.path() / "in_*.npy").string() + ", fewer than 2");
  options_.grids = 1;
  run_options.inputs.push_back("s=" + (folder_.path() / "i*_a.npy").string());
  EXPECT_EQ(refusal(), "* stands for 1 name here, and for 1 or others in --input " + run_options.inputs[0]);
  run_options.inputs = {"t=" + (folder_.path() / "in_*.npy").string(), "s=" + (folder_.path() / "out_a.npy").string()};
  run_options.outputs = {"t=" + (folder_.path() / "out_*.npy").string()};
  EXPECT_EQ(refusal(), "grid a would replace the input " + (folder_.path() / "out_a.npy").string());
}

}  // namespace
}  // namespace rtlgen::test
