// Streams and registers of the top of AXI4-Streams.
#include "plan/stream_top.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "plan/plan.hpp"
#include "plan/shell_registers.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::plan {

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

class StreamTopPlanner {
 public:
  explicit StreamTopPlanner(const Plan& plan) : plan_(plan), stencil_(*plan.stencil) {}

  StreamTop run() {
    top_.module = stencil_.name + "_axis";
    const std::vector<int>& late = plan_.core.late_arrays;
    for (const int a : plan_.core.input_arrays) stream(a, "s_axis_").is_late = std::find(late.begin(), late.end(), a) != late.end();
    for (const int a : plan_.core.held_arrays) stream(a, "s_load_").is_held = true;
    for (const int a : plan_.core.output_arrays) stream(a, "m_axis_").is_out = true;
    configuration();
    status();
    std::uint32_t offset = kFirstRegister;
    for (ShellRegister& r : top_.registers) {
      r.offset = offset;
      offset += 4 * static_cast<std::uint32_t>(r.words());
    }
    while ((std::uint32_t{1} << top_.address_bits) < offset) ++top_.address_bits;
    return std::move(top_);
  }

 private:
  AxisStream& stream(int array, const char* prefix) {
    const spec::Array& of = stencil_.arrays[at(array)];
    AxisStream& added = top_.streams.emplace_back();
    added.name = of.name;
    added.prefix = prefix + of.name;
    added.array = array;
    added.cell_bits = of.type.width;
    added.lanes = lanes_of(of, plan_.core.cells_per_cycle);
    return added;
  }

  void add(const std::string& name, int bits, bool is_status, const std::string& meaning) {
    if (!top_.has(name)) top_.registers.push_back({name, 0, bits, is_status, meaning});
  }

  void configuration() {
    const auto config = [&](const std::string& name, int bits, const std::string& meaning) { add(name, bits, false, meaning); };
    config("watchdog", 32, "clocks without a word moving that end the run with an error; 0: never");
    config("check_last", 1, "1: a wrong tlast ends the run with an error");
    config("passes", 32, "times that the whole grid is streamed");
    const bool fixed = plan_.core.extents != ExtentPlan::kRuntime;
    top_.frame_words = fixed ? fmt::format("32'd{}", plan_.frame.words()) : "frame_words";
    if (!fixed) config("frame_words", 32, "words of a frame, row_words times rows times planes");
    for (const AxisStream& s : top_.streams) {
      if (s.is_held) config("words_of_" + s.name, 32, s.name + ": words that are loaded before a run");
    }
    for (const Port& port : plan_.core.ports) {
      const std::string name = register_of(port);
      if (name.empty()) continue;
      config(name, port.width, port.name + " of the core");
      top_.core_numbers.emplace_back(port.name, name);
    }
  }

  void status() {
    const auto status = [&](const std::string& name, int bits, const std::string& meaning) { add(name, bits, true, meaning); };
    status("identity", 32, fmt::format("{:#010x}: streams around an rtlgen core", kAxisIdentity));
    status("version", 32, "of the generator: major, minor, patch, 8 bits each");
    status("digest", 32, "of the stencil file and overrides, as in manifest.json");
    status("errors", 32, "bit 0 wrong tlast, 3 extents refused, 4 watchdog, 5 cancelled; bits 15:8 the stream whose tlast it was");
    status("refused", 1, "a start or a write came during a run and was refused");
    if (top_.inputs() > 0) status("wrong_last", top_.inputs(), "a bit for each stream that comes in: its tlast was missing, or too early");
    status("cycles_busy", 64, "clocks of the run");
    status("cycles_stalled", 64, "those in which no word moved");
    status("words_in", 64, "words that the core has taken, of all streams that are joined together");
    status("words_out", 64, "words that the core has given");
    status("input_waits", 64, "clocks in which the core waited for words");
    status("output_waits", 64, "clocks in which a result waited");
    if (plan_.monitors.empty()) return;
    status("monitors_shown", 32, "passes whose monitors have been shown");
    for (const Port& port : plan_.core.ports) {
      if (port.role == PortRole::kMonitor) status(port.name, port.width, "monitor of the last pass");
    }
  }

  static constexpr std::uint32_t kFirstRegister = 0x10;  ///< below it lies the map of ap_ctrl_hs

  const Plan& plan_;
  const spec::Stencil& stencil_;
  StreamTop top_;
};

}  // namespace

const ShellRegister& StreamTop::find(const std::string& name) const {
  const auto found = std::find_if(registers.begin(), registers.end(), [&](const ShellRegister& r) { return r.name == name; });
  RTLGEN_CHECK(found != registers.end(), "the top of streams has no register " + name);
  return *found;
}

bool StreamTop::has(const std::string& name) const {
  return std::any_of(registers.begin(), registers.end(), [&](const ShellRegister& r) { return r.name == name; });
}

int StreamTop::inputs() const {
  return static_cast<int>(std::count_if(streams.begin(), streams.end(), [](const AxisStream& s) { return !s.is_out; }));
}

void make_stream_top(Plan& plan) { plan.stream_top = StreamTopPlanner(plan).run(); }

}  // namespace rtlgen::plan
