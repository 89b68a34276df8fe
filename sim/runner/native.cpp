// Texts of files replaced.
#include "runner/native.hpp"

#include "runner/sources.hpp"
#include "support/check.hpp"

namespace rtlgen::runner {

std::vector<std::string> use_native_operators(Sources& sources) {
  std::vector<std::string> swapped;
  for (const SourceModule& module : sources.modules) {
    if (module.native.empty()) continue;
    bool found = false;
    for (SourceFile& file : sources.files) {
      if (!file.path.ends_with("/" + module.file) && file.path != module.file) continue;
      file.text = module.native;
      found = true;
    }
    RTLGEN_CHECK(found, "no file for operator " + module.name);
    swapped.push_back(module.name);
  }
  return swapped;
}

}  // namespace rtlgen::runner
