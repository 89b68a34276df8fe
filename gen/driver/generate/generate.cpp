// Writes a core's HDL: beside the wanted folder first, then renamed into place.
#include "driver/generate/generate.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iterator>
#include <optional>

#include "driver/data/arrays.hpp"
#include "driver/design/out_folder.hpp"
#include "driver/generate/bench.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/simulate/card.hpp"
#include "emit/file.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::driver {

namespace {

namespace fs = std::filesystem;

constexpr const char* kManifest = "manifest.json";
constexpr const char* kCard = "card.so";
constexpr const char* kModels = "models";

FolderRules hdl_rules() {
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
  return {is_ours, is_known};
}

bool check_card(const GenerateOptions& options, const Prepared& prepared, Diagnostics& diagnostics) {
  if (options.native_operators && (!options.card || options.hdl == HdlChoice::kVhdl)) {
    diagnostics.error("RG0805", {"--operators native", 0, 0, 1},
                      "native operators are those of a --card made from Verilog");
  }
  if (options.card && !prepared.plan.shell) {
    diagnostics.error("RG0805", {"--card", 0, 0, 1},
                      "a card is a core with memory, and the description has no bus to it",
                      {"add `bus: 512` to its hardware, or --set hardware.bus=512"});
  }
  return !diagnostics.has_errors();
}

/// The simulated card, compiled; nothing if none is requested.
std::optional<runner::CardProgram> compiled_card(const GenerateOptions& options, const Prepared& prepared) {
  if (!options.card) return std::nullopt;
  CardSource card;
  card.hdl = options.hdl == HdlChoice::kVhdl ? runner::Hdl::kVhdl : runner::Hdl::kVerilog;
  card.native_operators = options.native_operators;
  card.use_cache = options.use_cache;
  runner::CardProgram program = build_card(prepared, options.source, card);
  if (options.log)
    options.log(program.from_cache ? "the card was there: it has been compiled before"
                                   : fmt::format("the card was compiled in {:.0f} s", program.seconds));
  return program;
}

}  // namespace

Result<GenerateReport> generate(const GenerateOptions& options, Diagnostics& diagnostics) {
  auto prepared = prepare(options.source, diagnostics);
  if (!prepared) return Failure{};
  if (!check_card(options, **prepared, diagnostics)) return Failure{};
  check_inputs((*prepared)->reference(), false, diagnostics);
  if (diagnostics.has_errors()) return Failure{};
  GenerateReport report;
  report.prepared = *std::move(prepared);
  const fs::path folder = target_folder(options.folder);
  check_folder(folder, hdl_rules(), options.source, options.force);
  auto files = design_files(*report.prepared, options.source, options.hdl);
  if (options.bench) {
    RunOptions run = *options.bench;
    run.source = options.source;
    auto bench = bench_files(*report.prepared, run, options.hdl, diagnostics);
    if (!bench) return Failure{};
    // Before the manifest, which says that the folder is whole.
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
