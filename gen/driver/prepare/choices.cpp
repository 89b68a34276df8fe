// Compares the boards and families that options and description name.
#include "driver/prepare/choices.hpp"

#include <fmt/format.h>

#include "board/board.hpp"
#include "board/clock.hpp"
#include "driver/prepare/source.hpp"
#include "frontend/board/board_file.hpp"
#include "frontend/schema/overrides.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::driver {

namespace {

/// The board's folder if it is known or can be read, else the name.
std::string id_of(const std::string& name, frontend::Texts& texts) {
  Diagnostics ignored;
  const auto board = frontend::load_board(name, texts, ignored);
  return board ? board->file.path().string() : name;
}

constexpr const char* kBoard = "hardware.board";
constexpr const char* kDevice = "hardware.device";

bool refuse(const std::string& given, const std::string& option, const std::string& what, Diagnostics& diagnostics) {
  diagnostics.error(Code::kFamilyMismatch, {given}, fmt::format("{} selects {}", option, what),
                    {"leave out one of the two"});
  return false;
}

std::string set_of(const char* key, const std::string& value) { return fmt::format("--set {}={}", key, value); }

}  // namespace

bool check_choices(const Source& source, const Choices& choices, Diagnostics& diagnostics) {
  const std::vector<std::string>& sets = source.sets;
  frontend::Texts& texts = *source.given.texts;
  bool good = frontend::check_sets(sets, diagnostics);
  const std::string board = frontend::value_set(sets, kBoard), device = frontend::value_set(sets, kDevice);
  if (choices.all_boards && !board.empty())
    good = refuse(set_of(kBoard, board), "--all-boards", "every board", diagnostics);
  if (choices.all_boards && !device.empty())
    good = refuse(set_of(kDevice, device), "--all-boards", "the family of every board", diagnostics);
  if (!choices.device.empty() && !device.empty() && device != choices.device)
    good = refuse(set_of(kDevice, device), "--device", choices.device, diagnostics);
  if (choices.board.empty() || (board.empty() && device.empty() && choices.device.empty())) return good;
  const auto chosen = frontend::load_board(choices.board, texts, diagnostics, {"--board " + choices.board});
  if (!chosen) return false;
  const std::string with_family = fmt::format("{}, whose family is {}", chosen->id, chosen->family);
  if (!board.empty() && id_of(board, texts) != chosen->file.path().string())
    good = refuse(set_of(kBoard, board), "--board", chosen->id, diagnostics);
  if (!device.empty() && device != chosen->family)
    good = refuse(set_of(kDevice, device), "--board", with_family, diagnostics);
  if (!choices.device.empty() && !board::is_device_of(*chosen, choices.device))
    good = refuse("--device " + choices.device, "--board", with_family, diagnostics);
  return good;
}

}  // namespace rtlgen::driver
