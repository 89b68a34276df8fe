// The stencils and pages that are installed with this program.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace rtlgen::cli {

/// Folder of the shipped stencils, next to an installed program or in its build's source tree; empty if none exists.
std::filesystem::path shipped_folder();
/// Their names, sorted.
std::vector<std::string> shipped_names();
/// `file`, unless it does not exist and is the bare name of a shipped stencil: then that stencil's file.
std::string shipped_or(const std::string& file);

/// Folder of the documentation as a web site; empty if it was not built.
std::filesystem::path site_folder();

/// Folder of the documentation's pages; empty if none exists.
std::filesystem::path docs_folder();

}  // namespace rtlgen::cli
