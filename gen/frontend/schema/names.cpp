// Checks that names are legal in Verilog and VHDL, not reserved, and unique.
#include "frontend/schema/names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/expr/types.hpp"
#include "frontend/schema/words.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/lower_case.hpp"

namespace rtlgen::frontend {

bool is_reserved_name(const std::string& name) {
  const std::string lower = lower_case(name);
  const auto builtins = builtin_names();
  const auto ports = port_words();
  return is_reserved_function(lower) || is_type_word(lower) ||
         std::find(ports.begin(), ports.end(), lower) != ports.end() ||
         std::any_of(builtins.begin(), builtins.end(), [&](const BuiltinName& b) { return b.name == lower; });
}

bool check_identifier(const std::string& name, const SourceLocation& where, Diagnostics& diagnostics) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  bool good = !name.empty() && name.size() <= kLongestName && letter(name[0]) && name.back() != '_';
  for (std::size_t i = 0; good && i < name.size(); ++i) {
    good = letter(name[i]) || digit(name[i]) || (name[i] == '_' && name[i + 1] != '_');
  }
  if (good) return true;
  diagnostics.error(Code::kIllegalName, where, fmt::format("'{}' is not a valid name", name),
                    {"a name starts with a letter, contains letters, digits and single underscores, does not end in "
                     "an underscore, and has at most 64 characters: it becomes a name in Verilog and VHDL"});
  return false;
}

bool check_stencil_name(const std::string& name, const SourceLocation& where, Diagnostics& diagnostics) {
  if (!check_identifier(name, where, diagnostics)) return false;
  const std::string lower = lower_case(name);
  if (lower != "rtlgen" && !lower.starts_with("rtlgen_")) return true;
  diagnostics.error(Code::kReservedName, where, fmt::format("the name '{}' is reserved for rtlgen", name),
                    {"module names start with the stencil's name, and rtlgen_axis, rtlgen_load and others exist: "
                     "choose another, e.g. my_" +
                     name});
  return false;
}

bool Names::may_be_called(const std::string& name, const std::string& what, const SourceLocation& where,
                          Diagnostics& diagnostics) {
  if (!check_identifier(name, where, diagnostics)) return false;
  if (is_reserved_name(name)) {
    diagnostics.error(Code::kReservedName, where, fmt::format("the name '{}' is reserved", name),
                      {fmt::format("choose another name for the {}, e.g. {}_0", what, name)});
    return false;
  }
  const auto [owner, fresh] = taken_.emplace(lower_case(name), Owner{name, what});
  if (fresh) return true;
  diagnostics.error(Code::kNameClash, where, fmt::format("'{}' is already the name of a {}", name, owner->second.what),
                    {owner->second.name == name ? fmt::format("choose another name for the {}", what)
                                                : fmt::format("'{}' and '{}' differ only in case, which VHDL ignores",
                                                              owner->second.name, name)});
  return false;
}

Names::Verdict Names::take(const std::string& name, const std::string& what, const SourceLocation& where,
                           Diagnostics& diagnostics) {
  const auto owner = taken_.find(lower_case(name));
  const bool means_something = is_refused(name) || (owner != taken_.end() && owner->second.name == name);
  if (may_be_called(name, what, where, diagnostics)) return Verdict::kFree;
  if (means_something) return Verdict::kTaken;
  refused_.insert(name);
  return Verdict::kRefused;
}

bool Names::is_taken(const std::string& name) const { return taken_.contains(lower_case(name)); }

}  // namespace rtlgen::frontend
