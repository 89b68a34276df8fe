// The files that rtlgen reads as JSON Schemas, from the tables that check them, so that editors complete and explain.
//
// What a schema accepts is a superset of what rtlgen does: names, types that suit each other, expressions and whatever
// follows from several keys are beyond it (tests/frontend/schema_check.py lists which faults it leaves to rtlgen).
#pragma once

#include <string>

namespace rtlgen::frontend {

/// docs/schema/rtlgen.schema.json: of a stencil description.
std::string stencil_schema();

/// docs/schema/board.schema.json: of a board file.
std::string board_schema();

/// A comment that names a file's schema to editors, as the shipped files have it; nothing else reads it.
constexpr const char* kModeline = "# yaml-language-server: $schema=";

}  // namespace rtlgen::frontend
