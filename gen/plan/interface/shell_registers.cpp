// Plans the numbers that a shell's modules need, and the address map that provides them.
//
// A number that the grid's axes leave open is a register; one that they determine is a constant, or equal to another
// number. Numbers of a single field end in _of_<field>. Streamed fields share all others; held fields have their own.
#include "plan/interface/shell_registers.hpp"

#include <fmt/format.h>

#include <set>

#include "plan/plan.hpp"

namespace rtlgen::plan {

namespace {

class Registers {
 public:
  Registers(const Plan& plan, contract::Shell& shell) : plan_(plan), shell_(shell) {}

  void run() {
    config("watchdog", 32, "clocks of the bus without progress that end the run with an error; 0: never");
    config("passes", 32, "times that the whole grid is streamed");
    bool state = false;
    for (const contract::ShellStream& s : shell_.streams) state = state || s.ping_pong;
    if (state) config("first_buffer", 1, "the buffer of each state field, 0 or 1, that holds its start values");
    config("pass_rows", 32, "rows that a pass writes: those that all frames own");
    for (contract::ShellStream& s : shell_.streams) stream_numbers(s);
    shell_.map.add_core_numbers(plan_.core.ports);
    std::set<std::string> placed;
    for (const contract::ShellStream& s : shell_.streams) {
      if (placed.insert(s.name).second) buffers(s);
    }
    for (const contract::ShellChannel& c : shell_.channels) {
      if (c.has_base)
        config(contract::ShellChannel::base_of(c.number), 64,
               fmt::format("byte address at which memory channel {} begins, whole pages of 4 KiB; buffers' addresses "
                           "count from there",
                           c.number));
    }
    const bool tests = !shell_.self_test.blocks.empty();
    for (const char* operand : contract::kSelfTestOperands) {
      if (tests) config(operand, 32, "operand of the self-test's hard blocks: float32");
    }
    status();
    shell_.map.place();
  }

 private:
  void config(const std::string& name, int bits, const std::string& meaning) { shell_.map.config(name, bits, meaning); }

  /// Connects `port` of the stream's instance to a number that all streamed fields share (held fields have their own),
  /// or to a constant if the number is not needed.
  void common(contract::ShellStream& s, const std::string& port, bool needed, const std::string& constant,
              const std::string& meaning) {
    if (!needed) {
      s.numbers.emplace_back(port, constant);
      return;
    }
    const std::string name = s.is_held ? port + "_of_" + s.name : port;
    config(name, 32, meaning);
    s.numbers.emplace_back(port, name);
  }

  /// The same for a number that each field has separately. `otherwise`: a constant, or another number of the field.
  void own(contract::ShellStream& s, const std::string& port, bool needed, const std::string& otherwise,
           const std::string& meaning) {
    if (!needed) {
      const bool constant = otherwise == "0" || otherwise == "1";
      s.numbers.emplace_back(port, constant ? otherwise : otherwise + "_of_" + s.name);
      return;
    }
    const std::string name = port + "_of_" + s.name;
    config(name, 32, fmt::format("{}: {}", s.name, meaning));
    s.numbers.emplace_back(port, name);
  }

  void stream_numbers(contract::ShellStream& s) {
    const bool two = s.axes > 1, three = s.axes > 2;
    const bool cut_x = s.blocked[0], cut_y = s.blocked[1];
    const bool wrap_x = s.wraps[0], wrap_y = two && s.wraps[1], wrap_z = three && s.wraps[2];
    const bool ghosts_x = cut_x || wrap_x, ghosts_y = cut_y || wrap_y;
    if (s.is_held) {
      s.numbers.emplace_back("passes", "1");
      config("words_of_" + s.name, 32, s.name + ": words that are loaded before a run");
    } else {
      s.numbers.emplace_back("passes", "passes");
    }
    own(s, "grid_beats", true, "", "beats per row of the grid");
    common(s, "row_words", true, "", "words per row of a frame");
    common(s, "rows", two, "1", "rows per plane of a frame");
    common(s, "planes", three, "1", "planes of a frame");
    common(s, "last_word", ghosts_x, "0", "last word of a row of the grid");
    common(s, "last_y", ghosts_y, "0", "last row of the grid");
    common(s, "last_z", wrap_z, "0", "last plane of the grid");
    own(s, "stride_beats", cut_x, "grid_beats", "beats from one block to the next along x");
    common(s, "stride_words", ghosts_x, "0", "words per row that a block owns");
    common(s, "blocks_x", cut_x, "1", "blocks along x");
    common(s, "blocks_y", cut_y, "1", "blocks along y");
    own(s, "row_pitch", two, "0", "beats from one row to the next");
    own(s, "plane_pitch", three, "0", "beats from one plane to the next");
    own(s, "band_pitch", cut_y, "0", "beats from one block to the next along y");
    if (s.is_out) {
      common(s, "stride_y", two, "1", "rows that a block owns");
      common(s, "own_planes", three, "1", "planes of the grid");
      common(s, "low_x", ghosts_x, "0", "words per row of a frame before those that it owns");
      common(s, "low_y", ghosts_y, "0", "rows of a frame before those that it owns");
      common(s, "low_z", wrap_z, "0", "planes of a frame before those that it owns");
      return;
    }
    common(s, "stride_y", cut_y, "1", "rows that a block owns");
    own(s, "row_beats", ghosts_x, "grid_beats", "beats per row of a frame");
    own(s, "first_beat", ghosts_x, "0", "first beat of a frame in its row of the grid");
    common(s, "first_word", cut_x && !wrap_x, "0", "first word of a frame in its row of the grid");
    common(s, "first_y", ghosts_y, "0", "first row of a frame in the grid");
    common(s, "first_z", wrap_z, "0", "first plane of a frame in the grid");
    own(s, "first_offset", ghosts_y || wrap_z, "0", "beats from the first row of the buffer to that of a frame");
    own(s, "turn_row", wrap_y, "0", "beats from the last row to the first");
    own(s, "turn_plane", wrap_z, "0", "beats from the last plane to the first");
    own(s, "turn_band", wrap_y && cut_y, "0", "beats from one block to the next along y if rows wrap");
    common(s, "rows_ahead", s.has_writer && (cut_x || cut_y), "0",
           "rows of the frames after this one that must be committed too");
    common(s, "frames_ahead", s.has_writer && (cut_x || cut_y), "1", "frames for which that number grows");
    common(s, "rows_below", s.has_writer && wrap_z, "0", "rows of a frame before its first plane");
  }

  void buffers(const contract::ShellStream& s) {
    for (int b = 0; b < (s.ping_pong ? 2 : 1); ++b) {
      config(fmt::format("buffer_{}_first_of_{}", b, s.name), 64,
             fmt::format("{}: byte address of buffer {}", s.name, b));
      config(fmt::format("buffer_{}_last_of_{}", b, s.name), 64,
             fmt::format("{}: byte address of the last beat of buffer {}", s.name, b));
    }
  }

  void status() {
    const auto status = [&](const std::string& name, int bits, const std::string& meaning) {
      shell_.map.status(name, bits, meaning);
    };
    shell_.map.add_identity(contract::kShellIdentity, "an rtlgen shell");
    status("errors", 32,
           "bit 0 error response to a read, 1 to a write, 2 access outside a buffer, 3 extents or passes refused, 4 "
           "watchdog, 5 cancelled; "
           "bits 15:8 the stream of the first error, if a bit of 2:0 is set");
    status("refused", 1, "a start or write during a run was refused");
    status("cycles_busy", 64, "clocks of the bus during the run");
    status("cycles_stalled", 64, "clocks of the bus during the run without a beat");
    status("input_waits", 64, "clocks of the kernel in which the core waited for words; complete after the run");
    status("output_waits", 64, "clocks of the kernel in which a result waited; complete after the run");
    status("passes_done", 32, "passes whose results are in memory");
    for (const contract::ShellChannel& c : shell_.channels) {
      status(fmt::format("beats_read_{}", c.number), 64, fmt::format("beats read from channel {}", c.number));
      status(fmt::format("beats_written_{}", c.number), 64, fmt::format("beats written to channel {}", c.number));
    }
    shell_.map.add_monitors(plan_.core.ports);
    if (!shell_.self_test.blocks.empty())
      status(contract::kSelfTestModes, 3, "hard blocks of the self-test: bit 0 a + b, 1 a * b, 2 a * b + c");
    for (const contract::SelfTest::Block& block : shell_.self_test.blocks)
      status(block.result, 32,
             fmt::format("{} of the operands, some clocks after the last was written", block.computes));
  }

  const Plan& plan_;
  contract::Shell& shell_;
};

}  // namespace

void plan_registers(const Plan& plan, contract::Shell& shell) { Registers(plan, shell).run(); }

}  // namespace rtlgen::plan
