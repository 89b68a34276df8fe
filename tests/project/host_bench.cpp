// rtlgen_axi_host between a host with bursts of any size, start and length and a memory of whole beats, both with gaps.
//
//   Vrtlgen_axi_host HOST_BYTES BURSTS SEED     prints "ok <bytes>", or the first fault
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <random>
#include <string>
#include <vector>

#include "Vrtlgen_axi_host.h"
#include "verilated.h"

namespace {

constexpr std::uint64_t kBeat = 64, kMemory = 1 << 16;

struct Burst {
  std::uint64_t address = 0;
  int id = 0, beats = 0, size = 0;
  /// Of beat n: where it begins, aligned from the second on.
  [[nodiscard]] std::uint64_t begin(int n) const {
    return n == 0 ? address : (address >> size << size) + (static_cast<std::uint64_t>(n) << size);
  }
  [[nodiscard]] std::uint64_t end(int n) const {
    return (address >> size << size) + (static_cast<std::uint64_t>(n + 1) << size);
  }
};

[[noreturn]] void fail(const std::string& what) {
  std::printf("%s\n", what.c_str());
  std::exit(1);
}

std::mt19937_64 random_bits;
bool luck() { return random_bits() % 3 != 0; }

Burst any_burst(std::uint64_t host_bytes) {
  Burst b;
  b.size = static_cast<int>(random_bits() % static_cast<std::uint64_t>(__builtin_ctzll(host_bytes) + 1));
  if (random_bits() % 2 == 0) b.size = __builtin_ctzll(host_bytes);
  b.address = random_bits() % kMemory;
  b.id = static_cast<int>(random_bits() % 16);
  const std::uint64_t left = 4096 - (b.address >> b.size << b.size) % 4096;
  b.beats = 1 + static_cast<int>(random_bits() %
                                 std::min<std::uint64_t>({left >> b.size, 256, random_bits() % 4 == 0 ? 256U : 12U}));
  return b;
}

std::uint8_t* bytes_of(void* words) { return static_cast<std::uint8_t*>(words); }

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t host_bytes = argc > 1 ? std::stoull(argv[1]) : 32;
  const int bursts = argc > 2 ? std::stoi(argv[2]) : 1000;
  random_bits.seed(argc > 3 ? std::stoull(argv[3]) : 1);
  VerilatedContext context;
  Vrtlgen_axi_host top(&context);
  std::vector<std::uint8_t> memory(kMemory), expected(kMemory);
  for (std::uint64_t i = 0; i < kMemory; ++i) memory[i] = expected[i] = static_cast<std::uint8_t>(random_bits());
  struct Wide {
    std::uint64_t address;
    int beats;
  };
  std::deque<Burst> w, b, r;        // the host's: data to send, answers and data to come
  std::deque<Wide> wide_w, wide_r;  // the memory's
  int left = 0, w_beat = 0, r_beat = 0, wide_beat = 0, wide_r_beat = 0, acks = 0, made = 0;
  long total = 0;
  Burst next_w, next_r;
  bool aw = false, ar = false, wv = false, mr = false, reading = false;
  const auto data_of = [&](const Burst& burst, int n) {
    std::memset(&top.s_wdata, 0x5A, host_bytes);
    std::uint64_t strobes = 0;
    for (std::uint64_t at = burst.begin(n); at < burst.end(n); ++at) {
      const bool kept = random_bits() % 8 != 0;
      const auto value = static_cast<std::uint8_t>(random_bits());
      bytes_of(&top.s_wdata)[at % host_bytes] = value;
      if (kept) strobes |= std::uint64_t{1} << (at % host_bytes), expected[at] = value;
    }
    std::memcpy(&top.s_wstrb, &strobes, host_bytes / 8);
    top.s_wlast = n == burst.beats - 1;
  };
  for (long clock = 0;; ++clock) {
    if (clock > 400L * bursts + 100000) fail("it hangs");
    top.rst = clock < 8;
    top.clk = 0;
    top.eval();
    // What moves at the next edge.
    const bool t_aw = top.s_awvalid && top.s_awready, t_w = top.s_wvalid && top.s_wready,
               t_b = top.s_bvalid && top.s_bready;
    const bool t_ar = top.s_arvalid && top.s_arready, t_r = top.s_rvalid && top.s_rready;
    const bool m_aw = top.m_awvalid && top.m_awready, m_w = top.m_wvalid && top.m_wready,
               m_b = top.m_bvalid && top.m_bready;
    const bool m_ar = top.m_arvalid && top.m_arready, m_r = top.m_rvalid && top.m_rready;
    if (m_aw) {
      if (top.m_awaddr % kBeat != 0 || top.m_awaddr % 4096 + (top.m_awlen + 1U) * kBeat > 4096)
        fail("a write burst of the bus is not aligned or too long");
      wide_w.push_back({top.m_awaddr, top.m_awlen + 1});
    }
    if (m_w) {
      if (wide_w.empty()) fail("data before their burst");
      for (std::uint64_t i = 0; i < kBeat; ++i) {
        if (top.m_wstrb >> i & 1)
          memory[wide_w.front().address + static_cast<std::uint64_t>(wide_beat) * kBeat + i] =
              bytes_of(&top.m_wdata)[i];
      }
      if ((top.m_wlast != 0) != (++wide_beat == wide_w.front().beats)) fail("WLAST on the wrong beat");
      if (top.m_wlast) wide_w.pop_front(), wide_beat = 0, ++acks;
    }
    if (m_b) --acks;
    if (m_ar) {
      if (top.m_araddr % kBeat != 0 || top.m_araddr % 4096 + (top.m_arlen + 1U) * kBeat > 4096)
        fail("a read burst of the bus is not aligned or too long");
      wide_r.push_back({top.m_araddr, top.m_arlen + 1});
    }
    if (m_r && ++wide_r_beat == wide_r.front().beats) wide_r.pop_front(), wide_r_beat = 0;
    if (t_aw) w.push_back(next_w), b.push_back(next_w), aw = false;
    if (t_w) {
      wv = false;
      if (++w_beat == w.front().beats) w.pop_front(), w_beat = 0;
    }
    if (t_b) {
      if (b.empty() || top.s_bid != static_cast<unsigned>(b.front().id) || top.s_bresp != 0) fail("a wrong answer");
      b.pop_front();
    }
    if (t_ar) r.push_back(next_r), ar = false;
    if (t_r) {
      if (r.empty() || top.s_rid != static_cast<unsigned>(r.front().id) || top.s_rresp != 0) fail("data of no burst");
      const Burst& burst = r.front();
      for (std::uint64_t at = burst.begin(r_beat); at < burst.end(r_beat); ++at) {
        if (bytes_of(&top.s_rdata)[at % host_bytes] != expected[at]) fail("a byte is wrong");
        ++total;
      }
      if ((top.s_rlast != 0) != (++r_beat == burst.beats)) fail("RLAST on the wrong beat");
      if (top.s_rlast) r.pop_front(), r_beat = 0;
    }
    if (m_r) mr = false;
    top.clk = 1;
    top.eval();
    // The host reads or writes for a while, as it must not read what is on its way.
    const bool at_rest = w.empty() && b.empty() && r.empty() && !aw && !ar;
    if (left == 0 && at_rest) reading = !reading, left = 1 + static_cast<int>(random_bits() % 20);
    const bool more = !top.rst && left > 0 && made < bursts && luck();
    if (more && !reading && !aw) aw = true, next_w = any_burst(host_bytes), ++made, --left;
    if (more && reading && !ar) ar = true, next_r = any_burst(host_bytes), ++made, --left;
    top.s_awvalid = aw, top.s_awid = static_cast<unsigned>(next_w.id), top.s_awaddr = next_w.address,
    top.s_awlen = static_cast<unsigned>(next_w.beats - 1), top.s_awsize = static_cast<unsigned>(next_w.size);
    top.s_arvalid = ar, top.s_arid = static_cast<unsigned>(next_r.id), top.s_araddr = next_r.address,
    top.s_arlen = static_cast<unsigned>(next_r.beats - 1), top.s_arsize = static_cast<unsigned>(next_r.size);
    if (!wv && !w.empty() && luck()) wv = true, data_of(w.front(), w_beat);
    top.s_wvalid = wv;
    top.s_bready = luck(), top.s_rready = luck();
    top.m_awready = luck(), top.m_wready = luck() && !wide_w.empty(), top.m_arready = luck();
    if (!top.m_bvalid || m_b) top.m_bvalid = acks > 0 && luck();
    if (!mr && !wide_r.empty() && luck()) {
      mr = true;
      std::memcpy(&top.m_rdata, &memory[wide_r.front().address + static_cast<std::uint64_t>(wide_r_beat) * kBeat],
                  kBeat);
      top.m_rlast = wide_r_beat == wide_r.front().beats - 1;
    }
    top.m_rvalid = mr;
    if (made == bursts && !aw && !ar && w.empty() && b.empty() && r.empty()) break;
  }
  if (memory != expected) fail("a byte in the memory is wrong");
  std::printf("ok %ld\n", total);
  return 0;
}
