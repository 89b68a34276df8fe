// Words about the description's place.
#include "flow/described.hpp"

#include <fmt/format.h>

#include "support/safe_text.hpp"

namespace rtlgen::flow {

std::string Described::shell_word() const { return safe::shell_path(word); }

std::string Described::place() const {
  switch (from) {
    case From::kItsFolder:
      return ", from the folder of " + safe::markdown(word);
    case From::kAnywhere:
      return "";
    case From::kProject:
      return ", from this folder";
    case From::kCopied:
      return fmt::format(", from the folder where the paths in `{0}` begin, with `{0}` copied there", copy);
  }
  return "";
}

std::string Described::row() const {
  return copy.empty() ? "" : fmt::format("| `{}` | the description, to which comments of the HDL refer |\n", copy);
}

}  // namespace rtlgen::flow
