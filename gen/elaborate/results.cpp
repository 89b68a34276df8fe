// Feeds the results of a stage with a loop-carried dependency back to it: a memory in which each word waits for the
// token that reads it, a row or plane minus a few words later.
//
// Two addresses circulate in it. The read address advances with the tokens, the write address with their results, so
// the latter trails by at most as many words as the Kernel has tokens in flight, fewer than the memory has words
// (plan::verify): no word is read in the cycle in which its address is written.
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

std::string module_of(const Context& context, const plan::StreamPlan& stream) {
  return fmt::format("{}_{}", context.stencil.name, context.stem(stream.stream));
}

void build_memory(Context& context, const plan::StreamPlan& stream) {
  const plan::ResultsPlan& results = *stream.results;
  const int w = bits_for(results.max_depth - 1);
  hw::Builder b(module_of(context, stream));
  b.role("results");
  b.summary(
      fmt::format("loop-carried results of '{}', until its line reads them", context.array_of(stream.stream).name));
  b.header_line(
      fmt::format("{} of {}", counted(results.max_depth, "word"), counted(context.lanes_of(stream.stream), "cell")));
  const hw::Value token = b.input("token", 1, "a word arrives: read a result");
  const hw::Value read_address = b.input("read_address", w);
  const hw::Value valid = b.input("valid", 1, "a result arrives: write it");
  const hw::Value write_address = b.input("write_address", w);
  const hw::Value result = b.input(
      "result", context.word_width(stream.stream),
      cells_comment(context.array_of(stream.stream), static_cast<std::size_t>(context.lanes_of(stream.stream))));
  hw::Value word = b.memory("cells", static_cast<int>(results.max_depth), plan::style_of(results.storage),
                            write_address, result, token | valid, "", valid, read_address);
  if (results.read_cycles > 1) word = b.reg("word_q", word);
  b.output("word", word);
  context.add(b.finish());
}

}  // namespace

void build_results(Context& context) {
  for (const plan::StreamPlan& stream : context.plan.executor.streams) {
    if (stream.results) build_memory(context, stream);
  }
}

hw::Value instantiate_results(hw::Builder& b, const Context& context, const plan::StreamPlan& stream,
                              const ResultPorts& ports) {
  const std::string& name = context.stream_name(stream.stream);
  return b.instance(module_of(context, stream), name,
                    {{"token", ports.token},
                     {"read_address", ports.read_address},
                     {"valid", ports.valid},
                     {"write_address", ports.write_address},
                     {"result", ports.word}},
                    {{"word", name + "_read", context.word_width(stream.stream)}})[0];
}

}  // namespace rtlgen::elaborate
