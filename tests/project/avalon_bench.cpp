// The Avalon modules between a DMA with bursts anywhere, an Avalon memory and registers, all with gaps.
//
//   Vavalon_bench BURSTS SEED     prints "ok <bytes>", or the first fault
#include <array>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "Vavalon_bench.h"
#include "verilated.h"

namespace {

constexpr unsigned kWord = 8, kMemory = 1 << 14, kMostWords = 16;
std::mt19937_64 random_bits;

[[noreturn]] void fail(const std::string& what) {
  std::printf("%s\n", what.c_str());
  std::exit(1);
}
bool luck() { return random_bits() % 3 != 0; }

/// State of an address channel: valid, ready, address, length.
using Address = std::tuple<bool, bool, unsigned, unsigned>;

struct Burst {
  unsigned address = 0, words = 0;
};

Burst any_burst() {
  Burst b;
  b.words = 1 + static_cast<unsigned>(random_bits() % kMostWords);
  b.address = static_cast<unsigned>(random_bits() % (kMemory / kWord - b.words)) * kWord;
  // Often across a page, which AXI must not see.
  if (random_bits() % 3 == 0)
    b.address = 4096 * (1 + static_cast<unsigned>(random_bits() % 2)) -
                static_cast<unsigned>(random_bits() % (b.words + 1)) * kWord;
  return b;
}

class Bench {
 public:
  explicit Bench(int bursts) : bursts_(bursts) {
    for (unsigned i = 0; i < kMemory; ++i) memory_.push_back(static_cast<std::uint8_t>(random_bits()));
    expected_ = memory_;
  }

  long run() {
    for (long clock = 0; !done(); ++clock) {
      if (clock > 2000L * bursts_ + 10000) fail("it hangs");
      top_.rst = clock < 8;
      top_.clk = 0;
      top_.eval();
      if (!top_.rst) look();
      top_.clk = 1;
      top_.eval();
      if (!top_.rst) drive();
      top_.eval();
    }
    if (memory_ != expected_) fail("a byte in the memory is wrong");
    return bytes_;
  }

 private:
  bool done() const {
    return made_ >= bursts_ && !w_ && !r_ && reads_.empty() && !top_.writing && posted_.empty() && !access_;
  }

  /// The transfers at the next edge.
  void look() {
    look_at_addresses();
    look_at_progress();
    if (top_.w_write && !top_.w_waitrequest) {
      for (unsigned i = 0; i < kWord; ++i) {
        if (top_.w_byteenable >> i & 1)
          expected_[w_burst_.address + w_word_ * kWord + i] = static_cast<std::uint8_t>(top_.w_writedata >> (8 * i));
      }
      w_given_ = false;
      if (++w_word_ == w_burst_.words) w_ = false;
    }
    if (r_ && top_.r_read && !top_.r_waitrequest) r_ = false, reads_.push_back(r_burst_);
    if (top_.r_readdatavalid) take_read();
    look_at_memory();
    look_at_registers();
  }

  void look_at_addresses() {
    const std::array<Address, 2> now = {Address{top_.awvalid, top_.awready, top_.awaddr, top_.awlen},
                                        {top_.arvalid, top_.arready, top_.araddr, top_.arlen}};
    for (std::size_t i = 0; i < now.size(); ++i) {
      const auto& [valid, ready, address, len] = now[i];
      if (valid && ready && address % 4096 + (len + 1U) * kWord > 4096) fail("a burst of AXI crosses a page");
      const auto& [was_valid, was_ready, was_address, was_len] = addresses_[i];
      if (was_valid && !was_ready && (!valid || address != was_address || len != was_len))
        fail("an address of AXI changes before it is accepted");
    }
    addresses_ = now;
  }

  void look_at_progress() {
    if ((top_.w_write || (w_ && w_word_ != 0) || unanswered_ != 0) && !top_.writing)
      fail("writes are outstanding that nobody hears of");
    if (top_.awvalid && top_.awready) ++unanswered_;
    if (top_.bvalid) --unanswered_;
    // Between words of a burst only the memory and the master may take their time.
    if (left_ != 0 && top_.w_write && top_.m_ready && top_.w_waitrequest) fail("a word of a burst waits for nothing");
  }

  void take_read() {
    if (reads_.empty()) fail("data of no burst");
    const Burst& b = reads_.front();
    for (unsigned i = 0; i < kWord; ++i, ++bytes_) {
      if (static_cast<std::uint8_t>(top_.r_readdata >> (8 * i)) != expected_[b.address + r_word_ * kWord + i])
        fail("a read byte is wrong");
    }
    if (++r_word_ == b.words) reads_.pop_front(), r_word_ = 0;
  }

  void look_at_memory() {
    const bool is_request = top_.m_read || top_.m_write;
    if (top_.m_read && top_.m_write) fail("the memory is asked to read and write");
    if (is_request && (top_.m_beginbursttransfer != 0) != (left_ == 0 && !shown_))
      fail("a burst of the memory begins where it does not");
    if (is_request && top_.m_read && left_ != 0) fail("a read within a burst of writes");
    if (!is_request) return;
    shown_ = true;
    if (!top_.m_ready) return;
    shown_ = false;
    const unsigned at = top_.m_address * kWord;
    if (top_.m_read) {
      for (unsigned n = 0; n < top_.m_burstcount; ++n) {
        std::uint64_t word = 0;
        for (unsigned i = 0; i < kWord; ++i) word |= std::uint64_t{memory_[at + n * kWord + i]} << (8 * i);
        read_.push_back(word);
      }
      return;
    }
    if (left_ == 0) left_ = top_.m_burstcount, begin_ = at;
    for (unsigned i = 0; i < kWord; ++i) {
      if (top_.m_byteenable >> i & 1) memory_[begin_ + i] = static_cast<std::uint8_t>(top_.m_writedata >> (8 * i));
    }
    begin_ += kWord;
    --left_;
  }

  void look_at_registers() {
    if (access_ && (top_.s_write || top_.s_read) && !top_.s_waitrequest) {
      if (top_.s_write && top_.writing) fail("a register is written before the data");
      if (top_.s_write) posted_.push_back(top_.s_address << 16 ^ top_.s_writedata);
      offered_ = false;
      if (top_.s_write) access_ = false;
    }
    if (top_.s_readdatavalid) {
      if (!access_ || top_.s_readdata != ~top_.s_address) fail("a register reads wrong");
      access_ = false;
    }
    if (top_.l_awvalid && top_.l_awready) l_address_ = true;
    if (top_.l_wvalid && top_.l_wready) l_data_ = true;
    if (l_address_ && l_data_ && !l_response_) {
      if (posted_.empty() || posted_.front() != (top_.l_awaddr << 16 ^ top_.l_wdata) || top_.l_wstrb != 0xF)
        fail("a register is written wrong");
      posted_.pop_front();
      l_response_ = true;
    }
    if (top_.l_arvalid && top_.l_arready) l_read_ = true;
  }

  void drive() {
    top_.stall = random_bits() % 2 == 0;
    if (!w_ && !r_ && reads_.empty() && !top_.writing && made_ < bursts_ && luck()) {
      // Reads are of what has been written: Avalon itself does not say in which order the two masters come.
      w_ = random_bits() % 2 == 0;
      r_ = !w_;
      (w_ ? w_burst_ : r_burst_) = any_burst();
      w_word_ = 0;
      ++made_;
    } else if (r_ == false && !reads_.empty() && reads_.size() < 6 && !w_ && made_ < bursts_ && luck()) {
      r_ = true, r_burst_ = any_burst(), ++made_;
    }
    if (w_ && !w_given_ && luck()) {
      w_given_ = true;
      top_.w_writedata = random_bits();
      top_.w_byteenable = random_bits() % 2 == 0 ? 0xFF : random_bits() & 0xFF;
    }
    top_.w_write = w_ && w_given_;
    top_.w_address = w_burst_.address, top_.w_burstcount = w_burst_.words;
    top_.r_read = r_, top_.r_address = r_burst_.address, top_.r_burstcount = r_burst_.words;
    top_.m_ready = luck();
    top_.m_readdatavalid = !read_.empty() && luck();
    if (top_.m_readdatavalid) top_.m_readdata = read_.front(), read_.pop_front();
    if (!access_ && made_ < bursts_ && luck()) {
      access_ = offered_ = true;
      top_.s_address = static_cast<unsigned>(random_bits() % 4096) & ~3U;
      top_.s_writedata = static_cast<unsigned>(random_bits());
      top_.s_byteenable = 0xF;
      write_ = random_bits() % 2 == 0;
    }
    top_.s_write = offered_ && write_;
    top_.s_read = offered_ && !write_;
    top_.l_awready = luck(), top_.l_wready = luck(), top_.l_arready = luck();
    top_.l_bvalid = l_response_;
    if (l_response_) l_address_ = l_data_ = l_response_ = false;
    top_.l_rvalid = l_read_ && luck();
    if (top_.l_rvalid) l_read_ = false, top_.l_rdata = ~top_.l_araddr;
  }

  Vavalon_bench top_;
  std::array<Address, 2> addresses_{};
  int bursts_, made_ = 0, unanswered_ = 0;
  long bytes_ = 0;
  std::vector<std::uint8_t> memory_, expected_;
  bool w_ = false, r_ = false, w_given_ = false, shown_ = false, access_ = false, offered_ = false, write_ = false;
  bool l_address_ = false, l_data_ = false, l_response_ = false, l_read_ = false;
  Burst w_burst_, r_burst_;
  unsigned w_word_ = 0, r_word_ = 0, left_ = 0, begin_ = 0;
  std::deque<Burst> reads_;
  std::deque<std::uint64_t> read_;
  std::deque<unsigned> posted_;
};

}  // namespace

int main(int argc, char** argv) {
  const int bursts = argc > 1 ? std::stoi(argv[1]) : 1000;
  random_bits.seed(argc > 2 ? std::stoull(argv[2]) : 1);
  Bench bench(bursts);
  std::printf("ok %ld\n", bench.run());
  return 0;
}
