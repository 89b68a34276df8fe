// Written files read back to the same bits; they appear whole or not at all.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

#include "data/io.hpp"
#include "golden/grid.hpp"
#include "samples.hpp"
#include "spec/real.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"

namespace rtlgen::test {
namespace {

namespace fs = std::filesystem;
using spec::Type;

const std::vector<Type> kTypes{
    Type::float_of(5, 10),  Type::float_of(8, 7),  Type::float_of(8, 23),   Type::float_of(11, 52),
    Type::float_of(3, 2),   Type::float_of(9, 10), Type::float_of(2, 1),    Type::float_of(8, 24),
    Type::int_of(1),        Type::int_of(7),       Type::int_of(8),         Type::int_of(16),
    Type::int_of(23),       Type::int_of(32),      Type::int_of(54),        Type::int_of(64),
    Type::uint_of(1),       Type::uint_of(3),      Type::uint_of(8),        Type::uint_of(12),
    Type::uint_of(16),      Type::uint_of(32),     Type::uint_of(63),       Type::uint_of(64),
    Type::fixed_of(1, 1),   Type::fixed_of(8, 3),  Type::fixed_of(16, 16),  Type::fixed_of(32, 12),
    Type::fixed_of(53, 40), Type::ufixed_of(1, 0), Type::ufixed_of(12, 12), Type::ufixed_of(53, 53)};

class RoundTrip : public Files {
 protected:
  void check(const golden::Grid& grid, const std::string& name, int axes) const {
    data::write(at(name), grid, axes);
    Diagnostics diagnostics;
    const auto back = data::read(at(name), grid.type, grid.extents, axes, diagnostics);
    ASSERT_TRUE(back.ok()) << name << " " << grid.type.name() << "\n" << diagnostics.render();
    EXPECT_TRUE(*back == grid) << name << " " << grid.type.name();
  }
};

/// Random cells with every NaN the one that files can hold.
golden::Grid cells(const Type& type, const spec::Extents& extents) {
  golden::Grid grid = busy_grid(type, extents, static_cast<std::uint64_t>(type.width));
  if (!type.is_float()) return grid;
  const std::uint64_t infinity = ((std::uint64_t{1} << type.exponent) - 1) << type.fraction;
  for (std::int64_t i = 0; i < grid.cells(); ++i) {
    if ((grid.get(i) & type.mask() >> 1) > infinity) grid.set(i, spec::quiet_nan(type));
  }
  return grid;
}

TEST_F(RoundTrip, EveryTypeInEveryExactFormat) {
  std::vector<const char*> names{"a.npy", "a.raw", "a.bin", "a.txt", "a"};
  if (!data::name_fault("a.h5", true)) names.push_back("a.h5:/t");
  for (const Type& type : kTypes) {
    for (const char* name : names) {
      check(cells(type, {61, 1, 1}), name, 1);
      check(cells(type, {13, 7, 1}), name, 2);
      check(cells(type, {5, 4, 3}), name, 3);
    }
  }
}

TEST_F(RoundTrip, WideFixedPoint) {
  for (const Type& type :
       {Type::fixed_of(64, 0), Type::fixed_of(64, 64), Type::ufixed_of(64, 32), Type::ufixed_of(55, 7)}) {
    for (const char* name : {"a.raw", "a.txt"}) check(cells(type, {13, 7, 1}), name, 2);
    // numpy's doubles hold the highest 53 bits of a number, cut toward zero: always one of the type.
    golden::Grid grid = cells(type, {13, 7, 1});
    data::write(at("a.npy"), grid, 2);
    Diagnostics diagnostics;
    const auto back = data::read(at("a.npy"), type, grid.extents, 2, diagnostics);
    ASSERT_TRUE(back.ok()) << type.name() << "\n" << diagnostics.render();
    data::write(at("b.npy"), *back, 2);
    EXPECT_EQ(get("a.npy"), get("b.npy")) << type.name();
    EXPECT_FALSE(*back == grid) << type.name();
  }
}

TEST_F(RoundTrip, RawKeepsEveryNan) {
  for (const Type& type : kTypes) check(busy_grid(type, {64, 1, 1}, 3), "a.raw", 1);
}

TEST_F(RoundTrip, EveryFloat16AsText) {
  golden::Grid grid(Type::float_of(5, 10), {256, 256, 1});
  for (std::int64_t i = 0; i < grid.cells(); ++i) {
    const auto bits = static_cast<std::uint64_t>(i);
    grid.set(i, (bits & 0x7fff) > 0x7c00 ? 0x7e00 : bits);
  }
  check(grid, "a.txt", 2);
  check(grid, "a.npy", 2);
}

TEST_F(RoundTrip, Pictures) {
  for (const int width : {1, 2, 4, 8, 16}) check(busy_grid(Type::uint_of(width), {37, 11, 1}, 5), "a.png", 2);
  for (int width = 1; width <= 16; ++width) check(busy_grid(Type::uint_of(width), {37, 11, 1}, 6), "a.pgm", 2);
  check(busy_grid(Type::uint_of(8), {19, 1, 1}, 7), "a.png", 1);
}

TEST_F(RoundTrip, AFileIsReplacedWhole) {
  put("a.raw", "old");
  data::write(at("a.raw"), grid_of(Type::uint_of(8), {2, 1, 1}, {1, 2}), 1);
  EXPECT_EQ(get("a.raw"), "\x01\x02");
  EXPECT_EQ(names(), std::vector<std::string>{"a.raw"});
}

TEST_F(RoundTrip, WhatCannotBeWrittenLeavesNothing) {
  const golden::Grid grid = grid_of(Type::uint_of(8), {1, 1, 1}, {1});
  EXPECT_THROW(data::write(at("nowhere/a.raw"), grid, 1), EnvironmentError);
  fs::create_directories(at("folder.raw"));
  EXPECT_THROW(data::write(at("folder.raw"), grid, 1), EnvironmentError);
  EXPECT_EQ(names(), std::vector<std::string>{"folder.raw"});
  EXPECT_TRUE(fs::is_directory(at("folder.raw")));
}

TEST_F(RoundTrip, ALinkIsFollowed) {
  put("target.raw", "old");
  fs::create_symlink("target.raw", at("link.raw"));
  data::write(at("link.raw"), grid_of(Type::uint_of(8), {1, 1, 1}, {7}), 1);
  EXPECT_TRUE(fs::is_symlink(at("link.raw")));
  EXPECT_EQ(get("target.raw"), "\x07");
}

TEST_F(RoundTrip, APipeStaysOne) {
  ASSERT_EQ(mkfifo(at("pipe.raw").c_str(), 0600), 0);
  const int end = open(at("pipe.raw").c_str(), O_RDWR | O_NONBLOCK);  // keeps the writer from waiting
  ASSERT_GE(end, 0);
  data::write(at("pipe.raw"), grid_of(Type::uint_of(8), {3, 1, 1}, {'a', 'b', 'c'}), 1);
  char text[4] = {};
  EXPECT_EQ(::read(end, text, 3), 3);
  close(end);
  EXPECT_STREQ(text, "abc");
  EXPECT_TRUE(fs::is_fifo(at("pipe.raw")));
}

TEST_F(RoundTrip, ADeviceThatNeverRespondsIsGivenUp) {
  const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
  ASSERT_TRUE(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
  fs::create_symlink(ptsname(terminal), at("device.raw"));
  Diagnostics diagnostics;
  try {
    static_cast<void>(data::read(at("device.raw"), Type::uint_of(8), {3, 1, 1}, 1, diagnostics));
    ADD_FAILURE() << "read";
  } catch (const EnvironmentError& error) {
    EXPECT_NE(std::string(error.what()).find("no data from this device for 3 s"), std::string::npos) << error.what();
  }
  close(terminal);
}

}  // namespace
}  // namespace rtlgen::test
