// Facts about a board: parts, resources, memories, PCIe. Pure values; boards/ holds the files, frontend reads
// them.
//
// Every number is a Figure, with its source and whether that source has been looked up. An unknown number is absent,
// never 0 and never guessed, so that its users must report it. The tables of fields below are used to check files, to
// print them and to list them in docs/boards.md.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/outside_text.hpp"

namespace rtlgen::board {

struct Figure {
  double value = 0;
  OutsideText source;       ///< a publication, a public repository and path, or what it is derived from
  bool unverified = false;  ///< from memory, not looked up

  [[nodiscard]] std::int64_t count() const { return static_cast<std::int64_t>(value); }
};

struct Word {
  OutsideText text, source;
  bool unverified = false;
};

/// For the whole FPGA. Xilinx parts have `lut`, `bram36`, `uram`, `slr`; Intel parts `alm`, `m20k`; Lattice parts
/// `lut`, `ebr`.
struct Resources {
  std::optional<Figure> lut, alm, ff, bram36, m20k, ebr, uram, dsp, slr;
};

/// A group of identical memory channels.
struct Memory {
  std::string kind;    ///< one of memory_kinds()
  OutsideText device;  ///< the module or chip, free text; may be empty
  std::string dram;    ///< the model in sim/dram/parts that represents a channel; empty: none is close enough
  std::optional<Figure> channels, mega_transfers, data_bits, gigabytes, gbs_each, gbs_total, controller_bits,
      controller_mhz;

  /// GB/s per channel, without ECC: transfers times bits if both are known, because printed figures are rounded.
  [[nodiscard]] std::optional<double> peak_gbs_each() const;
  [[nodiscard]] std::optional<double> peak_gbs() const;
  [[nodiscard]] std::optional<double> total_gigabytes() const;
};

struct Pcie {
  std::optional<Figure> gen, lanes;
};

/// `kPublic`: the constraints of its pins are publicly available. `kYours`: only the user or the vendor has them.
enum class Pins : std::uint8_t { kPublic, kYours };

struct Board {
  std::string id;    ///< the name of its folder, as converted by safe::identifier
  OutsideText file;  ///< the file it was read from
  OutsideText name, vendor;
  std::string family;      ///< the family of the delay models: xc7, stratixv, ...
  std::string generation;  ///< one of generations(); finer than family
  std::string dsp_kind;    ///< the kind of DSP that `resources.dsp` counts, from its generation
  Word part;
  std::string tool;  ///< one of tools()
  Resources resources;
  std::vector<Memory> memory;  ///< may be empty
  Pcie pcie;                   ///< empty: none, or not known
  Pins pins = Pins::kYours;
  OutsideText pins_note;
  std::vector<std::string> works;  ///< a subset of abilities()
  std::vector<OutsideText> notes;

  /// Block RAMs as plans count them: 18-kbit halves (Xilinx), M20K (Intel) or EBR (Lattice).
  [[nodiscard]] std::optional<std::int64_t> ram_blocks() const;
  /// The memory that designs use: the first with a DRAM model, else the first; nullptr if none exists.
  [[nodiscard]] const Memory* main_memory() const;
  /// The sum over all memories; absent if one of them is unknown, or if none exist.
  [[nodiscard]] std::optional<double> peak_gbs() const;
};

/// A generation of FPGAs and its properties.
struct Generation {
  std::string_view word, family, vendor, dsp_kind, name;
  [[nodiscard]] bool is_intel() const { return vendor == "intel"; }
  [[nodiscard]] bool is_lattice() const { return vendor == "lattice"; }
};
std::span<const Generation> generations();
/// nullptr for an unknown word.
const Generation* find_generation(std::string_view word);

/// A key of a board file that holds a figure in the struct `T`.
template <class T>
struct Field {
  std::string_view key, unit;
  std::optional<Figure> T::*member;
  double least, most;
  bool whole;  ///< an integer
  std::string_view meaning;
};
std::span<const Field<Resources>> resource_fields();
std::span<const Field<Memory>> memory_fields();
std::span<const Field<Pcie>> pcie_fields();

/// A keyword of board files with its meaning.
struct Term {
  std::string_view word, meaning;
};
std::span<const Term> tools();
std::span<const Term> memory_kinds();
std::span<const Term> dram_models();  ///< those in sim/dram/parts; each begins with its kind in lower case
/// The model for memory without its own: one of the same kind, or of the most similar kind.
std::string_view nearest_dram(const Memory& memory);
/// Bytes after which addresses come to the same banks of such a DRAM again; 0: there is no such model.
std::int64_t bank_round_of(std::string_view dram);
std::span<const Term> abilities();

}  // namespace rtlgen::board
