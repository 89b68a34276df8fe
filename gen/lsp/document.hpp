// An open text and its analysis by rtlgen.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "frontend/understand.hpp"
#include "lsp/outline.hpp"
#include "lsp/text.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::lsp {

enum class TextKind : std::uint8_t {
  kStencil,
  kBoard,
  kOther  ///< other YAML, which the server ignores
};

/// Determined by the contents: `update`, `fields` or `grid`, the comment that names its schema, or the name of a board
/// file.
TextKind kind_of(const std::string& text, const std::string& path);

/// Whether all top-level keys are those of a description, as in an unfinished one, or in a file to include.
bool may_become_stencil(const std::string& text);

/// The meaning of one version of a text.
struct Analysis {
  Diagnostics diagnostics;
  frontend::Understood understood;
  Outline outline;
};

/// Reads the text, with the warnings of `rtlgen check` for a stencil. Included files are read from disk.
Analysis analyse(const std::string& text, const std::string& path, TextKind kind);

/// Reports what the plan of the hardware refuses; for a text without errors.
void check_plan(Analysis& analysis);

class Document {
 public:
  Document(std::string path, std::string text, int version);

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const Text& text() const { return text_; }
  [[nodiscard]] int version() const { return version_; }
  [[nodiscard]] TextKind kind() const { return kind_; }
  void set_text(std::string text, int version);

  /// The analysis of the current text; made once per version.
  const Analysis& analysis();
  [[nodiscard]] bool is_analysed() const { return analysis_ != nullptr; }
  /// The outline of the latest version that was valid YAML.
  const Outline& outline();
  /// The stencil of the latest version without errors, for names that a faulty text still has; null if there was none.
  const spec::Stencil* stencil();

  /// Also reports what the plan refuses; false if nothing was added.
  bool plan();
  [[nodiscard]] bool is_planned() const { return is_planned_; }

 private:
  std::string path_;
  Text text_;
  int version_ = 0;
  TextKind kind_ = TextKind::kOther;
  std::unique_ptr<Analysis> analysis_;
  Outline outline_;
  std::optional<spec::Stencil> stencil_;
  bool is_planned_ = false;
};

}  // namespace rtlgen::lsp
