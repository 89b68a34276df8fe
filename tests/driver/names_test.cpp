// Whatever the user calls things, every value, port and module of the hardware has a name of its own.
#include <gtest/gtest.h>

#include <cctype>
#include <set>

#include "driver/design/hdl.hpp"
#include "driver/prepare/prepare.hpp"
#include "elaborate/context.hpp"
#include "elaborate/elaborate.hpp"
#include "emit/banner.hpp"
#include "runner/folder.hpp"
#include "scratch.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::test {
namespace {

std::shared_ptr<const driver::Prepared> prepared(const std::string& yaml) {
  const Scratch scratch(yaml);
  Diagnostics diagnostics;
  auto result = driver::prepare({scratch.file(), {}}, diagnostics);
  EXPECT_TRUE(result.ok()) << diagnostics.render();
  return *std::move(result);
}

template <class Names>
void expect_distinct(const Names& names) {
  std::set<std::string> seen;
  for (std::string name : names) {
    for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    EXPECT_TRUE(seen.insert(name).second) << name;
  }
}

TEST(StreamNames, SayArrayAndRenewal) {
  const auto p = prepared(
      "name: n\ngrid: [16]\ntype: int16\nfields: {t: {}, u: {}}\n"
      "update:\n  - d: t[1]\n  - t: d + 1\n  - d: t[-1]\n  - t: d + t\n  - u: t\n");
  EXPECT_EQ(elaborate::stream_names(p->plan),
            (IndexVector<spec::StreamId, std::string>{"t", "d", "t_new", "d2", "t_new2", "u"}));
}

/// The renewed value of `t` and the field that the user called `t_new` both have line buffers, of
/// different depth: as one module, one of them would be wrong.
TEST(StreamNames, StayApartFromNamesOfTheUser) {
  const auto p = prepared(
      "name: n\ngrid: [32, 16]\ntype: int16\nfields: {t: {}, T_new: {}}\n"
      "update:\n  - t: t[-1,0] + t[1,0]\n  - T_new: T_new[0,-1] + T_new[0,1] + t[0,-2] + t[0,2]\n"
      "hardware: {steps: 2}\n");
  expect_distinct(elaborate::stream_names(p->plan));
  const hw::Design design = elaborate::elaborate(p->plan);
  std::vector<std::string> dimensions;
  for (const hw::Module& module : design.modules) {
    if (module.name.ends_with("_dimension")) dimensions.push_back(module.name);
  }
  EXPECT_EQ(dimensions.size(), 3U);
  expect_distinct(dimensions);
}

TEST(StreamNames, StayApartFromNumberedOnes) {
  const auto p = prepared(
      "name: n\ngrid: [16]\ntype: int16\nfields: {t: {}, d2: {}}\n"
      "update:\n  - d: t[1]\n  - t: d[1] + d2[1]\n  - d: t[-1]\n  - t: d[-1] + t\n");
  expect_distinct(elaborate::stream_names(p->plan));
  EXPECT_NO_THROW((void)elaborate::elaborate(p->plan));
}

/// Files that decide the hardware decide the digest in its banners.
TEST(Digests, FollowFilesOfTables) {
  const Scratch scratch(
      "name: n\ngrid: [16]\ntype: uint8\nfields: {t: {}}\ntables: {c: {file: c.csv}}\nupdate:\n  - t: c[t]\n");
  const auto digest = [&](const char* values) {
    runner::write_file(scratch.at("c.csv"), values);
    Diagnostics diagnostics;
    return driver::origin_of({scratch.file(), {}}, diagnostics)->digest();
  };
  const std::string one = digest("1 2 3\n");
  EXPECT_NE(one, digest("1 2 4\n"));
  EXPECT_EQ(one, digest("1 2 3\n"));
}

}  // namespace
}  // namespace rtlgen::test
