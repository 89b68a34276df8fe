// Wiring files, and files of IP: what stands behind a line `=== ip/NAME` is that IP's text, instead of the one in the
// program.
#include <algorithm>

#include "frontend/board/wiring_file.hpp"
#include "support/diagnostics.hpp"
#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rtlgen;
  std::string text = fuzz::text_of(data, size);
  std::map<std::string, std::string> texts = frontend::wiring_texts();
  const std::string mark = "\n=== ip/";
  if (const std::size_t at = text.find(mark); at != std::string::npos) {
    const std::size_t end = std::min(text.find('\n', at + 1), text.size());
    texts[text.substr(at + 5, end - at - 5)] = text.substr(std::min(end + 1, text.size()));
    text.resize(at + 1);
  }
  Diagnostics diagnostics;
  const auto wiring = frontend::load_wiring_text(text, "boards/kcu105/wiring.yaml", texts, diagnostics);
  fuzz::require(wiring.ok() == !diagnostics.has_errors(), "a wiring and errors, or neither");
  fuzz::require(wiring.ok() || !diagnostics.render().empty(), "no text");
  return 0;
}
