// A card block without hardware, healthy at first: its words are what a test makes them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "contract/card_map.hpp"
#include "contract/manifest.hpp"

namespace rtlgen::test {

class FakeBlock {
 public:
  /// Takes the place of the block in a design that has one.
  explicit FakeBlock(const contract::Design& design) : offset_(design.card_block->offset) { restore(design); }

  /// Status is that of a healthy card; events, settings and the counters of resets stay as they are.
  void restore(const contract::Design& design) {
    on_read = on_reset = on_test = nullptr;
    on_clock = nullptr;
    stuck_low = 0;
    const contract::CardBlockFacts& facts = *design.card_block;
    const auto edges = [&](double mhz) {
      return static_cast<std::uint32_t>(mhz / design.shell.bus_mhz * contract::kCardWindow);
    };
    word("magic") = contract::kCardMagic;
    set("format", "version", contract::kCardFormat);
    set("format", "channels", static_cast<std::uint32_t>(facts.memory_mhz.size()));
    set("format", "kernels", 1);
    word("digest") = design.digest;
    const std::uint32_t all = (1U << facts.memory_mhz.size()) - 1U;
    word("state") = word("refusal") = word("test") = 0;
    set("state", "kernel_locked", 1);
    set("state", "calibrated", all);
    set("state", "ready", all);
    word("kernel_edges") = edges(facts.kernel_mhz);
    for (std::size_t k = 0; k < facts.memory_mhz.size(); ++k)
      word("memory_edges_" + std::to_string(k)) = edges(facts.memory_mhz[k]);
    word("test_write_clocks") = word("test_read_clocks") = 1000;
    word("probe_bursts") = word("probe_flags") = 0;
    set("format", "probes", 0);
  }

  std::uint32_t& word(const std::string& name) { return words_[contract::card_word(name).offset()]; }
  void set(const std::string& name, const std::string& field, std::uint32_t value) {
    const contract::CardField& f = contract::card_word(name).field(field);
    word(name) = (word(name) & ~f.mask()) | (value << f.bit & f.mask());
  }

  [[nodiscard]] bool has(std::uint32_t offset) const {
    return offset >= offset_ && offset < offset_ + contract::kCardBytes;
  }
  std::uint32_t read(std::uint32_t offset) {
    if (on_read) on_read();
    return words_[offset - offset_];
  }
  void write(std::uint32_t offset, std::uint32_t value) {
    const std::uint32_t at = offset - offset_;
    const auto is = [&](const char* name) { return at == contract::card_word(name).offset(); };
    if (is("events"))
      clear_events(value);
    else if (is("reset") && value >> 16U == contract::kCardKey)
      reset();
    else if (is("test_start") && value >> 16U == contract::kCardKey)
      test();
    else if (is("clock_load") && value >> 16U == contract::kCardKey && on_clock)
      on_clock((value & contract::card_word("clock_load").field("bitstream").mask()) != 0);
    else
      words_[at] = value & ~stuck_low;
  }

  std::uint32_t stuck_low = 0;         ///< bits of settings that never are 1
  std::function<void()> on_read;       ///< before a word is read
  std::function<void()> on_reset;      ///< after a reset by the host, which opens the firewalls
  std::function<void()> on_test;       ///< after a memory test, which has passed
  std::function<void(bool)> on_clock;  ///< a change of the kernel clock; whether to that of the bitstream

  /// The bitstream says that it meets `mhz`.
  void meets(double mhz) {
    set("format", "clock", 1);
    set("met", "mark", contract::kCardMetMark);
    set("met", "tenths", static_cast<std::uint32_t>(mhz * 10 + 0.5));
  }
  /// Loads a kernel clock as the hardware does, but at once: that of the bitstream, or `factor` times that of the
  /// settings.
  void load_clock(const contract::Design& design, bool bitstream, double factor = 1) {
    const auto field = [&](const char* name, const char* of) {
      const contract::CardField& f = contract::card_word(name).field(of);
      return static_cast<double>((word(name) & f.mask()) >> f.bit);
    };
    const contract::CardBlockFacts& facts = *design.card_block;
    const double mhz = bitstream ? facts.kernel_mhz
                                 : factor * facts.clock->input_mhz * field("clock_feedback", "multiplier") /
                                       field("clock_feedback", "divider") / field("clock_divide", "divider");
    set("clock", "changed", bitstream ? 0 : 1);
    set("events", "kernel_lost", 1);
    // In steps of 16, as the meter counts.
    word("kernel_edges") = static_cast<std::uint32_t>(mhz / design.shell.bus_mhz * contract::kCardWindow) / 16 * 16;
  }

  void reset() {
    set("state", "transfers_closed", 0);
    set("state", "registers_closed", 0);
    ++word("restarts");
    if (on_reset) on_reset();
  }

 private:
  /// A firewall notes its next refusal once the event of the last one is cleared.
  void clear_events(std::uint32_t bits) {
    word("events") &= ~bits;
    for (const std::string guard : {"transfer", "register"}) {
      if ((bits & contract::card_word("events").field(guard + "_refused").mask()) != 0)
        set("refusal", guard + "_kind", 0);
    }
  }
  void test() {
    word("test") = contract::card_word("test").field("done").mask();
    if (on_test) on_test();
  }

  std::uint32_t offset_;
  std::map<std::uint32_t, std::uint32_t> words_;
};

}  // namespace rtlgen::test
