// Imported C computes what gcc -O2 -ffp-contract=off makes of the same text, bit for bit.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "c_driver.hpp"
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

std::string contents(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::string import_program_text(const CProgram& program) {
  Diagnostics diagnostics;
  const auto yaml = importer::import_text(contents(program.path), program.path.string(), program.options, diagnostics);
  EXPECT_TRUE(yaml.ok()) << diagnostics.render();
  return yaml ? *yaml : "";
}

int array_of(const spec::Stencil& stencil, const std::string& name) {
  for (const spec::ArrayId i : stencil.arrays.ids()) {
    if (stencil.arrays[i].name == name) return i.index();
  }
  return -1;
}

/// Floats from -2 to 2, integers anywhere in their type.
std::uint64_t some_bits(const spec::Type& type, std::mt19937_64& random) {
  if (!type.is_float()) return random() & type.mask();
  const double value = static_cast<double>(random() % 4000001) / 1e6 - 2.0;
  const auto narrow = static_cast<float>(value);
  std::uint64_t bits = 0;
  if (type.width == 32) {
    std::memcpy(&bits, &narrow, 4);
  } else {
    std::memcpy(&bits, &value, 8);
  }
  return bits;
}

/// Values of run-time parameters by the program's `set`, as bits.
std::vector<std::uint64_t> parameters(const spec::Stencil& stencil, const CProgram& program) {
  std::vector<std::uint64_t> out;
  for (const spec::Param& p : stencil.params) {
    const std::size_t at = (" " + program.set).find(" " + p.name + "=");
    EXPECT_NE(at, std::string::npos) << "no value of " << p.name;
    const double value =
        at == std::string::npos ? 0 : std::strtod(program.set.c_str() + at + p.name.size() + 1, nullptr);
    const auto narrow = static_cast<float>(value);
    const auto whole = static_cast<std::int64_t>(value);
    std::uint64_t bits = 0;
    if (!p.type.is_float()) {
      bits = static_cast<std::uint64_t>(whole) & p.type.mask();
    } else if (p.type.width == 32) {
      std::memcpy(&bits, &narrow, 4);
    } else {
      std::memcpy(&bits, &value, 8);
    }
    out.push_back(bits);
  }
  return out;
}

struct Outcome {
  std::int64_t differences = 0;
  std::int64_t compared = 0;
  std::int64_t changed = 0;  ///< elements that the program has changed
};

/// Compares the fields at the end with what the C program has left in the folder.
Outcome outcome_of(const CProgram& program, const spec::Stencil& stencil, const std::map<int, golden::Grid>& results,
                   const fs::path& folder, bool lenient) {
  Outcome out;
  for (const auto& [name, array] : program.fields) {
    const int id = array_of(stencil, name);
    const auto found = results.find(id);
    if (found == results.end()) continue;  // an input
    const golden::Grid& got = found->second;
    const std::string want = contents(folder / (name + ".out"));
    const std::string start = contents(folder / (name + ".in"));
    const auto bytes = static_cast<std::size_t>((got.type.width + 7) / 8);
    const bool same_size = want.size() == static_cast<std::size_t>(got.cells()) * bytes;
    if (!same_size && lenient) return {};  // an array without extents, which the change makes larger than main's
    EXPECT_TRUE(same_size) << name;
    for (std::int64_t i = 0; i < got.cells() && want.size() >= static_cast<std::size_t>(i + 1) * bytes; ++i) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, want.data() + static_cast<std::size_t>(i) * bytes, bytes);
      ++out.compared;
      if (std::memcmp(want.data() + static_cast<std::size_t>(i) * bytes,
                      start.data() + static_cast<std::size_t>(i) * bytes, bytes) != 0)
        ++out.changed;
      if (bits == got.get(i)) continue;
      if (out.differences++ == 0)
        std::printf("%s, cell %lld: %llx, C says %llx\n", name.c_str(), static_cast<long long>(i),
                    static_cast<unsigned long long>(got.get(i)), static_cast<unsigned long long>(bits));
    }
  }
  return out;
}

/// Runs both sides on the same random data. With `lenient` a program that lacks a field, or that gcc or the machine
/// refuses, is not compared.
Outcome compare(const CProgram& program, const std::string& yaml, bool lenient = false) {
  Outcome out;
  const fs::path folder = fs::path(build_folder()) / "import_c" / program.path.stem();
  fs::remove_all(folder);
  fs::create_directories(folder);
  Diagnostics diagnostics;
  const auto stencil = frontend::load_text(yaml, "imported.yaml", {}, diagnostics);
  EXPECT_TRUE(stencil.ok()) << diagnostics.render() << yaml;
  if (!stencil) return out;
  std::mt19937_64 random(7);
  std::map<int, golden::Grid> inputs;
  for (const auto& [name, array] : program.fields) {
    if (program.same) random.seed(7);
    const int id = array_of(*stencil, name);
    if (id < 0 && lenient) return out;
    EXPECT_GE(id, 0) << "no field " << name << "\n" << yaml;
    if (id < 0) return out;
    const spec::Array& facts = stencil->arrays[spec::ArrayId(id)];
    spec::Extents extents = stencil->grid;
    for (std::size_t a = 0; a < extents.size(); ++a) extents[a] = facts.spans[a] ? extents[a] : 1;
    golden::Grid grid(facts.type, extents);
    std::ofstream file(folder / (name + ".in"), std::ios::binary);
    for (std::int64_t i = 0; i < grid.cells(); ++i) {
      const std::uint64_t bits = some_bits(grid.type, random);
      grid.set(i, bits);
      file.write(reinterpret_cast<const char*>(&bits), (facts.type.width + 7) / 8);
    }
    if (facts.role != spec::Role::kOutput) inputs.emplace(id, grid);
  }
  for (const spec::ArrayId i : stencil->arrays.ids()) {
    const spec::Role role = stencil->arrays[i].role;
    const bool starts = role == spec::Role::kState || role == spec::Role::kInput;
    // A local array that is read before it is assigned, which C leaves open.
    if (lenient && starts && !inputs.contains(i.index())) return out;
  }
  std::ofstream(folder / "main.c") << c_main(program, folder);
  const ProcessResult built = run_process({"gcc", "-O2", "-w", "-fwrapv", "-ffp-contract=off",
                                           (folder / "main.c").string(), "-o", (folder / "main").string(), "-lm"});
  EXPECT_TRUE(built.ok() || lenient) << built.errors;
  if (!built.ok()) return out;
  const ProcessResult run = run_process({(folder / "main").string()});
  EXPECT_TRUE(run.ok() || lenient) << run.errors;
  if (!run.ok()) return out;
  const auto results = golden::run(*stencil, stencil->grid, inputs, stencil->iterations, parameters(*stencil, program));
  return outcome_of(program, *stencil, results, folder, lenient);
}

class ImportedC : public testing::TestWithParam<fs::path> {};

TEST_P(ImportedC, ComputesWhatGccComputes) {
  const CProgram program = read_c_program(GetParam());
  const std::string yaml = import_program_text(program);
  ASSERT_FALSE(yaml.empty());
  const Outcome outcome = compare(program, yaml);
  EXPECT_EQ(outcome.differences, 0) << yaml;
  EXPECT_GT(outcome.changed, 10) << yaml;
}

INSTANTIATE_TEST_SUITE_P(Programs, ImportedC, testing::ValuesIn(c_programs()),
                         [](const auto& program) { return program.param.stem().string(); });

/// A changed program is imported with the meaning that gcc gives it, which finds programs above that look right by
/// chance.
TEST(ImportedCMutants, ComputeWhatGccComputes) {
  const char* const wish = std::getenv("RTLGEN_C_MUTANTS");  // more by hand
  const int wanted = wish != nullptr ? std::atoi(wish) : 12;
  std::mt19937_64 random(wish != nullptr ? static_cast<unsigned>(wanted) : 5U);
  const std::vector<fs::path> paths = c_programs();
  const fs::path folder = fs::path(build_folder()) / "import_c_mutants";
  fs::create_directories(folder);
  int compared = 0;
  for (int turn = 0; compared < wanted && turn < 100 * wanted; ++turn) {
    CProgram program = read_c_program(paths[random() % paths.size()]);
    std::string text = contents(program.path);
    const std::size_t head = text.find("*/") + 2;
    static const std::string kFrom = "0123456789+-*<>=ijkxyabc";
    std::size_t at = 0;
    for (int tries = 0; tries < 1000 && (at == 0 || kFrom.find(text[at]) == std::string::npos); ++tries)
      at = head + random() % (text.size() - head);
    const char before = text[at];
    text[at] = kFrom[random() % kFrom.size()];
    if (text[at] == before) continue;
    program.path = folder / program.path.filename();
    std::ofstream(program.path) << text;
    Diagnostics diagnostics;
    const auto yaml = importer::import_text(text, program.path.string(), program.options, diagnostics);
    // If arrays change places, the field that has the result depends on the number of steps.
    if (!yaml || yaml->find("holds what") != std::string::npos) continue;
    const Outcome outcome = compare(program, *yaml, true);
    if (outcome.compared == 0) continue;
    ++compared;
    EXPECT_EQ(outcome.differences, 0) << text << *yaml;
  }
  EXPECT_EQ(compared, wanted);
}

/// The comparison can fail: YAML that says something else than the program is found.
TEST(ImportedCCheck, AnotherMeaningIsFound) {
  const CProgram program = read_c_program(fs::path(source_folder()) / "tests/import/c/jacobi2d.c");
  std::string yaml = import_program_text(program);
  const std::size_t at = yaml.find("0.2 *");
  ASSERT_NE(at, std::string::npos) << yaml;
  yaml.replace(at, 3, "0.3");
  EXPECT_GT(compare(program, yaml).differences, 0);
}

}  // namespace
}  // namespace rtlgen::test
