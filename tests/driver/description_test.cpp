// A description is read once: whatever happens to its files meanwhile, all that is made of one Source is of one text.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "driver/design/design_files.hpp"
#include "driver/design/hdl.hpp"
#include "driver/explore/explore.hpp"
#include "driver/generate/generate.hpp"
#include "driver/model/model.hpp"
#include "driver/prepare/named_files.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/project/project.hpp"
#include "driver/simulate/simulate.hpp"
#include "driver/sweep/sweep.hpp"
#include "emit/banner.hpp"
#include "emit/file.hpp"
#include "runner/folder.hpp"
#include "scratch.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "support/result.hpp"

namespace rtlgen::test {
namespace {

const std::string kText =
    "name: n\ngrid: [32, 16]\ninclude: lib.yaml\nfields: {t: {}}\ntables: {c: {type: float32, file: c.csv}}\n"
    "update:\n  - t: weight*(t[-1,0] + t[1,0]) + c[0]\niterations: 4\n";
const std::string kLibrary = "params: {weight: 0.25}\n", kTable = "1 2 3\n";

/// The description with its two files, and what changes each.
class Descriptions : public testing::Test {
 protected:
  Descriptions() { restore(); }
  void restore() {
    runner::write_file(scratch_.file(), kText);
    runner::write_file(scratch_.at("lib.yaml"), kLibrary);
    runner::write_file(scratch_.at("c.csv"), kTable);
  }
  void change() {
    runner::write_file(scratch_.file(), kText + "# later\n");
    runner::write_file(scratch_.at("lib.yaml"), "params: {weight: 0.125}\n");
    runner::write_file(scratch_.at("c.csv"), "7 2 3\n");
  }
  static std::shared_ptr<const driver::Prepared> prepared(const driver::Source& source) {
    Diagnostics diagnostics;
    auto result = driver::prepare(source, diagnostics);
    EXPECT_TRUE(result.ok()) << diagnostics.render();
    return *std::move(result);
  }
  static std::vector<std::string> texts(const driver::Prepared& prepared) {
    std::vector<std::string> all;
    for (const emit::File& file : driver::design_files(prepared, driver::HdlChoice::kBoth)) all.push_back(file.text);
    return all;
  }

  Scratch scratch_{kText};
};

TEST_F(Descriptions, ChangesAfterTheFirstReadAreNotSeen) {
  const driver::Source source{scratch_.file(), {}};
  const auto first = prepared(source);
  const auto before = texts(*first);
  change();
  EXPECT_EQ(texts(*first), before) << "the design is what was read";
  driver::Source copy = source;
  EXPECT_EQ(texts(*prepared(copy)), before) << "so is another of the same source";
  copy.sets = {"hardware.cells_per_cycle=2"};
  EXPECT_EQ(prepared(copy)->origin->texts, first->origin->texts) << "and one with other --set";
  EXPECT_NE(texts(*prepared({scratch_.file(), {}})), before) << "a new source sees the new files";
}

TEST_F(Descriptions, EachOfTheFilesCounts) {
  const auto digest = [&] { return prepared({scratch_.file(), {}})->origin->digest(); };
  const std::string first = digest();
  for (const char* file : {"stencil.yaml", "lib.yaml", "c.csv"}) {
    change();
    const std::string changed = runner::read_file(scratch_.at(file));
    restore();
    EXPECT_EQ(digest(), first);
    runner::write_file(scratch_.at(file), changed);
    EXPECT_NE(digest(), first) << file;
    restore();
  }
}

/// The description is a pipe that is written once: what reads it again waits in vain for a writer.
class Pipes : public Descriptions {
 protected:
  /// The message of `use` about a source that can be read once.
  template <class Use>
  std::string diagnostics_of(const Use& use) {
    const std::string pipe = scratch_.at("pipe");
    std::filesystem::remove(pipe);
    EXPECT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    std::thread writer([&] { std::ofstream(pipe) << kText; });
    Diagnostics diagnostics;
    const driver::Source source{pipe, {}};
    const bool done = use(source, diagnostics);
    writer.join();
    return done ? "" : diagnostics.render();
  }
};

TEST_F(Pipes, EveryUseReadsItOnce) {
  using driver::Source;
  EXPECT_EQ(diagnostics_of([&](const Source& source, Diagnostics& diagnostics) {
              driver::GenerateOptions options;
              options.source = source;
              options.folder = scratch_.at("hdl");
              options.bench = driver::RunOptions{};
              return driver::generate(options, diagnostics).ok();
            }),
            "");
  EXPECT_EQ(diagnostics_of([&](const Source& source, Diagnostics& diagnostics) {
              driver::ProjectOptions options;
              options.source = source;
              options.board = "kcu105";
              return driver::plan_project(options, diagnostics).ok();
            }),
            "");
  EXPECT_EQ(diagnostics_of([&](const Source& source, Diagnostics& diagnostics) {
              driver::ExploreOptions options;
              options.model.source = source;
              options.model.board = "kcu105";
              options.arithmetic = {"ieee", "fused"};
              options.write = scratch_.at("best.yaml");
              return !driver::named_files(source).empty() && driver::explore_designs(options, diagnostics).ok();
            }),
            "");
  EXPECT_EQ(diagnostics_of([&](const Source& source, Diagnostics& diagnostics) {
              driver::RunOptions options;
              options.source = source;
              options.checkpoint = scratch_.at("run.checkpoint");
              options.every = 2;
              options.outputs = {"t=" + scratch_.at("t.npy")};
              return driver::golden(options, diagnostics).ok();
            }),
            "");
  EXPECT_NE(diagnostics_of([&](const Source& source, Diagnostics& diagnostics) {
              return driver::prepare(source, diagnostics).ok() && driver::prepare({source.file, {}}, diagnostics).ok();
            }).find("a pipe without a writer"),
            std::string::npos)
      << "who does not share what was read is found out";
}

TEST_F(Descriptions, ASweepOverAPipeIsRefused) {
  const std::string pipe = scratch_.at("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  driver::SweepOptions options;
  options.source.file = pipe;
  options.over = {"hardware.steps=1,2"};
  options.folder = scratch_.at("sweep");
  Diagnostics diagnostics;
  EXPECT_FALSE(driver::sweep(options, diagnostics).ok());
  EXPECT_NE(diagnostics.render().find("this can be read only once"), std::string::npos) << diagnostics.render();
}

/// The program that is swept changes a file of the description: its row must not be taken for the sweep's.
TEST_F(Descriptions, ASweepStopsWhenAFileChanges) {
  driver::SweepOptions options;
  options.source.file = scratch_.file();
  options.over = {"hardware.steps=1,2"};
  options.folder = scratch_.at("sweep");
  options.jobs = 1;
  options.program = scratch_.at("program.sh");
  const auto swept = [&](const std::string& body) {
    runner::write_file(options.program, "#!/bin/sh\n" + body + "\n");
    std::filesystem::permissions(options.program, std::filesystem::perms(0755));
    Diagnostics diagnostics;
    try {
      return driver::sweep(options, diagnostics).ok() ? "done" : diagnostics.render();
    } catch (const EnvironmentError& fault) {
      return std::string(fault.what());
    }
  };
  EXPECT_NE(swept("echo '1 2 4' > " + scratch_.at("c.csv")).find("was changed while the sweep ran"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(scratch_.at("sweep/variants/00000/row.json")));
  restore();
  EXPECT_EQ(swept("true"), "done");
  EXPECT_TRUE(std::filesystem::exists(scratch_.at("sweep/variants/00000/row.json")));
}

}  // namespace
}  // namespace rtlgen::test
