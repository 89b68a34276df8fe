// Lists boards, and the figures of one.
#include "cli/boards.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "board/board.hpp"
#include "support/numbers.hpp"
#include "support/outside_text.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::cli {

namespace {

std::string gbs(std::optional<double> value) { return value ? fmt::format("{:.1f}", *value) : "?"; }

std::string memory_word(const board::Board& board) {
  std::vector<std::string> kinds;
  for (const board::Memory& m : board.memory)
    kinds.push_back(fmt::format("{} x {}", m.channels ? std::to_string(m.channels->count()) : "?", m.kind));
  return kinds.empty() ? "none" : fmt::format("{}", fmt::join(kinds, ", "));
}

const char* pins_word(const board::Board& board) {
  return board.pins == board::Pins::kPublic ? "public" : "not public";
}

/// "  lut  331680  source", with a mark before what is not verified.
std::string figure_line(std::string_view key, const std::string& value, const OutsideText& source, bool unverified) {
  return fmt::format("  {} {:<16} {:<22} {}\n", unverified ? '?' : ' ', key, value, safe::terminal(source));
}

template <class T>
std::string figures_text(const T& values, std::span<const board::Field<T>> fields) {
  std::string out;
  for (const board::Field<T>& field : fields) {
    const std::optional<board::Figure>& figure = values.*field.member;
    if (!figure) continue;
    const bool is_count = field.unit.empty() && figure->value == std::trunc(figure->value);
    const std::string number =
        is_count ? count_text(std::llround(figure->value)) : fmt::format("{:.10g}", figure->value);
    const std::string value = fmt::format("{}{}{}", number, field.unit.empty() ? "" : " ", field.unit);
    out += figure_line(field.key, value, figure->source, figure->unverified);
  }
  return out;
}

template <class T>
Json figures_json(const T& values, std::span<const board::Field<T>> fields) {
  Json json = Json::object();
  for (const board::Field<T>& field : fields) {
    const std::optional<board::Figure>& figure = values.*field.member;
    if (!figure) continue;
    Json& one = json[std::string(field.key)];
    if (field.whole)
      one["value"] = figure->count();
    else
      one["value"] = figure->value;
    one["source"] = safe::utf8(figure->source);
    one["unverified"] = figure->unverified;
  }
  return json;
}

Json known(std::optional<double> value) { return value ? Json(*value) : Json(nullptr); }

}  // namespace

std::string boards_text(const std::vector<board::Board>& boards) {
  std::vector<std::vector<std::string>> rows = {{"id", "board", "part", "memory", "GB/s", "pins", "works"}};
  for (const board::Board& b : boards) {
    rows.push_back({b.id, safe::terminal(b.name), safe::terminal(b.part.text), memory_word(b), gbs(b.peak_gbs()),
                    pins_word(b), fmt::format("{}", fmt::join(b.works, ", "))});
  }
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string out;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += i == 4 ? fmt::format("{:>{}}  ", row[i], widths[i]) : fmt::format("{:<{}}  ", row[i], widths[i]);
    }
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return out +
         "GB/s: peak of all memory. pins: whether pin constraints are public. works: see docs/boards.md.\n"
         "`rtlgen boards ID` shows every figure with its source.\n";
}

std::string board_text(const board::Board& board) {
  const board::Generation* generation = board::find_generation(board.generation);
  std::string out = fmt::format("{}: {}, by {}\n", board.id, safe::terminal(board.name), safe::terminal(board.vendor));
  out += fmt::format("  {} (family {}), built with {}\n", generation != nullptr ? generation->name : "", board.family,
                     board.tool);
  out += figure_line("part", safe::terminal(board.part.text), board.part.source, board.part.unverified);
  const auto blocks = board.ram_blocks();
  out +=
      fmt::format("resources; a DSP block is a {}{}\n", board.dsp_kind.empty() ? "?" : board.dsp_kind,
                  blocks ? fmt::format("; {} block RAMs as hardware.ram_blocks counts them", count_text(*blocks)) : "");
  out += figures_text(board.resources, board::resource_fields());
  for (const board::Memory& m : board.memory) {
    out +=
        fmt::format("memory: {}{}{}; {} GB/s at most{}\n", m.kind, m.device.empty() ? "" : ", ",
                    safe::terminal(m.device), gbs(m.peak_gbs()),
                    m.dram.empty() ? "; no similar DRAM model" : fmt::format("; sim --memory ddr --dram {}", m.dram));
    out += figures_text(m, board::memory_fields());
  }
  if (board.pcie.gen || board.pcie.lanes) out += "pcie\n" + figures_text(board.pcie, board::pcie_fields());
  out += fmt::format("pins: {}{}{}\n", pins_word(board), board.pins_note.empty() ? "" : "; ",
                     safe::paragraph(board.pins_note));
  out += fmt::format("works: {}\n", fmt::join(board.works, ", "));
  for (const OutsideText& note : board.notes) out += fmt::format("note: {}\n", safe::paragraph(note));
  return out + fmt::format("? = unverified: not checked against a document. From {}\n", safe::terminal(board.file));
}

Json board_json(const board::Board& board) {
  Json json = {{"id", board.id},
               {"name", safe::utf8(board.name)},
               {"vendor", safe::utf8(board.vendor)},
               {"family", board.family},
               {"generation", board.generation}};
  json["part"] = {{"value", safe::utf8(board.part.text)},
                  {"source", safe::utf8(board.part.source)},
                  {"unverified", board.part.unverified}};
  json["tool"] = board.tool;
  json["resources"] = figures_json(board.resources, board::resource_fields());
  json["dsp_kind"] = board.dsp_kind;
  const auto blocks = board.ram_blocks();
  json["ram_blocks"] = blocks ? Json(*blocks) : Json(nullptr);
  json["memory"] = Json::array();
  for (const board::Memory& m : board.memory) {
    Json one = {
        {"kind", m.kind}, {"device", safe::utf8(m.device)}, {"dram", m.dram}, {"peak_gbs", known(m.peak_gbs())}};
    one.update(figures_json(m, board::memory_fields()));
    json["memory"].push_back(std::move(one));
  }
  json["peak_gbs"] = known(board.peak_gbs());
  json["pcie"] = figures_json(board.pcie, board::pcie_fields());
  json["pins"] = pins_word(board);
  json["pins_note"] = safe::utf8(board.pins_note);
  json["works"] = board.works;
  json["notes"] = Json::array();
  for (const OutsideText& note : board.notes) json["notes"].push_back(safe::utf8(note));
  json["file"] = safe::utf8(board.file);
  return json;
}

}  // namespace rtlgen::cli
