// Paths below tb/.
#include "driver/generate/bench_folder.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "testbench/testbench.hpp"

namespace rtlgen::driver {

namespace {

constexpr std::array<std::string_view, 5> kMade = {".sv", ".vhd", ".gtkw", ".sucl", ".json"};
/// Files that simulators leave in the folder in which the benches are run.
constexpr std::array<std::string_view, 12> kLeft = {".vvp", ".vcd", ".fst", ".ghw", ".cf",  ".o",
                                                    ".log", ".jou", ".pb",  ".wdb", ".wlf", ".lst"};
constexpr std::array<std::string_view, 3> kLeftFolders = {"obj_dir", "work", "xsim.dir"};

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

}  // namespace

bool is_bench_file(const std::filesystem::path& path, bool is_directory) {
  auto part = path.begin();
  if (part == path.end() || part->string() != kBenchFolder) return false;
  const auto depth = std::distance(path.begin(), path.end());
  if (depth == 1) return is_directory;
  const std::string second = (++part)->string();
  if (is_one_of(kLeftFolders, second)) return true;
  if (is_directory) return depth == 2 && second == testbench::kVectors;
  const std::string extension = path.extension().string();
  if (depth == 3) return second == testbench::kVectors && extension == ".hex";
  // GHDL's executable and Questa's transcript have no extension.
  const bool is_program = second.ends_with("_tb") || second == "transcript";
  return depth == 2 && (is_one_of(kMade, extension) || is_one_of(kLeft, extension) || is_program);
}

}  // namespace rtlgen::driver
