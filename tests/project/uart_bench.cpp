// rtlgen_uart_host between a serial line on which bytes change, get lost and come too much, and registers and memory
// with gaps.
//
//   Vrtlgen_uart_host CLOCKS_PER_BIT SKEW_PERCENT FRAMES SEED     prints "ok <frames> <faults>", or the first fault
//
// The line's frames are written down here once more, from the module's header, so that module and bench agree or one is
// wrong.
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "Vrtlgen_uart_host.h"
#include "verilated.h"

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::uint32_t kMemory = 1 << 12, kWords = 16, kMost = 64, kBeat = 16, kQuietClocks = 1200;
enum Command : std::uint8_t { kHello, kWriteRegister, kReadRegister, kWriteMemory, kReadMemory };

[[noreturn]] void fail(const std::string& what) {
  std::printf("%s\n", what.c_str());
  std::exit(1);
}

std::mt19937_64 random_bits;
std::uint64_t any(std::uint64_t below) { return random_bits() % below; }
bool luck() { return any(3) != 0; }

std::uint32_t crc32(const Bytes& bytes, std::size_t from, std::size_t to) {
  std::uint32_t crc = ~0U;
  for (std::size_t i = from; i < to; ++i) {
    crc ^= bytes[i];
    for (int b = 0; b < 8; ++b) crc = crc >> 1 ^ ((crc & 1U) != 0 ? 0xEDB88320U : 0U);
  }
  return ~crc;
}

void append(Bytes& bytes, std::uint64_t value, int count) {
  for (int i = 0; i < count; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

struct Request {
  std::uint8_t command = 0, tag = 0;
  std::uint32_t bytes = 0, address = 0;
  Bytes data;
  [[nodiscard]] Bytes frame() const {
    Bytes f = {0xA5, command, tag};
    append(f, bytes, 2);
    append(f, address, 4);
    f.insert(f.end(), data.begin(), data.end());
    append(f, crc32(f, 1, f.size()), 4);
    return f;
  }
};

struct Answer {
  std::uint8_t status = 0, tag = 0;
  Bytes data;
};

/// Registers and memory with gaps, and what they have seen.
struct Card {
  std::uint32_t words[kWords] = {};
  int writes[kWords] = {}, reads[kWords] = {};
  Bytes memory = Bytes(kMemory);
  std::deque<std::uint32_t> requests;
  bool has_address = false, has_data = false, reading = false, aw = false, w = false, ar = false;
  std::uint32_t address = 0, data = 0, read_address = 0;

  /// The transfers at the coming edge: addresses and data stay as they are behind it.
  struct Taken {
    bool aw = false, w = false, b = false, ar = false, r = false;
  };
  static Taken registers_taken(const Vrtlgen_uart_host& t) {
    return {(t.l_awvalid & t.l_awready) != 0, (t.l_wvalid & t.l_wready) != 0, (t.l_bvalid & t.l_bready) != 0,
            (t.l_arvalid & t.l_arready) != 0, (t.l_rvalid & t.l_rready) != 0};
  }
  static Taken memory_taken(const Vrtlgen_uart_host& t) {
    return {(t.m_awvalid & t.m_awready) != 0, (t.m_wvalid & t.m_wready) != 0, (t.m_bvalid & t.m_bready) != 0,
            (t.m_arvalid & t.m_arready) != 0, (t.m_rvalid & t.m_rready) != 0};
  }

  /// Addresses from kWords * 4 on, and memory from kMemory on, are refused.
  void registers(Vrtlgen_uart_host& top, const Taken& t) {
    if (t.aw) has_address = true, address = top.l_awaddr;
    if (t.w) has_data = true, data = top.l_wdata;
    if (t.b) top.l_bvalid = 0, has_address = has_data = false;
    if (t.ar) reading = true, read_address = top.l_araddr;
    if (t.r) top.l_rvalid = 0, reading = false;
    if (has_address && has_data && !top.l_bvalid && luck()) {
      top.l_bvalid = 1;
      top.l_bresp = address >= kWords * 4 ? 2 : 0;
      if (address < kWords * 4) words[address / 4] = data, ++writes[address / 4];
    }
    if (reading && !top.l_rvalid && luck()) {
      top.l_rvalid = 1;
      top.l_rresp = read_address >= kWords * 4 ? 2 : 0;
      top.l_rdata = read_address < kWords * 4 ? words[read_address / 4] : 0xDEADBEEF;
      if (read_address < kWords * 4) ++reads[read_address / 4];
    }
    top.l_awready = !has_address && luck();
    top.l_wready = !has_data && luck();
    top.l_arready = !reading && luck();
  }

  void memory_side(Vrtlgen_uart_host& top, const Taken& t) {
    auto* const wdata = reinterpret_cast<std::uint8_t*>(&top.m_wdata);
    auto* const rdata = reinterpret_cast<std::uint8_t*>(&top.m_rdata);
    if ((top.m_awvalid && (top.m_awaddr % kBeat != 0 || top.m_awlen != 0)) ||
        (top.m_arvalid && (top.m_araddr % kBeat != 0 || top.m_arlen != 0)))
      fail("no whole beat is asked for");
    if (t.aw) aw = true, write_at = top.m_awaddr;
    if (t.w) {
      w = true;
      strobe = top.m_wstrb;
      written.assign(wdata, wdata + kBeat);
    }
    if (t.b) top.m_bvalid = 0, aw = w = false;
    if (t.ar) ar = true, read_at = top.m_araddr;
    if (t.r) top.m_rvalid = 0, ar = false;
    if (aw && w && !top.m_bvalid && luck()) {
      top.m_bvalid = 1;
      top.m_bresp = write_at >= kMemory ? 2 : 0;
      for (std::uint32_t i = 0; write_at < kMemory && i < kBeat; ++i) {
        if ((strobe >> i & 1U) != 0) memory[write_at + i] = written[i];
      }
    }
    if (ar && !top.m_rvalid && luck()) {
      top.m_rvalid = 1;
      top.m_rlast = 1;
      top.m_rresp = read_at >= kMemory ? 2 : 0;
      for (std::uint32_t i = 0; i < kBeat; ++i) rdata[i] = read_at < kMemory ? memory[read_at + i] : 0xEE;
    }
    top.m_awready = !aw && luck();
    top.m_wready = !w && luck();
    top.m_arready = !ar && luck();
  }

 private:
  std::uint64_t write_at = 0, read_at = 0;
  std::uint32_t strobe = 0;
  Bytes written;
};

/// The card's end of the line, bit by bit, at a host's speed.
class Line {
 public:
  Line(Vrtlgen_uart_host& top, Card& card, double period) : top_(top), card_(card), period_(period) {}

  void clock() {
    top_.clk = 0;
    top_.eval();
    const Card::Taken registers = Card::registers_taken(top_), memory = Card::memory_taken(top_);
    top_.clk = 1;
    top_.eval();
    card_.registers(top_, registers);
    card_.memory_side(top_, memory);
    receive();
    now_ += 1;
  }
  void idle(int clocks) {
    for (int i = 0; i < clocks; ++i) clock();
  }
  void bit(bool level) {
    top_.rx = level;
    edge_ += period_;
    while (now_ < edge_) clock();
  }
  /// As a cable does that is being plugged in: shorter than a byte or longer.
  void hold_low(int bits) {
    edge_ = now_;
    for (int i = 0; i < bits; ++i) bit(false);
    bit(true);
  }
  void send(std::uint8_t byte, bool stop = true) {
    edge_ = now_;
    bit(false);
    for (int i = 0; i < 8; ++i) bit((byte >> i & 1U) != 0);
    bit(stop);
    top_.rx = 1;
    if (any(8) == 0) idle(static_cast<int>(any(60)));
  }
  Bytes& received() { return received_; }

 private:
  void receive() {
    if (!on_ && !top_.tx) on_ = true, next_ = now_ + 1.5 * period_, bits_ = 0, value_ = 0;
    if (!on_ || now_ < next_) return;
    if (bits_ == 8) {
      if (!top_.tx) fail("no stop bit");
      received_.push_back(value_);
      on_ = false;
      return;
    }
    value_ = static_cast<std::uint8_t>(value_ | (top_.tx ? 1U : 0U) << bits_++);
    next_ += period_;
  }

  Vrtlgen_uart_host& top_;
  Card& card_;
  double period_, now_ = 0, edge_ = 0, next_ = 0;
  bool on_ = false;
  int bits_ = 0;
  std::uint8_t value_ = 0;
  Bytes received_;
};

/// The response before the line has been quiet for long; nothing if it is not a valid one.
std::optional<Answer> answer(Line& line) {
  std::size_t before = 0;
  for (std::uint32_t quiet = 0; quiet < kQuietClocks; ++quiet) {
    line.clock();
    if (line.received().size() != before) quiet = 0;
    before = line.received().size();
    const Bytes& b = line.received();
    if (b.size() < 9 || b.size() < 9U + b[3] + 256U * b[4]) continue;
    if (b.size() > 9U + b[3] + 256U * b[4]) fail("more than an answer");
    if (b[0] != 0x5A || crc32(b, 1, b.size()) != 0x2144DF1C) fail("an answer is broken");
    Answer a{b[1], b[2], Bytes(b.begin() + 5, b.end() - 4)};
    line.received().clear();
    return a;
  }
  if (!line.received().empty()) fail("a part of an answer");
  return std::nullopt;
}

Request any_request(std::uint8_t tag) {
  Request r;
  r.tag = tag;
  r.command = static_cast<std::uint8_t>(any(5));
  if (r.command == kWriteRegister || r.command == kReadRegister) {
    r.bytes = 4;
    r.address = static_cast<std::uint32_t>(any(kWords + 1) * 4);
  } else if (r.command != kHello) {
    r.bytes = 1 + static_cast<std::uint32_t>(any(kMost));
    r.address = static_cast<std::uint32_t>(any(any(8) == 0 ? kMemory + 64 : kMemory - kMost));
  }
  if (any(12) == 0) {
    // Refused, without harm.
    const std::vector<Request> odd = {
        {7, tag, 4, 0, {}},           {kHello, tag, 3, 0, {}},        {kReadMemory, tag, kMost + 1, 0, {}},
        {kReadMemory, tag, 0, 0, {}}, {kReadRegister, tag, 3, 0, {}}, {kReadRegister, tag, 4, 6, {}}};
    return odd[any(odd.size())];
  }
  if (r.command == kWriteRegister || r.command == kWriteMemory) {
    for (std::uint32_t i = 0; i < r.bytes; ++i)
      r.data.push_back(static_cast<std::uint8_t>(any(4) == 0 ? 0xA5 : random_bits()));
  }
  return r;
}

/// A frame as a bad line has it.
void send_badly(Line& line, Bytes frame) {
  const std::size_t at = any(frame.size());
  switch (any(6)) {
    case 0:
      frame.erase(frame.begin() + static_cast<std::ptrdiff_t>(at));
      break;
    case 1:
      frame[at] = static_cast<std::uint8_t>(frame[at] ^ (1U << any(8)));
      break;
    case 2:
      frame.insert(frame.begin() + static_cast<std::ptrdiff_t>(at), static_cast<std::uint8_t>(random_bits()));
      break;
    case 3:
      frame.resize(at);
      break;
    case 4:
      frame.insert(frame.end(), 3, static_cast<std::uint8_t>(random_bits()));
      break;
    case 5:
      line.hold_low(any(2) == 0 ? 5 : 40);
      break;
    default:
      break;
  }
  const bool is_broken = any(6) == 0;
  for (std::size_t i = 0; i < frame.size(); ++i) line.send(frame[i], !(is_broken && i == at));
}

void check(const Request& r, const Answer& a, const Card& card, const Card& before) {
  const bool is_write = r.command == kWriteRegister || r.command == kWriteMemory;
  const bool is_memory = r.command == kWriteMemory || r.command == kReadMemory,
             is_register = r.command == kWriteRegister || r.command == kReadRegister;
  const bool refused = r.command > kReadMemory || (r.command == kHello && r.bytes != 0) ||
                       (is_memory && (r.bytes == 0 || r.bytes > kMost)) ||
                       (is_register && (r.bytes != 4 || r.address % 4 != 0));
  const bool outside =
      is_memory ? (r.address + r.bytes - 1) / kBeat * kBeat >= kMemory : is_register && r.address >= kWords * 4;
  const int status = refused ? 2 : outside ? 3 : 0;
  if (a.status != status) fail("status " + std::to_string(a.status) + ", not " + std::to_string(status));
  Bytes expected;
  if (status == 0 && r.command == kHello) expected = {0x52, 0x55, 1, 6};
  if (status == 0 && r.command == kReadRegister) append(expected, before.words[r.address / 4], 4);
  if (status == 0 && r.command == kReadMemory)
    expected.assign(before.memory.begin() + r.address, before.memory.begin() + r.address + r.bytes);
  if (a.data != expected) fail("a byte is wrong");
  Card after = before;
  if (status == 0 && r.command == kWriteRegister) {
    after.words[r.address / 4] = static_cast<std::uint32_t>(r.data[0] | r.data[1] << 8 | r.data[2] << 16) |
                                 static_cast<std::uint32_t>(r.data[3]) << 24;
    ++after.writes[r.address / 4];
  }
  if (status == 0 && r.command == kReadRegister) ++after.reads[r.address / 4];
  for (std::uint32_t i = 0; is_write && is_memory && !refused && i < r.bytes && (r.address + i) < kMemory; ++i)
    after.memory[r.address + i] = r.data[i];
  for (std::uint32_t i = 0; i < kWords; ++i) {
    if (after.words[i] != card.words[i]) fail("a register is wrong");
    if (after.writes[i] != card.writes[i] || after.reads[i] != card.reads[i])
      fail("a register is accessed twice, or not");
  }
  if (after.memory != card.memory) fail("memory is wrong");
}

}  // namespace

int main(int argc, char** argv) {
  const int clocks = argc > 1 ? std::atoi(argv[1]) : 4;
  const double period = clocks * (1 + (argc > 2 ? std::atof(argv[2]) : 0) / 100);
  const int frames = argc > 3 ? std::atoi(argv[3]) : 1000;
  random_bits.seed(argc > 4 ? std::strtoull(argv[4], nullptr, 10) : 1);
  VerilatedContext context;
  Vrtlgen_uart_host top(&context);
  Card card;
  Line line(top, card, period);
  top.rx = 1;
  top.rst = 1;
  line.idle(10);
  top.rst = 0;
  line.idle(50);
  int faults = 0;
  for (int n = 0; n < frames; ++n) {
    const Request request = any_request(static_cast<std::uint8_t>(n % 251));
    const Card before = card;
    std::optional<Answer> got;
    for (int attempt = 0; !got; ++attempt) {
      if (attempt == 40) fail("it hangs");
      // Sometimes the answer is lost too: the frame comes again.
      const bool is_bad = any(4) == 0, is_lost = any(6) == 0;
      if (is_bad)
        send_badly(line, request.frame());
      else
        for (const std::uint8_t byte : request.frame()) line.send(byte);
      if (is_bad || is_lost) ++faults;
      got = answer(line);
      if (!is_bad && (!got || got->status == 1) && attempt == 0) fail("a good frame is not understood");
      if (got && (got->status == 1 || is_lost)) got.reset();
      if (got && got->tag != request.tag) fail("an answer to another frame");
    }
    // A bad frame with bytes behind its end is answered, and then not understood.
    while (answer(line)) {
    }
    check(request, *got, card, before);
  }
  std::printf("ok %d %d\n", frames, faults);
  return 0;
}
