// A host's way through a run: buffers, registers, interrupt, buffers; and what must have come of it.
#include "bench.hpp"

#include <cstring>

namespace rtlgen::system_test {

namespace {

constexpr std::uint32_t kCtrl = 0x00, kGier = 0x04, kIer = 0x08, kIsr = 0x0C, kConfig = 0x10,
                        kStatus = kConfig + 4 * 12;
constexpr std::size_t kGuard = 64;  // cells before and after a buffer that nobody may touch

}  // namespace

Bench::Bench(Host::Program program)
    : memory0_("memory0", bus_clock.out, bus_rst_, wide0_, 0, kCapacity, {}),
      memory1_("memory1", bus_clock.out, bus_rst_, wide1_, 0, kCapacity, {}),
      memory2_("memory2", bus_clock.out, bus_rst_, narrow_, 0, kCapacity, {}),
      memory3_("memory3", bus_clock.out, bus_rst_, widest_, 0, kCapacity, {}),
      host("host", bus_clock.out, bus_rst_, irq_, registers_, {}, std::move(program)) {
  dut_.bus_clk(bus_clock.out);
  dut_.kernel_clk(kernel_clock.out);
  dut_.bus_rst(bus_rst_);
  dut_.slot(slot_);
  dut_.irq(irq_);
  dut_.violation(violation_);
  RTLGEN_CONNECT_AXIL(dut_, s_axil, registers_);
  RTLGEN_CONNECT_AXI(dut_, m_axi_0, wide0_);
  RTLGEN_CONNECT_AXI(dut_, m_axi_1, wide1_);
  RTLGEN_CONNECT_AXI(dut_, m_axi_2, narrow_);
  RTLGEN_CONNECT_AXI(dut_, m_axi_3, widest_);
  cards = {
      {"512 bits, 2 channels", 0, 64, {&memory0_.engine(), &memory1_.engine()}, {&memory0_.store(), &memory1_.store()}},
      {"64 bits, 1 channel", 1, 8, {&memory2_.engine()}, {&memory2_.store(), &memory2_.store()}},
      {"1024 bits, 1 channel", 2, 128, {&memory3_.engine()}, {&memory3_.store(), &memory3_.store()}}};
  card = &cards.front();
}

void Bench::select(const Card& to) {
  card = &to;
  slot_.write(to.slot);
  host.reset();
}

void Bench::set(const MemoryOptions& options) {
  MemoryOptions own = options;
  for (AxiEngine* engine : card->engines) {
    engine->set(own);
    ++own.seed;
  }
}

/// A buffer as it is loaded, with its guards.
std::vector<std::uint32_t> Bench::pattern(const Run& run, int buffer) const {
  std::vector<std::uint32_t> cells(run.shape.beats() * static_cast<std::size_t>(card->beat_bytes) / 4 + 2 * kGuard);
  for (std::size_t i = 0; i < cells.size(); ++i)
    cells[i] = static_cast<std::uint32_t>((i + 1) * 0x9e3779b1u * (run.seed * 2 + 1) +
                                          static_cast<std::uint64_t>(buffer) * 0x51ed2701u);
  return cells;
}

void Bench::load(Host& host, Run& run) {
  for (int b = 0; b < 2; ++b) {
    const auto cells = pattern(run, b);
    host.write_buffer(*card->stores[static_cast<std::size_t>(b)], run.base[static_cast<std::size_t>(b)] - 4 * kGuard,
                      cells.data(), cells.size() * 4);
  }
}

void Bench::program(Host& host, const Run& run) {
  const auto set = [&](std::uint32_t word, std::uint32_t value) { host.write_register(kConfig + 4 * word, value); };
  set(0, static_cast<std::uint32_t>(run.shape.passes));
  set(1, static_cast<std::uint32_t>(run.shape.row));
  set(2, static_cast<std::uint32_t>(run.shape.rows));
  set(3, run.watchdog);
  for (std::uint32_t b = 0; b < 2; ++b) {
    const std::uint64_t last = run.base[b] + (run.shape.beats() - 1) * static_cast<std::uint64_t>(card->beat_bytes);
    for (const auto& [word, value] : {std::pair{4 + 4 * b, run.base[b]}, std::pair{6 + 4 * b, last}}) {
      set(word, static_cast<std::uint32_t>(value));
      set(word + 1, static_cast<std::uint32_t>(value >> 32));
    }
  }
  host.write_register(kGier, 1);
  host.write_register(kIer, 1);
}

void Bench::start(Host& host) { host.write_register(kCtrl, 1); }

void Bench::finish(Host& host, Run& run) {
  run.finished = host.wait_irq(run.patience_us, sc_core::SC_US);
  run.errors = host.read_register(kStatus);
  run.busy = host.read_register(kStatus + 4);
  run.stalled = host.read_register(kStatus + 8);
  if (!run.finished) return;
  host.write_register(kIsr, 1);
  if ((host.read_register(kCtrl) & 2) == 0) run.finished = false;  // ap_done
}

std::string Bench::compare(Host& host, const Run& run) {
  const auto start = pattern(run, 0);
  for (int b = 0; b < 2; ++b) {
    const auto untouched = pattern(run, b);
    std::vector<std::uint32_t> cells(untouched.size());
    host.read_buffer(*card->stores[static_cast<std::size_t>(b)], run.base[static_cast<std::size_t>(b)] - 4 * kGuard,
                     cells.data(), cells.size() * 4);
    // The last pass that wrote this buffer; 0: none.
    const int last = run.shape.passes % 2 == b ? run.shape.passes : run.shape.passes - 1;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const bool guard = i < kGuard || i >= cells.size() - kGuard;
      bool right = cells[i] == (guard || last == 0 ? untouched[i] : start[i] + static_cast<std::uint32_t>(last));
      // After an error any earlier pass's value may still be there.
      if (run.errors != 0 && !guard) {
        right = right || cells[i] == untouched[i];
        for (int pass = b == 1 ? 1 : 2; pass <= last; pass += 2)
          right = right || cells[i] == start[i] + static_cast<std::uint32_t>(pass);
      }
      if (!right) return guard ? "a guard is written over" : "a wrong cell";
    }
  }
  return "";
}

std::string Bench::broken_rules() const {
  const std::uint32_t codes = violation_.read();
  return codes == 0 ? "" : "AXI rules " + std::to_string(codes & 0xFF) + " " + std::to_string(codes >> 8);
}

std::string Bench::whole(Host& host, Run& run) {
  load(host, run);
  program(host, run);
  start(host);
  finish(host, run);
  if (!broken_rules().empty()) return broken_rules();
  if (!run.finished) return "no interrupt";
  return compare(host, run);
}

}  // namespace rtlgen::system_test
