// Reverses the rows of a plane or the planes of a frame, or transposes a plane: a memory in which each word waits until
// it is read from the other end.
//
// A word is written to the address of the one that is read with it, so the memory holds one block (plane or frame), and
// blocks start at its low end and its high end alternately. There are two addresses: the write address follows the
// position of the incoming word, the read address that of the outgoing word, one block later. Fillers advance neither,
// so fillers between frames change nothing. A transposed plane is stored by rows and by columns alternately.
#include "spec/mirror.hpp"

#include <fmt/format.h>

#include "contract/frame.hpp"
#include "elaborate/comments.hpp"
#include "elaborate/context.hpp"
#include "plan/plan.hpp"
#include "plan/storage/ram.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"
#include "support/counted.hpp"

namespace rtlgen::elaborate {

namespace {

PositionWants wants_of_mirror(const Context& context) {
  PositionWants wants;
  wants.end[0] = true;
  wants.end[1] = context.has_axis(2);
  wants.in_frame = true;
  wants.last_word = true;
  return wants;
}

std::string position_module(const Context& context) { return context.stencil.name + "_position_turned"; }

std::string name_of_mirror(const Context& context, const plan::StagePlan& stage) {
  return mirror_name(context.stem(context.stencil.stages[stage.stage].output));
}

/// The address of a word in the memory: words of a row or plane one after the other, rows or planes upward or downward;
/// for a transposed plane, by rows or by columns.
struct Places {
  hw::Value start, real, moves;
  hw::Value slice_end, block_end;
  bool transposed = false;
  hw::Value top;   ///< address of the last row or plane; transposed: distance from a word of a column to the next
  hw::Value back;  ///< distance from the last word of a row (plane) to the first of the one before it; of a column, to
                   ///< that of the next
};

hw::Value build_address(hw::Builder& b, const std::string& name, const Places& p, bool upward) {
  const int w = p.top.width;
  const hw::Value up = b.declare_reg(name + "_up", 1);
  const hw::Value address = b.declare_reg(name + "_address", w);
  b.drive(up, mux(p.start, b.constant(1, upward ? 1 : 0), up ^ p.block_end), p.moves);
  const hw::Value next = address + b.constant(w, 1);
  const hw::Value on = p.transposed ? mux(up, next, mux(p.slice_end, address - p.back, address + p.top))
                                    : mux(p.slice_end & ~up, address - p.back, next);
  const hw::Value begin =
      p.transposed ? b.zero(w) : mux(p.start, upward ? b.zero(w) : p.top, mux(up, p.top, b.zero(w)));
  b.drive(address, mux(p.start | p.block_end, begin, on), p.moves);
  return address;
}

void build_mirror(Context& context, const plan::StagePlan& stage) {
  const plan::MirrorPlan& mirror = *stage.mirror;
  hw::Builder b(context.stencil.name + "_" + name_of_mirror(context, stage));
  b.role("mirror");
  const bool transposed = mirror.axis == spec::kTransposed;
  const bool of_rows = mirror.axis < 2;
  const bool of_frames = spec::mirrors_frames(context.stencil.axes, mirror.axis);
  b.summary(transposed ? fmt::format("transposition buffer of '{}': exchanges x and y", stage.name)
                       : fmt::format("reversal buffer of '{}': outputs its {} in reverse order", stage.name,
                                     of_rows ? "rows" : "planes"));
  b.header_line(fmt::format("{} of {}", counted(mirror.words, "word"), counted(context.lanes, "cell")));
  const hw::Value start = b.input("start", 1, "pulse before the first token of a run");
  const hw::Value token = b.input("token", 1, "a word arrives: read a word and write one");
  const hw::Value word =
      b.input("word", mirror.width, fmt::format("{} of '{}'", counted(context.lanes, "cell"), stage.name));
  const Statics statics = declare_statics(b, context, context.turn_statics[mirror.axis]);
  const auto places = [&](const std::string& name) {
    const hw::Value real =
        b.input(name + "_real", 1, name == "in" ? "the written word is not a filler" : "the read word is not a filler");
    const hw::Value slice_end = b.input(name + "_slice_end", 1, of_rows ? "it ends a row" : "it ends a plane");
    const hw::Value block_end = b.input(name + "_block_end", 1, of_frames ? "it ends a frame" : "it ends a plane");
    const auto& steps = context.turn_statics[mirror.axis];
    return Places{start,     real,       start | (token & real),    slice_end,
                  block_end, transposed, statics.at(steps[0].name), statics.at(steps[1].name)};
  };
  const Places in = places("in"), out = places("out");
  b.section(transposed ? "write address: by rows, then by columns, in turns"
                       : "write address: upwards, then downwards, in turns");
  const hw::Value write_address = build_address(b, "write", in, true);
  const hw::Value write = b.reg("write_q", token & in.real, {}, hw::Bits::zero(1));
  b.section(transposed ? "read address: the other order" : "read address: the other direction");
  // For a filler it is the address that is written next, so that none is read while it is written.
  const hw::Value read_address = mux(out.real, build_address(b, "read", out, false), write_address);
  b.section("memory: an address is written one cycle after it is read");
  hw::Value q =
      b.memory("cells", static_cast<int>(mirror.words), plan::style_of(mirror.storage),
               b.reg("write_address_q", write_address), b.reg("word_q", word), token | write, "", write, read_address);
  if (mirror.read_cycles > 1) q = b.reg("turned_q", q);
  b.output("turned", q, transposed ? "the word in transposed order" : "the word in reverse order");
  context.add(b.finish());
}

}  // namespace

void build_mirrors(Context& context) {
  bool any = false;
  for (const plan::StagePlan& stage : context.plan.executor.stages) {
    if (!stage.mirror) continue;
    if (!any)
      build_position(context, position_module(context), "a word on its way into or out of a reversal",
                     wants_of_mirror(context));
    any = true;
    build_mirror(context, stage);
  }
}

hw::Value instantiate_mirror(hw::Builder& b, const Context& context, const plan::StagePlan& stage,
                             const MirrorPorts& ports, const StartPulses& start,
                             const std::map<std::string, hw::Value>& base, const Statics& statics) {
  const std::string name = name_of_mirror(context, stage);
  std::vector<std::pair<std::string, hw::Value>> inputs = {
      {"start", ports.start}, {"token", ports.token}, {"word", ports.word}};
  connect_statics(inputs, context, context.turn_statics[stage.mirror->axis], statics);
  const auto connect = [&](const std::string& side, const contract::Distance& lag) {
    const auto position =
        instantiate_position(b, context, position_module(context), "position_" + side + "_" + name,
                             wants_of_mirror(context), start, ports.token, context.start_of(lag), base, statics);
    const hw::Value row_end = position.at("end_x");
    const hw::Value plane_end = context.has_axis(2) ? row_end & position.at("end_y") : row_end;
    inputs.emplace_back(side + "_real", position.at("in_frame"));
    inputs.emplace_back(side + "_slice_end", stage.mirror->axis < 2 ? row_end : plane_end);
    const bool of_frames = spec::mirrors_frames(context.stencil.axes, stage.mirror->axis);
    inputs.emplace_back(side + "_block_end", of_frames ? position.at("last_word") : plane_end);
  };
  connect("in", stage.read_lag());
  connect("out", stage.lag);
  const spec::StreamId output = context.stencil.stages[stage.stage].output;
  return b.instance(context.stencil.name + "_" + name, name, inputs,
                    {{"turned", context.stream_name(output) + "_turned", stage.mirror->width}})[0];
}

}  // namespace rtlgen::elaborate
