// The self-test of hard blocks on a card that computes as the definition says, or does not.
#include "contract/self_test.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "fake_card.hpp"
#include "host/rtlgen_host.h"
#include "runs.hpp"
#include "spec/hard_float.hpp"

namespace rtlgen::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kAllKinds = R"yaml(name: hard
grid: [24, 10]
type: float32
arithmetic: hard
fields: {t: {}, k: {}}
update:
  - t: t + 0.125*(t[-1,0] - t[1,0]) + (t*k)*(k[0,0] + t)
hardware: {cells_per_cycle: 2, bus: 64, device: agilex}
)yaml";

constexpr const char* kSums = R"yaml(name: sums
grid: [24, 10]
type: float32
arithmetic: hard
fields: {t: {}}
update:
  - t: t[-1,0] + t[1,0]
hardware: {cells_per_cycle: 2, bus: 64, device: arria10}
)yaml";

/// The operands of a block and what it makes of them.
struct Computed {
  spec::HardMode mode;
  std::uint32_t a, b, c, value;
};

/// Its blocks compute by the definition, and `broken` changes results.
class HardCard : public FakeCard {
 public:
  explicit HardCard(const Described& described) : FakeCard(described), map_(described.shell().map) {
    set(contract::kSelfTestModes, described.shell().self_test.modes());
  }
  void write_register(std::uint32_t offset, std::uint32_t value) override {
    ++writes;
    FakeCard::write_register(offset, stuck ? value & ~std::uint32_t{1} : value);
  }
  std::uint32_t read_register(std::uint32_t offset) override {
    static const std::map<std::string, spec::HardMode> kModes = {{"hard_add", spec::HardMode::kAdd},
                                                                 {"hard_mul", spec::HardMode::kMul},
                                                                 {"hard_mul_add", spec::HardMode::kMulAdd}};
    for (const auto& [name, mode] : kModes) {
      if (!map_.has(name) || map_.find(name).offset != offset) continue;
      Computed done{mode, operand(0), operand(1), operand(2), 0};
      done.value = spec::hard_value(mode, done.a, done.b, done.c);
      return broken ? broken(done) : done.value;
    }
    return FakeCard::read_register(offset);
  }

  std::function<std::uint32_t(const Computed&)> broken;
  bool stuck = false;  ///< bit 0 of every register
  int writes = 0;

 private:
  std::uint32_t operand(std::size_t i) { return static_cast<std::uint32_t>(get(contract::kSelfTestOperands.at(i))); }

  contract::RegisterMap map_;
};

using OpenedHard = OpenedOn<HardCard>;

const Described& all_kinds() {
  static const Described described(kAllKinds);
  return described;
}

TEST(SelfTest, OfACardThatComputesAsAssumedHolds) {
  const OpenedHard opened(all_kinds());
  const host::SelfTest test = opened.accelerator->self_test();
  EXPECT_EQ(test.assumptions, static_cast<int>(spec::hard_assumptions().size()));
  EXPECT_EQ(test.cases, static_cast<int>(spec::hard_cases().size()));
  EXPECT_TRUE(test.failures.empty());
  EXPECT_EQ(test.text(), "17 assumptions, 52 cases hold");
  EXPECT_TRUE(opened.card->memory.empty()) << "no data is moved";
}

/// A wrong result in the first case of an assumption names it, and whichever others ask for the same.
TEST(SelfTest, NamesWhatDoesNotHold) {
  const OpenedHard opened(all_kinds());
  for (const spec::HardAssumption& assumption : spec::hard_assumptions()) {
    const auto cases = spec::hard_cases();
    const auto first =
        std::ranges::find_if(cases, [&](const spec::HardCase& c) { return c.assumption == assumption.name; });
    const auto same = [&](spec::HardMode mode, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
      return mode == first->mode && a == first->a && b == first->b && c == first->c;
    };
    opened.card->broken = [&](const Computed& done) {
      return same(done.mode, done.a, done.b, done.c) ? 0x3fabcdefU : done.value;
    };
    std::set<std::string_view> expected;
    for (const spec::HardCase& c : cases)
      if (same(c.mode, c.a, c.b, c.c)) expected.insert(c.assumption);
    const auto failed = opened.accelerator->self_test().failed();
    EXPECT_EQ(std::set<std::string_view>(failed.begin(), failed.end()), expected) << assumption.name;
  }
}

TEST(SelfTest, SaysOperandsBitsAndWhatToDo) {
  const OpenedHard opened(all_kinds());
  opened.card->broken = [](const Computed& done) {
    return done.mode == spec::HardMode::kMulAdd && done.value == 0x00800000 ? 0 : done.value;
  };
  const host::SelfTest test = opened.accelerator->self_test();
  EXPECT_THAT(test.failed(), ElementsAre("two_roundings"));
  EXPECT_THAT(test.text(),
              AllOf(HasSubstr("1 of 17 assumptions"), HasSubstr("does not hold (two_roundings)"),
                    HasSubstr("arithmetic: fused or ieee"),
                    HasSubstr("a * b + c of 00800000, 3f000000, 00800000 is 00000000, expected 00800000")));
}

/// Which NaN is an assumption of its own.
TEST(SelfTest, AnotherNanIsOneFault) {
  const OpenedHard opened(all_kinds());
  opened.card->broken = [](const Computed& done) { return done.value == 0x7fc00000 ? 0xffc00000U : done.value; };
  EXPECT_THAT(opened.accelerator->self_test().failed(), ElementsAre("nan_bits"));
  opened.card->broken = [](const Computed& done) { return done.value == 0x7fc00000 ? 0x7f800000U : done.value; };
  EXPECT_THAT(opened.accelerator->self_test().failed(),
              ElementsAre("invalid", "nan_operand", "signalling_nan", "nan_bits"));
  EXPECT_THAT(opened.accelerator->self_test().text(), HasSubstr("is 7f800000, expected any NaN"));
}

TEST(SelfTest, IsOnlyOfOperationsThatTheCoreUses) {
  const Described sums(kSums);
  ASSERT_EQ(sums.shell().self_test.blocks.size(), 1U);
  EXPECT_FALSE(sums.shell().map.has("hard_mul"));
  const OpenedHard opened(sums);
  const host::SelfTest test = opened.accelerator->self_test();
  EXPECT_LT(test.assumptions, 17);
  EXPECT_TRUE(test.failures.empty());
  for (const contract::SelfTest::Assumption& a : sums.shell().self_test.assumptions)
    EXPECT_THAT(a.name, Not(HasSubstr("product")));
}

TEST(SelfTest, WithoutHardBlocksDoesNothing) {
  const Described many(kMany);
  EXPECT_THAT(many.manifest, Not(HasSubstr("self_test")));
  EXPECT_FALSE(many.shell().map.has("hard_a"));
  const Opened opened(many);
  const auto before = opened.card->registers;
  const host::SelfTest test = opened.accelerator->self_test();
  EXPECT_EQ(test.cases, 0);
  EXPECT_EQ(opened.card->registers, before);
}

TEST(SelfTest, TellsABrokenCardFromABrokenBlock) {
  const OpenedHard opened(all_kinds());
  const auto fault = [&] { return failure<host::DeviceError>([&] { (void)opened.accelerator->self_test(); }); };
  opened.card->stuck = true;
  EXPECT_THAT(fault(), AllOf(HasSubstr("the self-test wrote 007fffff"), HasSubstr("hard_a and read 007ffffe")));
  opened.card->stuck = false;
  opened.card->set(contract::kSelfTestModes, 3);
  EXPECT_THAT(fault(), AllOf(HasSubstr("its register hard_modes is 0x3, not 0x7"), HasSubstr("Rebuild")));
  opened.card->set(contract::kSelfTestModes, 7);
  opened.card->busy = true;
  const int writes = opened.card->writes;
  EXPECT_THAT(failure([&] { (void)opened.accelerator->self_test(); }), HasSubstr("busy with a run"));
  EXPECT_EQ(opened.card->writes, writes);
  opened.card->busy = false;
  EXPECT_EQ(fault(), "nothing was thrown");
}

/// Runs go on afterwards.
TEST(SelfTest, LeavesTheCardAsItWas) {
  const OpenedHard opened(all_kinds());
  (void)opened.accelerator->self_test();
  for (const host::Field& f : opened.accelerator->fields()) {
    const std::vector<float> cells(f.cells(), 1);
    if (f.is_input) opened.accelerator->load(f.name, cells.data(), cells.size() * sizeof(float));
  }
  opened.accelerator->run(3);
  EXPECT_EQ(opened.card->runs, 1);
}

/// `from` in the manifest replaced by `to`.
std::string changed(const std::string& from, const std::string& to) {
  std::string manifest = all_kinds().manifest;
  const std::size_t at = manifest.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return manifest.replace(at, from.size(), to);
}

TEST(SelfTest, DamagedManifestsAreRefused) {
  const auto fault = [](const std::string& manifest) {
    return failure([&] { const host::Accelerator a(manifest, std::make_unique<HardCard>(all_kinds())); });
  };
  EXPECT_THAT(fault(changed("\"a\": \"007fffff\"", "\"a\": \"7fffff\"")), HasSubstr("not eight hexadecimal digits"));
  EXPECT_THAT(fault(changed("\"result\": \"hard_mul\"", "\"result\": \"no_such\"")),
              HasSubstr("the self-test has no register no_such"));
  EXPECT_THAT(fault(changed("\"name\": \"hard_modes\"", "\"name\": \"x\"")), HasSubstr("no register hard_modes"));
  EXPECT_THAT(fault(changed("\"mode\": 2", "\"mode\": 31")), HasSubstr("a hard block has an invalid mode"));
}

TEST(SelfTest, InC) {
  HardCard card(all_kinds());
  rtlgen_host_backend f{};
  f.context = &card;
  f.write_register = [](void* c, std::uint32_t offset, std::uint32_t value) {
    static_cast<HardCard*>(c)->write_register(offset, value);
    return 0;
  };
  f.read_register = [](void* c, std::uint32_t offset, std::uint32_t* value) {
    *value = static_cast<HardCard*>(c)->read_register(offset);
    return 0;
  };
  f.write_memory = [](void*, int, std::uint64_t, const void*, std::uint64_t) { return 1; };
  f.read_memory = [](void*, int, std::uint64_t, void*, std::uint64_t) { return 1; };
  f.wait_interrupt = [](void*, int*) { return 1; };
  rtlgen_host* const host = rtlgen_host_open(all_kinds().path.c_str(), &f);
  ASSERT_NE(host, nullptr) << rtlgen_host_error();
  int cases = 0;
  EXPECT_EQ(rtlgen_host_self_test(host, &cases), 0) << rtlgen_host_error();
  EXPECT_EQ(cases, 52);
  EXPECT_EQ(rtlgen_host_self_test(host, nullptr), 0);
  card.broken = [](const Computed& done) { return done.value == 0x7fc00000 ? 0xffc00000U : done.value; };
  EXPECT_EQ(rtlgen_host_self_test(host, &cases), 1);
  EXPECT_THAT(rtlgen_host_error(), HasSubstr("nan_bits"));
  EXPECT_EQ(rtlgen_host_self_test(nullptr, nullptr), 1);
  rtlgen_host_close(host);
}

}  // namespace
}  // namespace rtlgen::test
