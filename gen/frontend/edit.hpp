// Changes of single keys in a description's text; all else stays as it was written: comments, order, blanks.
#pragma once

#include <string>
#include <vector>

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::frontend {

class Texts;

struct Edited {
  std::string text;        ///< empty: it cannot be had by changing single values
  std::string in_the_way;  ///< then: the `key.path=value` that is not to be had so, and why
};

/// `text` with each `key.path=value` of `sets` put where that key stands, or as a new key of its mapping. What the
/// result means is compared with what `text` means under these --set, and is the same. Faults of `text` and `sets` are
/// reported; then both members are empty. Files that it includes are read by `texts`.
Edited edit_text(const std::string& text, const std::string& filename, const std::vector<std::string>& sets,
                 Texts& texts, Diagnostics& diagnostics);

}  // namespace rtlgen::frontend
