// Descriptions of stencils: refused with a reason, or a stencil that can be described.
#include "frontend/frontend.hpp"
#include "spec/describe.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"
#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rtlgen;
  Diagnostics diagnostics;
  const auto stencil = frontend::load_text(fuzz::text_of(data, size), "fuzz.yaml", {}, diagnostics);
  fuzz::require(stencil.ok() == !diagnostics.has_errors(), "a stencil and errors, or neither");
  fuzz::require(stencil.ok() ? !spec::describe(*stencil).empty() : !diagnostics.render().empty(), "no text");
  return 0;
}
