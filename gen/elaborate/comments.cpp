// Texts about the contents, format and unit of ports.
#include "elaborate/comments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "contract/core_interface.hpp"
#include "elaborate/context.hpp"
#include "plan/executor_plan.hpp"
#include "plan/plan.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"
#include "support/counted.hpp"

namespace rtlgen::elaborate {

using contract::PortRole;

std::string cells_comment(const spec::Array& array, const spec::Type& type, std::size_t cells) {
  return fmt::format("{} of '{}', {}", counted(cells, "cell"), array.shown(), type.name());
}

std::string cells_comment(const spec::Array& array, std::size_t cells) {
  return cells_comment(array, array.type, cells);
}

std::string list_text(const std::vector<int>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) text += i + 1 == numbers.size() ? " and " : ", ";
    text += std::to_string(numbers[i]);
  }
  return text;
}

std::string tap_comment(const Context& context, const plan::TapPlan& tap) {
  const spec::Array& array = context.array_of(tap.tap.stream);
  std::string offsets;
  bool is_centre = true;
  for (int a = 0; a < context.stencil.axes; ++a) {
    const int offset = tap.tap.offset[static_cast<std::size_t>(a)];
    is_centre = is_centre && offset == 0;
    offsets += fmt::format("{}{}", a > 0 ? "," : "", offset);
  }
  return fmt::format("{}{}, {}", array.shown(), is_centre ? "" : "[" + offsets + "]", array.type.name());
}

std::string param_comment(const spec::Param& param) {
  return fmt::format("parameter '{}', {}", param.name, param.type.name());
}

std::string flag_comment(const Context& context, const Flag& flag) {
  static constexpr const char* kUnit[] = {"word", "row", "plane"};
  const auto axis = static_cast<std::size_t>(flag.axis);
  const std::string unit = flag.lane < 0 ? kUnit[axis] : fmt::format("cell in lane {}", flag.lane);
  const std::string end = flag.high ? "last" : "first";
  const std::string place = flag.index == 0 ? "the " + end
                            : flag.high     ? fmt::format("{} before the last", flag.index)
                                            : fmt::format("{} after the first", flag.index);
  const bool in_grid = context.wraps(flag.axis) || context.blocked(flag.axis);
  return fmt::format("the {} is {}{} of {}{}", unit, place, flag.from ? " or later" : "",
                     flag.axis == 0 ? "its row of " : "", in_grid ? "the grid" : "the frame");
}

namespace {

/// The words of a data or load port: cells of one array, or of all components of a vector.
std::string data_comment(const Context& context, const contract::Port& port) {
  const spec::Stencil& stencil = *context.plan.stencil;
  int bits = 0;
  for (const spec::ArrayId a : ids_of(port.arrays)) bits += stencil.arrays[a].type.width;
  const spec::Array& first = stencil.arrays[spec::ArrayId(port.arrays.front())];
  const auto cells = static_cast<std::size_t>(port.width / bits);
  const std::string order = cells > 1 ? ", lowest x in the low bits" : "";
  if (port.arrays.size() == 1) return cells_comment(first, cells) + order;
  return fmt::format("{} of '{}', {} components of {}{}", counted(cells, "cell"), port.field, port.arrays.size(),
                     first.type.name(), order);
}

}  // namespace

std::string port_comment(const Context& context, const contract::Port& port) {
  const contract::CoreInterface& core = context.plan.core;
  switch (port.role) {
    case PortRole::kLoadValid:
      return fmt::format("a word of held input '{}' arrives", port.field);
    case PortRole::kLoadLast:
      return fmt::format("it is the last word of '{}'", port.field);
    case PortRole::kLoadData:
    case PortRole::kInData:
    case PortRole::kOutData:
      return data_comment(context, port);
    case PortRole::kPhaseX:
      return fmt::format("x in the grid of the first frame's first cell{}", core.blocked(0) ? ", in words" : "");
    case PortRole::kGap:
      return fmt::format("fillers after each frame, in {}", kUnits[core.axes - 1]);
    case PortRole::kParam:
      return param_comment(context.plan.stencil->params[spec::ParamId(port.index)]);
    case PortRole::kLateValid:
      return fmt::format("in_{} holds a word", port.field);
    default:
      break;
  }
  static constexpr std::pair<PortRole, const char*> kTexts[] = {
      {PortRole::kRowWords, "words per row of a frame"},
      {PortRole::kRows, "rows per plane of a frame"},
      {PortRole::kPlanes, "planes of a frame"},
      {PortRole::kPlaneWords, "words per plane of a frame"},
      {PortRole::kTail, "lane of the last cell of a row, (nx - 1) mod P"},
      {PortRole::kExtentX, "cells along x of the grid"},
      {PortRole::kPhaseY, "y in the grid of the first frame's first row"},
      {PortRole::kPhaseZ, "z in the grid of the first frame's first plane"},
      {PortRole::kPasses, "passes in this run"},
      {PortRole::kGridWords, "words per row of the grid"},
      {PortRole::kGridRows, "rows of the grid"},
      {PortRole::kBlocksX, "blocks along x"},
      {PortRole::kBlocksY, "blocks along y"},
      {PortRole::kBypass, "Executors that forward words unchanged in the first pass"},
      {PortRole::kFirstStep, "time step of Executor 0 in the first pass, int32"},
      {PortRole::kInValid, "the in_* data ports hold a word"},
      {PortRole::kOutReady, "the word at the out_* data ports is accepted"}};
  const auto* const known = std::ranges::find(kTexts, port.role, &std::pair<PortRole, const char*>::first);
  return known == std::end(kTexts) ? "" : known->second;
}

}  // namespace rtlgen::elaborate
