// Runs the frontend, the warnings and the plan on a text.
#include "lsp/document.hpp"

#include <filesystem>
#include <sstream>
#include <utility>

#include "analysis/meaning/meaning.hpp"
#include "board/board.hpp"
#include "driver/prepare/prepare.hpp"
#include "frontend/board/board_file.hpp"
#include "frontend/given.hpp"
#include "frontend/schema/json_schema.hpp"
#include "frontend/schema/schema.hpp"
#include "plan/storage/mirrors.hpp"

namespace rtlgen::lsp {

TextKind kind_of(const std::string& text, const std::string& path) {
  std::istringstream lines(text);
  TextKind kind = TextKind::kOther;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(frontend::kModeline)) {
      if (line.find("rtlgen.schema.json") != std::string::npos) return TextKind::kStencil;
      if (line.find("board.schema.json") != std::string::npos) return TextKind::kBoard;
    }
    for (const char* key : {"update:", "fields:", "grid:"}) {
      if (line.starts_with(key)) kind = TextKind::kStencil;
    }
  }
  if (kind == TextKind::kOther && std::filesystem::path(path).filename() == "board.yaml") return TextKind::kBoard;
  return kind;
}

bool may_become_stencil(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(':');
    const bool is_key = colon != std::string::npos && line.find_first_of(" \t#-\"'{[") > colon;
    if (is_key && frontend::find_key(line.substr(0, colon)) == nullptr) return false;
  }
  return true;
}

Analysis analyse(const std::string& text, const std::string& path, TextKind kind) {
  Analysis out;
  if (kind == TextKind::kBoard) static_cast<void>(frontend::load_board_text(text, path, out.diagnostics).ok());
  if (kind != TextKind::kStencil) return out;
  out.understood = frontend::understand(text, path, frontend::Given{}, out.diagnostics);
  if (out.understood.document) out.outline = outline_of(*out.understood.document);
  if (out.understood.stencil) analysis::warn_of_meaning(*out.understood.stencil, out.diagnostics);
  return out;
}

void check_plan(Analysis& analysis) {
  if (!analysis.understood.stencil || analysis.diagnostics.has_errors()) return;
  const spec::Stencil& stencil = *analysis.understood.stencil;
  // `check` accepts descriptions that only the golden engine can run.
  if (plan::without_hardware(stencil) != nullptr) return;
  const auto prepared = driver::prepare(stencil, stencil.hardware, analysis.diagnostics);
  if (prepared) driver::check_memory(**prepared, analysis.diagnostics);
}

Document::Document(std::string path, std::string text, int version)
    : path_(std::move(path)), text_(std::move(text)), version_(version), kind_(kind_of(text_.bytes(), path_)) {}

void Document::set_text(std::string text, int version) {
  text_ = Text(std::move(text));
  version_ = version;
  kind_ = kind_of(text_.bytes(), path_);
  analysis_.reset();
  is_planned_ = false;
}

const Analysis& Document::analysis() {
  if (!analysis_) {
    analysis_ = std::make_unique<Analysis>(analyse(text_.bytes(), path_, kind_));
    if (analysis_->understood.document) outline_ = analysis_->outline;
    if (analysis_->understood.stencil) stencil_ = *analysis_->understood.stencil;
  }
  return *analysis_;
}

const Outline& Document::outline() {
  static_cast<void>(analysis());
  return outline_;
}

const spec::Stencil* Document::stencil() {
  static_cast<void>(analysis());
  return stencil_ ? &*stencil_ : nullptr;
}

bool Document::plan() {
  static_cast<void>(analysis());
  is_planned_ = true;
  const std::size_t before = analysis_->diagnostics.all().size();
  check_plan(*analysis_);
  return analysis_->diagnostics.all().size() != before;
}

}  // namespace rtlgen::lsp
