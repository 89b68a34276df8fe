// Checks board files: figures given twice must agree, and the rest must match the generation of the FPGA.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "board/board.hpp"
#include "frontend/board/board_reader.hpp"
#include "frontend/yaml/yaml_value.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {

namespace {

class Check {
 public:
  Check(const board::Board& board, const YamlValue& root, Diagnostics& diagnostics)
      : board_(board), root_(root), diagnostics_(diagnostics) {}

  void all() const {
    if (const board::Generation* g = board::find_generation(board_.generation)) generation(*g);
    const YamlValue* list = root_.find("memory");
    bool modelled = false;
    for (std::size_t i = 0; i < board_.memory.size(); ++i) {
      memory(board_.memory[i], list->items[i]);
      modelled = modelled || !board_.memory[i].dram.empty();
    }
    const bool sim = std::find(board_.works.begin(), board_.works.end(), "sim") != board_.works.end();
    if (sim && !modelled)
      fault(place(root_, "works"), "'sim' requires a memory with a DRAM model", "add `dram` to a kind of memory");
    if (board_.pins == board::Pins::kYours && root_.find("pins") != nullptr && root_.find("pins_note") == nullptr) {
      diagnostics_.error(Code::kMissingKey, place(root_, "pins"), "the key 'pins_note' is missing",
                         {"explain there why the pins are not public"});
    }
  }

 private:
  void generation(const board::Generation& g) const {
    const YamlValue* resources = root_.find("resources");
    if (!board_.family.empty() && board_.family != g.family) {
      fault(place(root_, "family"), fmt::format("{} belongs to the family {}, not {}", g.name, g.family, board_.family),
            "'family' must match 'generation'");
    }
    if (!board_.dsp_kind.empty() && board_.dsp_kind != g.dsp_kind) {
      fault(place(*resources, "dsp_kind"),
            fmt::format("the DSP blocks of {} are {}, not {}", g.name, g.dsp_kind, board_.dsp_kind), "");
    }
    struct Own {
      const char *key, *vendor, *whose;
    };
    constexpr Own kOwn[] = {{"bram36", "xilinx", "a Xilinx"}, {"uram", "xilinx", "a Xilinx"},
                            {"slr", "xilinx", "a Xilinx"},    {"alm", "intel", "an Intel"},
                            {"m20k", "intel", "an Intel"},    {"ebr", "lattice", "a Lattice"}};
    for (const Own& own : kOwn) {
      if (own.vendor == g.vendor || resources == nullptr || resources->find(own.key) == nullptr) continue;
      fault(place(*resources, own.key), fmt::format("{} has no '{}'", g.name, own.key),
            fmt::format("it is {} resource", own.whose));
    }
    if (g.is_intel() && resources != nullptr && resources->find("lut") != nullptr)
      fault(place(*resources, "lut"), fmt::format("{} has no 'lut'", g.name), "count its ALMs with 'alm'");
    const bool quartus = board_.tool.starts_with("quartus"), open = board_.tool == "open";
    if (!board_.tool.empty() && (quartus != g.is_intel() || open != g.is_lattice()))
      fault(place(root_, "tool"), fmt::format("{} does not support {}", board_.tool, g.name), "");
  }

  void memory(const board::Memory& m, const YamlValue& map) const {
    std::string kind = m.kind;
    for (char& c : kind) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (!m.dram.empty() && !m.kind.empty() && !m.dram.starts_with(kind)) {
      fault(place(map, "dram"), fmt::format("{} is not a model of {}", m.dram, m.kind),
            "leave `dram` out if no model is close");
    }
    if (m.gbs_each && m.mega_transfers && m.data_bits) {
      const double product = m.mega_transfers->value * m.data_bits->value / 8000;
      if (!agree(m.gbs_each->value, product)) {
        fault(place(map, "gbs_each"),
              fmt::format("{} GB/s does not equal {} MT/s of {} bits", m.gbs_each->value, m.mega_transfers->value,
                          m.data_bits->value),
              fmt::format("that would be {:.5g} GB/s", product));
      }
    }
    const auto each = m.peak_gbs_each();
    if (m.gbs_total && m.channels && each && !agree(m.gbs_total->value, *each * m.channels->value)) {
      fault(place(map, "gbs_total"),
            fmt::format("{} GB/s does not equal {} times {:.5g} GB/s", m.gbs_total->value, m.channels->value, *each),
            fmt::format("that would be {:.5g} GB/s", *each * m.channels->value));
    }
  }

  static SourceLocation place(const YamlValue& map, const std::string& key) {
    const YamlValue* value = map.find(key);
    // A figure is underlined at its number.
    const YamlValue* number = value != nullptr && value->is_map() ? value->find("value") : nullptr;
    return number != nullptr ? number->where : value != nullptr ? value->where : map.where;
  }

  void fault(const SourceLocation& where, const std::string& message, const std::string& note) const {
    if (too_many_errors(diagnostics_)) return;
    diagnostics_.error(Code::kBoardContradiction, where, message,
                       note.empty() ? std::vector<std::string>{} : std::vector{note});
  }

  const board::Board& board_;
  const YamlValue& root_;
  Diagnostics& diagnostics_;
};

}  // namespace

bool agree(double a, double b) {
  constexpr double kRounding = 0.005;
  return std::abs(a - b) <= kRounding * std::max(std::abs(a), std::abs(b));
}

void check_board(const board::Board& board, const YamlValue& root, Diagnostics& diagnostics) {
  Check(board, root, diagnostics).all();
}

}  // namespace rtlgen::frontend
