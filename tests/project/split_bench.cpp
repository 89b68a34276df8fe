// rtlgen_axi_split between a master and four small memories, all with gaps; each memory answers with its number as the
// response.
//
//   Vrtlgen_axi_split BURSTS SEED     prints "ok <beats>", or the first fault
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <random>
#include <string>
#include <vector>

#include "Vrtlgen_axi_split.h"
#include "verilated.h"

namespace {

constexpr unsigned kChannels = 4, kBeat = 64, kChannelBytes = 4096, kBeatWords = kBeat / 4;

struct Burst {
  unsigned address = 0, beats = 0;  ///< of the master: over all channels
  [[nodiscard]] unsigned channel() const { return address / kChannelBytes; }
};

struct Memory {
  std::array<std::array<std::uint32_t, kBeatWords>, kChannelBytes / kBeat> beats{};
  std::deque<Burst> writes, reads;
  unsigned written = 0, read = 0, answers = 0;
  bool offers = false;
};

[[noreturn]] void fail(const std::string& what) {
  std::printf("%s\n", what.c_str());
  std::exit(1);
}

std::mt19937_64 random_bits;
bool luck() { return random_bits() % 3 != 0; }

Burst any_burst() {
  Burst b;
  b.address = static_cast<unsigned>(random_bits() % (kChannels * kChannelBytes)) / kBeat * kBeat;
  b.beats = 1 + static_cast<unsigned>(random_bits() % ((kChannelBytes - b.address % kChannelBytes) / kBeat)) % 12;
  return b;
}

}  // namespace

int main(int argc, char** argv) {
  const int bursts = argc > 1 ? std::stoi(argv[1]) : 1000;
  random_bits.seed(argc > 2 ? std::stoull(argv[2]) : 1);
  VerilatedContext context;
  Vrtlgen_axi_split top(&context);
  std::array<Memory, kChannels> memories;
  std::array<std::uint32_t, kChannels * kChannelBytes / kBeat> expected{};  // a beat's words are all alike
  std::deque<Burst> w, b, r;
  Burst next_w, next_r;
  unsigned w_beat = 0, r_beat = 0;
  std::uint32_t value = 0;
  int made = 0, left = 0;
  long total = 0;
  bool aw = false, ar = false, wv = false, reading = false;
  for (long clock = 0; made < bursts || aw || ar || !w.empty() || !b.empty() || !r.empty(); ++clock) {
    if (clock > 300L * bursts + 10000) fail("it hangs");
    top.rst = clock < 8;
    top.clk = 0;
    top.eval();
    const bool t_aw = top.s_awvalid && top.s_awready, t_ar = top.s_arvalid && top.s_arready,
               t_w = top.s_wvalid && top.s_wready;
    for (unsigned k = 0; k < kChannels; ++k) {
      Memory& m = memories[k];
      const auto bit = [k](unsigned vector) { return (vector >> k & 1U) != 0; };
      if (bit(top.m_awvalid & top.m_awready)) {
        if (!t_aw) fail("a channel takes a burst that the master has not given");
        m.writes.push_back({static_cast<unsigned>(top.m_awaddr), top.m_awlen + 1U});
      }
      if (bit(top.m_wvalid & top.m_wready)) {
        if (m.writes.empty()) fail("data before their burst");
        if (m.writes.front().address >= kChannelBytes) fail("an address that is not the channel's");
        std::memcpy(m.beats[m.writes.front().address / kBeat + m.written].data(), &top.m_wdata, kBeat);
        if ((top.m_wlast != 0) != (++m.written == m.writes.front().beats)) fail("WLAST on the wrong beat");
        if (top.m_wlast) m.writes.pop_front(), m.written = 0, ++m.answers;
      }
      if (bit(top.m_bvalid & top.m_bready)) --m.answers;
      if (bit(top.m_arvalid & top.m_arready))
        m.reads.push_back({static_cast<unsigned>(top.m_araddr), top.m_arlen + 1U});
      if (bit(top.m_rvalid & top.m_rready)) {
        m.offers = false;
        if (++m.read == m.reads.front().beats) m.reads.pop_front(), m.read = 0;
      }
    }
    if (t_aw) w.push_back(next_w), b.push_back(next_w), aw = false;
    if (t_w) {
      expected[w.front().address / kBeat + w_beat] = value;
      wv = false;
      if (++w_beat == w.front().beats) w.pop_front(), w_beat = 0;
    }
    if (top.s_bvalid && top.s_bready) {
      if (b.empty() || top.s_bresp != b.front().channel()) fail("an answer of another burst");
      if ((top.m_bvalid & top.m_bready) == 0) fail("an answer that no channel has given");
      b.pop_front();
    }
    if (t_ar) r.push_back(next_r), ar = false;
    if (top.s_rvalid && top.s_rready) {
      if (r.empty() || top.s_rresp != r.front().channel()) fail("data of another burst");
      for (const std::uint32_t word : {top.s_rdata[0], top.s_rdata[kBeatWords - 1]}) {
        if (word != expected[r.front().address / kBeat + r_beat]) fail("a word is wrong");
      }
      ++total;
      if ((top.s_rlast != 0) != (++r_beat == r.front().beats)) fail("RLAST on the wrong beat");
      if (top.s_rlast) r.pop_front(), r_beat = 0;
    }
    top.clk = 1;
    top.eval();
    const bool at_rest = w.empty() && b.empty() && r.empty() && !aw && !ar;
    if (left == 0 && at_rest) reading = !reading, left = 1 + static_cast<int>(random_bits() % 60);
    const bool more = !top.rst && left > 0 && made < bursts && luck();
    if (more && !reading && !aw) aw = true, next_w = any_burst(), ++made, --left;
    if (more && reading && !ar) ar = true, next_r = any_burst(), ++made, --left;
    // Above the channels' bits: whatever is there is not heeded.
    top.s_awvalid = aw, top.s_awaddr = next_w.address + (std::uint64_t{5} << 20), top.s_awlen = next_w.beats - 1;
    top.s_arvalid = ar, top.s_araddr = next_r.address + (std::uint64_t{9} << 20), top.s_arlen = next_r.beats - 1;
    if (!wv && !w.empty() && luck()) {
      wv = true;
      value = static_cast<std::uint32_t>(random_bits());
      for (unsigned i = 0; i < kBeatWords; ++i) top.s_wdata[i] = value;
      top.s_wlast = w_beat + 1 == w.front().beats;
    }
    top.s_wvalid = wv;
    top.s_wstrb = ~std::uint64_t{0};
    top.s_bready = luck(), top.s_rready = luck();
    unsigned answered = top.m_bvalid & ~0U, offered = 0;
    for (unsigned k = 0; k < kChannels; ++k) {
      Memory& m = memories[k];
      // An answer stays until it is taken.
      answered &= ~(m.answers == 0 ? 1U << k : 0U);
      if (m.answers > 0 && luck()) answered |= 1U << k;
      if (!m.offers && !m.reads.empty() && luck()) m.offers = true;
      if (!m.offers) continue;
      offered |= 1U << k;
      const auto& beat = m.beats[m.reads.front().address % kChannelBytes / kBeat + m.read];
      for (unsigned i = 0; i < kBeatWords; ++i) top.m_rdata[k * kBeatWords + i] = beat[i];
      const unsigned last = m.read + 1 == m.reads.front().beats ? 1U : 0U;
      top.m_rlast = (top.m_rlast & ~(1U << k)) | last << k;
    }
    top.m_bvalid = answered, top.m_rvalid = offered;
    top.m_bresp = top.m_rresp = 0b11'10'01'00;
    top.m_awready = static_cast<unsigned>(random_bits() % 16),
    top.m_arready = static_cast<unsigned>(random_bits() % 16);
    unsigned takes = 0;
    for (unsigned k = 0; k < kChannels; ++k) takes |= !memories[k].writes.empty() && luck() ? 1U << k : 0U;
    top.m_wready = takes;
  }
  std::printf("ok %ld\n", total);
  return 0;
}
