// Predefined macros, which programs test to choose between compilers.
#pragma once

#include <string>
#include <vector>

namespace rtlgen::importer::c {

/// Arguments that give libclang the macros of gcc. `__has_builtin` and the like are a division by zero if gcc's
/// value is not known.
const std::vector<std::string>& gcc_macro_arguments();

}  // namespace rtlgen::importer::c
