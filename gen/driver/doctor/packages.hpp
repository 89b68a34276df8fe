// The packages that contain tools, by system.
#pragma once

#include <string>
#include <string_view>

namespace rtlgen::driver {

/// The package manager of a system.
enum class Packages { kUnknown, kApt, kDnf, kPacman, kBrew };

/// Determined by ID and ID_LIKE in /etc/os-release.
Packages packages_of(std::string_view os_release);
/// "apt-get install"; "": unknown.
std::string install_command(Packages system);
/// The package that contains `program`; "": unknown.
std::string package_with(const std::string& program, Packages system);
/// "Debian GNU/Linux 12 (bookworm)"; "": not given.
std::string pretty_name(std::string_view os_release);

}  // namespace rtlgen::driver
