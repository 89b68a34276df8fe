// A program of another language: refused with a reason, or YAML that the front end takes.
#pragma once

#include "frontend/frontend.hpp"
#include "import/import.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"
#include "target.hpp"

namespace rtlgen::fuzz {

inline int import(const std::uint8_t* data, std::size_t size, const char* file) {
  Diagnostics diagnostics;
  const auto yaml = importer::import_text(text_of(data, size), file, {}, diagnostics);
  require(yaml.ok() == !diagnostics.has_errors(), "a description and errors, or neither");
  require(yaml.ok() || !diagnostics.render().empty(), "no text");
  Diagnostics check;
  require(!yaml.ok() || frontend::load_text(*yaml, "fuzz.yaml", {}, check).ok(), "the description is refused");
  return 0;
}

}  // namespace rtlgen::fuzz
