// JSON Schemas of the files that rtlgen reads, printed from the tables that check them, so that editors can complete
// and explain keys.
//
// A schema accepts a superset of what rtlgen accepts: it cannot check names, the compatibility of types, expressions,
// and rules that involve several keys (tests/frontend/schema_check.py lists the faults that only rtlgen finds).
#pragma once

#include <string>

namespace rtlgen::frontend {

/// docs/schema/rtlgen.schema.json, for stencil descriptions.
std::string stencil_schema();

/// docs/schema/board.schema.json, for board files.
std::string board_schema();

/// The beginning of a comment that names a file's schema for editors, as in the shipped files; rtlgen ignores it.
constexpr const char* kModeline = "# yaml-language-server: $schema=";

}  // namespace rtlgen::frontend
