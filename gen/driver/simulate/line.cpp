// Converts grids to words of a serial line, and back.
#include "driver/simulate/line.hpp"

#include <fmt/format.h>

#include <chrono>

#include "contract/core_interface.hpp"
#include "driver/design/hdl.hpp"
#include "driver/simulate/passes.hpp"
#include "plan/plan.hpp"
#include "support/errors.hpp"

namespace rtlgen::driver {

namespace {

constexpr int kByte = 8;

void put_bits(host::LineBytes& bytes, std::size_t low, int count, std::uint64_t value) {
  for (int i = 0; i < count; ++i) {
    const std::size_t at = low + static_cast<std::size_t>(i);
    if ((value >> i & 1U) != 0) bytes[at / kByte] |= static_cast<std::uint8_t>(1U << at % kByte);
  }
}

std::uint64_t get_bits(const host::LineBytes& bytes, std::size_t low, int count) {
  std::uint64_t value = 0;
  for (int i = 0; i < count; ++i) {
    const std::size_t at = low + static_cast<std::size_t>(i);
    value |= std::uint64_t{bytes[at / kByte] >> at % kByte & 1U} << i;
  }
  return value;
}

/// The bit at which `lane` of a word begins, out of `lanes`.
std::size_t bit_of(std::int64_t word, int word_bytes, const contract::LineField& field, std::int64_t lane,
                   std::int64_t lanes) {
  return static_cast<std::size_t>(word * word_bytes * kByte + field.low + lane * (field.bits / lanes));
}

}  // namespace

LineRunner::LineRunner(const plan::Plan& plan, std::uint32_t identity, std::unique_ptr<host::UartStream> line)
    : design_(simulated(plan)), top_(contract::line_top(plan.core)), line_(std::move(line)) {
  const std::uint32_t seen =
      host::number_at(line_->status(static_cast<std::size_t>(top_.status_bytes)), 0, contract::kLineDigestBytes);
  if (seen != identity)
    throw host::DeviceError(
        fmt::format("the design on the serial line has the digest {:#010x}, but this description has {:#010x}: the "
                    "bitstream was built from another description, with other --set options, or by another rtlgen. "
                    "Rebuild it, or give the manifest.json of its own project with --manifest",
                    seen, identity));
}

host::LineBytes LineRunner::settings(const runner::Run& run) const {
  const auto values = runner::port_settings(design_.core, run);
  host::LineBytes bytes(static_cast<std::size_t>(top_.settings_bytes));
  for (const contract::LineField& f : top_.settings)
    put_bits(bytes, static_cast<std::size_t>(f.low), f.bits, values.at(f.port));
  return bytes;
}

host::LineBytes LineRunner::held_words(const contract::LineField& field, const runner::Run& run) const {
  const int lanes = design_.array(field.index).lanes(design_.core.cells_per_cycle);
  host::LineBytes bytes;
  std::size_t low = 0;
  for (const int array : field.arrays) {
    const golden::Grid grid = runner::framed(design_, run, array);
    const std::int64_t row = (grid.extents[0] + lanes - 1) / lanes, rows = grid.extents[1] * grid.extents[2];
    bytes.resize(static_cast<std::size_t>(row * rows * top_.in_bytes));
    for (std::int64_t i = 0; i < grid.cells(); ++i) {
      const std::int64_t x = i % grid.extents[0], word = i / grid.extents[0] * row + x / lanes;
      put_bits(bytes, bit_of(word, top_.in_bytes, field, x % lanes, lanes) + low, grid.type.width, grid.get(i));
    }
    low += static_cast<std::size_t>(grid.type.width);
  }
  return bytes;
}

host::LineBytes LineRunner::input_words(const runner::Run& run) const {
  const std::int64_t lanes = design_.core.cells_per_cycle, words = run.settings.pass_words();
  host::LineBytes bytes(static_cast<std::size_t>(words * top_.in_bytes));
  for (std::int64_t place = 0; place < words * lanes; ++place) {
    const std::int64_t cell = contract::cell_at(design_.core, run.extents, place);
    if (cell < 0) continue;
    for (const contract::LineField& f : top_.ins) {
      std::size_t low = bit_of(place / lanes, top_.in_bytes, f, place % lanes, lanes);
      for (const int array : f.arrays) {
        const golden::Grid& grid = run.inputs.at(array);
        put_bits(bytes, low, grid.type.width, grid.get(cell));
        low += static_cast<std::size_t>(grid.type.width);
      }
    }
  }
  return bytes;
}

void LineRunner::take_results(const runner::Run& run, const host::LineBytes& words, runner::Outcome& outcome) const {
  const std::int64_t lanes = design_.core.cells_per_cycle;
  for (const contract::LineField& f : top_.outs) {
    std::size_t low = 0;
    for (const int array : f.arrays) {
      golden::Grid grid(design_.array(array).type, run.extents);
      const int width = grid.type.width;
      for (std::int64_t cell = 0; cell < grid.cells(); ++cell) {
        const std::int64_t place = contract::place_of(design_.core, run.extents, cell);
        grid.set(cell, get_bits(words, bit_of(place / lanes, top_.out_bytes, f, place % lanes, lanes) + low, width));
      }
      low += static_cast<std::size_t>(width);
      outcome.outputs[array] = std::move(grid);
    }
  }
}

void LineRunner::read_status(runner::Outcome& outcome) {
  const host::LineBytes status = line_->status(static_cast<std::size_t>(top_.status_bytes));
  const unsigned flags = status[contract::kLineDigestBytes];
  if ((flags >> contract::kLineConfigError & 1U) != 0)
    outcome.failure = "the core refused its settings";
  else if ((flags >> contract::kLineDone & 1U) == 0)
    outcome.failure = "the core did not finish after the last word";
  outcome.ended = outcome.failure.empty();
  if (top_.monitors.empty()) return;
  std::vector<std::uint64_t> row;
  for (const contract::LineField& m : top_.monitors)
    row.push_back(get_bits(status, static_cast<std::size_t>(m.low), m.bits));
  outcome.monitors.push_back(std::move(row));
}

runner::Outcome LineRunner::one_pass(const runner::Run& run) {
  const auto start = std::chrono::steady_clock::now();
  runner::Outcome outcome;
  line_->begin(settings(run));
  for (std::size_t i = 0; i < top_.loads.size(); ++i) line_->load(static_cast<int>(i), held_words(top_.loads[i], run));
  const std::int64_t words = run.settings.pass_words();
  const auto bytes = static_cast<std::size_t>(words * top_.out_bytes);
  take_results(run, line_->stream(input_words(run), bytes), outcome);
  outcome.words_in = words;
  outcome.words_out = words;
  read_status(outcome);
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return outcome;
}

runner::Outcome LineRunner::all_passes(const runner::Run& whole) {
  // If the caller has split the run into passes, a fault in one of them must not name "pass 0".
  if (whole.settings.passes == 1) return one_pass(whole);
  runner::Outcome sum;
  sum.ended = true;
  runner::Run run = whole;
  for (std::int64_t pass = 0; sum.ended && pass < whole.settings.passes; ++pass) {
    run.settings = contract::one_pass(design_.core, whole.settings, pass);
    add_pass(sum, one_pass(run), pass);
    continue_from(sum, run);
  }
  return sum;
}

runner::Outcome LineRunner::run(const runner::Run& run) {
  try {
    return all_passes(run);
  } catch (const host::DeviceError& fault) {
    throw EnvironmentError(fault.what());
  }
}

}  // namespace rtlgen::driver
