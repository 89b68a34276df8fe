// An open text and what rtlgen makes of it.
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
  kOther  ///< YAML of another kind, which the server leaves alone
};

/// By what the text has: `update`, `fields` or `grid`, the comment that names its schema, or the name of a board file.
TextKind kind_of(const std::string& text, const std::string& path);

/// Whether all keys at the top of the text are those of a description, as in one that is begun, or a file to include.
bool may_become_stencil(const std::string& text);

/// What one version of a text means.
struct Analysis {
  Diagnostics diagnostics;
  frontend::Understood understood;
  Outline outline;
};

/// Reads the text; of a stencil the warnings of `rtlgen check` too. Files that it includes are read from disk.
Analysis analyse(const std::string& text, const std::string& path, TextKind kind);

/// Reports what the plan of the hardware refuses. Of a text without errors.
void check_plan(Analysis& analysis);

class Document {
 public:
  Document(std::string path, std::string text, int version);

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const Text& text() const { return text_; }
  [[nodiscard]] int version() const { return version_; }
  [[nodiscard]] TextKind kind() const { return kind_; }
  void set_text(std::string text, int version);

  /// Of the text as it is now; made once for each version.
  const Analysis& analysis();
  [[nodiscard]] bool is_analysed() const { return analysis_ != nullptr; }
  /// The newest outline of a version that was valid YAML.
  const Outline& outline();
  /// The newest stencil that had no errors, for names that a faulty text still has; null: there was none.
  const spec::Stencil* stencil();

  /// Reports what the plan refuses too; false: nothing was added.
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
