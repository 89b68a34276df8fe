// Writes a core's HDL and testbenches, first next to the requested folder, then renamed into place.
#include "driver/generate/generate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "driver/data/arrays.hpp"
#include "driver/design/hdl.hpp"
#include "driver/design/out_folder.hpp"
#include "driver/generate/vectors.hpp"
#include "driver/prepare/json_text.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/simulate/card.hpp"
#include "driver/slabs/card_slabs.hpp"
#include "elaborate/elaborate.hpp"
#include "emit/banner.hpp"
#include "emit/file.hpp"
#include "hw/ir.hpp"
#include "plan/plan.hpp"
#include "spec/stencil.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/lower_case.hpp"
#include "support/result.hpp"
#include "testbench/testbench.hpp"
#include "testbench/view.hpp"

namespace rtlgen::driver {

namespace {

namespace fs = std::filesystem;

constexpr const char* kManifest = "manifest.json";
constexpr const char* kCard = "card.so";
constexpr const char* kModels = "models";
constexpr std::string_view kBenchFolder = "tb";

constexpr std::array<std::string_view, 5> kMade = {".sv", ".vhd", ".gtkw", ".sucl", ".json"};
/// Files that simulators leave in the folder in which the benches are run.
constexpr std::array<std::string_view, 12> kLeft = {".vvp", ".vcd", ".fst", ".ghw", ".cf",  ".o",
                                                    ".log", ".jou", ".pb",  ".wdb", ".wlf", ".lst"};
constexpr std::array<std::string_view, 3> kLeftFolders = {"obj_dir", "work", "xsim.dir"};

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

/// Whether a path, relative to the design's folder, is a file of a bench that `generate` writes, or that a simulator
/// leaves next to it.
bool is_bench_file(const fs::path& path, bool is_directory) {
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

Objection hdl_objection() {
  const auto is_ours = [](const fs::path& folder) {
    return fs::is_regular_file(folder / kManifest) &&
           runner::read_file(folder / kManifest).find("\"generator\": \"rtlgen") != std::string::npos;
  };
  const auto is_known = [](const fs::path& path, bool is_directory) {
    const bool model = *path.begin() == kModels;
    const auto depth = std::distance(path.begin(), path.end());
    if (model) return is_directory ? depth == 1 : depth == 2 && path.extension() == ".txt";
    return is_design_file(path, is_directory) || is_bench_file(path, is_directory) || (!is_directory && path == kCard);
  };
  return objection_by_name(is_ours, is_known);
}

bool check_card(const GenerateOptions& options, const Prepared& prepared, Diagnostics& diagnostics) {
  if (options.native_operators && (!options.card || options.hdl == HdlChoice::kVhdl)) {
    diagnostics.error(Code::kOptionConflict, {"--operators native"},
                      "native operators need a --card made from Verilog");
  }
  if (options.card && !prepared.plan.shell) {
    diagnostics.error(Code::kOptionConflict, {"--card"}, "a card needs memory, but the description has no bus",
                      {"add `bus: 512` to its hardware, or --set hardware.bus=512"});
  }
  return !diagnostics.has_errors();
}

/// The compiled simulated card; none if it is not requested.
std::optional<runner::CardProgram> compiled_card(const GenerateOptions& options, const Prepared& prepared) {
  if (!options.card) return std::nullopt;
  CardSource card;
  card.hdl = options.hdl == HdlChoice::kVhdl ? runner::Hdl::kVhdl : runner::Hdl::kVerilog;
  card.native_operators = options.native_operators;
  card.use_cache = options.use_cache;
  runner::CardProgram program = build_card(prepared, card);
  if (options.log)
    options.log(program.from_cache ? "the card has been compiled before"
                                   : fmt::format("the card was compiled in {:.0f} s", program.seconds));
  return program;
}

/// The numbers of a run, for other testbenches.
std::string run_json(const plan::Plan& plan, const testbench::BenchRun& run) {
  nlohmann::ordered_json ports = nlohmann::ordered_json::array();
  for (const auto& values : run.ports) ports.push_back(values);
  nlohmann::ordered_json loads = nlohmann::ordered_json::object();
  for (const contract::Port& port : plan.core.ports_of(contract::PortRole::kLoadData))
    loads[port.field] = testbench::load_words(plan, port.index, run.extents);
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

/// The folder tb/ for `run`: a bench for each language, their words, and views of their waveforms.
Result<std::vector<emit::File>> bench_files(const Prepared& prepared, const RunOptions& run, HdlChoice hdl,
                                            Diagnostics& diagnostics) {
  auto vectors = bench_vectors(prepared, run, diagnostics);
  if (!vectors) return Failure{};
  const plan::Plan& plan = prepared.plan;
  const emit::Banner banner = banner_of(prepared);
  const hw::Design design = elaborate::elaborate(plan);
  const std::string name = testbench::bench_name(plan);
  std::vector<emit::File> files;
  const auto put = [&](std::string path, std::string text) {
    files.push_back({std::string(kBenchFolder) + "/" + std::move(path), std::move(text)});
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

}  // namespace

Result<GenerateReport> generate(const GenerateOptions& options, Diagnostics& diagnostics) {
  auto prepared = prepare(options.source, diagnostics);
  if (!prepared) return Failure{};
  if (!check_card(options, **prepared, diagnostics)) return Failure{};
  check_memory(**prepared, (*prepared)->stencil().grid, options.cards, diagnostics);
  check_inputs((*prepared)->reference(), false, diagnostics);
  if (diagnostics.has_errors()) return Failure{};
  GenerateReport report;
  report.prepared = *std::move(prepared);
  const fs::path folder = target_folder(options.folder);
  check_folder(folder, hdl_objection(), options.source, options.force);
  auto files = design_files(*report.prepared, options.hdl);
  if (options.bench) {
    RunOptions run = *options.bench;
    run.source = options.source;
    auto bench = bench_files(*report.prepared, run, options.hdl, diagnostics);
    if (!bench) return Failure{};
    // Before the manifest, whose presence means that the folder is complete.
    files.insert(files.end() - 1, std::make_move_iterator(bench->begin()), std::make_move_iterator(bench->end()));
  }
  const auto card = compiled_card(options, *report.prepared);

  OutFolder out(folder);
  for (const emit::File& file : files) {
    if (file.path == kManifest && card) {
      out.put(kCard, runner::read_file(card->path));
      for (const auto& [name, text] : plain_models()) out.put(fs::path(kModels) / name, text);
    }
    out.put(file.path, file.text);
  }
  out.finish();
  report.files = out.files();
  report.bytes = out.bytes();
  return report;
}

}  // namespace rtlgen::driver
