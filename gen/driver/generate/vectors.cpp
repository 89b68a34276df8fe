// Converts grids to the words of a pass, at the end of every pass of a golden run.
#include "driver/generate/vectors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <string>

#include "contract/core_interface.hpp"
#include "driver/data/arrays.hpp"
#include "driver/data/run_options.hpp"
#include "driver/design/hdl.hpp"
#include "driver/prepare/prepare.hpp"
#include "emit/file.hpp"
#include "golden/engine.hpp"
#include "golden/ignored.hpp"
#include "golden/monitored.hpp"
#include "plan/plan.hpp"
#include "runner/runner.hpp"
#include "spec/stencil.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::driver {

namespace {

using contract::Port;
using contract::PortRole;

constexpr std::int64_t kMostBytes = std::int64_t{256}
                                    << 20;  ///< limit for all files, because simulators keep the words in memory

/// The bits, highest first, as a hexadecimal number with as many digits as they need.
std::string hex_line(const std::string& bits) {
  constexpr std::size_t kBits = 4;
  std::string line;
  std::size_t left = bits.size();
  unsigned digit = 0;
  for (const char bit : bits) {
    digit = digit << 1 | static_cast<unsigned>(bit == '1');
    if (--left % kBits != 0) continue;
    line += "0123456789abcdef"[digit];
    digit = 0;
  }
  return line + '\n';
}

std::string bits_of(std::uint64_t value, int width) {
  std::string bits(static_cast<std::size_t>(width), '0');
  for (int i = 0; i < width; ++i) {
    if (((value >> i) & 1) != 0) bits[static_cast<std::size_t>(width - 1 - i)] = '1';
  }
  return bits;
}

std::string hex_line(std::uint64_t value, int width) { return hex_line(bits_of(value, width)); }

std::int64_t line_bytes(std::int64_t width) { return (width + 3) / 4 + 1; }

class VectorMaker {
 public:
  VectorMaker(const Prepared& prepared, const RunData& data, const contract::RunSettings& settings, std::uint64_t seed)
      : prepared_(prepared), core_(prepared.plan.core), data_(data), settings_(settings), noise_(seed) {
    run_.extents = data.extents;
    run_.seed = seed;
    is_by_pass_ = prepared.stencil().decides_between_passes();
    for (const auto& [array, grid] : data.inputs) now_[array] = grid;
  }

  [[nodiscard]] std::int64_t bytes() const {
    std::int64_t line = 0;
    for (const Port& port : core_.ports) {
      if (port.role == PortRole::kInData) line += line_bytes(port.width);
      if (port.role == PortRole::kOutData)
        line +=
            line_bytes(port.width) + line_bytes(core_.cells_per_cycle * static_cast<std::int64_t>(port.arrays.size()));
    }
    return line * settings_.pass_words() * settings_.passes;
  }

  BenchVectors run() {
    const spec::Program& program = prepared_.reference();
    golden::Options options;
    options.observe = [&](std::int64_t steps, const golden::Look& look) {
      if ((steps + settings_.bypass) % core_.steps == 0) pass(steps, look);
    };
    golden::MonitoredRun golden;
    if (!golden::acts_after_passes(program)) {
      golden::run(program, data_.extents, data_.inputs, data_.iterations, data_.params, options);
      golden.iterations = data_.iterations;
    } else {
      golden = golden::run_monitored(program, data_.extents, data_.inputs, data_.iterations, data_.params, options);
    }
    run_.iterations = golden.iterations;
    monitors(golden);
    settings(golden);
    loads();
    BenchVectors made{run_, {}};
    for (auto& [name, text] : texts_) made.files.push_back({name, std::move(text)});
    return made;
  }

 private:
  /// An array after a pass. `open`: a byte per cell, not 0 if its value is not defined; null: all are defined.
  struct PassResult {
    golden::Grid grid;
    const std::vector<std::uint8_t>* open = nullptr;
  };

  /// Called at the end of a pass: adds its inputs and outputs.
  void pass(std::int64_t steps, const golden::Look& look) {
    for (const Port& port : core_.ports_of(PortRole::kInData)) put_inputs(port);
    const golden::Masks open = golden::ignored(prepared_.reference(), data_.extents, steps);
    for (const Port& port : core_.ports_of(PortRole::kOutData)) {
      std::vector<PassResult> results;
      for (const int array : port.arrays) {
        const auto mask = open.find(array);
        results.push_back({look(spec::ArrayId(array)), mask == open.end() ? nullptr : &mask->second});
      }
      put_outputs(port, results);
      for (std::size_t i = 0; i < results.size(); ++i) {
        if (now_.contains(port.arrays[i])) now_[port.arrays[i]] = std::move(results[i].grid);
      }
    }
  }

  /// Lanes without a cell of the grid hold random bits.
  void put_inputs(const Port& port) {
    std::string& text = texts_[testbench::vector_file(port.name)];
    for (std::int64_t word = 0; word < settings_.pass_words(); ++word) {
      std::string bits;
      for (std::int64_t lane = core_.cells_per_cycle - 1; lane >= 0; --lane) {
        const std::int64_t cell = contract::cell_at(core_, data_.extents, word * core_.cells_per_cycle + lane);
        for (auto array = port.arrays.rbegin(); array != port.arrays.rend(); ++array) {
          const golden::Grid& grid = now_.at(*array);
          bits += bits_of(cell >= 0 ? grid.get(cell) : noise_(), grid.type.width);
        }
      }
      text += hex_line(bits);
    }
  }

  /// `results` are those of the port's arrays.
  void put_outputs(const Port& port, const std::vector<PassResult>& results) {
    std::string& text = texts_[testbench::vector_file(port.name)];
    std::string& keep = texts_[testbench::keep_file(port.field)];
    for (std::int64_t word = 0; word < settings_.pass_words(); ++word) {
      std::string bits, kept;
      for (std::int64_t lane = core_.cells_per_cycle - 1; lane >= 0; --lane) {
        const std::int64_t place = word * core_.cells_per_cycle + lane;
        const std::int64_t cell = contract::cell_at(core_, data_.extents, place);
        const bool is_own = cell >= 0 && contract::place_of(core_, data_.extents, cell) == place;
        for (auto result = results.rbegin(); result != results.rend(); ++result) {
          const bool counts =
              is_own && (result->open == nullptr || (*result->open)[static_cast<std::size_t>(cell)] == 0);
          bits += bits_of(counts ? result->grid.get(cell) : 0, result->grid.type.width);
          kept += counts ? '1' : '0';
          run_.compared += counts ? 1 : 0;
        }
      }
      text += hex_line(bits);
      keep += hex_line(kept);
    }
  }

  void monitors(const golden::MonitoredRun& golden) {
    for (const Port& port : core_.ports) {
      if (port.role != PortRole::kMonitor) continue;
      std::string& text = texts_[testbench::vector_file(port.name)];
      for (const golden::Pass& pass : golden.passes) {
        text += hex_line(pass.monitors.at(static_cast<std::size_t>(port.index)), port.width);
        ++run_.compared;
      }
    }
  }

  /// One run, or one per pass if passes depend on the results of earlier ones.
  void settings(const golden::MonitoredRun& golden) {
    runner::Run one;
    one.extents = data_.extents;
    const std::size_t runs = is_by_pass_ ? golden.passes.size() : 1;
    for (std::size_t i = 0; i < runs; ++i) {
      one.settings = is_by_pass_ ? contract::one_pass(core_, settings_, static_cast<std::int64_t>(i)) : settings_;
      one.params = is_by_pass_ ? golden.passes[i].params : data_.params;
      run_.ports.push_back(runner::port_settings(core_, one));
      if (i == 0) run_.settings = one.settings;
    }
    for (const Port& port : core_.ports) {
      if (!run_.ports.front().contains(port.name) || testbench::is_constant(run_, port.name)) continue;
      std::string& text = texts_[testbench::vector_file(port.name)];
      for (const auto& ports : run_.ports) text += hex_line(ports.at(port.name), port.width);
    }
  }

  /// Arrays that are loaded before each run.
  void loads() {
    runner::Run one;
    one.extents = data_.extents;
    one.inputs = data_.inputs;
    const runner::SimulatedDesign design = simulated(prepared_.plan);
    for (const Port& port : core_.ports_of(PortRole::kLoadData)) {
      std::vector<golden::Grid> high_first;
      for (const int array : port.arrays) high_first.insert(high_first.begin(), runner::framed(design, one, array));
      const contract::Extents& extents = high_first.front().extents;
      const std::int64_t lanes = design.array(port.index).lanes(core_.cells_per_cycle);
      std::string words;
      for (std::int64_t row = 0; row < extents[1] * extents[2]; ++row) {
        for (std::int64_t first = 0; first < extents[0]; first += lanes) {
          std::string bits;
          for (std::int64_t x = first + lanes - 1; x >= first; --x) {
            for (const golden::Grid& grid : high_first)
              bits += bits_of(x < extents[0] ? grid.get(row * extents[0] + x) : noise_(), grid.type.width);
          }
          words += hex_line(bits);
        }
      }
      std::string& text = texts_[testbench::vector_file(port.name)];
      for (std::int64_t i = 0; i < run_.runs(); ++i) text += words;
    }
  }

  const Prepared& prepared_;
  const contract::CoreInterface& core_;
  const RunData& data_;
  const contract::RunSettings& settings_;
  std::mt19937_64 noise_;
  bool is_by_pass_ = false;
  std::map<int, golden::Grid> now_;  ///< the inputs of the next pass
  std::map<std::string, std::string> texts_;
  testbench::BenchRun run_;
};

}  // namespace

Result<BenchVectors> bench_vectors(const Prepared& prepared, const RunOptions& options, Diagnostics& diagnostics) {
  auto data = load_run(prepared, options, diagnostics);
  if (!data) return Failure{};
  const auto settings = contract::run_settings(prepared.plan.core, data->extents, data->iterations, diagnostics);
  if (!settings) return Failure{};
  VectorMaker maker(prepared, *data, *settings, options.seed);
  if (const std::int64_t bytes = maker.bytes(); bytes > kMostBytes)
    return diagnostics.error(Code::kBenchTooLarge, {"--tb"},
                             fmt::format("the words of this run need {} MB of files, but a testbench has at most {} MB",
                                         bytes >> 20, kMostBytes >> 20),
                             {"run fewer cells or time steps: --extents 64x64 --iterations 8"});
  return maker.run();
}

}  // namespace rtlgen::driver
