// Uses the frontend's rules for legal names, so that these are in one place.
#include "import/names.hpp"

#include <algorithm>
#include <cctype>

#include "support/diagnostics.hpp"

namespace rtlgen::importer {

std::string legal_name(const std::string& wanted) {
  constexpr std::size_t kLongest = 50;
  std::string out;
  for (const char c : wanted) {
    const auto byte = static_cast<unsigned char>(c);
    const bool good = byte < 0x80 && std::isalnum(byte) != 0;
    if (out.empty() && (byte >= 0x80 || std::isalpha(byte) == 0)) continue;
    if (good)
      out += c;
    else if (out.back() != '_')
      out += '_';
  }
  out = out.substr(0, kLongest);
  while (!out.empty() && out.back() == '_') out.pop_back();
  return out.empty() ? "v" : out;
}

std::string Renamer::take(const std::string& wanted) {
  const std::string base = legal_name(wanted);
  for (int n = -1;; ++n) {
    std::string name = n < 0 ? base : base + "_" + std::to_string(n);
    Diagnostics refused;
    if (names_.take(name, "name", {}, refused) == frontend::Names::Verdict::kFree) return name;
  }
}

}  // namespace rtlgen::importer
