// Name, grid, requested hardware and start data: the keys without expressions.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "board/board.hpp"
#include "board/clock.hpp"
#include "frontend/board/board_channels.hpp"
#include "frontend/board/board_file.hpp"
#include "frontend/expr/types.hpp"
#include "frontend/given.hpp"
#include "frontend/passes/declarations.hpp"
#include "frontend/passes/vectors.hpp"
#include "frontend/schema/suggest.hpp"
#include "frontend/yaml/yaml_value.hpp"
#include "support/counted.hpp"
#include "support/diagnostic_codes.hpp"
#include "support/diagnostics.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::frontend {

namespace {

constexpr std::int64_t kMaxCells = std::int64_t{1} << 40;

void read_grid(Program& program) {
  const YamlValue* grid = program.settings.find("grid");
  if (grid == nullptr) return;
  program.stencil.axes = static_cast<int>(grid->items.size());
  program.stencil.grid_where = grid->where;
  std::int64_t cells = 1;
  bool countable = true;
  for (std::size_t axis = 0; axis < grid->items.size(); ++axis) {
    const std::int64_t extent = integer_or_default(&grid->items[axis], key_row("grid"));
    program.stencil.grid[axis] = extent;
    countable = countable && extent <= kMaxCells / cells;
    if (countable) cells *= extent;
  }
  if (!countable) {
    program.diagnostics.error(Code::kGridTooLarge, grid->where, "the grid has too many cells",
                              {"a grid has at most 2^40 cells"});
  }
}

void read_block(Program& program) {
  const YamlValue* block = program.settings.find("hardware.block");
  if (block == nullptr || program.settings.find("grid") == nullptr) return;
  spec::Hardware& hardware = program.stencil.hardware;
  hardware.block_where = block->items.empty() ? block->where : block->items.front().where;
  hardware.block_auto = block->is_scalar();
  const auto axes = static_cast<std::size_t>(program.stencil.axes);
  if (block->items.size() > axes) {
    program.diagnostics.error(Code::kUnknownAxis, block->where, "the block has more axes than the grid",
                              {fmt::format("the grid has {}", program.stencil.axes)});
    return;
  }
  for (std::size_t axis = 0; axis < block->items.size(); ++axis) {
    hardware.block.push_back(integer_or_default(&block->items[axis], key_row("hardware.block")));
  }
}

/// The name or path of a board in a description, converted to be relative to the current folder.
std::string board_place(const Program& program, const std::string& name) {
  if (!is_board_path(name)) return name;
  const std::string path = data_path(program.stencil.file.path().string(), name);
  // A subfolder must not look like a name.
  return is_board_path(path) ? path : "./" + path;
}

/// Hops must leave an Executor on each die, and the part must have enough dies.
void check_hops(Program& program, const board::Board* board) {
  const spec::Hardware& hardware = program.stencil.hardware;
  if (hardware.hops == 0) return;
  const SourceLocation& where = program.settings.find("hardware.hops")->where;
  const int groups = hardware.hops + 1;
  if (groups > hardware.steps) {
    program.diagnostics.error(Code::kTooManyHops, where,
                              fmt::format("{} {} the chain into {}, but it has {}", counted(hardware.hops, "hop"),
                                          by_number(hardware.hops, "divides", "divide"), counted(groups, "group"),
                                          counted(hardware.steps, "Executor")),
                              {"each die needs an Executor: use more `steps`, or fewer `hops`"});
  }
  if (board == nullptr || !board->resources.slr || groups <= board->resources.slr->value) return;
  program.diagnostics.error(Code::kTooManyHops, where,
                            fmt::format("{} {} {} dies, but the part of {} has {:.0f}", counted(hardware.hops, "hop"),
                                        by_number(hardware.hops, "needs", "need"), groups, safe::terminal(board->name),
                                        board->resources.slr->value),
                            {"a chain through all dies has one hop fewer than there are dies"});
}

/// Refuses `ram: ultra` on a part that is known to have no UltraRAM; make_plan() refuses families without it.
void check_ultra(Program& program, const board::Board* board) {
  if (program.stencil.hardware.ram != spec::RamChoice::kUltra || board == nullptr) return;
  if (!board->resources.uram || board->resources.uram->value > 0) return;
  program.diagnostics.error(Code::kUnknownFamily, program.settings.find("hardware.ram")->where,
                            fmt::format("the FPGA of {} has no UltraRAM", safe::terminal(board->name)),
                            {"use hardware.ram: auto or block"});
}

/// Checks that depend on the board, or on its absence.
void check_with(Program& program, const board::Board* board) {
  check_hops(program, board);
  check_ultra(program, board);
  if (board != nullptr) warn_of_bus(program, *board);
}

/// The board must be known; it determines the family and the block RAMs if the file does not.
void read_board(Program& program) {
  const Given& given = program.given;
  spec::Hardware& hardware = program.stencil.hardware;
  if (given.board) {
    set_board(hardware, *given.board, board_place(program, given.board_name));
    hardware.device_where = {"--board " + given.board_name};
    check_with(program, given.board.get());
    return;
  }
  const YamlValue* value = program.settings.find("hardware.board");
  if (!given.device.empty()) {
    hardware.device = given.device;
    hardware.device_where = {"--device " + given.device};
  }
  if (program.settings.text("hardware.board").empty()) return check_with(program, nullptr);
  const std::string name = board_place(program, program.settings.text("hardware.board"));
  hardware.board = OutsideText(name);
  const auto board = load_board(name, *given.texts, program.diagnostics, value->where);
  if (!board) return;
  if (program.settings.find("hardware.device") == nullptr && given.device.empty()) {
    hardware.device = board::device_of(*board);
    hardware.device_where = value->where;
  } else if (!board::is_device_of(*board, hardware.device)) {
    program.diagnostics.error(Code::kFamilyMismatch, hardware.device_where,
                              fmt::format("the device family is '{}', but {} has a part of '{}'", hardware.device,
                                          safe::terminal(board->name), board->family),
                              {"leave 'device' out: it follows from the board"});
  }
  if (hardware.ram_blocks == 0) hardware.ram_blocks = static_cast<int>(board->ram_blocks().value_or(0));
  hardware.ultra_rams = board->resources.uram ? static_cast<int>(board->resources.uram->count()) : 0;
  hardware.channels = memory_channels(*board);
  check_with(program, &*board);
}

}  // namespace

std::string data_path(const std::string& filename, const std::string& path) {
  const std::filesystem::path data(path);
  if (data.is_absolute()) return path;
  return (std::filesystem::path(filename).parent_path() / data).lexically_normal().string();
}

void read_settings(Program& program) {
  const Settings& settings = program.settings;
  spec::Stencil& stencil = program.stencil;
  stencil.name = settings.text("name");
  if (const YamlValue* name = settings.find("name")) {
    check_stencil_name(stencil.name, name->where, program.diagnostics);
  }
  stencil.description = OutsideText(settings.text("description"));
  stencil.source = OutsideText(settings.text("source"));
  read_grid(program);
  program.default_type = spec::Type::float_of(8, 23);
  if (const YamlValue* type = settings.find("type")) program.default_type = read_type(program, type);
  stencil.subnormals = static_cast<spec::Subnormals>(settings.choice("subnormals"));
  stencil.rounding = static_cast<spec::Rounding>(settings.choice("rounding"));
  stencil.overflow = static_cast<spec::Overflow>(settings.choice("overflow"));
  stencil.guard_bits = static_cast<int>(settings.integer("guard_bits"));
  stencil.reassociate = settings.boolean("reassociate");
  stencil.iterations = settings.integer("iterations");
  if (const YamlValue* names = settings.find("no_warn")) {
    for (const YamlValue& name : names->items)
      if (const auto code = warning_code(name.text)) stencil.no_warn.push_back(*code);
  }
  spec::Hardware& hardware = stencil.hardware;
  hardware.cells_per_cycle = static_cast<int>(settings.integer("hardware.cells_per_cycle"));
  hardware.steps = static_cast<int>(settings.integer("hardware.steps"));
  stencil.pass_steps = hardware.steps;
  hardware.device = settings.text("hardware.device");
  const YamlValue* device = settings.find("hardware.device");
  hardware.device_where = device != nullptr ? device->where : SourceLocation{stencil.file.path().string()};
  hardware.streams = settings.boolean("hardware.streams");
  hardware.extents = static_cast<spec::ExtentMode>(settings.choice("hardware.extents"));
  hardware.ram = static_cast<spec::RamChoice>(settings.choice("hardware.ram"));
  hardware.sharing = static_cast<spec::SharingChoice>(settings.choice("hardware.sharing"));
  hardware.arithmetic = static_cast<spec::ArithmeticForm>(settings.choice("hardware.arithmetic"));
  if (const YamlValue* limit = settings.find("hardware.dsp_limit")) {
    hardware.dsp_limit = static_cast<int>(settings.integer("hardware.dsp_limit"));
    hardware.dsp_limit_where = limit->where;
  }
  if (const YamlValue* sums = settings.find("hardware.dsp_sums")) {
    hardware.dsp_sums = static_cast<int>(settings.integer("hardware.dsp_sums"));
    hardware.dsp_sums_where = sums->where;
  }
  hardware.ram_blocks = static_cast<int>(settings.integer("hardware.ram_blocks"));
  hardware.kernels = static_cast<int>(settings.integer("hardware.kernels"));
  hardware.hops = static_cast<int>(settings.integer("hardware.hops"));
  if (const YamlValue* taps = settings.find("hardware.debug")) {
    for (const YamlValue& tap : taps->items) {
      hardware.debug.bus |= tap.text == "bus";
      hardware.debug.streams |= tap.text == "streams";
      hardware.debug.position |= tap.text == "position";
    }
  }
  read_board(program);
  hardware.clock_is_given = settings.find("hardware.clock_mhz") != nullptr;
  hardware.clock_mhz =
      hardware.clock_is_given ? settings.number("hardware.clock_mhz") : board::standard_clock_mhz(hardware.device);
  read_block(program);
}

spec::ArrayId find_field(Program& program, const std::string& name, const SourceLocation& where) {
  const spec::ArrayId found = array_named(program, name);
  const auto is_field = [](const spec::Array& array) { return array.role != spec::Role::kTemporary; };
  if (found.valid() && is_field(program.stencil.arrays[found])) return found;
  if (refuse_vector(program, name, where)) return {};
  std::vector<std::string> fields;
  for (const spec::Array& array : program.stencil.arrays) {
    if (is_field(array)) fields.push_back(array.shown());
  }
  const std::string known = fmt::format("fields are {}", fmt::join(fields, ", "));
  program.diagnostics.error(Code::kUndefinedName, where, fmt::format("there is no field '{}'", name), {known},
                            nearest_fix(name, fields));
  return {};
}

}  // namespace rtlgen::frontend
