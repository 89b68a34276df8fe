// Chooses between the order as written and the one that shares most.
#include "analysis/sharing/sharing.hpp"

#include <fmt/format.h>

#include <utility>

#include "analysis/sharing/reorder.hpp"
#include "analysis/turned.hpp"
#include "spec/describe.hpp"
#include "support/numbers.hpp"

namespace rtlgen::analysis {

namespace {

std::string line(const spec::Program& s, const spec::Stage& stage) {
  const spec::Array& array = s.arrays[s.streams[stage.output].array];
  return fmt::format("  {}: {}\n", array.shown(), spec::to_text(s, stage.root));
}

std::string lines(const spec::Program& s) {
  std::string text;
  for (const spec::Stage& stage : s.stages) text += line(s, stage);
  return text;
}

std::string report(const Sharing& s) {
  // The estimate compares the two; the plan has the actual buffers.
  const auto row = [&s](const char* what, const Cost& c) {
    const std::string buffers =
        s.changed ? fmt::format(", buffers estimated at {}", counted_text(c.buffered_cells, "cell")) : "";
    return fmt::format("  {:<8} {}, {}, {}; {}{}\n", what, counted_text(c.operators.adds, "addition"),
                       counted_text(c.operators.multiplies, "multiplication"),
                       counted_text(c.operators.others, "other"),
                       counted_text(c.temporaries, "temporary", "temporaries"), buffers);
  };
  std::string text = "sharing (operators per cell)\n" + row("written", s.before);
  if (!s.changed) return text + "  built as written: sharing saves nothing\n";
  text += row("built", s.after);
  if (s.reference.reassociate) text += "order of the result (reassociate: true)\n" + lines(s.reference);
  return text + "computed as\n" + s.lines;
}

}  // namespace

spec::Program reference_of(const spec::Program& program) {
  return program.reassociate ? reorder(program, true) : program;
}

Sharing share(const spec::Stencil& stencil, const Fold& fold) {
  Sharing out;
  out.reference = reference_of(stencil);
  out.before = cost_of(spec::with_hardware(turned_round(stencil), stencil.hardware));
  const bool shares = stencil.hardware.sharing != spec::SharingChoice::kNone;
  const spec::Stencil reference = spec::with_hardware(turned_round(out.reference), stencil.hardware);
  out.hardware = shares ? share_partials(reference, fold) : reference;
  out.after = cost_of(out.hardware);
  auto other_order = shares && !stencil.reassociate ? reordered(reference, false) : std::nullopt;
  if (other_order) {
    spec::Stencil other = share_partials(spec::with_hardware(*std::move(other_order), stencil.hardware), fold);
    const Cost cost = cost_of(other);
    if (cost.luts < out.after.luts) {
      out.hardware = std::move(other);
      out.after = cost;
    }
  }
  out.lines = lines(out.hardware);
  out.changed = out.lines != lines(stencil);
  out.text = report(out);
  return out;
}

}  // namespace rtlgen::analysis
