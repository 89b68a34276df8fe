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
  unsigned address = 0, beats = 0;  ///< the master's address, over all channels
  [[nodiscard]] unsigned channel() const { return address / kChannelBytes; }
};

struct Memory {
  std::array<std::array<std::uint32_t, kBeatWords>, kChannelBytes / kBeat> beats{};
  std::deque<Burst> writes, reads;
  unsigned written = 0, read = 0, responses = 0;
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

class Bench {
 public:
  explicit Bench(int bursts) : bursts_(bursts) {}
  /// Returns how many beats were read.
  long run();

 private:
  void sample_channels();
  void sample_master();
  void drive_master();
  void drive_channels();
  [[nodiscard]] bool at_rest() const { return w_.empty() && b_.empty() && r_.empty() && !aw_ && !ar_; }

  VerilatedContext context_;
  Vrtlgen_axi_split top_{&context_};
  int bursts_;
  std::array<Memory, kChannels> memories_;
  std::array<std::uint32_t, kChannels * kChannelBytes / kBeat> expected_{};  ///< a beat's words are all alike
  std::deque<Burst> w_, b_, r_;
  Burst next_w_, next_r_;
  unsigned w_beat_ = 0, r_beat_ = 0;
  std::uint32_t value_ = 0;
  int made_ = 0, left_ = 0;
  long total_ = 0;
  bool aw_ = false, ar_ = false, wv_ = false, reading_ = false;
};

/// The transfers at the next edge on the memories' side.
void Bench::sample_channels() {
  for (unsigned k = 0; k < kChannels; ++k) {
    Memory& m = memories_[k];
    const auto bit = [k](unsigned vector) { return (vector >> k & 1U) != 0; };
    if (bit(top_.m_awvalid & top_.m_awready)) {
      if (!top_.s_awvalid || !top_.s_awready) fail("a channel takes a burst that the master has not given");
      m.writes.push_back({static_cast<unsigned>(top_.m_awaddr), top_.m_awlen + 1U});
    }
    if (bit(top_.m_wvalid & top_.m_wready)) {
      if (m.writes.empty()) fail("data before their burst");
      if (m.writes.front().address >= kChannelBytes) fail("an address that is not the channel's");
      std::memcpy(m.beats[m.writes.front().address / kBeat + m.written].data(), &top_.m_wdata, kBeat);
      if ((top_.m_wlast != 0) != (++m.written == m.writes.front().beats)) fail("WLAST on the wrong beat");
      if (top_.m_wlast) m.writes.pop_front(), m.written = 0, ++m.responses;
    }
    if (bit(top_.m_bvalid & top_.m_bready)) --m.responses;
    if (bit(top_.m_arvalid & top_.m_arready))
      m.reads.push_back({static_cast<unsigned>(top_.m_araddr), top_.m_arlen + 1U});
    if (bit(top_.m_rvalid & top_.m_rready)) {
      m.offers = false;
      if (++m.read == m.reads.front().beats) m.reads.pop_front(), m.read = 0;
    }
  }
}

/// And on the master's.
void Bench::sample_master() {
  if (top_.s_awvalid && top_.s_awready) w_.push_back(next_w_), b_.push_back(next_w_), aw_ = false;
  if (top_.s_wvalid && top_.s_wready) {
    expected_[w_.front().address / kBeat + w_beat_] = value_;
    wv_ = false;
    if (++w_beat_ == w_.front().beats) w_.pop_front(), w_beat_ = 0;
  }
  if (top_.s_bvalid && top_.s_bready) {
    if (b_.empty() || top_.s_bresp != b_.front().channel()) fail("an answer of another burst");
    if ((top_.m_bvalid & top_.m_bready) == 0) fail("an answer that no channel has given");
    b_.pop_front();
  }
  if (top_.s_arvalid && top_.s_arready) r_.push_back(next_r_), ar_ = false;
  if (top_.s_rvalid && top_.s_rready) {
    if (r_.empty() || top_.s_rresp != r_.front().channel()) fail("data of another burst");
    for (const std::uint32_t word : {top_.s_rdata[0], top_.s_rdata[kBeatWords - 1]}) {
      if (word != expected_[r_.front().address / kBeat + r_beat_]) fail("a word is wrong");
    }
    ++total_;
    if ((top_.s_rlast != 0) != (++r_beat_ == r_.front().beats)) fail("RLAST on the wrong beat");
    if (top_.s_rlast) r_.pop_front(), r_beat_ = 0;
  }
}

void Bench::drive_master() {
  if (left_ == 0 && at_rest()) reading_ = !reading_, left_ = 1 + static_cast<int>(random_bits() % 60);
  const bool more = !top_.rst && left_ > 0 && made_ < bursts_ && luck();
  if (more && !reading_ && !aw_) aw_ = true, next_w_ = any_burst(), ++made_, --left_;
  if (more && reading_ && !ar_) ar_ = true, next_r_ = any_burst(), ++made_, --left_;
  // Above the channels' bits: whatever is there is not heeded.
  top_.s_awvalid = aw_, top_.s_awaddr = next_w_.address + (std::uint64_t{5} << 20), top_.s_awlen = next_w_.beats - 1;
  top_.s_arvalid = ar_, top_.s_araddr = next_r_.address + (std::uint64_t{9} << 20), top_.s_arlen = next_r_.beats - 1;
  if (!wv_ && !w_.empty() && luck()) {
    wv_ = true;
    value_ = static_cast<std::uint32_t>(random_bits());
    for (unsigned i = 0; i < kBeatWords; ++i) top_.s_wdata[i] = value_;
    top_.s_wlast = w_beat_ + 1 == w_.front().beats;
  }
  top_.s_wvalid = wv_;
  top_.s_wstrb = ~std::uint64_t{0};
  top_.s_bready = luck(), top_.s_rready = luck();
}

void Bench::drive_channels() {
  unsigned response_valid = top_.m_bvalid & ~0U, offered = 0;
  for (unsigned k = 0; k < kChannels; ++k) {
    Memory& m = memories_[k];
    // An answer stays until it is taken.
    response_valid &= ~(m.responses == 0 ? 1U << k : 0U);
    if (m.responses > 0 && luck()) response_valid |= 1U << k;
    if (!m.offers && !m.reads.empty() && luck()) m.offers = true;
    if (!m.offers) continue;
    offered |= 1U << k;
    const auto& beat = m.beats[m.reads.front().address % kChannelBytes / kBeat + m.read];
    for (unsigned i = 0; i < kBeatWords; ++i) top_.m_rdata[k * kBeatWords + i] = beat[i];
    const unsigned last = m.read + 1 == m.reads.front().beats ? 1U : 0U;
    top_.m_rlast = (top_.m_rlast & ~(1U << k)) | last << k;
  }
  top_.m_bvalid = response_valid, top_.m_rvalid = offered;
  top_.m_bresp = top_.m_rresp = 0b11'10'01'00;
  top_.m_awready = static_cast<unsigned>(random_bits() % 16),
  top_.m_arready = static_cast<unsigned>(random_bits() % 16);
  unsigned takes = 0;
  for (unsigned k = 0; k < kChannels; ++k) takes |= !memories_[k].writes.empty() && luck() ? 1U << k : 0U;
  top_.m_wready = takes;
}

long Bench::run() {
  for (long clock = 0; made_ < bursts_ || !at_rest(); ++clock) {
    if (clock > 300L * bursts_ + 10000) fail("it hangs");
    top_.rst = clock < 8;
    top_.clk = 0;
    top_.eval();
    sample_channels();
    sample_master();
    top_.clk = 1;
    top_.eval();
    drive_master();
    drive_channels();
  }
  return total_;
}

}  // namespace

int main(int argc, char** argv) {
  const int bursts = argc > 1 ? std::stoi(argv[1]) : 1000;
  random_bits.seed(argc > 2 ? std::stoull(argv[2]) : 1);
  std::printf("ok %ld\n", Bench(bursts).run());
  return 0;
}
