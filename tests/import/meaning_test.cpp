// Imported SODA and SASA programs compute what C++ computes from their own text, bit for bit.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "foreign.hpp"
#include "frontend/frontend.hpp"
#include "golden/engine.hpp"
#include "golden/grid.hpp"
#include "import/import.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"
#include "support/process.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kLast = 23;

const fs::path kPrograms = fs::path(test::source_folder()) / "tests/import/programs";

std::string read_all(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::vector<std::uint64_t> read_cells(const fs::path& path) {
  const std::string bytes = read_all(path);
  std::vector<std::uint64_t> cells(bytes.size() / 8);
  std::memcpy(cells.data(), bytes.data(), cells.size() * 8);
  return cells;
}

struct Case {
  Foreign foreign;
  spec::Stencil stencil;
};

/// A program with a window of 19 cells needs a larger grid.
std::int64_t last_extent(const std::string& file) {
  return file == "erosion.soda" || file == "xcorr.soda" || file == "contrast.soda" ? 40 : kLast;
}

Result<Case> load(const fs::path& path) {
  const std::string file = path.filename();
  const std::string text = read_all(path);
  Diagnostics diagnostics;
  importer::Options options;
  const bool soda = path.extension() == ".soda";
  if (soda) options.extent = last_extent(file);
  const auto yaml = importer::import_text(text, file, options, diagnostics);
  EXPECT_TRUE(yaml.ok()) << diagnostics.render();
  if (!yaml) return Failure{};
  auto stencil = frontend::load_text(*yaml, file + ".yaml", {}, diagnostics);
  EXPECT_TRUE(stencil.ok()) << diagnostics.render() << *yaml;
  if (!stencil) return Failure{};
  Case out{soda ? read_soda(file, text, last_extent(file)) : read_sasa(file, text), *std::move(stencil)};
  return out;
}

std::vector<fs::path> programs() {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(kPrograms)) {
    if (entry.path().extension() == ".soda" || entry.path().extension() == ".dsl") found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// The array `name`; names that belong to the language (x, y, ...) are imported with _0 behind.
int array_named(const spec::Stencil& stencil, const std::string& name) {
  for (const spec::ArrayId i : stencil.arrays.ids()) {
    if (stencil.arrays[i].name == name || stencil.arrays[i].name == name + "_0") return i.index();
  }
  return -1;
}

/// Floats from -2 to 2 (no conversion to an integer may overflow), integers anywhere in their type.
std::uint64_t random_cell(const spec::Type& type, std::mt19937_64& random) {
  if (!type.is_float()) return random() & type.mask();
  const double value = static_cast<double>(random() % 4000001) / 1e6 - 2.0;
  std::uint64_t bits = 0;
  const float narrow = static_cast<float>(value);
  if (type.width == 32)
    std::memcpy(&bits, &narrow, 4);
  else
    std::memcpy(&bits, &value, 8);
  return bits;
}

std::map<int, golden::Grid> make_inputs(const Case& c, const fs::path& folder, std::mt19937_64& random) {
  std::map<int, golden::Grid> inputs;
  for (const ForeignField& field : c.foreign.inputs) {
    const int array = array_named(c.stencil, field.name);
    EXPECT_GE(array, 0) << c.foreign.name << ": " << field.name;
    golden::Grid grid(c.stencil.arrays[spec::ArrayId(array)].type, c.stencil.grid);
    std::ofstream out(folder / (c.foreign.name + "." + field.name), std::ios::binary);
    for (std::int64_t i = 0; i < grid.cells(); ++i) {
      const std::uint64_t bits = random_cell(grid.type, random);
      grid.set(i, bits);
      out.write(reinterpret_cast<const char*>(&bits), 8);
    }
    inputs.emplace(array, grid);
  }
  return inputs;
}

/// Cells that both sides have and that differ; the first one is printed.
std::int64_t differences(const Case& c, const fs::path& folder, const std::map<int, golden::Grid>& results) {
  const Foreign& p = c.foreign;
  const bool fed = p.iterations > 1 || p.preserve;
  const bool sasa = p.name.ends_with(".dsl");
  std::int64_t count = 0;
  for (std::size_t k = 0; k < p.outputs.size(); ++k) {
    const std::string field = !fed ? p.outputs[k].name : sasa ? p.inputs.back().name : p.inputs[k].name;
    const golden::Grid& got = results.at(array_named(c.stencil, field));
    const fs::path path = folder / (p.name + "." + p.outputs[k].name);
    const auto want = read_cells(path);
    const std::string there = read_all(path.string() + ".there");
    std::int64_t compared = 0;
    for (std::size_t i = 0; i < want.size(); ++i) {
      if (there[i] == 0) continue;
      ++compared;
      const std::uint64_t bits = got.get(static_cast<std::int64_t>(i));
      if (bits == want[i]) continue;
      if (count++ == 0)
        std::printf("%s: %s, cell %zu: %llx, C++ says %llx\n", p.name.c_str(), field.c_str(), i,
                    static_cast<unsigned long long>(bits), static_cast<unsigned long long>(want[i]));
    }
    EXPECT_EQ(static_cast<std::int64_t>(want.size()), got.cells());
    EXPECT_GT(compared, got.cells() / 20) << p.name;
  }
  return count;
}

/// Compiles the C++ programs together and runs them on the inputs in the folder.
void run_foreign(const std::vector<Foreign>& programs, const fs::path& folder) {
  std::ofstream(folder / "foreign.cpp") << cpp_program(programs);
  const std::string runtime = (fs::path(test::source_folder()) / "tests/import").string();
  const ProcessResult built =
      run_process({"g++", "-std=gnu++20", "-O1", "-w", "-fwrapv", "-ffp-contract=off", "-I" + runtime,
                   (folder / "foreign.cpp").string(), "-o", (folder / "foreign").string()});
  ASSERT_TRUE(built.ok()) << built.errors;
  const ProcessResult run = run_process({(folder / "foreign").string(), folder.string()});
  ASSERT_TRUE(run.ok()) << run.errors;
}

TEST(ImportedPrograms, ComputeWhatCppComputes) {
  const fs::path folder = fs::path(test::build_folder()) / "import_meaning";
  fs::remove_all(folder);
  fs::create_directories(folder);
  std::vector<Case> cases;
  for (const fs::path& path : programs()) {
    SCOPED_TRACE(path.filename());
    auto loaded = load(path);
    if (loaded) cases.push_back(*std::move(loaded));
  }
  ASSERT_GE(cases.size(), 24U);
  std::vector<Foreign> foreign;
  std::mt19937_64 random(12);
  std::vector<std::map<int, golden::Grid>> inputs;
  for (const Case& c : cases) {
    foreign.push_back(c.foreign);
    inputs.push_back(make_inputs(c, folder, random));
  }
  run_foreign(foreign, folder);
  if (HasFatalFailure()) return;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const spec::Stencil& stencil = cases[i].stencil;
    SCOPED_TRACE(cases[i].foreign.name);
    std::vector<std::uint64_t> params;
    for (const spec::Param& p : stencil.params) {
      EXPECT_EQ(p.type, spec::Type::float_of(8, 23));
      params.push_back(0x3F400000U);  // 0.75, as in the C++
    }
    EXPECT_EQ(differences(cases[i], folder, golden::run(stencil, stencil.grid, inputs[i], stencil.iterations, params)),
              0);
  }
}

/// The comparison can fail: a program whose YAML says something else than its text is found.
TEST(ImportedPrograms, AnotherMeaningIsFound) {
  const fs::path folder = fs::path(test::build_folder()) / "import_meaning_twist";
  fs::create_directories(folder);
  auto c = load(kPrograms / "blur.soda");
  ASSERT_TRUE(c.ok());
  const std::string right = "/ 3";
  std::string body = c->foreign.body;
  body.replace(body.find(right), right.size(), "/ 5");
  c->foreign.body = body;
  std::mt19937_64 random(13);
  const auto inputs = make_inputs(*c, folder, random);
  run_foreign({c->foreign}, folder);
  const auto results = golden::run(c->stencil, c->stencil.grid, inputs, c->stencil.iterations, {});
  EXPECT_GT(differences(*c, folder, results), 0);
}

}  // namespace
}  // namespace rtlgen::test
