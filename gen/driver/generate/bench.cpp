// Benches, vectors and views as files.
#include "driver/generate/bench.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "driver/data/run_options.hpp"
#include "driver/design/hdl.hpp"
#include "driver/generate/vectors.hpp"
#include "driver/prepare/json_text.hpp"
#include "driver/prepare/prepare.hpp"
#include "elaborate/elaborate.hpp"
#include "emit/banner.hpp"
#include "emit/file.hpp"
#include "hw/ir.hpp"
#include "plan/plan.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"
#include "support/lower_case.hpp"
#include "support/result.hpp"
#include "testbench/testbench.hpp"
#include "testbench/view.hpp"

namespace rtlgen::driver {

namespace {

constexpr std::string_view kFolder = "tb";
constexpr std::array<std::string_view, 5> kMade = {".sv", ".vhd", ".gtkw", ".sucl", ".json"};
/// What simulators leave where the benches say that they are to be run.
constexpr std::array<std::string_view, 12> kLeft = {".vvp", ".vcd", ".fst", ".ghw", ".cf",  ".o",
                                                    ".log", ".jou", ".pb",  ".wdb", ".wlf", ".lst"};
constexpr std::array<std::string_view, 3> kLeftFolders = {"obj_dir", "work", "xsim.dir"};

/// The numbers of a run, for benches of others.
std::string run_json(const plan::Plan& plan, const testbench::BenchRun& run) {
  nlohmann::ordered_json ports = nlohmann::ordered_json::array();
  for (const auto& values : run.ports) ports.push_back(values);
  nlohmann::ordered_json loads = nlohmann::ordered_json::object();
  for (const int array : plan.core.held_arrays)
    loads[plan.stencil->arrays[spec::ArrayId(array)].name] = testbench::load_words(plan, array, run.extents);
  std::vector<std::int64_t> grid(run.extents.begin(), run.extents.begin() + plan.core.axes);
  return json_text({{"grid", grid},
                    {"iterations", run.iterations},
                    {"passes", run.settings.passes},
                    {"frame_words", run.settings.frame.words()},
                    {"pass_words", run.settings.pass_words()},
                    {"load_words", loads},
                    {"compared", run.compared},
                    {"runs", ports}});
}

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

}  // namespace

Result<std::vector<emit::File>> bench_files(const Prepared& prepared, const RunOptions& run, HdlChoice hdl,
                                            Diagnostics& diagnostics) {
  auto vectors = bench_vectors(prepared, run, diagnostics);
  if (!vectors) return Failure{};
  const plan::Plan& plan = prepared.plan;
  const emit::Banner banner = banner_of(run.source);
  const hw::Design design = elaborate::elaborate(plan);
  const std::string name = testbench::bench_name(plan);
  std::vector<emit::File> files;
  const auto put = [&](std::string path, std::string text) {
    files.push_back({std::string(kFolder) + "/" + std::move(path), std::move(text)});
  };
  const auto put_bench = [&](emit::File bench, const std::string& stem, bool vhdl) {
    put(bench.path, std::move(bench.text));
    const std::string core = name + ".core";
    const testbench::ViewGroup view =
        testbench::view_of(design, vhdl ? testbench::ViewPlace{lower_case(core), testbench::ViewNames::kLower}
                                        : testbench::ViewPlace{core, testbench::ViewNames::kAsWritten});
    put(stem + ".gtkw", testbench::gtkwave_view(view, banner));
    put(stem + ".sucl", testbench::surfer_view(view, banner));
  };
  if (hdl != HdlChoice::kVhdl) put_bench(testbench::verilog_bench(plan, vectors->run, banner), name, false);
  if (hdl != HdlChoice::kVerilog) put_bench(testbench::vhdl_bench(plan, vectors->run, banner), name + "_vhdl", true);
  put("run.json", run_json(plan, vectors->run));
  for (emit::File& file : vectors->files) put(std::string(testbench::kVectors) + "/" + file.path, std::move(file.text));
  return files;
}

bool is_bench_file(const std::filesystem::path& path, bool is_directory) {
  auto part = path.begin();
  if (part == path.end() || part->string() != kFolder) return false;
  const auto depth = std::distance(path.begin(), path.end());
  if (depth == 1) return is_directory;
  const std::string second = (++part)->string();
  if (is_one_of(kLeftFolders, second)) return true;
  if (is_directory) return depth == 2 && second == testbench::kVectors;
  const std::string extension = path.extension().string();
  if (depth == 3) return second == testbench::kVectors && extension == ".hex";
  // GHDL's own program has no extension, nor has Questa's transcript.
  const bool is_program = second.ends_with("_tb") || second == "transcript";
  return depth == 2 && (is_one_of(kMade, extension) || is_one_of(kLeft, extension) || is_program);
}

}  // namespace rtlgen::driver
