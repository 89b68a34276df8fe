// A card without hardware: registers and memory in maps, and a "run" that adds 1 to every byte of the state once a
// pass.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "contract/manifest.hpp"
#include "contract/register_map.hpp"
#include "contract/shell.hpp"
#include "host/host.hpp"
#include "runner/folder.hpp"

namespace rtlgen::driver {
struct Prepared;
}

namespace rtlgen::test {

/// A stencil's plan and manifest.
struct Described {
  explicit Described(const std::string& yaml);

  [[nodiscard]] const contract::Shell& shell() const;

  runner::TemporaryFolder folder;
  std::shared_ptr<const driver::Prepared> prepared;
  std::string manifest;
  std::string path;  ///< path of the manifest
};

class FakeCard : public host::Backend {
 public:
  explicit FakeCard(const Described& described) : shell_(described.shell()) {
    set("identity", contract::kShellIdentity);
    set("version", std::uint64_t{contract::kContractVersion} << contract::kContractShift);
    const std::string key = "\"digest\": \"";
    set("digest", std::stoul(described.manifest.substr(described.manifest.find(key) + key.size()), nullptr, 16));
  }

  void write_memory(int channel, std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes) override {
    if (memory_fails) throw host::Error("no memory today");
    for (std::uint64_t i = 0; i < bytes; ++i) memory[channel][address + i] = data[i];
  }
  void read_memory(int channel, std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) override {
    for (std::uint64_t i = 0; i < bytes; ++i) data[i] = memory[channel][address + i];
  }
  void write_register(std::uint32_t offset, std::uint32_t value) override {
    if (offset == 0x0c)
      pending ^= value;
    else if (offset == 0x00 && (value & 0x100U) != 0)
      cancel();
    else if (offset == 0x00 && (value & 1U) != 0)
      start();
    else
      registers[offset] = value;
  }
  std::uint32_t read_register(std::uint32_t offset) override {
    if (offset == 0x00) return busy ? 1 : 4;
    return offset == 0x0c ? pending : registers[offset];
  }
  bool wait_interrupt() override { return (registers[0x04] & 1U) != 0 && (registers[0x08] & pending & 1U) != 0; }
  std::uint64_t capacity(int) override { return room; }

  [[nodiscard]] std::uint64_t get(const std::string& name) {
    const contract::BusRegister& r = shell_.map.find(name);
    return registers[r.offset] | (r.words() > 1 ? std::uint64_t{registers[r.offset + 4]} << 32 : 0);
  }
  void set(const std::string& name, std::uint64_t value) {
    const contract::BusRegister& r = shell_.map.find(name);
    registers[r.offset] = static_cast<std::uint32_t>(value);
    if (r.words() > 1) registers[r.offset + 4] = static_cast<std::uint32_t>(value >> 32);
  }

  std::map<std::uint32_t, std::uint32_t> registers;
  std::map<int, std::map<std::uint64_t, std::uint8_t>> memory;
  std::uint64_t room = std::uint64_t{1} << 40;  ///< bytes of each channel
  std::uint32_t pending = 0;                    ///< pending interrupts
  std::uint32_t fails_with = 0;                 ///< the error word of runs
  bool busy = false, hangs = false, is_stuck = false, memory_fails = false;
  int runs = 0;

 private:
  void cancel() {
    if (!is_stuck) busy = false, pending |= 1;
  }

  void start() {
    ++runs;
    busy = hangs;
    set("errors", fails_with);
    if (hangs) return;
    for (const contract::ShellStream& s : shell_.streams) {
      if (s.is_out && !s.ping_pong) fill(s, 0xaa);
      if (s.is_out && s.ping_pong) advance(s);
    }
    set("passes_done", get("passes"));
    set("cycles_busy", 0x1'0000'0002);
    pending |= 1;
  }

  /// Pass p reads buffer first_buffer + p and writes the other.
  void advance(const contract::ShellStream& s) {
    for (std::uint64_t p = 0; p < get("passes"); ++p) {
      const std::uint64_t from = (get("first_buffer") + p) % 2;
      const auto at = [&](std::uint64_t b, const char* end) {
        return get("buffer_" + std::to_string(b) + end + s.name);
      };
      const std::uint64_t first = at(from, "_first_of_"),
                          size = at(from, "_last_of_") - first + static_cast<std::uint64_t>(shell_.bus_bits / 8);
      for (std::size_t stripe = 0; stripe < s.buffers[0].size(); ++stripe) {
        auto& source = memory[s.buffers[from % s.buffers.size()][stripe]];
        auto& target = memory[s.buffers[(1 - from) % s.buffers.size()][stripe]];
        for (std::uint64_t i = 0; i < size; ++i)
          target[at(1 - from, "_first_of_") + i] = static_cast<std::uint8_t>(source[first + i] + 1);
      }
    }
  }

  void fill(const contract::ShellStream& s, std::uint8_t value) {
    const std::uint64_t first = get("buffer_0_first_of_" + s.name),
                        end = get("buffer_0_last_of_" + s.name) + static_cast<std::uint64_t>(shell_.bus_bits / 8);
    for (const int channel : s.buffers[0]) {
      for (std::uint64_t i = first; i < end; ++i) memory[channel][i] = value;
    }
  }

  contract::Shell shell_;
};

/// An accelerator on a fake card.
template <class Card>
struct OpenedOn {
  explicit OpenedOn(const Described& described) {
    auto fake = std::make_unique<Card>(described);
    card = fake.get();
    accelerator = std::make_unique<host::Accelerator>(described.manifest, std::move(fake));
  }
  Card* card;
  std::unique_ptr<host::Accelerator> accelerator;
};
using Opened = OpenedOn<FakeCard>;

/// Two states, an output, an input, an input of one axis and a single value, three steps per pass.
inline constexpr const char* kMany = R"yaml(name: many
grid: [20, 12]
type: uint<8>
fields:
  a: {}
  b: {}
  c: {}
  row: {axes: [y]}
  one: {axes: []}
  d: {}
params:
  k: {value: 5, runtime: true}
  bit: {value: 1, type: uint<1>, runtime: true}
  by: {value: "uint<8>(step)"}
update:
  - a: a[-1,0] + b + c + row + one + k + by
  - b: "bit == 1 ? b : a"
  - d: a
monitor:
  most: {of: a, reduce: max}
iterations: 7
hardware: {cells_per_cycle: 4, steps: 3, bus: 64, memory: {a: [0, 1], b: [2], c: [[3, 4]]}}
)yaml";

}  // namespace rtlgen::test
