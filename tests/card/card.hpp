// A generated card as a host sees it: built once a shape, opened as often as a test likes, compared with the golden
// engine.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "driver/design/hdl.hpp"
#include "driver/design/identity.hpp"
#include "driver/prepare/prepare.hpp"
#include "emit/banner.hpp"
#include "emit/file.hpp"
#include "golden/engine.hpp"
#include "golden/grid.hpp"
#include "host/host.hpp"
#include "host/simulated_card.hpp"
#include "runner/card.hpp"
#include "runner/simulated_design.hpp"
#include "shell/shell.hpp"
#include "spec/program.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {

inline std::string shape_file(const std::string& name) {
  return test::source_folder() + "/tests/card/shapes/" + name + ".yaml";
}

/// One place of the shell's file `file` changed where MUTANT holds.
struct Mutant {
  std::string file, from, to;
};

/// While it lives, mutant `number` (1 the first) is in force in every card of this program that was built with mutants.
class MutantInForce {
 public:
  explicit MutantInForce(int number) { setenv("RTLGEN_MUTANT", std::to_string(number).c_str(), 1); }
  MutantInForce(const MutantInForce&) = delete;
  MutantInForce& operator=(const MutantInForce&) = delete;
  ~MutantInForce() { unsetenv("RTLGEN_MUTANT"); }
};

/// The change is there for Verilator, and the environment of a run says whether it is in force: one model serves all
/// mutants.
inline void mutate(std::string& text, const Mutant& mutant, std::size_t number) {
  const std::size_t at = text.find(mutant.from);
  ASSERT_NE(at, std::string::npos) << mutant.from;
  std::string to = mutant.to;
  const std::string key = "MUTANT";
  to.replace(
      to.find(key), key.size(),
      "$c(\"(std::getenv(\\\"RTLGEN_MUTANT\\\") != nullptr && std::atoi(std::getenv(\\\"RTLGEN_MUTANT\\\")) == " +
          std::to_string(number) + ")\")");
  text.replace(at, mutant.from.size(), to);
}

class BuiltCard {
 public:
  explicit BuiltCard(const std::string& shape, const std::vector<Mutant>& mutants = {}) {
    const driver::Source source{shape_file(shape), {}};
    Diagnostics diagnostics;
    auto made = driver::prepare(source, diagnostics);
    EXPECT_TRUE(made.ok()) << diagnostics.render();
    prepared = *made;
    manifest = driver::manifest(*prepared);
    runner::CardBuild build;
    for (emit::File& file :
         shell::shell_files(prepared->plan, driver::banner_of(*prepared), driver::identity_of(*prepared))) {
      for (std::size_t n = 0; n < mutants.size(); ++n) {
        if (file.path == mutants[n].file) mutate(file.text, mutants[n], n + 1);
      }
      build.shell.push_back({file.path, std::move(file.text)});
    }
    build.core = driver::core_sources(*prepared, runner::Hdl::kVerilog);
    program = runner::build_card(driver::simulated(prepared->plan), build).path;
  }

  [[nodiscard]] const spec::Stencil& stencil() const { return prepared->stencil(); }

  std::shared_ptr<const driver::Prepared> prepared;
  std::string manifest, program;
};

/// Lets a test come between the host library and the card.
class Between : public host::Backend {
 public:
  explicit Between(std::shared_ptr<host::SimulatedCard> card) : card_(std::move(card)) {}
  void write_memory(int c, std::uint64_t a, const std::uint8_t* d, std::uint64_t n) override {
    card_->write_memory(c, a, d, n);
  }
  void read_memory(int c, std::uint64_t a, std::uint8_t* d, std::uint64_t n) override {
    card_->read_memory(c, a, d, n);
  }
  void write_register(std::uint32_t offset, std::uint32_t value) override {
    card_->write_register(offset, change ? change(offset, value) : value);
  }
  std::uint32_t read_register(std::uint32_t offset) override { return card_->read_register(offset); }
  bool wait_interrupt() override { return in_run ? in_run(*card_) : card_->wait_interrupt(); }

  std::function<std::uint32_t(std::uint32_t offset, std::uint32_t value)>
      change;                                        ///< changes a register that is written
  std::function<bool(host::SimulatedCard&)> in_run;  ///< instead of waiting

 private:
  std::shared_ptr<host::SimulatedCard> card_;
};

/// Random cells for every input.
inline std::map<int, golden::Grid> random_inputs(const spec::Stencil& stencil, const spec::Extents& extents,
                                                 std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::map<int, golden::Grid> inputs;
  for (const spec::ArrayId a : stencil.arrays.ids()) {
    const spec::Array& array = stencil.arrays[a];
    if (array.role != spec::Role::kState && array.role != spec::Role::kInput) continue;
    golden::Grid grid(array.type, array.shape(extents));
    for (std::int64_t i = 0; i < grid.cells(); ++i) grid.set(i, random() & array.type.mask());
    inputs.emplace(a.index(), std::move(grid));
  }
  return inputs;
}

/// A program that uses the accelerator: loads, runs, reads, compares.
class User {
 public:
  User(const BuiltCard& built, const std::shared_ptr<host::SimulatedCard>& card) : built_(built) {
    auto between = std::make_unique<Between>(card);
    between_ = between.get();
    accelerator_ = std::make_unique<host::Accelerator>(built.manifest, std::move(between));
  }
  host::Accelerator& accelerator() { return *accelerator_; }
  Between& between() { return *between_; }

  void load(const spec::Extents& extents, std::uint64_t seed) {
    const spec::Stencil& s = built_.stencil();
    extents_ = extents;
    inputs_ = random_inputs(s, extents, seed);
    std::vector<std::uint64_t> wanted;
    for (int a = 0; a < s.axes; ++a) wanted.push_back(static_cast<std::uint64_t>(extents[static_cast<std::size_t>(a)]));
    accelerator_->set_extents(wanted);
    for (const auto& [a, grid] : inputs_)
      accelerator_->load(s.arrays[spec::ArrayId(a)].name, grid.bytes.data(), grid.bytes.size());
    done_ = 0;
  }
  void run(std::int64_t steps) {
    accelerator_->run(static_cast<std::uint64_t>(steps));
    done_ += steps;
  }
  /// Fields whose cells are not what the golden engine has after all steps since the arrays were loaded.
  std::vector<std::string> wrong_fields() {
    const spec::Stencil& s = built_.stencil();
    std::vector<std::uint64_t> params;
    for (const spec::Param& p : s.params) params.push_back(p.value);
    const auto expected = golden::run(built_.prepared->reference(), extents_, inputs_, done_, params);
    std::vector<std::string> wrong;
    for (const auto& [a, grid] : expected) {
      golden::Grid seen(grid.type, grid.extents);
      accelerator_->read(s.arrays[spec::ArrayId(a)].name, seen.bytes.data(), seen.bytes.size());
      if (seen.bytes != grid.bytes) wrong.push_back(s.arrays[spec::ArrayId(a)].name);
    }
    return wrong;
  }

 private:
  const BuiltCard& built_;
  Between* between_ = nullptr;
  std::unique_ptr<host::Accelerator> accelerator_;
  spec::Extents extents_{1, 1, 1};
  std::map<int, golden::Grid> inputs_;
  std::int64_t done_ = 0;
};

}  // namespace rtlgen::test
