// A card without hardware that computes with the golden engine: what is in its memory, on the extents that its
// registers say.
//
// At the ends of its slab it reads as the stencil's boundary rules say, as hardware does; a host that exchanges too
// few rows, or the wrong ones, gets other cells than the whole grid has. It knows no step but 0: descriptions that read
// `step` are not for it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "contract/register_map.hpp"
#include "contract/shell.hpp"
#include "golden/cells.hpp"
#include "golden/engine.hpp"
#include "golden/grid.hpp"
#include "host/host.hpp"
#include "host/parts.hpp"
#include "spec/program.hpp"

namespace rtlgen::driver {
struct Prepared;
}

namespace rtlgen::test {

class GoldenCard : public host::Backend {
 public:
  GoldenCard(const driver::Prepared& prepared, const std::string& manifest)
      : prepared_(prepared), design_(host::read_design(manifest)) {
    set("identity", contract::kShellIdentity);
    set("version", static_cast<std::uint64_t>(design_.contract) << contract::kContractShift);
    set("digest", design_.digest);
  }

  void write_memory(int channel, std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes) override {
    count_transfer();
    if (loses_ghosts && runs_ > 0 && !is_computing_) return;
    if (is_late && pending_ != 0 && !is_computing_) {
      late_.push_back({channel, address, {data, data + bytes}});
      return;
    }
    std::copy(data, data + bytes, memory(channel, address, bytes));
  }
  void read_memory(int channel, std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) override {
    count_transfer();
    std::copy_n(memory(channel, address, bytes), bytes, data);
  }
  /// As XRT's buffers: what was in a smaller one is lost, and the card has them anywhere.
  void reserve(int channel, std::uint64_t bytes) override {
    if (bytes > memory_[channel].size()) memory_[channel].assign(bytes, 0xaa);
  }
  std::uint64_t base(int /*channel*/) override { return kBase; }
  void write_register(std::uint32_t offset, std::uint32_t value) override {
    if (offset == 0x0c)
      pending_ ^= value;
    else if (offset == 0x00 && (value & 1U) != 0)
      run();
    else
      registers_[offset] = value;
  }
  std::uint32_t read_register(std::uint32_t offset) override {
    return offset == 0x00 ? 4 : offset == 0x0c ? pending_ : registers_[offset];
  }
  bool wait_interrupt() override { return pending_ != 0; }

  bool loses_ghosts = false;     ///< loses ghosts that a host writes into its memory after the first run
  std::int64_t fails_after = 0;  ///< transfers of the host; 0: never
  bool is_late = false;          ///< a host's write beside a run arrives only after the next run has read its memory

 private:
  void count_transfer() {
    if (!is_computing_ && fails_after > 0 && ++transfers_ > fails_after) throw host::DeviceError("it smells of smoke");
  }
  std::uint64_t get(const std::string& name) {
    if (!design_.shell.map.has(name)) return 0;
    const contract::BusRegister& r = design_.shell.map.find(name);
    return registers_[r.offset] | (r.words() > 1 ? std::uint64_t{registers_[r.offset + 4]} << 32 : 0);
  }
  void set(const std::string& name, std::uint64_t value) {
    registers_[design_.shell.map.find(name).offset] = static_cast<std::uint32_t>(value);
  }

  /// Leading axes have the extents for which it was compiled; the last one is as long as the field's buffer says.
  spec::Extents extents_of(const contract::ShellStream& s) {
    spec::Extents extents = design_.core.maximum;
    const auto bus_bytes = static_cast<std::uint64_t>(design_.shell.bus_bits / 8);
    const std::uint64_t beats =
        (get("buffer_0_last_of_" + s.name) - get("buffer_0_first_of_" + s.name)) / bus_bytes + 1;
    std::int64_t& rows = extents[static_cast<std::size_t>(design_.core.axes - 1)];
    for (rows = 1; static_cast<std::uint64_t>(host::place(design_, s, extents, 1).beats) < beats;) ++rows;
    return extents;
  }
  std::vector<int> channels(const contract::ShellStream& s, std::uint64_t buffer) {
    return s.buffers[std::min<std::size_t>(buffer, s.buffers.size() - 1)];
  }
  std::uint64_t base(const contract::ShellStream& s, std::uint64_t buffer) {
    return get("buffer_" + std::to_string(buffer) + "_first_of_" + s.name) - kBase;
  }
  std::vector<std::uint8_t>::iterator memory(int channel, std::uint64_t address, std::uint64_t bytes) {
    auto& memory = memory_[channel];
    if (address > memory.size() || bytes > memory.size() - address)
      throw host::Error("this is behind what was reserved");
    return memory.begin() + static_cast<std::ptrdiff_t>(address);
  }

  void run() {
    is_computing_ = true;
    const spec::Program& stencil = prepared_.reference();
    const auto passes = get("passes"), first = get("first_buffer");
    const auto arrays = [&](const contract::ShellStream& s) {
      for (const spec::ArrayId i : stencil.arrays.ids()) {
        if (stencil.arrays[i].role != spec::Role::kTemporary && stencil.outside_name(i) == s.name)
          return stencil.together(i);
      }
      throw std::logic_error("no field " + s.name);
    };
    std::map<int, golden::Grid> inputs;
    spec::Extents extents{};
    for (const contract::ShellStream& s : design_.shell.streams) {
      if (!s.is_held) extents = extents_of(s);
    }
    for (const contract::ShellStream& s : design_.shell.streams) {
      if (s.is_out) continue;
      std::vector<golden::Grid*> grids;
      std::size_t bytes = 0;
      for (const spec::ArrayId a : arrays(s)) {
        golden::Grid& grid = inputs[a.index()];
        grid = golden::Grid(stencil.arrays[a].type, stencil.arrays[a].shape(extents));
        grids.push_back(&grid);
        bytes += grid.bytes.size();
      }
      std::vector<std::uint8_t> cells(bytes);
      const std::uint64_t buffer = s.ping_pong ? first : 0;
      const auto from = channels(s, buffer);
      host::read_part(design_, s, {host::place(design_, s, extents, 1), 0}, {from, base(s, buffer)}, cells.data(),
                      *this);
      golden::take_apart(cells, grids);
    }
    const auto steps =
        static_cast<std::int64_t>(passes) * design_.core.steps - static_cast<std::int64_t>(get("bypass"));
    const auto results = golden::run(stencil, extents, inputs, steps, {});
    for (const contract::ShellStream& s : design_.shell.streams) {
      if (!s.is_out) continue;
      const std::uint64_t buffer = s.ping_pong ? (first + passes) % 2 : 0;
      const auto to = channels(s, buffer);
      std::vector<const golden::Grid*> grids;
      for (const spec::ArrayId a : arrays(s)) grids.push_back(&results.at(a.index()));
      const std::vector<std::uint8_t> cells = golden::side_by_side(grids);
      host::write_part(design_, s, {host::place(design_, s, extents, 1), 0}, {to, base(s, buffer)}, cells.data(),
                       *this);
    }
    for (const Late& l : late_) write_memory(l.channel, l.address, l.bytes.data(), l.bytes.size());
    late_.clear();
    set("errors", 0);
    ++runs_;
    is_computing_ = false;
    pending_ = 1;
  }

  static constexpr std::uint64_t kBase = std::uint64_t{3}
                                         << 20;  ///< size of all channels in the accelerator's address space

  struct Late {
    int channel;
    std::uint64_t address;
    std::vector<std::uint8_t> bytes;
  };

  const driver::Prepared& prepared_;
  host::Design design_;
  std::vector<Late> late_;
  std::map<int, std::vector<std::uint8_t>> memory_;
  std::map<std::uint32_t, std::uint32_t> registers_;
  std::uint32_t pending_ = 0;
  int runs_ = 0;
  std::int64_t transfers_ = 0;
  bool is_computing_ = false;
};

}  // namespace rtlgen::test
