// Converts names of the imported program to names that rtlgen's language accepts.
#pragma once

#include <string>

#include "frontend/schema/names.hpp"

namespace rtlgen::importer {

class Renamer {
 public:
  /// An unused legal name as close to `wanted` as possible; reserves it.
  std::string take(const std::string& wanted);

 private:
  frontend::Names names_;
};

/// `wanted` with only letters, digits and single underscores.
std::string legal_name(const std::string& wanted);

}  // namespace rtlgen::importer
