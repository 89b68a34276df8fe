// One scan over the text that knows comments and quotes.
#include "support/ghdl_verilog.hpp"

#include <algorithm>

#include "support/check.hpp"

namespace rtlgen {

std::string repair_ghdl_verilog(const std::string& verilog) {
  std::string result;
  result.reserve(verilog.size());
  std::size_t at = 0;
  const auto copy_to = [&](std::size_t end) {
    result.append(verilog, at, end - at);
    at = end;
  };
  while (at < verilog.size()) {
    std::size_t mark = verilog.find_first_of("\"/", at);
    if (mark == std::string::npos) mark = verilog.size();
    copy_to(mark);
    if (at == verilog.size()) break;
    if (verilog.compare(at, 2, "//") == 0) {
      copy_to(std::min(verilog.find('\n', at), verilog.size()));
    } else if (verilog.compare(at, 2, "/*") == 0) {
      const std::size_t end = verilog.find("*/", at + 2);
      copy_to(end == std::string::npos ? verilog.size() : end + 2);
    } else if (verilog[at] == '"') {
      const std::size_t end = verilog.find('"', at + 1);
      RTLGEN_CHECK(end != std::string::npos, "GHDL printed half a text");
      const std::string digits = verilog.substr(at + 1, end - at - 1);
      if (digits.find_first_not_of("01XZxz") == std::string::npos && !digits.empty()) {
        result += std::to_string(digits.size());
        result += "'b";
        result += digits;
        at = end + 1;
      } else {
        copy_to(end + 1);
      }
    } else {
      copy_to(at + 1);
    }
  }
  return result;
}

}  // namespace rtlgen
