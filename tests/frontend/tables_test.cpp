// Values of tables and sources from files, and what sources become.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "frontend/frontend.hpp"
#include "spec/describe.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {
namespace {

namespace fs = std::filesystem;

/// A file of values in a folder of its own, beside a description that reads it.
class NumberFile {
 public:
  explicit NumberFile(const std::string& bytes)
      : folder_(fs::temp_directory_path() / ("rtlgen_tables_" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
    std::ofstream(folder_ / "curve.csv", std::ios::binary) << bytes;
  }
  ~NumberFile() { fs::remove_all(folder_); }
  NumberFile(const NumberFile&) = delete;
  NumberFile& operator=(const NumberFile&) = delete;

  [[nodiscard]] Result<spec::Stencil> load(Diagnostics& diagnostics, const std::string& type = "float32") const {
    const std::string yaml = "name: d\ngrid: [8]\nfields: {a: {}}\ntables:\n  curve: {file: curve.csv, type: " + type +
                             "}\nupdate:\n  - a: a + float32(curve[x])\n";
    return load_text(yaml, (folder_ / "d.yaml").string(), {}, diagnostics);
  }

  /// "CODE line:column" of the first fault.
  [[nodiscard]] std::string fault(const std::string& type = "float32") const {
    Diagnostics diagnostics;
    if (load(diagnostics, type).ok()) return "none";
    const Diagnostic& d = diagnostics.all().front();
    return to_string(d.code) + " " + std::to_string(d.where.line) + ":" + std::to_string(d.where.column) + " " +
           fs::path(d.where.file).filename().string();
  }

 private:
  fs::path folder_;
};

std::vector<std::uint64_t> values(const std::string& bytes, const std::string& type) {
  const NumberFile file(bytes);
  Diagnostics diagnostics;
  const auto stencil = file.load(diagnostics, type);
  EXPECT_TRUE(stencil.ok()) << diagnostics.render();
  return stencil.ok() ? stencil->tables[spec::TableId(0)].values : std::vector<std::uint64_t>();
}

TEST(NumberFiles, AreNumbersPartedByBlanksOrCommas) {
  using Bits = std::vector<std::uint64_t>;
  EXPECT_EQ(values("1,2\n3\r\n  4 , 5", "uint8"), (Bits{1, 2, 3, 4, 5}));
  EXPECT_EQ(values("# a comment\n7 # another\n#\n8#\n# the last", "uint8"), (Bits{7, 8}));
  EXPECT_EQ(values("-1 +1 .5 1e0 -2.5e-1", "float32"),
            (Bits{0xbf800000, 0x3f800000, 0x3f000000, 0x3f800000, 0xbe800000}));
  EXPECT_EQ(values("0.1", "float32"), Bits{0x3dcccccd});  // rounded once, from what is written
}

TEST(NumberFiles, FaultsHaveTheirPlaceInTheFile) {
  EXPECT_EQ(NumberFile("1\n2 x3\n").fault(), "RG0383 2:3 curve.csv");
  EXPECT_EQ(NumberFile("1, --2").fault(), "RG0383 1:4 curve.csv");
  EXPECT_EQ(NumberFile("1e").fault(), "RG0383 1:1 curve.csv");
  EXPECT_EQ(NumberFile("1\n# 2\n 256").fault("uint8"), "RG0309 3:2 curve.csv");
  EXPECT_EQ(NumberFile("# nothing\n").fault(), "RG0383 5:17 d.yaml");
  EXPECT_EQ(NumberFile("\x93NUMPY").fault(), "RG0383 5:17 d.yaml");
  std::string many;
  for (int i = 0; i < 4096; ++i) many += "1 ";
  EXPECT_EQ(NumberFile(many).fault(), "none");
  EXPECT_EQ(NumberFile(many + "1").fault(), "RG0383 5:17 d.yaml");
}

/// The value behind a missing one would take its place.
TEST(NumberFiles, MissingValuesAreRefused) {
  EXPECT_EQ(NumberFile("1,,2").fault(), "RG0383 1:3 curve.csv");
  EXPECT_EQ(NumberFile("1\n2, ,3").fault(), "RG0383 2:4 curve.csv");
  EXPECT_EQ(NumberFile("1\n ,2").fault(), "RG0383 2:2 curve.csv");
  EXPECT_EQ(NumberFile("1,2,\n3").fault(), "RG0383 1:4 curve.csv");
  EXPECT_EQ(NumberFile("1, # 2\n3").fault(), "RG0383 1:2 curve.csv");
  EXPECT_EQ(NumberFile("1\n2,").fault(), "RG0383 2:2 curve.csv");
  Diagnostics diagnostics;
  EXPECT_FALSE(NumberFile("1,,2").load(diagnostics).ok());
  EXPECT_EQ(diagnostics.all().front().message, "a value is missing");
}

/// The program of a text without faults.
spec::Stencil with_tables(const std::string& text) {
  Diagnostics diagnostics;
  auto s = load_text("name: d\n" + text, "d.yaml", {}, diagnostics);
  EXPECT_TRUE(s.ok()) << diagnostics.render();
  return s.ok() ? *std::move(s) : spec::Stencil();
}

TEST(Tables, AreDescribed) {
  const std::string text = spec::describe(
      with_tables("grid: [8]\ntype: uint8\nfields: {a: {}}\nparams: {k: 3}\ntables:\n  curve: [0, k*2, 9]\n"
                  "update:\n  - a: curve[a[-1]] + curve[1]\n"));
  EXPECT_NE(text.find("tables\n  curve       uint8 = 0, 6, 9\n"), std::string::npos) << text;
  // A value at a known place is a constant.
  EXPECT_NE(text.find("a: uint8 = curve[a[-1]] + 6\n"), std::string::npos) << text;
}

TEST(Sources, AreTermsOfTheLastLine) {
  const std::string text = spec::describe(with_tables(
      "grid: [8, 4]\nfields: {a: {}}\nparams: {source1: {value: 2, runtime: true}}\nsources:\n"
      "  - {at: [3, 1], field: a, values: [0.5, 1]}\n  - {at: [4, 1], field: a, add: \"float32(step) * source1\"}\n"
      "  - {at: [3, 1], field: a, values: [2]}\n"
      "update:\n  - a: a[-1,0]\n  - a: a * 0.5\n"));
  EXPECT_NE(text.find("  a: float32 = a[-1,0]\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  a: float32 = a * 0.5 + (x == 3 && y == 1 ? source1_i : x == 4 && y == 1 ? float32(step) * "
                      "source1 : -0.0) + (x == 3 && y == 1 ? source3 : -0.0)\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("source1_i   float32 = 0.5, 1.0, -0.0\n"), std::string::npos) << text;
}

/// A choice between lines takes all their reads; of a table it reads none.
TEST(Tables, StandInLinesWithRegions) {
  const spec::Stencil s = with_tables(
      "grid: [16]\ntype: uint8\nfields: {u: {}}\ntables: {t0: [1, 2], t1: [3, 4], t2: [5, 6]}\nupdate:\n"
      "  - u: {expr: \"(u[-1] + u[1])/2 + t0[u] + t1[u] + t2[u]\", region: {x: interior}}\n"
      "  - u: {expr: \"t2[u]\", region: rest}\n");
  ASSERT_EQ(s.regions.size(), 1U);
  EXPECT_EQ(s.regions[spec::RegionId(0)].spans[0].first.at(16), 1);
}

TEST(Sources, AreCalledAsNothingElseIs) {
  const spec::Stencil s = with_tables(
      "grid: [8]\nfields: {Source1: {}, a: {}}\ntables: {source2: [1, 2]}\nsources:\n"
      "  - {at: [3], field: a, values: [1]}\n  - {at: [4], field: a, values: [2]}\n"
      "update:\n  - Source1: Source1 + source2[int32(a)]\n  - a: a + Source1\n");
  ASSERT_EQ(s.params.size(), 2U);
  EXPECT_EQ(s.params[spec::ParamId(0)].name, "source1_i");
  EXPECT_EQ(s.params[spec::ParamId(1)].name, "source2_i");
}

/// A line with a fault of its own assigns its field all the same.
TEST(Sources, OfALineWithAFaultHaveNone) {
  Diagnostics diagnostics;
  EXPECT_FALSE(load_text("name: d\ngrid: [12]\ntype: int16\nfields: {u: {}, v: {}}\nsources:\n"
                         "  - {at: [1], field: u, values: [1]}\n  - {at: [1], field: v, values: [1]}\nupdate:\n"
                         "  - u: u + bogus\n  - v: {expr: v + bogus, where: v > 3}\n",
                         "d.yaml", {}, diagnostics)
                   .ok());
  for (const Diagnostic& d : diagnostics.all()) EXPECT_NE(to_string(d.code), "RG0385") << diagnostics.render();
}

TEST(Probes, AreNamedByFieldAndCell) {
  const spec::Stencil s = with_tables(
      "grid: [8, 4]\nfields: {a: {}}\nprobes:\n  - {at: [3, 1], field: a}\n  - {at: [7, 3], field: a, every: 5}\n"
      "update:\n  - a: a[-1,0]\n");
  ASSERT_EQ(s.probes.size(), 2U);
  EXPECT_EQ(s.probes[0].name, "a_3_1");
  EXPECT_EQ(s.probes[0].every, 1);
  EXPECT_EQ(s.probes[1].name, "a_7_3");
  EXPECT_EQ(s.probes[1].every, 5);
}

}  // namespace
}  // namespace rtlgen::frontend
