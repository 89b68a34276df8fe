// What is known of a board: parts, resources, memories, PCIe. Pure values; boards/ holds the files, frontend reads
// them.
//
// Every number is a Figure, with its source and whether that has been looked up; an unknown one is absent, never
// 0 and never guessed, so that its users must report that. The tables of fields below are what the reader checks by,
// what is printed from and what docs/boards.md lists.
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
  OutsideText source;       ///< a publication, a public repository and path, or what it follows from
  bool unverified = false;  ///< remembered, not looked up

  [[nodiscard]] std::int64_t count() const { return static_cast<std::int64_t>(value); }
};

struct Word {
  OutsideText text, source;
  bool unverified = false;
};

/// Of the FPGA as a whole. Xilinx parts have `lut`, `bram36`, `uram`, `slr`; Intel ones `alm`, `m20k`; Lattice's `lut`,
/// `ebr`.
struct Resources {
  std::optional<Figure> lut, alm, ff, bram36, m20k, ebr, uram, dsp, slr;
};

/// Memory channels that are all alike.
struct Memory {
  std::string kind;    ///< of memory_kinds()
  OutsideText device;  ///< the module or chip, free text; may be empty
  std::string dram;    ///< the model of sim/dram/parts that stands for a channel, or empty: none is close
  std::optional<Figure> channels, mega_transfers, data_bits, gigabytes, gbs_each, gbs_total, controller_bits,
      controller_mhz;

  /// GB/s of a channel, without ECC: transfers times bits where both are known, as printed figures are rounded.
  [[nodiscard]] std::optional<double> peak_gbs_each() const;
  [[nodiscard]] std::optional<double> peak_gbs() const;
  [[nodiscard]] std::optional<double> total_gigabytes() const;
};

struct Pcie {
  std::optional<Figure> gen, lanes;
};

/// `kPublic`: constraints of its pins can be read in public. `kYours`: they are the user's, or his vendor's.
enum class Pins : std::uint8_t { kPublic, kYours };

struct Board {
  std::string id;    ///< the name of its folder, as safe::identifier has it
  OutsideText file;  ///< where it was read
  OutsideText name, vendor;
  std::string family;      ///< of the delay models: xc7, stratixv, ...
  std::string generation;  ///< of generations(); finer than family
  std::string dsp_kind;    ///< what one of `resources.dsp` is; that of its generation
  Word part;
  std::string tool;  ///< of tools()
  Resources resources;
  std::vector<Memory> memory;  ///< may be empty
  Pcie pcie;                   ///< empty: none, or none known
  Pins pins = Pins::kYours;
  OutsideText pins_note;
  std::vector<std::string> works;  ///< of abilities()
  std::vector<OutsideText> notes;

  /// Block RAMs as plans count them: 18-kbit halves (Xilinx), M20K (Intel) or EBR (Lattice).
  [[nodiscard]] std::optional<std::int64_t> ram_blocks() const;
  /// The kind that designs use: the first that has a DRAM model, else the first; nullptr without any.
  [[nodiscard]] const Memory* main_memory() const;
  /// All kinds of memory together; absent if one of them is not known, or if there is none.
  [[nodiscard]] std::optional<double> peak_gbs() const;
};

/// A generation of FPGAs and what follows from it.
struct Generation {
  std::string_view word, family, vendor, dsp_kind, name;
  [[nodiscard]] bool is_intel() const { return vendor == "intel"; }
  [[nodiscard]] bool is_lattice() const { return vendor == "lattice"; }
};
std::span<const Generation> generations();
/// Nothing for an unknown word.
const Generation* find_generation(std::string_view word);

/// A key of a board file that holds a figure, in its struct `T`.
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

/// A word of the language of board files with its meaning.
struct Term {
  std::string_view word, meaning;
};
std::span<const Term> tools();
std::span<const Term> memory_kinds();
std::span<const Term> dram_models();  ///< those of sim/dram/parts; each begins with its kind in small letters
/// The model that stands for memory without one of its own: that of the same kind, or of the nearest.
std::string_view nearest_dram(const Memory& memory);
std::span<const Term> abilities();

}  // namespace rtlgen::board
