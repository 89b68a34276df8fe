// A generated file in memory.
#pragma once

#include <string>

namespace rtlgen::emit {

struct File {
  std::string path;  ///< relative to the folder of the language
  std::string text;
};

}  // namespace rtlgen::emit
