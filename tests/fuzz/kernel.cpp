// Kernels of work items (advise --kernel).
#include "frontend/board/kernel_file.hpp"
#include "support/diagnostics.hpp"
#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rtlgen;
  Diagnostics diagnostics;
  const auto program = frontend::load_kernel_text(fuzz::text_of(data, size), "fuzz.yaml", diagnostics);
  fuzz::require(program.ok() == !diagnostics.has_errors(), "a kernel and errors, or neither");
  fuzz::require(program.ok() || !diagnostics.render().empty(), "no text");
  return 0;
}
