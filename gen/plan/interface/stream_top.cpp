// Plans the streams and registers of the AXI4-Stream top.
#include "contract/stream_top.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "contract/frame.hpp"
#include "plan/interface/interface.hpp"
#include "plan/plan.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::plan {

namespace {

class StreamTopPlanner {
 public:
  explicit StreamTopPlanner(const Plan& plan) : plan_(plan), stencil_(*plan.stencil) {}

  contract::StreamTop run() {
    top_.module = stencil_.name + "_axis";
    using contract::PortRole;
    for (const contract::Port& p : plan_.core.ports_of(PortRole::kInData))
      stream(p, "s_axis_").is_late = plan_.core.is_late(p);
    for (const contract::Port& p : plan_.core.ports_of(PortRole::kLoadData)) stream(p, "s_load_").is_held = true;
    for (const contract::Port& p : plan_.core.ports_of(PortRole::kOutData)) stream(p, "m_axis_").is_out = true;
    configuration();
    status();
    top_.map.place();
    return std::move(top_);
  }

 private:
  contract::AxisStream& stream(const contract::Port& port, const char* prefix) {
    contract::AxisStream& added = top_.streams.emplace_back();
    added.name = port.field;
    added.prefix = prefix + port.field;
    added.array = port.index;
    added.components = static_cast<int>(port.arrays.size());
    added.lanes = lanes_of(stencil_.arrays[spec::ArrayId(port.index)], plan_.core.cells_per_cycle);
    added.cell_bits = port.width / added.lanes;
    return added;
  }

  void configuration() {
    const auto config = [&](const std::string& name, int bits, const std::string& meaning) {
      top_.map.config(name, bits, meaning);
    };
    config("watchdog", 32, "clocks without a word moving that end the run with an error; 0: never");
    config("check_last", 1, "1: a wrong tlast ends the run with an error");
    config("passes", 32, "times that the whole grid is streamed");
    const bool fixed = plan_.core.extents != contract::ExtentPlan::kRuntime;
    top_.frame_words = fixed ? fmt::to_string(plan_.frame.words()) : "frame_words";
    if (!fixed) config("frame_words", 32, "words of a frame, row_words times rows times planes");
    for (const contract::AxisStream& s : top_.streams) {
      if (s.is_held) config("words_of_" + s.name, 32, s.name + ": words that are loaded before a run");
    }
    top_.map.add_core_numbers(plan_.core.ports);
  }

  void status() {
    const auto status = [&](const std::string& name, int bits, const std::string& meaning) {
      top_.map.status(name, bits, meaning);
    };
    top_.map.add_identity(contract::kAxisIdentity, "streams around an rtlgen core");
    status("errors", 32,
           "bit 0 wrong tlast, 3 extents, or no passes, refused, 4 watchdog, 5 cancelled; bits 15:8 the stream whose "
           "tlast it was");
    status("refused", 1, "a start or a write came during a run and was refused");
    if (top_.inputs() > 0)
      status("wrong_last", top_.inputs(), "a bit for each stream that comes in: its tlast was missing, or too early");
    status("cycles_busy", 64, "clocks of the run");
    status("cycles_stalled", 64, "those in which no word moved");
    status("words_in", 64, "words that the core has taken, of all streams that are joined together");
    status("words_out", 64, "words that the core has given");
    status("input_waits", 64, "clocks in which the core waited for words");
    status("output_waits", 64, "clocks in which a result waited");
    top_.map.add_monitors(plan_.core.ports);
  }

  const Plan& plan_;
  const spec::Stencil& stencil_;
  contract::StreamTop top_;
};

}  // namespace

contract::StreamTop stream_top_of(const Plan& plan) { return StreamTopPlanner(plan).run(); }

}  // namespace rtlgen::plan
