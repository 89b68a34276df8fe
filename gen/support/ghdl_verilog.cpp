// One scan over the text that recognises comments and strings.
#include "support/ghdl_verilog.hpp"

#include <algorithm>
#include <sstream>
#include <string_view>

#include "support/check.hpp"
#include "support/errors.hpp"
#include "support/lower_case.hpp"

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
      RTLGEN_CHECK(end != std::string::npos, "GHDL printed an unterminated string");
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

std::vector<GhdlModule> ghdl_modules(const std::string& verilog) {
  constexpr std::string_view kModule = "module ";
  std::vector<GhdlModule> modules;
  std::istringstream lines(verilog);
  int line = 1;
  for (std::string one; std::getline(lines, one); ++line) {
    if (!one.starts_with(kModule)) continue;
    if (!modules.empty()) modules.back().last_line = line - 1;
    // An escaped name ends at a blank, and its backslash is not part of it.
    const std::string rest = one.substr(std::min(one.find_first_not_of(' ', kModule.size()), one.size()));
    const bool is_escaped = rest.starts_with('\\');
    const std::string name = rest.substr(0, rest.find_first_of(is_escaped ? " \t" : " \t(#;"));
    modules.push_back({name.substr(is_escaped ? 1 : 0), line, line});
  }
  if (modules.empty())
    throw EnvironmentError("GHDL wrote no module; its Verilog begins with '" + verilog.substr(0, 200) + "'");
  modules.back().last_line = line - 1;
  return modules;
}

std::string ghdl_entity(const std::string& module, const std::vector<std::string>& entities) {
  std::string longest;
  for (const std::string& entity : entities) {
    const std::string small = lower_case(entity);
    const bool matches = module == entity || module == small || module.starts_with(small + "_");
    if (matches && entity.size() > longest.size()) longest = entity;
  }
  return longest;
}

}  // namespace rtlgen
