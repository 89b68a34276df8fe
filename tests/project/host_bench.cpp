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
  /// The begin of beat n, aligned from the second on.
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

/// A burst of the memory's side.
struct Wide {
  std::uint64_t address;
  int beats;
};

class Bench {
 public:
  Bench(std::uint64_t host_bytes, int bursts) : host_bytes_(host_bytes), bursts_(bursts) {
    for (std::uint64_t i = 0; i < kMemory; ++i) memory_[i] = expected_[i] = static_cast<std::uint8_t>(random_bits());
  }
  /// Returns how many bytes were read.
  long run();

 private:
  void put_data(const Burst& burst, int n);
  void sample_memory();
  void sample_host();
  void drive_host();
  void drive_memory();
  [[nodiscard]] bool at_rest() const { return w_.empty() && b_.empty() && r_.empty() && !aw_ && !ar_; }

  VerilatedContext context_;
  Vrtlgen_axi_host top_{&context_};
  std::uint64_t host_bytes_;
  int bursts_;
  std::vector<std::uint8_t> memory_ = std::vector<std::uint8_t>(kMemory), expected_ = memory_;
  std::deque<Burst> w_, b_, r_;       ///< the host's: data to send, answers and data to come
  std::deque<Wide> wide_w_, wide_r_;  ///< the memory's
  int left_ = 0, w_beat_ = 0, r_beat_ = 0, wide_beat_ = 0, wide_r_beat_ = 0, acks_ = 0, made_ = 0;
  long total_ = 0;
  Burst next_w_, next_r_;
  bool aw_ = false, ar_ = false, wv_ = false, mr_ = false, reading_ = false;
  bool answer_taken_ = false;
};

/// Beat n of a burst, with some bytes left out.
void Bench::put_data(const Burst& burst, int n) {
  std::memset(&top_.s_wdata, 0x5A, host_bytes_);
  std::uint64_t strobes = 0;
  for (std::uint64_t at = burst.begin(n); at < burst.end(n); ++at) {
    const bool kept = random_bits() % 8 != 0;
    const auto value = static_cast<std::uint8_t>(random_bits());
    bytes_of(&top_.s_wdata)[at % host_bytes_] = value;
    if (kept) strobes |= std::uint64_t{1} << (at % host_bytes_), expected_[at] = value;
  }
  std::memcpy(&top_.s_wstrb, &strobes, host_bytes_ / 8);
  top_.s_wlast = n == burst.beats - 1;
}

/// The transfers at the next edge on the memory's side.
void Bench::sample_memory() {
  if (top_.m_awvalid && top_.m_awready) {
    if (top_.m_awaddr % kBeat != 0 || top_.m_awaddr % 4096 + (top_.m_awlen + 1U) * kBeat > 4096)
      fail("a write burst of the bus is not aligned or too long");
    wide_w_.push_back({top_.m_awaddr, top_.m_awlen + 1});
  }
  if (top_.m_wvalid && top_.m_wready) {
    if (wide_w_.empty()) fail("data before their burst");
    for (std::uint64_t i = 0; i < kBeat; ++i) {
      if (top_.m_wstrb >> i & 1)
        memory_[wide_w_.front().address + static_cast<std::uint64_t>(wide_beat_) * kBeat + i] =
            bytes_of(&top_.m_wdata)[i];
    }
    if ((top_.m_wlast != 0) != (++wide_beat_ == wide_w_.front().beats)) fail("WLAST on the wrong beat");
    if (top_.m_wlast) wide_w_.pop_front(), wide_beat_ = 0, ++acks_;
  }
  answer_taken_ = top_.m_bvalid && top_.m_bready;
  if (answer_taken_) --acks_;
  if (top_.m_arvalid && top_.m_arready) {
    if (top_.m_araddr % kBeat != 0 || top_.m_araddr % 4096 + (top_.m_arlen + 1U) * kBeat > 4096)
      fail("a read burst of the bus is not aligned or too long");
    wide_r_.push_back({top_.m_araddr, top_.m_arlen + 1});
  }
  if (top_.m_rvalid && top_.m_rready) {
    mr_ = false;
    if (++wide_r_beat_ == wide_r_.front().beats) wide_r_.pop_front(), wide_r_beat_ = 0;
  }
}

/// And on the host's.
void Bench::sample_host() {
  if (top_.s_awvalid && top_.s_awready) w_.push_back(next_w_), b_.push_back(next_w_), aw_ = false;
  if (top_.s_wvalid && top_.s_wready) {
    wv_ = false;
    if (++w_beat_ == w_.front().beats) w_.pop_front(), w_beat_ = 0;
  }
  if (top_.s_bvalid && top_.s_bready) {
    if (b_.empty() || top_.s_bid != static_cast<unsigned>(b_.front().id) || top_.s_bresp != 0) fail("a wrong answer");
    b_.pop_front();
  }
  if (top_.s_arvalid && top_.s_arready) r_.push_back(next_r_), ar_ = false;
  if (top_.s_rvalid && top_.s_rready) {
    if (r_.empty() || top_.s_rid != static_cast<unsigned>(r_.front().id) || top_.s_rresp != 0) fail("data of no burst");
    const Burst& burst = r_.front();
    for (std::uint64_t at = burst.begin(r_beat_); at < burst.end(r_beat_); ++at) {
      if (bytes_of(&top_.s_rdata)[at % host_bytes_] != expected_[at]) fail("a byte is wrong");
      ++total_;
    }
    if ((top_.s_rlast != 0) != (++r_beat_ == burst.beats)) fail("RLAST on the wrong beat");
    if (top_.s_rlast) r_.pop_front(), r_beat_ = 0;
  }
}

/// The host reads or writes for a while, as it must not read what is on its way.
void Bench::drive_host() {
  if (left_ == 0 && at_rest()) reading_ = !reading_, left_ = 1 + static_cast<int>(random_bits() % 20);
  const bool more = !top_.rst && left_ > 0 && made_ < bursts_ && luck();
  if (more && !reading_ && !aw_) aw_ = true, next_w_ = any_burst(host_bytes_), ++made_, --left_;
  if (more && reading_ && !ar_) ar_ = true, next_r_ = any_burst(host_bytes_), ++made_, --left_;
  top_.s_awvalid = aw_, top_.s_awid = static_cast<unsigned>(next_w_.id), top_.s_awaddr = next_w_.address,
  top_.s_awlen = static_cast<unsigned>(next_w_.beats - 1), top_.s_awsize = static_cast<unsigned>(next_w_.size);
  top_.s_arvalid = ar_, top_.s_arid = static_cast<unsigned>(next_r_.id), top_.s_araddr = next_r_.address,
  top_.s_arlen = static_cast<unsigned>(next_r_.beats - 1), top_.s_arsize = static_cast<unsigned>(next_r_.size);
  if (!wv_ && !w_.empty() && luck()) wv_ = true, put_data(w_.front(), w_beat_);
  top_.s_wvalid = wv_;
  top_.s_bready = luck(), top_.s_rready = luck();
}

void Bench::drive_memory() {
  top_.m_awready = luck(), top_.m_wready = luck() && !wide_w_.empty(), top_.m_arready = luck();
  if (!top_.m_bvalid || answer_taken_) top_.m_bvalid = acks_ > 0 && luck();
  if (!mr_ && !wide_r_.empty() && luck()) {
    mr_ = true;
    std::memcpy(&top_.m_rdata, &memory_[wide_r_.front().address + static_cast<std::uint64_t>(wide_r_beat_) * kBeat],
                kBeat);
    top_.m_rlast = wide_r_beat_ == wide_r_.front().beats - 1;
  }
  top_.m_rvalid = mr_;
}

long Bench::run() {
  for (long clock = 0; made_ < bursts_ || !at_rest(); ++clock) {
    if (clock > 400L * bursts_ + 100000) fail("it hangs");
    top_.rst = clock < 8;
    top_.clk = 0;
    top_.eval();
    sample_memory();
    sample_host();
    top_.clk = 1;
    top_.eval();
    drive_host();
    drive_memory();
  }
  if (memory_ != expected_) fail("a byte in the memory is wrong");
  return total_;
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t host_bytes = argc > 1 ? std::stoull(argv[1]) : 32;
  const int bursts = argc > 2 ? std::stoi(argv[2]) : 1000;
  random_bits.seed(argc > 3 ? std::stoull(argv[3]) : 1);
  std::printf("ok %ld\n", Bench(host_bytes, bursts).run());
  return 0;
}
