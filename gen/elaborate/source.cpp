// Sources of held arrays: a memory of the whole array, loaded before the run, and the address of the word
// that belongs to the current token.
//
// The address is a counter: it advances with every token, row or plane, depending on the array's first axis, and
// returns to 0 when the array ends or repeats. A separate position counter, at the source's lag, controls this; the
// address does not move until the position is on the array's axes.
#include <fmt/format.h>

#include "elaborate/comments.hpp"
#include "elaborate/context.hpp"
#include "plan/plan.hpp"
#include "plan/storage/ram.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"
#include "support/counted.hpp"

namespace rtlgen::elaborate {

namespace {

/// The movement of an array's address with the position.
struct Walk {
  bool x = false, y = false, z = false;  ///< axes of the grid that it has
  int axes = 1;

  Walk(const Context& context, const spec::Array& array)
      : x(array.spans[0]),
        y(context.has_axis(1) && array.spans[1]),
        z(context.has_axis(2) && array.spans[2]),
        axes(context.stencil.axes) {}

  /// Whether it has the slowest axis: it is then walked once per frame, and only inside it.
  [[nodiscard]] bool once_a_frame() const { return axes == 3 ? z : y; }
  /// Whether rows are walked again for every y of a plane.
  [[nodiscard]] bool row_again() const { return x && z && !y; }
  [[nodiscard]] bool needs_plane_end() const { return axes == 3 && !(y && z) && (y || z); }
};

PositionWants wants_of(const Context& context, const Walk& walk) {
  PositionWants wants;
  wants.end[0] = true;
  wants.end[1] = walk.needs_plane_end();
  wants.in_frame = walk.once_a_frame();
  wants.last_word = walk.once_a_frame();
  if (walk.once_a_frame()) return wants;
  const Start low = context.lowest_start();
  wants.before[0] = walk.x && low.x < 0;
  wants.before[1] = walk.y && low.y < 0;
  return wants;
}

void build_source(Context& context, const plan::StreamPlan& stream) {
  const spec::Array& array = context.array_of(stream.stream);
  const plan::SourcePlan& source = *stream.source;
  const Walk walk(context, array);
  hw::Builder b(context.stencil.name + "_" + source_name(context.stem(stream.stream)));
  b.role("source");
  b.summary(fmt::format("memory of held input '{}'; outputs the word of the current token", array.name));
  b.header_line(
      fmt::format("{} of {}", counted(source.depth, "word"), counted(context.lanes_of(stream.stream), "cell")));
  const LoadPorts load = {b.input("load_valid", 1, "a word arrives to be stored"),
                          b.input("load_last", 1, "it is the last word of the input"),
                          b.input("load_data", source.width,
                                  cells_comment(array, static_cast<std::size_t>(context.lanes_of(stream.stream))))};
  const hw::Value token = b.input("token", 1, "a token arrives: read its word");
  const hw::Value step = b.input("step", 1, "the next token reads another word");
  const hw::Value wrap = b.input("wrap", 1, "the next token reads the first word again");
  b.section("address of the word to load, then of the word of the current token");
  const int w = bits_for(source.depth - 1);
  const hw::Value loaded = b.declare_reg("loaded", 1, hw::Bits(1, 0));
  const hw::Value loads = b.name("loads", load.valid & ~loaded);
  b.drive(loaded, b.one(), loads & load.last);
  const hw::Value address = b.declare_reg("address", w, hw::Bits::zero(w));
  const hw::Value up = b.name("address_up", address + b.constant(w, 1));
  hw::Value on = up;
  if (walk.row_again()) {
    const hw::Value again = b.input("row_again", 1, "the next row of the grid reads the same row of the input");
    const hw::Value next_row = b.input("next_row", 1, "the next row of the grid reads the next row of the input");
    const hw::Value row = b.declare_reg("row_address", w, hw::Bits::zero(w));
    b.drive(row, mux(loads | wrap, b.zero(w), up), loads | (token & next_row));
    on = mux(again, row, up);
  }
  b.drive(address, mux(mux(loads, load.last, wrap), b.zero(w), mux(loads, up, on)), loads | (token & step));
  b.section("memory of the input");
  const hw::MemoryStyle style = plan::style_of(source.storage);
  b.output("word",
           b.memory("cells", static_cast<int>(source.depth), style, address, load.data, loads | token, "", loads));
  context.add(b.finish());
}

}  // namespace

void build_sources(Context& context) {
  for (const plan::StreamPlan& stream : context.plan.executor.streams) {
    if (!stream.source) continue;
    const Walk walk(context, context.array_of(stream.stream));
    const std::string held = context.array_of(stream.stream).shown();
    build_position(context, context.stencil.name + "_" + source_position_name(context.stem(stream.stream)),
                   fmt::format("the word that held input '{}' gives", held), wants_of(context, walk));
    build_source(context, stream);
  }
}

hw::Value instantiate_source(hw::Builder& b, const Context& context, const plan::StreamPlan& stream,
                             const LoadPorts& load, const StartPulses& start, hw::Value token,
                             const std::map<std::string, hw::Value>& base, const Statics& statics) {
  const Walk walk(context, context.array_of(stream.stream));
  const PositionWants wants = wants_of(context, walk);
  const std::string place = source_position_name(context.stem(stream.stream));
  const auto position = instantiate_position(b, context, context.stencil.name + "_" + place, place, wants, start, token,
                                             context.start_of(stream.lag), base, statics);
  const hw::Value row_end = position.at("end_x");
  const hw::Value plane_end = walk.needs_plane_end() ? row_end & position.at("end_y") : row_end;
  hw::Value here = b.one();
  if (walk.once_a_frame()) here = position.at("in_frame");
  for (const char* before : {"before_x", "before_y"}) {
    if (position.contains(before)) here = here & ~position.at(before);
  }
  const hw::Value step = walk.x ? b.one() : walk.y ? row_end : plane_end;
  const hw::Value wrap = walk.once_a_frame() ? position.at("last_word") : walk.y ? plane_end : row_end;
  std::vector<std::pair<std::string, hw::Value>> inputs = {{"load_valid", load.valid}, {"load_last", load.last},
                                                           {"load_data", load.data},   {"token", token},
                                                           {"step", here & step},      {"wrap", wrap}};
  if (walk.row_again()) {
    inputs.emplace_back("row_again", row_end & ~plane_end);
    inputs.emplace_back("next_row", here & plane_end);
  }
  const std::string name = source_name(context.stem(stream.stream));
  return b.instance(context.stencil.name + "_" + name, name, inputs,
                    {{"word", context.stream_name(stream.stream) + "_held", stream.source->width}})[0];
}

}  // namespace rtlgen::elaborate
