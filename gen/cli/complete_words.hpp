// Words that a shell offers for --set, --over and FIELD=PATH. They depend on the description on the command line.
#pragma once

#include <string>
#include <vector>

namespace rtlgen::cli {

/// The words for `rtlgen complete WHAT [KEY] -- WORD...`, which the completions of shells run; WORDs are the line so
/// far. WHAT is `set` (keys), `value` (of KEY), `assignment` (keys, and keys with each value that is a word) or
/// `field`; keys and fields end in `=`. For any other WHAT, or if the description cannot be read, the result is
/// whatever is known without them.
std::vector<std::string> complete_words(const std::vector<std::string>& arguments);

}  // namespace rtlgen::cli
