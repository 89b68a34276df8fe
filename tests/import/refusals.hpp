// A text that an importer refuses, and how: where the fault stands, its code, and the words that say why.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "import/import.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::importer {

struct Refusal {
  const char* name;
  const char* code;
  int line;
  int column;
  const char* says;  ///< part of the message or of a note
  std::string text;
};

/// A loop over a[8][9] and b[8][9] whose body begins in line 3, column 1.
inline std::string nest(const std::string& body) {
  return "void k(float a[8][9], float b[8][9], int n, float *p) {\nfor (int i = 1; i < 7; i++) for (int j = 1; j < 8; "
         "j++) "
         "{\n" +
         body + "\n}}\n";
}

/// `file` has the end by which the importer is chosen.
inline void expect_refused(const Refusal& c, const std::string& file) {
  Diagnostics diagnostics;
  const auto yaml = import_text(c.text, file, {}, diagnostics);
  EXPECT_FALSE(yaml.ok()) << *yaml;
  ASSERT_FALSE(diagnostics.all().empty());
  const Diagnostic& first = diagnostics.all().front();
  EXPECT_EQ(to_string(first.code), c.code) << diagnostics.render();
  EXPECT_EQ(first.where.line, c.line) << diagnostics.render();
  EXPECT_EQ(first.where.column, c.column) << diagnostics.render();
  EXPECT_NE(diagnostics.render().find(c.says), std::string::npos) << diagnostics.render();
  EXPECT_FALSE(first.notes.empty() && std::string(c.code) == "RG0618") << "nothing says what to write";
}

}  // namespace rtlgen::importer
