// A board's own top as a simulated card: Verilated with the models in this folder, behind the functions of
// host/card_abi.h.
//
// The host's transfers take the complete path: PCIe's AXI master, the card's bus, the clock crossing, the controller.
// The models define the time; the clocks in the options are not used, because the card has its own. Compiled with
// top_adapter.hpp, which names the Verilated class and describes the board. Calls of the models find the running card
// by a pointer.
#include "vendor/top_card.hpp"

#include <cstring>

namespace {

using namespace rtlgen::system;
using rtlgen::vendor::Burst;
using rtlgen::vendor::bursts_of;
using rtlgen::vendor::Channel;
using rtlgen::vendor::kChannelBytes;
using rtlgen::vendor::kHostBytes;
using rtlgen::vendor::options_of;

std::string last_error;

rtlgen_card* the_card = nullptr;

constexpr double kPatienceNs = 1e6;
/// More than a firewall's limit, for which a write may wait on Intel's cards: 2^16 bus clocks.
constexpr double kRegisterPatienceNs = 5e5;

void access_register(rtlgen_card& card, rtlgen_card::Access access, std::uint32_t offset, std::uint32_t value) {
  card.offset = offset;
  card.value = value;
  card.response = 0;
  card.address_open = card.response_open = true;
  card.data_open = access == rtlgen_card::Access::kWrite;
  card.access = access;
  card.until([&] { return card.access == rtlgen_card::Access::kNone; }, kRegisterPatienceNs, "a register");
  // A completion without success reads as all ones. A host's writes are posted.
  if (card.response != 0 && access == rtlgen_card::Access::kRead) card.value = 0xffffffff;
}

/// Moves what has been requested; an error response ends in an Error, as a driver's does.
template <typename Done>
void transfer(rtlgen_card& card, const Done& done, std::uint64_t bytes, const char* what) {
  card.refused = 0;
  card.until(done, kPatienceNs + static_cast<double>(bytes), what);
  if (card.refused > 0) throw std::runtime_error(std::string(what) + " got an error response");
}

std::uint64_t card_address(int channel, std::uint64_t address) {
  return static_cast<std::uint64_t>(channel) * kChannelBytes + address;
}

template <typename Action>
int guarded(rtlgen_card* card, const Action& action) {
  the_card = card;
  try {
    card->check();
    action();
  } catch (const std::exception& e) {
    last_error = e.what();
    return 1;
  }
  return 0;
}

}  // namespace

// ---- Functions that the models call, once per clock -----------------------------------------------

extern "C" {

void rtlgen_host_reset() {
  rtlgen_card& c = *the_card;
  c.up = false;
  c.awvalid = c.wvalid = c.arvalid = false;
  for (auto& [number, irq] : c.interrupts) irq = {};
}

void rtlgen_host_write(svBit awready, svBit wready, svBit bvalid, const svBitVecVal* bid, const svBitVecVal* bresp,
                       svBit* awvalid, svBitVecVal* awid, long long* awaddr, svBitVecVal* awlen, svBitVecVal* awsize,
                       svBit* wvalid, svBitVecVal* wdata, svBitVecVal* wstrb, svBit* wlast, svBit* bready) {
  rtlgen_card& c = *the_card;
  c.up = true;
  if (c.awvalid && awready) {
    c.write_data.push_back(c.writes.front());
    c.write_responses.push_back(c.writes.front());
    c.writes.pop_front();
    c.awvalid = false;
  }
  if (c.wvalid && wready) {
    c.wvalid = false;
    if (++c.beat == c.write_data.front().beats) c.write_data.pop_front(), c.beat = 0;
  }
  if (c.bready && bvalid) {
    if (c.write_responses.empty())
      c.fail("a response to a write that the host did not make");
    else if (static_cast<int>(*bid) != c.write_responses.front().id)
      c.fail("a response with another ID than its burst");
    else if (*bresp != 0)
      ++c.refused;
    if (!c.write_responses.empty()) c.write_responses.pop_front();
  }
  // Once offered, it stays offered.
  c.awvalid = c.awvalid || (!c.writes.empty() && c.acts_now());
  c.wvalid = c.wvalid || (!c.write_data.empty() && c.acts_now());
  c.bready = c.acts_now();
  *awvalid = c.awvalid;
  *wvalid = c.wvalid;
  *bready = c.bready;
  *awsize = static_cast<svBitVecVal>(__builtin_ctz(kHostBytes));
  if (c.awvalid) {
    const Burst& b = c.writes.front();
    *awid = static_cast<svBitVecVal>(b.id);
    *awaddr = static_cast<long long>(b.address);
    *awlen = static_cast<svBitVecVal>(b.beats - 1);
  }
  if (!c.wvalid) return;
  const Burst& b = c.write_data.front();
  std::memset(wdata, 0xA5, 64);
  std::memset(wstrb, 0, 8);
  const std::uint64_t begin = b.address - b.address % kHostBytes + static_cast<std::uint64_t>(c.beat) * kHostBytes;
  for (int i = 0; i < kHostBytes; ++i) {
    const std::uint64_t at = begin + static_cast<std::uint64_t>(i);
    if (at < b.address || at >= b.address + b.bytes) continue;
    reinterpret_cast<std::uint8_t*>(wdata)[i] = b.written[at - b.address];
    reinterpret_cast<std::uint8_t*>(wstrb)[i / 8] |= static_cast<std::uint8_t>(1U << (i % 8));
  }
  *wlast = c.beat == b.beats - 1;
}

void rtlgen_host_read(svBit arready, svBit rvalid, const svBitVecVal* rid, const svBitVecVal* rdata,
                      const svBitVecVal* rresp, svBit rlast, svBit* arvalid, svBitVecVal* arid, long long* araddr,
                      svBitVecVal* arlen, svBitVecVal* arsize, svBit* rready) {
  rtlgen_card& c = *the_card;
  if (c.arvalid && arready) {
    c.read_data.push_back(c.reads.front());
    c.reads.pop_front();
    c.arvalid = false;
  }
  if (c.rready && rvalid) {
    if (c.read_data.empty()) return c.fail("data of a read that the host did not make");
    const Burst& b = c.read_data.front();
    if (static_cast<int>(*rid) != b.id) c.fail("data with another ID than their burst");
    if (*rresp != 0) ++c.refused;
    if ((rlast != 0) != (c.read_beat == b.beats - 1)) c.fail("RLAST on the wrong beat");
    const std::uint64_t begin =
        b.address - b.address % kHostBytes + static_cast<std::uint64_t>(c.read_beat) * kHostBytes;
    for (int i = 0; i < kHostBytes; ++i) {
      const std::uint64_t at = begin + static_cast<std::uint64_t>(i);
      if (at >= b.address && at < b.address + b.bytes)
        b.read[at - b.address] = reinterpret_cast<const std::uint8_t*>(rdata)[i];
    }
    if (++c.read_beat == b.beats) c.read_data.pop_front(), c.read_beat = 0;
  }
  c.arvalid = c.arvalid || (!c.reads.empty() && c.read_data.size() < 32 && c.acts_now());
  c.rready = c.acts_now();
  *arvalid = c.arvalid;
  *rready = c.rready;
  *arsize = static_cast<svBitVecVal>(__builtin_ctz(kHostBytes));
  if (!c.arvalid) return;
  *arid = static_cast<svBitVecVal>(c.reads.front().id);
  *araddr = static_cast<long long>(c.reads.front().address);
  *arlen = static_cast<svBitVecVal>(c.reads.front().beats - 1);
}

void rtlgen_host_registers(svBit awready, svBit wready, svBit bvalid, const svBitVecVal* bresp, svBit arready,
                           svBit rvalid, int rdata, const svBitVecVal* rresp, svBit* awvalid, int* awaddr,
                           svBit* wvalid, int* wdata, svBit* bready, svBit* arvalid, int* araddr, svBit* rready) {
  rtlgen_card& c = *the_card;
  using Access = rtlgen_card::Access;
  // `response_open` is first true at the edge at which valid is driven; a ready counts from the next edge on.
  static bool driven = false;
  if (c.access == Access::kNone) driven = false;
  if (driven) {
    const bool write = c.access == Access::kWrite;
    if (c.address_open && (write ? awready : arready)) c.address_open = false;
    if (c.data_open && wready) c.data_open = false;
    if (write ? bvalid : rvalid) {
      c.response = static_cast<int>(write ? *bresp : *rresp);
      if (!write) c.value = static_cast<std::uint32_t>(rdata);
      c.access = Access::kNone;
      driven = false;
    }
  } else if (c.access != Access::kNone) {
    driven = true;
  }
  *awvalid = driven && c.access == Access::kWrite && c.address_open;
  *wvalid = driven && c.access == Access::kWrite && c.data_open;
  *bready = driven && c.access == Access::kWrite;
  *arvalid = driven && c.access == Access::kRead && c.address_open;
  *rready = driven && c.access == Access::kRead;
  *awaddr = *araddr = static_cast<int>(c.offset);
  *wdata = static_cast<int>(c.value);
}

void rtlgen_host_interrupt(int number, svBit req, svBit* ack) {
  constexpr int kMessageClocks = 25;
  rtlgen_card& c = *the_card;
  rtlgen_card::Interrupt& irq = c.interrupts[number];
  *ack = 0;
  if (req && !irq.up) irq.up = true, irq.acked = false, irq.clocks = 0;
  if (!irq.up) return;
  if (!req) {
    if (!irq.acked) c.fail("an interrupt request was withdrawn before it was acknowledged");
    irq.up = false;
    return;
  }
  if (irq.acked || ++irq.clocks < kMessageClocks) return;
  irq.acked = true;
  ++irq.count;
  *ack = 1;
}

void rtlgen_memory_reset(int channel) {
  Channel& m = *the_card->channels[static_cast<std::size_t>(channel)];
  m.engine.reset();
  m.writes.clear();
  m.reads.clear();
  m.extra_read = m.extra_write = false;
  m.write_beats.clear();
  m.write_starts.clear();
  m.open_beats = 0;
}

void rtlgen_memory_asked(int channel, svBit write, int id, long long address, int len, int size, int burst) {
  the_card->requested(channel, write != 0, id, {static_cast<std::uint64_t>(address), len + 1, 1 << size, burst});
}

void rtlgen_memory_data(int channel, const svBitVecVal* data, const svBitVecVal* strobe, svBit last) {
  the_card->data(channel, data, strobe, last != 0);
}

/// The value of a fault that the card has; 0: it does not have it.
int rtlgen_model_fault(int fault, int channel) { return the_card->fault_of(fault, channel); }

/// For a model that watches a bus itself; the rules are those of sim/shell/axi_checker.v.
void rtlgen_rule_broken(int channel, int rule) { the_card->broken(channel, rule); }

void rtlgen_memory_taken(int channel, svBit write) {
  Channel& m = *the_card->channels[static_cast<std::size_t>(channel)];
  if (write ? m.extra_write : m.extra_read) {
    (write ? m.extra_write : m.extra_read) = false;
  } else if (write) {
    m.engine.take_response();
    m.writes.pop_front();
  } else {
    const bool last = m.engine.rlast;
    m.engine.take_read_data();
    if (last) m.reads.pop_front();
  }
}

void rtlgen_memory_clock(int channel, long long time_ps, svBit* awready, svBit* wready, svBit* arready, svBit* bvalid,
                         int* bid, int* bresp, svBit* rvalid, int* rid, int* rresp, svBit* rlast, svBitVecVal* rdata) {
  Channel& m = *the_card->channels[static_cast<std::size_t>(channel)];
  m.engine.step(time_ps * 1000);
  *awready = m.engine.awready;
  *wready = m.engine.wready;
  *arready = m.engine.arready;
  rtlgen_card& c = *the_card;
  m.extra_read = m.extra_read || c.takes_extra(RTLGEN_CARD_MEMORY_EXTRA_READ, channel, m.reads.empty());
  m.extra_write = m.extra_write || c.takes_extra(RTLGEN_CARD_MEMORY_EXTRA_WRITE, channel, m.writes.empty());
  const Channel::Requested none, write = m.extra_write || m.writes.empty() ? none : m.writes.front(),
                                 read = m.extra_read || m.reads.empty() ? none : m.reads.front();
  *bvalid = m.extra_write || m.engine.bvalid;
  *rvalid = m.extra_read || (m.engine.rvalid && !read.is_lost);
  *bid = write.id;
  *rid = read.id;
  *bresp = m.extra_write ? kOkay : write.is_bad ? kSlaveError : m.engine.bresp;
  *rresp = m.extra_read ? kOkay : read.is_bad ? kSlaveError : m.engine.rresp;
  *rlast = m.extra_read || m.engine.rlast;
  if (m.engine.rvalid && !m.extra_read) std::memcpy(rdata, m.engine.rdata(), kBusBits / 8);
}

// ---- Functions that the host's library calls -----------------------------------------------------

rtlgen_card* rtlgen_card_open(const rtlgen_card_options* options) {
  try {
    auto card = std::make_unique<rtlgen_card>();
    the_card = card.get();
    card->random.seed(options->memory.seed);
    for (int c = 0; c < kChannels; ++c) {
      card->channels.push_back(std::make_unique<Channel>());
      card->channels.back()->engine.set(options_of(options->memory, c));
    }
    card->top = std::make_unique<Top>(&card->context);
    card->power_up();
    return card.release();
  } catch (const std::exception& e) {
    last_error = e.what();
    return nullptr;
  }
}

void rtlgen_card_close(rtlgen_card* card) {
  the_card = card;
  // After several cards, the thread's context may be that of another card, which no longer exists.
  Verilated::threadContextp(&card->context);
  delete card;
}

const char* rtlgen_card_error(void) { return last_error.c_str(); }

int rtlgen_card_capacity(rtlgen_card* card, int channel, std::uint64_t* bytes) {
  return guarded(card, [&] {
    if (channel < 0 || channel >= kChannels)
      throw std::runtime_error("the card has no memory channel " + std::to_string(channel));
    *bytes = kChannelBytes;
  });
}

int rtlgen_card_set_memory(rtlgen_card* card, const rtlgen_card_memory* memory) {
  return guarded(card, [&] {
    card->random.seed(memory->seed);
    for (int c = 0; c < kChannels; ++c) card->channels[static_cast<std::size_t>(c)]->engine.set(options_of(*memory, c));
  });
}

int rtlgen_card_write_memory(rtlgen_card* card, int channel, std::uint64_t address, const void* data,
                             std::uint64_t bytes) {
  return guarded(card, [&] {
    card->writes = bursts_of(card_address(channel, address), bytes, card->random);
    const auto* next = static_cast<const std::uint8_t*>(data);
    for (Burst& burst : card->writes) burst.written = next, next += burst.bytes;
    transfer(
        *card, [&] { return card->writes.empty() && card->write_data.empty() && card->write_responses.empty(); }, bytes,
        "a write");
  });
}

int rtlgen_card_read_memory(rtlgen_card* card, int channel, std::uint64_t address, void* data, std::uint64_t bytes) {
  return guarded(card, [&] {
    card->reads = bursts_of(card_address(channel, address), bytes, card->random);
    auto* next = static_cast<std::uint8_t*>(data);
    for (Burst& burst : card->reads) burst.read = next, next += burst.bytes;
    transfer(
        *card, [&] { return card->reads.empty() && card->read_data.empty(); }, bytes, "a read");
  });
}

int rtlgen_card_write_register(rtlgen_card* card, std::uint32_t offset, std::uint32_t value) {
  return guarded(card, [&] { access_register(*card, rtlgen_card::Access::kWrite, offset, value); });
}

int rtlgen_card_read_register(rtlgen_card* card, std::uint32_t offset, std::uint32_t* value) {
  return guarded(card, [&] {
    access_register(*card, rtlgen_card::Access::kRead, offset, 0);
    *value = card->value;
  });
}

int rtlgen_card_wait_interrupt(rtlgen_card* card, double most_ns, int* came) {
  return rtlgen_card_wait_interrupt_of(card, 0, most_ns, came);
}

int rtlgen_card_wait_interrupt_of(rtlgen_card* card, int number, double most_ns, int* came) {
  return guarded(card, [&] {
    const std::uint64_t end = card->context.time() + static_cast<std::uint64_t>(most_ns * 1e3);
    int& count = card->interrupts[number].count;
    while (count == 0 && card->context.time() < end) card->step();
    *came = count > 0 ? 1 : 0;
    if (count > 0) --count;
  });
}

int rtlgen_card_serial(rtlgen_card* card, const void* sent, std::uint64_t bytes, void* received, std::uint64_t most,
                       double most_ns, std::uint64_t* came) {
  return guarded(card, [&] {
    if (kUartBitPs <= 0) throw std::runtime_error("the card has no serial line");
    const auto* const first = static_cast<const std::uint8_t*>(sent);
    card->line.to_card.insert(card->line.to_card.end(), first, first + bytes);
    while (!card->line.is_sent()) card->step();
    const std::uint64_t end = card->context.time() + static_cast<std::uint64_t>(most_ns * 1e3);
    std::deque<std::uint8_t>& in = card->line.from_card;
    while (in.empty() && card->context.time() < end) card->step();
    *came = std::min<std::uint64_t>(most, in.size());
    std::copy_n(in.begin(), *came, static_cast<std::uint8_t*>(received));
    in.erase(in.begin(), in.begin() + static_cast<std::ptrdiff_t>(*came));
  });
}

int rtlgen_card_set_fault(rtlgen_card* card, rtlgen_card_fault fault, int channel, int value) {
  return guarded(card, [&] { card->faults[{static_cast<int>(fault), channel}] = value; });
}

int rtlgen_card_reset(rtlgen_card* card) {
  return guarded(card, [&] {
    const std::uint64_t end = card->context.time() + 2'000'000;
    perst(*card->top, false);
    card->top->eval();
    while (card->context.time() < end) card->step();
    perst(*card->top, true);
    card->top->eval();
    card->wait_for_host();
  });
}

int rtlgen_card_get_statistics(rtlgen_card* card, rtlgen_card_statistics* statistics) {
  return guarded(card, [&] {
    *statistics = {};
    statistics->time_ns = static_cast<double>(card->context.time()) / 1e3;
    statistics->violation = card->violation;
    for (const auto& channel : card->channels) {
      statistics->read_beats += channel->engine.counts().read_beats;
      statistics->write_beats += channel->engine.counts().write_beats;
    }
  });
}

}  // extern "C"
