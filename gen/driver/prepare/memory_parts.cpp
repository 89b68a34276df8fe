// Distinguishes unknown names from faulty files.
#include "driver/prepare/memory_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <sstream>
#include <string_view>

#include "frontend/schema/suggest.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::driver {

namespace {

/// Reports `fault`, a line "FILE:12: what" or "FILE: what", at its location.
void report_line(const std::string& file, const std::string& fault, Diagnostics& diagnostics) {
  SourceLocation where{file};
  std::string_view rest = fault;
  if (rest.starts_with(file + ":")) rest.remove_prefix(file.size() + 1);
  int line = 0;
  const auto [stop, error] = std::from_chars(rest.data(), rest.data() + rest.size(), line);
  if (error == std::errc() && line > 0) {
    where = {file, line, 1, 1};
    rest.remove_prefix(static_cast<std::size_t>(stop - rest.data()));
  }
  rest.remove_prefix(std::min(rest.find_first_not_of(": "), rest.size()));
  diagnostics.error(Code::kUnusableMemoryPart, where, std::string(rest));
}

}  // namespace

void refuse_part(const PartOption& option, const std::string& value, const std::string& faults,
                 const std::vector<std::string>& known, Diagnostics& diagnostics) {
  std::error_code ignored;
  if (std::filesystem::exists(value, ignored)) {
    std::istringstream lines(faults);
    for (std::string line; std::getline(lines, line);) report_line(value, line, diagnostics);
    return;
  }
  diagnostics.error(Code::kUnusableMemoryPart, {fmt::format("{} {}", option.name, value)},
                    fmt::format("'{}' is neither a {} nor a file", value, option.what),
                    {fmt::format("{}s are {}", option.what, fmt::join(known, ", "))},
                    frontend::nearest_fix(value, known));
}

}  // namespace rtlgen::driver
