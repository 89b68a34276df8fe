// What a shell offers for --set, --over and FIELD=PATH: it depends on the description that the line names.
#pragma once

#include <string>
#include <vector>

namespace rtlgen::cli {

/// The words of `rtlgen complete WHAT [KEY] -- WORD...`, which the completions of shells run; WORDs are the line so
/// far. WHAT is `set` (keys), `value` (of KEY), `assignment` (keys, and keys with each value that is a word) or
/// `field`; keys and fields end in `=`. Anything else, and a description that cannot be read, gives what is known
/// without it.
std::vector<std::string> complete_words(const std::vector<std::string>& arguments);

}  // namespace rtlgen::cli
