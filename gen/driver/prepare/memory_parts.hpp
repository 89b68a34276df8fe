// Reports names of DRAM models and host links that cannot be used.
#pragma once

#include <string>
#include <vector>

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::driver {

/// The argument of an option: the name of a built-in text, or a file.
struct PartOption {
  const char* name;  ///< "--dram"
  const char* what;  ///< "DRAM model"
};

inline constexpr PartOption kDramOption{"--dram", "DRAM model"};
inline constexpr PartOption kLinkOption{"--link", "host link"};

/// Reports (RG0806) why the `value` of the option cannot be used: the faults in its file, one per line as `file:line:
/// what`, or the known names if there is no such file.
void refuse_part(const PartOption& option, const std::string& value, const std::string& faults,
                 const std::vector<std::string>& known, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
