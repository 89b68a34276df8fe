// Values of --set, also put into the file (explore --write): what the new text means is what the override means.
#include "frontend/frontend.hpp"
#include "frontend/yaml/edit.hpp"
#include "frontend/yaml/source_file.hpp"
#include "spec/describe.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"
#include "target.hpp"

namespace {

constexpr const char* kText = R"(name: n   # a comment
grid: [16, 8]
type: float32
fields:
  t: {boundary: {x: reflect, y: {constant: 0.5}}}
  p: {}
params:
  a: 0.1
  r: {value: 3, type: float32, runtime: true}
update:
  - d: {expr: t[0,-1] + t * 2.0e-3 - a, boundary: symmetric}
  - t: d + r * p
iterations: 10
hardware: {cells_per_cycle: 4, steps: 2}
)";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rtlgen;
  const std::vector<std::string> sets{fuzz::text_of(data, size)};
  Diagnostics diagnostics;
  const auto stencil = frontend::load_text(kText, "fuzz.yaml", sets, diagnostics);
  fuzz::require(stencil.ok() == !diagnostics.has_errors(), "a stencil and errors, or neither");
  fuzz::require(stencil.ok() || !diagnostics.render().empty(), "no text");
  if (!stencil.ok()) return 0;
  Diagnostics more;
  frontend::Texts texts;
  const frontend::Edited edited = frontend::edit_text(kText, "fuzz.yaml", sets, texts, more);
  fuzz::require(!edited.text.empty() || !edited.in_the_way.empty() || more.has_errors(), "neither a text nor a reason");
  if (edited.text.empty()) return 0;
  const auto again = frontend::load_text(edited.text, "fuzz.yaml", {}, more);
  fuzz::require(again.ok(), "the edited text is refused");
  const auto meaning = [](const spec::Stencil& s) { return spec::describe(s) + spec::describe_hardware(s.hardware); };
  fuzz::require(meaning(*again) == meaning(*stencil), "the edited text means something else");
  return 0;
}
