// Tables of the words and fields of a board, and values derived from its figures.
#include "board/board.hpp"

#include <algorithm>
#include <array>

namespace rtlgen::board {

namespace {

constexpr auto kGenerations = std::to_array<Generation>({
    {"virtex5", "xc5v", "xilinx", "dsp48e", "Virtex-5"},
    {"series7", "xc7", "xilinx", "dsp48e1", "7 series"},
    {"ultrascale", "xcu", "xilinx", "dsp48e2", "UltraScale"},
    {"ultrascale_plus", "xcu", "xilinx", "dsp48e2", "UltraScale+"},
    {"stratixv", "stratixv", "intel", "27x27", "Stratix V"},
    {"arriav", "arriav", "intel", "27x27", "Arria V"},
    {"arria10", "arria10", "intel", "float32", "Arria 10"},
    {"cyclone10gx", "cyclone10gx", "intel", "float32", "Cyclone 10 GX"},
    {"stratix10", "stratix10", "intel", "float32", "Stratix 10"},
    {"agilex7", "agilex", "intel", "float32", "Agilex 7"},
    {"ice40hx", "ice40hx", "lattice", "none", "iCE40 HX"},
    {"ice40up", "ice40up", "lattice", "sb_mac16", "iCE40 UltraPlus"},
    {"ecp5", "ecp5", "lattice", "mult18x18d", "ECP5"},
});

constexpr auto kResources = std::to_array<Field<Resources>>({
    {"lut", "", &Resources::lut, 1, 1e8, true, "Xilinx: 6-input LUTs; Lattice: 4-input LUTs"},
    {"alm", "", &Resources::alm, 1, 1e8, true, "Intel: adaptive logic modules"},
    {"ff", "", &Resources::ff, 1, 1e9, true, "registers"},
    {"bram36", "", &Resources::bram36, 1, 1e6, true, "Xilinx: block RAMs of 36 kbit"},
    {"m20k", "", &Resources::m20k, 1, 1e6, true, "Intel: M20K blocks"},
    {"ebr", "", &Resources::ebr, 1, 1e6, true, "Lattice: block RAMs of 4 kbit (iCE40) or 18 kbit (ECP5)"},
    {"uram", "", &Resources::uram, 0, 1e6, true, "Xilinx: UltraRAMs of 288 kbit"},
    {"dsp", "", &Resources::dsp, 0, 1e6, true, "DSP blocks, of `dsp_kind`"},
    {"slr", "", &Resources::slr, 1, 16, true, "Xilinx: super logic regions; crossing one costs time"},
});

constexpr auto kMemory = std::to_array<Field<Memory>>({
    {"channels", "", &Memory::channels, 1, 256, true, "number of independent channels: DIMMs, HBM ports"},
    {"mega_transfers", "MT/s", &Memory::mega_transfers, 1, 100000, true, "transfer rate of the data pins"},
    {"data_bits", "bits", &Memory::data_bits, 1, 4096, true, "data width of a channel, without ECC"},
    {"gigabytes", "GB", &Memory::gigabytes, 0.001, 100000, false, "capacity of a channel"},
    {"gbs_each", "GB/s", &Memory::gbs_each, 0.001, 100000, false, "peak bandwidth of a channel, 10^9 bytes per second"},
    {"gbs_total", "GB/s", &Memory::gbs_total, 0.001, 1000000, false, "peak bandwidth of all channels"},
    {"controller_bits", "bits", &Memory::controller_bits, 8, 8192, true, "data width of the controller's user side"},
    {"controller_mhz", "MHz", &Memory::controller_mhz, 1, 10000, false, "clock of the controller's user side"},
});

constexpr auto kPcie = std::to_array<Field<Pcie>>({
    {"gen", "", &Pcie::gen, 1, 7, true, "generation that is known to work"},
    {"lanes", "", &Pcie::lanes, 1, 16, true, ""},
});

constexpr auto kTools = std::to_array<Term>({
    {"ise", "Xilinx ISE"},
    {"vivado", "Vivado, or Vitis on top of it"},
    {"quartus_standard", "Quartus II, Quartus Prime Standard"},
    {"quartus_pro", "Quartus Prime Pro"},
    {"open", "Yosys and nextpnr"},
});

constexpr auto kKinds = std::to_array<Term>(
    {{"DDR2", ""}, {"DDR3", ""}, {"DDR4", ""}, {"DDR5", ""}, {"HBM", "either generation"}, {"HBM2", ""}});

constexpr auto kModels =
    std::to_array<Term>({{"ddr2-533", "64 bits"},
                         {"ddr3-667-x16", "a 16-bit chip, bank bits at the top of the address"},
                         {"ddr3-800-x16", "likewise"},
                         {"ddr3-1066", "64 bits"},
                         {"ddr3-1600", "64 bits"},
                         {"ddr4-2133", "64 bits"},
                         {"ddr4-2400", "64 bits"},
                         {"ddr4-2400-x16", "64 bits from four 16-bit chips, bank bits below the column bits"},
                         {"hbm2", "one pseudo channel"}});

struct BankRound {
  std::string_view dram;
  std::int64_t bytes;
};
constexpr auto kBankRounds = std::to_array<BankRound>({{"ddr2-533", 32 << 10},
                                                       {"ddr3-667-x16", 256 << 20},
                                                       {"ddr3-800-x16", 512 << 20},
                                                       {"ddr3-1066", 64 << 10},
                                                       {"ddr3-1600", 64 << 10},
                                                       {"ddr4-2133", 128 << 10},
                                                       {"ddr4-2400", 128 << 10},
                                                       {"ddr4-2400-x16", 512},
                                                       {"hbm2", 16 << 10}});

constexpr auto kAbilities = std::to_array<Term>({
    {"core", "`check` and `generate` with its family's delays and its block RAMs"},
    {"sim", "`sim --memory` with DRAM models like its memory"},
    {"core_project", "a vendor project of the accelerator alone: resources and timing on its part, no bitstream"},
    {"project", "a vendor project: with its pins, or as a kernel on its platform"},
});

}  // namespace

std::span<const Generation> generations() { return kGenerations; }
std::span<const Field<Resources>> resource_fields() { return kResources; }
std::span<const Field<Memory>> memory_fields() { return kMemory; }
std::span<const Field<Pcie>> pcie_fields() { return kPcie; }
std::span<const Term> tools() { return kTools; }
std::span<const Term> memory_kinds() { return kKinds; }
std::span<const Term> dram_models() { return kModels; }
std::span<const Term> abilities() { return kAbilities; }

std::string_view nearest_dram(const Memory& memory) {
  if (memory.kind.starts_with("HBM")) return "hbm2";
  if (memory.kind == "DDR2") return "ddr2-533";
  if (memory.kind == "DDR3") return memory.data_bits && memory.data_bits->value <= 16 ? "ddr3-800-x16" : "ddr3-1600";
  return "ddr4-2400";
}

std::int64_t bank_round_of(std::string_view dram) {
  const auto* const found =
      std::find_if(kBankRounds.begin(), kBankRounds.end(), [&](const BankRound& r) { return r.dram == dram; });
  return found == kBankRounds.end() ? 0 : found->bytes;
}

const Generation* find_generation(std::string_view word) {
  const auto* found =
      std::find_if(kGenerations.begin(), kGenerations.end(), [&](const Generation& g) { return g.word == word; });
  return found == kGenerations.end() ? nullptr : found;
}

std::optional<double> Memory::peak_gbs_each() const {
  if (mega_transfers && data_bits) return mega_transfers->value * data_bits->value / 8000;
  if (gbs_each) return gbs_each->value;
  if (gbs_total && channels) return gbs_total->value / channels->value;
  return std::nullopt;
}

std::optional<double> Memory::peak_gbs() const {
  const auto each = peak_gbs_each();
  if (each && channels) return *each * channels->value;
  return gbs_total ? std::optional(gbs_total->value) : std::nullopt;
}

std::optional<double> Memory::total_gigabytes() const {
  return gigabytes && channels ? std::optional(gigabytes->value * channels->value) : std::nullopt;
}

std::optional<std::int64_t> Board::ram_blocks() const {
  if (resources.bram36) return 2 * resources.bram36->count();
  if (resources.m20k) return resources.m20k->count();
  return resources.ebr ? std::optional(resources.ebr->count()) : std::nullopt;
}

const Memory* Board::main_memory() const {
  const auto modelled = std::find_if(memory.begin(), memory.end(), [](const Memory& m) { return !m.dram.empty(); });
  if (modelled != memory.end()) return &*modelled;
  return memory.empty() ? nullptr : &memory.front();
}

std::optional<double> Board::peak_gbs() const {
  std::optional<double> sum;
  for (const Memory& m : memory) {
    const auto peak = m.peak_gbs();
    if (!peak) return std::nullopt;
    sum = sum.value_or(0) + *peak;
  }
  return sum;
}

}  // namespace rtlgen::board
