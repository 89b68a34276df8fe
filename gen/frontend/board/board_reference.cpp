// Prints docs/boards.md: the words and keys of a board file from the tables that check it, and the supported boards.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "board/board.hpp"
#include "frontend/board/board_file.hpp"
#include "support/check.hpp"
#include "support/diagnostics.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::frontend {

namespace {

constexpr const char* kIntroduction =
    "# Boards\n\n"
    "Generated from gen/board/board.cpp and the files of boards/; do not edit.\n\n"
    "`rtlgen boards` lists the supported boards, and `rtlgen boards ID` every figure of one board with its source.\n"
    "`hardware.board: ID` in a stencil selects the device family and the block RAMs of that board. For your own board\n"
    "see [boards/](../boards/README.md).\n\n";

constexpr const char* kKeysOfBoards =
    "## Keys of a board file\n\n"
    "A *figure* is `{value: 2560, source: \"...\"}`; `unverified: true` marks an unverified one. Unknown figures are\n"
    "left out; commands that need them report it.\n\n"
    "| key | | meaning |\n"
    "|---|---|---|\n"
    "| `name`, `vendor` | text | name and vendor of the board |\n"
    "| `generation`, `family` | words | generation and family of the FPGA, listed below; the family sets delays |\n"
    "| `part` | figure | the part number |\n"
    "| `tool` | word | the vendor tool |\n"
    "| `resources` | mapping | resources of the whole FPGA |\n"
    "| `memory` | list | kinds of memory; channels of one kind are identical |\n"
    "| `pcie` | mapping | omitted if there is none |\n"
    "| `pins` | `public`, `yours` | whether its pin constraints are public, or you have to supply them |\n"
    "| `pins_note` | text | source of the constraints, or why they are not public |\n"
    "| `works` | list of words | what rtlgen supports on it |\n"
    "| `notes` | list of strings | further information |\n";

template <class T>
std::string field_rows(const char* prefix, std::span<const board::Field<T>> fields) {
  std::string out;
  for (const auto& f : fields) {
    out += fmt::format("| `{}.{}` | figure{}{} | {} |\n", prefix, f.key, f.unit.empty() ? "" : ", ", f.unit, f.meaning);
  }
  return out;
}

std::string words(std::span<const board::Term> terms) {
  std::string out;
  for (const board::Term& t : terms) {
    out += fmt::format("{}`{}`{}{}", out.empty() ? "" : "; ", t.word, t.meaning.empty() ? "" : " ", t.meaning);
  }
  return out;
}

std::string number(std::optional<double> value) { return value ? fmt::format("{:.4g}", *value) : ""; }

std::string board_rows() {
  std::string out =
      "## Boards\n\n| id | board | part | memory | GB/s | pins | works |\n|---|---|---|---|---|---|---|\n";
  for (const auto& [name, text] : board_texts()) {
    Diagnostics diagnostics;
    const auto board = load_board(name, diagnostics);
    RTLGEN_CHECK(board.ok(), diagnostics.render());
    std::vector<std::string> memory;
    for (const board::Memory& m : board->memory)
      memory.push_back(fmt::format("{} x {}", m.channels ? m.channels->count() : 0, m.kind));
    out += fmt::format("| `{}` | {} | {}{} | {} | {} | {} | {} |\n", name, safe::markdown(board->name),
                       safe::markdown(board->part.text), board->part.unverified ? " (?)" : "", fmt::join(memory, ", "),
                       number(board->peak_gbs()), board->pins == board::Pins::kPublic ? "public" : "not public",
                       fmt::join(board->works, ", "));
  }
  return out + "\n(?): unverified.\n\n";
}

}  // namespace

std::string board_reference() {
  std::string out = std::string(kIntroduction) + board_rows() + kKeysOfBoards;
  out += "| `resources.dsp_kind` | word | the kind of DSP block; required with `dsp` |\n";
  out += field_rows("resources", board::resource_fields());
  out += "| `memory.kind` | word | listed below |\n| `memory.device` | text | the module or chip |\n";
  out += "| `memory.dram` | word | DRAM model of a channel for `sim --dram`; omitted if none is similar |\n";
  out += field_rows("memory", board::memory_fields()) + field_rows("pcie", board::pcie_fields());
  out += "\n| generation | word | `family` | `dsp_kind` | block RAMs |\n|---|---|---|---|---|\n";
  for (const board::Generation& g : board::generations()) {
    out += fmt::format("| {} | `{}` | `{}` | `{}` | `{}` |\n", g.name, g.word, g.family, g.dsp_kind,
                       g.is_intel()     ? "m20k"
                       : g.is_lattice() ? "ebr"
                                        : "bram36");
  }
  out += fmt::format("\n- `tool`: {}.\n- `memory.kind`: {}.\n- `memory.dram`: {}.\n- `works`: {}.\n",
                     words(board::tools()), words(board::memory_kinds()), words(board::dram_models()),
                     words(board::abilities()));
  return out;
}

}  // namespace rtlgen::frontend
