// The runner's parts on their own: digest, cache, comparison, names, native arithmetic.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <thread>

#include "golden/grid.hpp"
#include "harness/native.hpp"
#include "ops/operator.hpp"
#include "ops/request.hpp"
#include "runner/adapter.hpp"
#include "runner/cache.hpp"
#include "runner/compare.hpp"
#include "runner/digest.hpp"
#include "runner/folder.hpp"
#include "spec/op.hpp"
#include "support/errors.hpp"

namespace rtlgen::runner {
namespace {

TEST(Digest, KnownResults) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256(std::string(1000000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Digest, PiecesDoNotRunTogether) {
  Digest first;
  first.add("ab");
  first.add("c");
  Digest second;
  second.add("a");
  second.add("bc");
  EXPECT_NE(first.finish(), second.finish());
}

TEST(Adapter, SpellsDoubleUnderscoresAsVerilatorDoes) {
  EXPECT_EQ(verilator_name("in_t"), "in_t");
  EXPECT_EQ(verilator_name("in_a__b"), "in_a___05Fb");
}

class CacheTest : public testing::Test {
 protected:
  void SetUp() override { setenv("RTLGEN_CACHE", folder_.path().c_str(), 1); }
  void TearDown() override { unsetenv("RTLGEN_CACHE"); }
  TemporaryFolder folder_;
};

TEST_F(CacheTest, MakesOnceAndFindsAgain) {
  int made = 0;
  const auto make = [&](const std::filesystem::path& path) {
    ++made;
    write_file(path / "bench", "x");
  };
  EXPECT_FALSE(is_cached("key"));
  const CacheEntry entry = cached("key", make);
  EXPECT_FALSE(entry.hit);
  EXPECT_TRUE(is_cached("key"));
  EXPECT_EQ(cached("key", make).folder, entry.folder);
  EXPECT_TRUE(cached("key", make).hit);
  EXPECT_EQ(made, 1);
  EXPECT_EQ(read_file(entry.folder / "bench"), "x");
}

TEST_F(CacheTest, FailedMakeLeavesNothing) {
  const auto make = [](const std::filesystem::path& path) {
    write_file(path / "half", "x");
    throw EnvironmentError("no");
  };
  EXPECT_THROW((void)cached("key", make), EnvironmentError);
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

TEST_F(CacheTest, ManyAtOnceMakeItOnce) {
  std::atomic<int> made = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      const CacheEntry entry = cached("key", [&](const std::filesystem::path& path) {
        ++made;
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        write_file(path / "bench", "same");
      });
      EXPECT_EQ(read_file(entry.folder / "bench"), "same");
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(made, 1);
  std::size_t entries = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder_.path())) ++entries;
  EXPECT_EQ(entries, 1U);
}

TEST_F(CacheTest, WhatCannotBeKeptServesAsLongAsItsEntry) {
  setenv("RTLGEN_CACHE", "/proc/rtlgen", 1);
  CacheEntry entry = cached("key", [](const std::filesystem::path& path) { write_file(path / "bench", "x"); });
  const std::filesystem::path folder = entry.folder;
  EXPECT_FALSE(entry.hit);
  EXPECT_EQ(read_file(folder / "bench"), "x");
  entry = {};
  EXPECT_FALSE(std::filesystem::exists(folder));
}

TEST_F(CacheTest, ACacheWhoseNameIsTooLongThrowsNothingAway) {
  setenv("RTLGEN_CACHE", (folder_.path() / std::string(300, 'x')).c_str(), 1);
  const CacheEntry entry = cached("key", [](const std::filesystem::path& path) { write_file(path / "bench", "x"); });
  EXPECT_EQ(read_file(entry.folder / "bench"), "x");
}

TEST(CacheRoot, WithoutAHomeItIsThePasswordFiles) {
  const auto value = [](const char* name) {
    return std::getenv(name) == nullptr ? std::string() : std::string(std::getenv(name));
  };
  const std::string home = value("HOME"), xdg = value("XDG_CACHE_HOME"), own = value("RTLGEN_CACHE");
  for (const char* name : {"HOME", "XDG_CACHE_HOME", "RTLGEN_CACHE"}) unsetenv(name);
  EXPECT_TRUE(cache_root().is_absolute());
  EXPECT_NE(cache_root().string().find("rtlgen"), std::string::npos);
  if (!home.empty()) setenv("HOME", home.c_str(), 1);
  if (!xdg.empty()) setenv("XDG_CACHE_HOME", xdg.c_str(), 1);
  if (!own.empty()) setenv("RTLGEN_CACHE", own.c_str(), 1);
}

TEST(Compare, CountsAndNamesTheFirst) {
  golden::Grid want(spec::Type::int_of(8), {5, 3, 2});
  golden::Grid have = want;
  EXPECT_EQ(compare({{0, want}}, {{0, have}}, 4).mismatches, 0);
  have.set(5 * 3 + 5 * 1 + 4, 7);
  have.set(29, 1);
  const Comparison found = compare({{0, want}}, {{0, have}}, 4);
  EXPECT_EQ(found.mismatches, 2);
  EXPECT_EQ(found.first->cell, (spec::Extents{4, 1, 1}));
  EXPECT_EQ(found.first->lane, 0);
  EXPECT_EQ(found.first->got, 7U);
}

TEST(Compare, LeavesOutTheMarkedCellsAndNoOther) {
  golden::Grid want(spec::Type::int_of(8), {5, 3, 1});
  golden::Masks ignored;
  ignored[0] = {1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 1, 1};
  EXPECT_EQ(golden::count(ignored), 12);
  for (std::int64_t i = 0; i < 15; ++i) {
    golden::Grid have = want;
    have.set(i, 9);
    EXPECT_EQ(compare({{0, want}}, {{0, have}}, 2, ignored).mismatches, i >= 6 && i <= 8 ? 1 : 0) << i;
  }
}

TEST(Compare, FirstWrongIterationByBisection) {
  for (std::int64_t total = 1; total < 40; ++total) {
    for (std::int64_t wrong = 1; wrong <= total; ++wrong) {
      EXPECT_EQ(first_wrong_iteration(total, [&](std::int64_t n) { return n >= wrong; }), wrong);
    }
  }
}

TEST(Compare, ShowsValues) {
  EXPECT_EQ(show_value(spec::Type::float_of(8, 23), 0x3fc00000), "1.5 (0x3fc00000)");
  EXPECT_EQ(show_value(spec::Type::int_of(12), 0xfff), "-1 (0xfff)");
  EXPECT_EQ(show_value(spec::Type::uint_of(1), 1), "1 (0x1)");
  EXPECT_EQ(show_value(spec::Type::float_of(5, 10), 1), "5.96046448e-08 (0x0001)");
}

// ---------------------------------------------------------------- native operators

/// Random bits, biased to exponents that lie close together, to zeros, subnormals and specials.
std::uint64_t random_bits(std::mt19937_64& engine, const spec::Type& type) {
  const std::uint64_t any = engine() & type.mask();
  const std::uint64_t fraction = any & ((std::uint64_t{1} << type.fraction) - 1);
  const std::uint64_t sign = any & (std::uint64_t{1} << (type.width - 1));
  const std::uint64_t top = (std::uint64_t{1} << type.exponent) - 1;
  switch (engine() % 6) {
    case 0:
      return sign | fraction;
    case 1:
      return sign | (top << type.fraction) | (engine() % 2 != 0 ? fraction : 0);
    case 2:
      return sign | ((top / 2 + engine() % 3) << type.fraction) | fraction;
    case 3:
      return sign | ((1 + engine() % 3) << type.fraction) | fraction;
    case 4:
      return sign;
    default:
      return any;
  }
}

template <class Bits>
void expect_same(ops::Function function, Bits (*keep)(Bits, Bits), Bits (*flush)(Bits, Bits)) {
  const spec::Type type = sizeof(Bits) == 4 ? spec::Type::float_of(8, 23) : spec::Type::float_of(11, 52);
  std::mt19937_64 engine(7);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t a = random_bits(engine, type);
    const std::uint64_t b = random_bits(engine, type);
    for (const bool flushing : {false, true}) {
      const ops::Request request{function, type, type, flushing, {}};
      std::vector<std::uint64_t> operands = {a};
      if (ops::operand_count(function) == 2) operands.push_back(b);
      const std::uint64_t want = ops::evaluate(request, operands);
      const std::uint64_t got = (flushing ? flush : keep)(static_cast<Bits>(a), static_cast<Bits>(b));
      ASSERT_EQ(got, want) << ops::base_name(request) << std::hex << " of " << a << ", " << b;
    }
  }
}

TEST(NativeOperators, AreTheOperatorsBitForBit) {
  namespace n = rtlgen_native;
  using F = spec::Op;
  expect_same<std::uint32_t>(F::kAdd, n::f32_add, n::f32_flush_add);
  expect_same<std::uint32_t>(F::kSub, n::f32_sub, n::f32_flush_sub);
  expect_same<std::uint32_t>(F::kMul, n::f32_mul, n::f32_flush_mul);
  expect_same<std::uint32_t>(F::kDiv, n::f32_div, n::f32_flush_div);
  expect_same<std::uint64_t>(F::kAdd, n::f64_add, n::f64_flush_add);
  expect_same<std::uint64_t>(F::kSub, n::f64_sub, n::f64_flush_sub);
  expect_same<std::uint64_t>(F::kMul, n::f64_mul, n::f64_flush_mul);
  expect_same<std::uint64_t>(F::kDiv, n::f64_div, n::f64_flush_div);
}

/// Results just below the smallest normal number: rounded with an endless exponent they stay below and
/// are flushed, while IEEE's rounding to subnormals would carry some of them up to it.
template <class Bits>
void expect_edge_flushed(ops::Function function, Bits (*flush)(Bits, Bits)) {
  const spec::Type type = sizeof(Bits) == 4 ? spec::Type::float_of(8, 23) : spec::Type::float_of(11, 52);
  const std::uint64_t bias = (std::uint64_t{1} << (type.exponent - 1)) - 1;
  const std::uint64_t ones = (std::uint64_t{1} << type.fraction) - 1;
  const std::uint64_t field = bias / 2;
  int flushed = 0;
  int kept = 0;
  for (std::uint64_t low = 0; low < 16; ++low) {
    for (std::uint64_t step = 0; step < 4; ++step) {
      for (const std::uint64_t sign : {std::uint64_t{0}, std::uint64_t{1} << (type.width - 1)}) {
        const std::uint64_t a = sign | field << type.fraction | (ones - low);
        // The other operand brings the result to some exponent around the smallest.
        const std::uint64_t other = function == spec::Op::kMul ? bias - 1 - field + step : bias + field - 1 + step;
        const std::uint64_t b = other << type.fraction | (step % 2 != 0 ? low : 0);
        const std::uint64_t want = ops::evaluate({function, type, type, true, {}}, {a, b});
        ASSERT_EQ(flush(static_cast<Bits>(a), static_cast<Bits>(b)), want) << std::hex << a << ", " << b;
        ++((want & ~sign) == 0 ? flushed : kept);
      }
    }
  }
  EXPECT_GT(flushed, 0);
  EXPECT_GT(kept, 0);
}

TEST(NativeOperators, FlushWhatOnlyIeeeWouldRoundUp) {
  namespace n = rtlgen_native;
  expect_edge_flushed<std::uint32_t>(spec::Op::kMul, n::f32_flush_mul);
  expect_edge_flushed<std::uint32_t>(spec::Op::kDiv, n::f32_flush_div);
  expect_edge_flushed<std::uint64_t>(spec::Op::kMul, n::f64_flush_mul);
  expect_edge_flushed<std::uint64_t>(spec::Op::kDiv, n::f64_flush_div);
}

TEST(NativeOperators, SquareRootsToo) {
  namespace n = rtlgen_native;
  expect_same<std::uint32_t>(
      spec::Op::kSqrt, [](std::uint32_t a, std::uint32_t) { return n::f32_square_root(a); },
      [](std::uint32_t a, std::uint32_t) { return n::f32_flush_square_root(a); });
  expect_same<std::uint64_t>(
      spec::Op::kSqrt, [](std::uint64_t a, std::uint64_t) { return n::f64_square_root(a); },
      [](std::uint64_t a, std::uint64_t) { return n::f64_flush_square_root(a); });
}

}  // namespace
}  // namespace rtlgen::runner
