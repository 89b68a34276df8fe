// The words of the card block.
#include "contract/card_map.hpp"

#include <algorithm>

#include "support/check.hpp"

namespace rtlgen::contract {

namespace {

constexpr int kChannelBit = 8;  ///< the first field with one bit per channel

CardField flag(const char* name, int bit, const char* meaning) { return {name, bit, 1, meaning, false}; }
CardField number(const char* name, int bit, int bits, const char* meaning) { return {name, bit, bits, meaning, false}; }
CardField channels(const char* name, int bit, const char* meaning) { return {name, bit, kCardChannels, meaning, true}; }

/// The fields of the word `format`.
std::vector<CardField> features() {
  return {number("version", 0, 8, "version of this table: 1"),
          number("channels", 8, 8, "memory channels"),
          number("kernels", 16, 8, "accelerators"),
          flag("tester", 24, "there is a memory tester"),
          flag("clock", 25, "the kernel clock can be changed"),
          flag("probes", 26, "there are probes of the channels")};
}

/// Words 0 to 7 of rtlgen_channel_probe, in its order; in the last one, also the counts of rtlgen_axi_unrequested.
std::vector<CardWord> probe_words() {
  std::vector<CardWord> words;
  const auto add = [&](const char* name, const char* meaning, std::vector<CardField> fields = {}) {
    words.push_back({CardGroup::kStatus, 0, name, meaning, std::move(fields)});
  };
  add("probe_read_at", "probe of the chosen channel: address of the last read burst of the last run, in beats");
  add("probe_write_at", "the same for writes");
  add("probe_read_oldest", "the oldest read burst without all of its data, if any is outstanding");
  add("probe_write_oldest", "the oldest write burst without a response, if any is outstanding");
  add("probe_error_at", "the burst that got the first error; 0 after a response without a burst");
  add("probe_bursts", "bursts without all of their responses",
      {number("reads", 0, 8, "outstanding reads"), number("writes", 8, 8, "outstanding writes"),
       number("most_reads", 16, 8, "the most outstanding reads"),
       number("most_writes", 24, 8, "the most outstanding writes")});
  add("probe_waits", "the longest time without a transfer while bursts are outstanding, in clocks of the bus",
      {number("read", 0, 16, "reads; at most 65535"), number("write", 16, 16, "writes; at most 65535")});
  add("probe_flags", "the first error, and whether the probe records",
      {flag("kept", 0, "an error is kept"), flag("recording", 1, "it has recorded the last run, and has seen no error"),
       flag("read_error", 2, "an error response to a read"), flag("write_error", 3, "an error response to a write"),
       flag("read_unrequested", 4, "data without a read"), flag("write_unrequested", 5, "a response without a write"),
       flag("more_beats", 6, "more beats than requested"), flag("fewer_beats", 7, "fewer beats than requested"),
       number("unrequested_reads", 8, 8,
              "since the event `unrequested` was cleared: beats that the host had not requested, up to 255"),
       number("unrequested_writes", 16, 8, "the same of responses to writes")});
  return words;
}

std::vector<CardWord> status_words() {
  std::vector<CardWord> words;
  const auto add = [&](const char* name, const char* meaning, std::vector<CardField> fields = {}, int channel = -1) {
    words.push_back({CardGroup::kStatus, static_cast<int>(words.size()), name, meaning, std::move(fields), channel});
  };
  add("magic", "0x52544344, \"RTCD\"");
  add("format", "features of this bitstream", features());
  add("digest", "digest of the design, as in manifest.json and in the register `digest`");
  add("state", "the current state",
      {flag("kernel_locked", 0, "the kernel clock is locked"),
       flag("in_reset", 1, "accelerators and the path to memory are in reset"), flag("run_busy", 2, "a run is active"),
       flag("run_failed", 3, "the last run failed"),
       flag("registers_closed", 4, "the firewall of the registers is closed"),
       flag("transfers_closed", 5, "the firewall of the transfers is closed"),
       channels("calibrated", kChannelBit, "memory is calibrated"),
       channels("ready", 16, "transfers go through: calibrated, and its clock crossing has been in reset"),
       channels("cal_failed", 24, "calibration has failed, where the controller says so")});
  add("kernel_edges", "edges of the kernel clock in 2^16 clocks of the bus, in steps of 16; 0: it has stopped");
  for (int k = 0; k < kCardChannels; ++k) {
    const std::string name = "memory_edges_" + std::to_string(k);
    add(name.c_str(), "the same of the clock of this channel's controller", {}, k);
  }
  add("refusal", "the first refusal of each firewall since the events of refusals were cleared",
      {number("transfer_kind", 0, 3,
              "0 none, 1 beyond memory, 2 channel not ready, 3 closed, in test or in reset, 4 no "
              "response, 5 protocol broken"),
       flag("transfer_write", 3, "it was a write"),
       number("register_kind", 4, 3,
              "0 none, 1 nothing at this address, 3 closed or in reset, 4 no response, 5 "
              "protocol broken"),
       flag("register_write", 7, "it was a write"), number("register_address", 8, 24, "its address")});
  add("refused_low", "address of the transfer; kinds 4 and 5: of the last one that went through");
  add("refused_high", "its upper half");
  add("test", "the last memory test",
      {flag("busy", 0, "a test is running"), flag("done", 1, "it has finished"),
       flag("no_response", 2, "it stopped because memory stopped responding; reset the bus"),
       flag("not_ready", 3, "it stopped at a channel that is not ready"),
       flag("bad_response", 4, "memory gave an error response"), flag("aborted", 5, "a reset ended it")});
  add("test_wrong", "beats that differ");
  add("test_bytes_low", "byte lanes 0 to 31 of a beat that differ in any of them");
  add("test_bytes_high", "byte lanes 32 to 63");
  add("test_bad_page", "page of the first word that differs");
  add("test_bad_word", "place of that word",
      {number("beat", 0, 8, "beat in its page"), number("lane", 8, 8, "word of 32 bits in its beat")});
  add("test_seen", "the word that was read there");
  add("test_write_clocks", "clocks of the bus that writing took");
  add("test_read_clocks", "clocks of the bus that reading took");
  add("restarts", "resets and losses since the bitstream was loaded, modulo 2^16",
      {number("bus", 0, 16, "resets of accelerators and the path to memory: runs and settings are lost"),
       number("memory", 16, 16, "losses of a memory's calibration, and with it of its contents")});
  add("clock", "the last change of the kernel clock",
      {flag("busy", 0, "it has begun, and the clock is not locked again: accelerators are in reset"),
       flag("refused", 1, "the source of the clock responded with an error"),
       flag("ignored", 2, "the clock kept its lock, so it was not changed"),
       flag("changed", 3, "settings other than the bitstream's were loaded")});
  add("met", "results of the build after routing",
      {number("tenths", 0, 16, "the highest kernel clock that it meets, in 0.1 MHz"),
       number("mark", 16, 16, "0x4D48 if it is known")});
  for (const CardWord& word : probe_words()) add(word.name.c_str(), word.meaning.c_str(), word.fields);
  return words;
}

std::vector<CardWord> event_words() {
  return {
      {CardGroup::kEvents,
       0,
       "events",
       "events since the bit was cleared",
       {flag("kernel_lost", 0, "the kernel clock lost its lock"),
        flag("restarted", 1, "accelerators and the path to memory were reset: runs and settings are lost"),
        flag("register_refused", 2, "an access to registers got an error from its firewall"),
        flag("transfer_refused", 3, "a transfer got an error from its firewall"),
        flag("registers_closed", 4, "the firewall of the registers closed"),
        flag("transfers_closed", 5, "the firewall of the transfers closed"),
        channels("memory_lost", kChannelBit, "memory was ready and no longer is"),
        channels("run_error", 16, "the probe saw an error; until this is cleared, its words keep their values"),
        channels("unrequested", 24, "memory sent a response that the host had not requested, and it was dropped")}}};
}

std::vector<CardWord> setting_words() {
  std::vector<CardWord> words;
  const auto add = [&](const char* name, const char* meaning, std::vector<CardField> fields = {}) {
    words.push_back({CardGroup::kSettings, static_cast<int>(words.size()), name, meaning, std::move(fields)});
  };
  add("scratch", "no effect");
  add("transfer_limit", "clocks of the bus that the oldest transfer may take", {number("clocks", 0, 24, "0: 65536")});
  add("test_page", "first page of 4096 bytes of a memory test");
  add("test_pages", "number of pages");
  add("test_seed", "seed of its pattern");
  add("test_mode", "kind of the test",
      {number("pattern", 0, 2, "0 address, 1 noise, 2 walking ones"), flag("skip_write", 8, "reads only"),
       flag("skip_read", 9, "writes only")});
  add("clock_feedback", "kernel clock: dividers from the bus clock to its oscillator",
      {number("divider", 0, 8, "divides the bus clock"), number("multiplier", 8, 8, "multiplies the quotient")});
  add("clock_divide", "kernel clock: divider behind its oscillator", {number("divider", 0, 8, "divides its clock")});
  add("probe_channel", "memory channel whose probe is shown", {number("channel", 0, 3, "its number")});
  return words;
}

std::vector<CardWord> request_words() {
  return {
      {CardGroup::kRequests,
       0,
       "reset",
       "resets accelerators and the path to memory, and in addition",
       {flag("bus", 0, "nothing else"), flag("kernel", 1, "the source of the kernel clock"),
        channels("memory", kChannelBit, "the controller; the contents of its memory are lost")}},
      {CardGroup::kRequests, 1, "test_start", "starts a memory test, unless one is running", {flag("start", 0, "now")}},
      {CardGroup::kRequests,
       2,
       "clock_load",
       "resets accelerators and the path to memory, and loads the kernel clock's source with",
       {flag("settings", 0, "the dividers of the settings"), flag("bitstream", 1, "those of the bitstream")}}};
}

std::vector<CardWord> all_words() {
  std::vector<CardWord> words;
  for (const auto& group : {status_words(), event_words(), setting_words(), request_words()})
    words.insert(words.end(), group.begin(), group.end());
  return words;
}

}  // namespace

std::uint32_t CardField::mask() const { return (bits >= 32 ? ~0U : (1U << bits) - 1U) << bit; }

std::uint32_t CardWord::offset() const {
  return 0x100U * static_cast<std::uint32_t>(group) + 4U * static_cast<std::uint32_t>(index);
}

const CardField& CardWord::field(std::string_view field) const {
  const auto found = std::ranges::find(fields, field, &CardField::name);
  RTLGEN_CHECK(found != fields.end(), name + " of the card block has no " + std::string(field));
  return *found;
}

const std::vector<CardWord>& card_map() {
  static const std::vector<CardWord> kWords = all_words();
  return kWords;
}

const CardWord& card_word(std::string_view name) {
  const auto found = std::ranges::find(card_map(), name, &CardWord::name);
  RTLGEN_CHECK(found != card_map().end(), "the card block has no word " + std::string(name));
  return *found;
}

int card_words(CardGroup group) { return static_cast<int>(std::ranges::count(card_map(), group, &CardWord::group)); }

const char* card_refusal(std::uint32_t kind) {
  switch (kind) {
    case 1:
      return "nothing is at this address";
    case 2:
      return "the memory channel is not ready";
    case 3:
      return "the firewall is closed, or everything behind it is in reset";
    case 4:
      return "no response within the limit";
    case 5:
      return "a response without a request";
    default:
      return "";
  }
}

}  // namespace rtlgen::contract
