// Parts that tests of cards' projects share: the tiny stencil, lint of a project's top, and the parts of a top that a
// stencil changes.
#pragma once

#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "facts.hpp"
#include "flow/project.hpp"
#include "kept_run.hpp"

namespace rtlgen::test {

inline ProcessResult run_in(const std::string& folder, const std::vector<std::string>& command) {
  ProcessOptions options;
  options.working_directory = folder;
  options.merge_stderr = true;
  options.timeout_seconds = 120;
  return run_process(command, options);
}

/// Verilator's warnings of a project's top, with one change of its files.
inline std::string lint_of(const driver::PlannedProject& project, const std::string& folder,
                           const std::string& from = "", const std::string& to = "") {
  std::vector<std::string> command = {"verilator",    "--lint-only",        "-Wall",
                                      "--top-module", project.flow().top(), "black_boxes.v"};
  std::vector<emit::File> files = project.files();
  files.push_back({"black_boxes.v", flow::black_boxes(project.flow())});
  for (emit::File& file : files) {
    const std::size_t at = from.empty() ? std::string::npos : file.text.find(from);
    if (at != std::string::npos) file.text.replace(at, from.size(), to);
    if (file.path.starts_with("rtl/") && file.path.ends_with(".v")) command.push_back(file.path);
  }
  put_files(folder, files);
  return kept_run(folder, command).output;
}

/// A project's modules outside the shell, without comments, the stencil's name replaced: what lint of them depends on,
/// beside the shell's ports, whose widths they name.
inline std::string card_text(const driver::PlannedProject& project) {
  static const std::regex comment("//[^\n]*");
  const std::string top = project.flow().top(), stencil = top.substr(0, top.size() - project.board.id.size());
  std::string text;
  for (const emit::File& file : project.files()) {
    if (file.path.starts_with("rtl/card/")) text += std::regex_replace(file.text, comment, "");
  }
  for (std::size_t at; (at = text.find(stencil)) != std::string::npos;) text.replace(at, stencil.size(), "NAME:");
  return text;
}

/// A stencil of configs/ and keys to set.
using Kind = std::pair<std::string, std::vector<std::string>>;

/// Lints the tops of other stencils on a board. Where `all` is false, not those whose modules outside the shell are
/// those of `linted`, but for names, which the caller lints: shells are linted on the boards where it is true.
inline void lint_others(const driver::PlannedProject& linted, const std::vector<Kind>& kinds, bool all) {
  std::set<std::string> known = {card_text(linted)};
  for (const auto& [stencil, sets] : kinds) {
    const auto project = planned(stencil, linted.board.id, sets);
    if (!known.insert(card_text(project)).second && !all) continue;
    fmt::print("lint: {}\n", stencil);
    EXPECT_EQ(lint_of(project, fresh_folder("project_lint_" + linted.board.id)), "") << stencil;
  }
}

}  // namespace rtlgen::test
