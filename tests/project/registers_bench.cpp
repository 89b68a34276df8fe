// rtlgen_axil_split between a master, whose accesses begin in reset, and the registers of two kernels, all with gaps.
//
//   Vrtlgen_axil_split ACCESSES SEED     prints "ok <accesses>", or the first fault
#include <array>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

#include "Vrtlgen_axil_split.h"
#include "verilated.h"

namespace {

constexpr unsigned kKernels = 2, kWords = 8, kKernelBytes = 1 << 16;

/// One kernel's side of an access in one direction.
struct Kernel {
  std::array<std::uint32_t, kWords> words{};
  unsigned write_word = 0, read_word = 0;
  std::uint32_t data = 0;
  bool has_address = false, has_data = false, reads = false;
};

[[noreturn]] void fail(const std::string& what) {
  std::printf("%s\n", what.c_str());
  std::exit(1);
}

std::mt19937_64 random_bits;
bool luck() { return random_bits() % 3 != 0; }
bool bit(unsigned vector, unsigned k) { return (vector >> k & 1U) != 0; }

struct Access {
  bool on = false, address_open = false, data_open = false;
  unsigned kernel = 0, word = 0;
  std::uint32_t value = 0;
  int age = 0;  ///< clocks
  void begin() {
    *this = {true,
             true,
             true,
             static_cast<unsigned>(random_bits() % kKernels),
             static_cast<unsigned>(random_bits() % kWords),
             static_cast<std::uint32_t>(random_bits()),
             0};
  }
  /// With bits above the kernels', which are not heeded.
  [[nodiscard]] unsigned address() const { return (3U << 20) + kernel * kKernelBytes + word * 4; }
};

using Kernels = std::array<Kernel, kKernels>;

/// The transfers at the next edge on the kernels' side.
void sample_kernels(const Vrtlgen_axil_split& top, Kernels& kernels) {
  for (unsigned k = 0; k < kKernels; ++k) {
    Kernel& kernel = kernels[k];
    if (bit(top.m_awvalid & top.m_awready, k)) kernel.has_address = true, kernel.write_word = top.m_awaddr / 4 % kWords;
    if (bit(top.m_wvalid & top.m_wready, k)) kernel.has_data = true, kernel.data = top.m_wdata;
    if (bit(top.m_bvalid & top.m_bready, k))
      kernel.words[kernel.write_word] = kernel.data, kernel.has_address = kernel.has_data = false;
    if (bit(top.m_arvalid & top.m_arready, k)) kernel.reads = true, kernel.read_word = top.m_araddr / 4 % kWords;
    if (bit(top.m_rvalid & top.m_rready, k)) kernel.reads = false;
  }
}

void drive_kernels(Vrtlgen_axil_split& top, const Kernels& kernels) {
  top.m_bresp = top.m_rresp = 0b01'00;
  unsigned taken = 0, data = 0, read_ready = 0, written = 0, read_valid = 0;
  for (unsigned k = 0; k < kKernels; ++k) {
    taken |= !kernels[k].has_address && luck() ? 1U << k : 0U;
    data |= !kernels[k].has_data && luck() ? 1U << k : 0U;
    read_ready |= !kernels[k].reads && luck() ? 1U << k : 0U;
    written |= kernels[k].has_address && kernels[k].has_data ? 1U << k : 0U;
    read_valid |= kernels[k].reads ? 1U << k : 0U;
  }
  top.m_awready = taken, top.m_wready = data, top.m_arready = read_ready, top.m_bvalid = written,
  top.m_rvalid = read_valid;
  std::uint64_t words = 0;
  for (unsigned k = 0; k < kKernels; ++k) words |= std::uint64_t{kernels[k].words[kernels[k].read_word]} << (32 * k);
  top.m_rdata = words;
}

}  // namespace

int main(int argc, char** argv) {
  const int accesses = argc > 1 ? std::stoi(argv[1]) : 1000;
  random_bits.seed(argc > 2 ? std::stoull(argv[2]) : 1);
  VerilatedContext context;
  Vrtlgen_axil_split top(&context);
  Kernels kernels;
  std::array<std::array<std::uint32_t, kWords>, kKernels> expected{};
  Access write, read;
  int done = 0;
  for (long clock = 0; done < accesses; ++clock) {
    constexpr int kPatience = 500;
    if ((write.on && write.age > kPatience) || (read.on && read.age > kPatience)) fail("it hangs");
    top.rst = clock < 8;
    top.clk = 0;
    top.eval();
    sample_kernels(top, kernels);
    if (top.s_awvalid && top.s_awready) write.address_open = false;
    if (top.s_wvalid && top.s_wready) write.data_open = false;
    if (top.s_bvalid && top.s_bready) {
      if (!write.on || write.address_open || write.data_open || top.s_bresp != write.kernel)
        fail("an answer to no write, or of another kernel");
      expected[write.kernel][write.word] = write.value;
      write.on = false;
      ++done;
    }
    if (top.s_arvalid && top.s_arready) read.address_open = false;
    if (top.s_rvalid && top.s_rready) {
      if (!read.on || read.address_open || top.s_rdata != expected[read.kernel][read.word]) fail("a wrong word");
      read.on = false;
      ++done;
    }
    top.clk = 1;
    top.eval();
    ++write.age, ++read.age;
    if (!write.on && luck()) write.begin();
    // A register that is being written is not read.
    if (!read.on && luck())
      read.begin(), read.on = !(write.on && write.kernel == read.kernel && write.word == read.word);
    if (read.on && write.on && write.address_open && read.kernel == write.kernel && read.word == write.word)
      write.on = false;
    top.s_awvalid = write.on && write.address_open, top.s_awaddr = write.address();
    top.s_wvalid = write.on && write.data_open, top.s_wdata = write.value, top.s_wstrb = 15;
    top.s_arvalid = read.on && read.address_open, top.s_araddr = read.address();
    top.s_bready = luck(), top.s_rready = luck();
    drive_kernels(top, kernels);
  }
  std::printf("ok %d\n", done);
  return 0;
}
