// bench_stages: CPU seconds of `check`, `model` and `generate` for programs with an increasing number of
// stages. A row with twice the stages should cost about twice the row before.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <ctime>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "driver/generate/generate.hpp"
#include "driver/model/model.hpp"
#include "driver/prepare/prepare.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace {

namespace fs = std::filesystem;

constexpr int kTargetStages = 2048;
constexpr double kTargetSeconds = 5;  ///< limit for `check`

/// How stage i reads earlier results: the last one at both sides, the same cell, a cross, an older one
/// and the last, or the first field; and with a partial result to share: weighted means of the last result
/// in two and three cells, and differences that occur in pairs. In the last, each line has an operator of its own.
const char* const kShapes[] = {"chain", "cell", "cross", "skip", "hub", "mean", "three", "pairs", "own"};

bool is_float(const std::string& shape) { return shape == "mean" || shape == "three" || shape == "own"; }

std::string stage_of(const std::string& shape, int i) {
  const auto result = [](int k) { return k < 0 ? std::string("a") : fmt::format("t{}", k); };
  const std::string last = result(i - 1);
  if (shape == "chain") return fmt::format("{0}[-1,0] + {0}[1,0]", last);
  if (shape == "cell") return last + " + 1";
  if (shape == "cross") return fmt::format("({0}[-1,0] + {0}[1,0] + {0}[0,1] + {0}[0,-1]) >> 2", last);
  if (shape == "skip") return fmt::format("{}[-1,0] + {}[1,0]", last, result(i - 2 - i * 5 % 7));
  if (shape == "mean") return fmt::format("0.5*{0}[-1,0] + 0.5*{0}[1,0]", last);
  if (shape == "three") return fmt::format("0.5*{0}[-1,0] + 0.25*{0}[1,0] + 0.25*{0}", last);
  if (shape == "pairs")
    return fmt::format("({0}[1,0] - {0})*({0}[1,0] - {0}) + ({0} - {0}[-1,0])*({0} - {0}[-1,0])", last);
  if (shape == "own") return fmt::format("{} + {}", last, i + 1);
  return last + " + a[1,0]";
}

std::string program(const std::string& shape, int stages) {
  std::string text =
      fmt::format("name: {}{}\ngrid: [32, 32]\ntype: {}\nfields:\n  a: {{boundary: edge}}\n  b: {{}}\nupdate:\n", shape,
                  stages, is_float(shape) ? "float32" : "int16");
  for (int i = 0; i < stages; ++i)
    text += fmt::format("  - {}: {}\n", i + 1 == stages ? "b" : fmt::format("t{}", i), stage_of(shape, i));
  return text + "hardware: {cells_per_cycle: 2}\n";
}

/// CPU seconds of `work`; throws if it fails.
template <class Work>
double seconds_of(Work&& work) {
  rtlgen::Diagnostics diagnostics;
  const std::clock_t begin = std::clock();
  if (!work(diagnostics)) throw std::runtime_error(diagnostics.render());
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

void run(const std::vector<int>& sizes, bool generate) {
  const fs::path folder = fs::temp_directory_path() / fmt::format("bench_stages.{}", ::getpid());
  fs::create_directories(folder);
  fmt::print("| shape | stages | check, s | of the row before | model, s |{}\n|---|---|---|---|---|{}\n",
             generate ? " generate, s |" : "", generate ? "---|" : "");
  double slowest = 0;
  for (const std::string shape : kShapes) {
    double before = 0;
    for (const int stages : sizes) {
      const std::string file = (folder / "stages.yaml").string();
      std::ofstream(file) << program(shape, stages);
      const double check = seconds_of([&](auto& d) { return rtlgen::driver::prepare({file, {}}, d); });
      rtlgen::driver::ModelOptions options;
      options.source = {file, {}};
      const double model = seconds_of([&](auto& d) { return rtlgen::driver::model_design(options, d); });
      const std::string ratio = before > 0 ? fmt::format("{:.1f}", check / before) : "";
      fmt::print("| {} | {} | {:.2f} | {} | {:.2f} |", shape, stages, check, ratio, model);
      before = check;
      if (generate) {
        rtlgen::driver::GenerateOptions to;
        to.source = {file, {}};
        to.folder = (folder / "out").string();
        to.force = true;
        fmt::print(" {:.2f} |", seconds_of([&](auto& d) { return rtlgen::driver::generate(to, d); }));
      }
      fmt::print("\n");
      std::fflush(stdout);
      if (stages == kTargetStages && check > slowest) slowest = check;
    }
  }
  fs::remove_all(folder);
  if (slowest > 0)
    fmt::print("\ncheck, {} stages: {:.2f} s at most; target: below {} s.\n", kTargetStages, slowest, kTargetSeconds);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"CPU seconds of check, model and generate for programs with many stages, in nine shapes. Markdown"};
  std::vector<int> sizes{256, 512, 1024, 2048};
  bool generate = false;
  app.add_flag("--generate", generate, "also write the HDL");
  app.add_option("STAGES", sizes, "numbers of stages")->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  try {
    run(sizes, generate);
  } catch (const std::exception& fault) {
    std::fprintf(stderr, "bench_stages: %s\n", fault.what());
    return 1;
  }
}
