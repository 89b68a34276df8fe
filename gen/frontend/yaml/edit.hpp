// Changes single keys in the text of a description and keeps everything else: comments, order, blanks.
#pragma once

#include <string>
#include <vector>

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::frontend {

class Texts;

struct Edited {
  std::string text;        ///< empty: changing single values is not enough
  std::string in_the_way;  ///< then: the `key.path=value` that cannot be set, and why
};

/// Applies each `key.path=value` of `sets` to `text`: in place if the key exists, otherwise as a new key of its
/// mapping. Checks that the result means the same as `text` with these --set options. If `text` or `sets` are faulty,
/// reports the faults and returns empty members. `texts` reads included files.
Edited edit_text(const std::string& text, const std::string& filename, const std::vector<std::string>& sets,
                 Texts& texts, Diagnostics& diagnostics);

}  // namespace rtlgen::frontend
