// Digests the hardware that is built.
#include "driver/design/identity.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "contract/card_map.hpp"
#include "contract/clock.hpp"
#include "driver/design/hdl.hpp"
#include "driver/prepare/prepare.hpp"
#include "elaborate/elaborate.hpp"
#include "emit/banner.hpp"
#include "emit/emit.hpp"
#include "flow/tool.hpp"
#include "frontend/board/board_file.hpp"
#include "frontend/board/wiring_file.hpp"
#include "hw/ir.hpp"
#include "plan/plan.hpp"
#include "runner/digest.hpp"
#include "shell/axis.hpp"
#include "shell/shell.hpp"
#include "spec/stencil.hpp"
#include "support/check.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::driver {

namespace {

constexpr double kPsOfNs = 1000;

/// The generation of the FPGA on a board of rtlgen's.
std::string generation_of(const std::string& name) {
  Diagnostics ours;
  const auto board = frontend::load_board(name, ours);
  RTLGEN_CHECK(board.ok(), "the board file of " + name + " is wrong");
  return board->generation;
}

/// How a host reaches this accelerator on the card of `project`; null for a board without wiring.
nlohmann::ordered_json card_of(const spec::Stencil& stencil) {
  const std::string name = stencil.hardware.board.path().string();
  const auto text = frontend::wiring_texts().find(name);
  if (text == frontend::wiring_texts().end()) return nullptr;
  Diagnostics ours;
  const auto wiring = frontend::load_wiring_text(text->second, name, frontend::wiring_texts(), ours);
  RTLGEN_CHECK(wiring.ok(), "the wiring of " + name + " is wrong");
  nlohmann::ordered_json memory = nlohmann::ordered_json::array();
  for (const board::MemoryRange& range : wiring->memory_map())
    memory.push_back({{"base", range.base}, {"bytes", range.bytes}});
  const std::size_t kernels = static_cast<std::size_t>(stencil.hardware.kernels);
  if (memory.empty() || memory.size() % kernels != 0) return nullptr;
  nlohmann::ordered_json each = nlohmann::ordered_json::array();
  for (std::size_t n = 0; n < kernels; ++n) {
    std::vector<std::size_t> channels(memory.size() / kernels);
    std::iota(channels.begin(), channels.end(), n * channels.size());
    each.push_back({{"registers", n << board::kKernelOffsetBits}, {"interrupt", n}, {"channels", channels}});
  }
  nlohmann::ordered_json card = {{"board", name}, {"memory", memory}, {"kernels", each}};
  if (wiring->has_card_block()) {
    nlohmann::ordered_json clocks = nlohmann::ordered_json::array();
    for (const board::WiredMemory& channel : wiring->memory)
      clocks.push_back(contract::mhz_of_period(channel.ui_ns * kPsOfNs));
    card["block"] = {{"offset", contract::kCardBegin}, {"memory_mhz", clocks}};
    if (wiring->can_change_clock())
      card["block"]["kernel_clock"] = {{"family", generation_of(name)}, {"input_mhz", wiring->user_mhz}};
  }
  if (wiring->uart) card["uart"] = {{"baud", wiring->uart->baud}};
  if (const auto dma = flow::tool_of(*wiring).avalon_dma(*wiring)) {
    card["avalon_dma"] = {{"registers_bar", dma->registers_bar}};
    if (dma->tables)
      card["avalon_dma"]["tables"] = *dma->tables;
    else
      card["avalon_dma"]["message"] = dma->message;
  }
  return card;
}

/// Removes facts about the hardware that are not part of it.
void remove_explanations(nlohmann::ordered_json& json) {
  if (json.is_object()) {
    for (const char* key : {"default_bits", "expression", "meaning"}) json.erase(key);
  }
  if (!json.is_structured()) return;
  for (nlohmann::ordered_json& inside : json) remove_explanations(inside);
}

/// Lines without their comments; lines that are only a comment are dropped. No generated string contains a slash.
std::string without_verilog_comments(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, std::min(text.find("//", at), end) - at);
    const std::size_t last = line.find_last_not_of(" \t");
    if (last != std::string::npos) out += line.substr(0, last + 1) + '\n';
    at = end + 1;
  }
  return out;
}

/// The core for the family's blocks, and the modules around it, without the version of rtlgen or the name of the
/// description.
std::vector<emit::File> hardware_files(const plan::Plan& plan) {
  const emit::Banner nobody{"0.0.0", OutsideText(""), ""};
  std::vector<emit::File> files = emit::emit_design(elaborate::elaborate(plan), emit::Language::kVerilog, nobody);
  for (emit::File& file : files) file.text = for_project(plan, file.path, std::move(file.text));
  const auto add = [&](std::vector<emit::File> more) {
    for (emit::File& file : more) files.push_back(std::move(file));
  };
  if (plan.shell) add(shell::shell_files(plan, nobody, 0));
  if (plan.stream_top) add(shell::axis_files(plan, nobody, 0));
  return files;
}

}  // namespace

nlohmann::ordered_json hardware_json(const Prepared& prepared, int contract) {
  nlohmann::ordered_json json = {{"contract", contract}};
  json.update(nlohmann::ordered_json::parse(plan::manifest_json(prepared.plan)));
  if (nlohmann::ordered_json card = card_of(prepared.stencil()); !card.is_null()) json["card"] = std::move(card);
  return json;
}

std::uint32_t identity_of(const Prepared& prepared, int contract) {
  constexpr std::size_t kDigits = 8;
  constexpr int kHex = 16;
  runner::Digest digest;
  nlohmann::ordered_json facts = hardware_json(prepared, contract);
  remove_explanations(facts);
  // The gap changes the time of a run, never its results, and the port or constant for it is in the files.
  facts.erase("gap");
  // These describe the bitstream's clock, not the computation; a register of the bitstream shows whether its
  // clock can be changed.
  if (facts.contains("card") && facts["card"].contains("block")) facts["card"]["block"].erase("kernel_clock");
  digest.add(facts.dump());
  for (const emit::File& file : hardware_files(prepared.plan)) {
    if (!file.path.ends_with(".v")) continue;
    digest.add(file.path);
    digest.add(without_verilog_comments(file.text));
  }
  return static_cast<std::uint32_t>(std::stoul(digest.finish().substr(0, kDigits), nullptr, kHex));
}

}  // namespace rtlgen::driver
