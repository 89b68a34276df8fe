// State of assembling a document, shared by its parts (assemble.cpp, assemble_stage.cpp, assemble_fields.cpp).
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "import/document.hpp"
#include "import/names.hpp"
#include "import/program.hpp"
#include "import/translate.hpp"
#include "import/uses.hpp"

namespace rtlgen::importer {

/// The reach of a value: the box of offsets at which the program's inputs are read for one cell.
struct Window {
  std::array<int, 3> low{};
  std::array<int, 3> high{};

  void add(const std::array<int, 3>& offset, const Window& of) {
    for (std::size_t a = 0; a < 3; ++a) {
      low[a] = std::min(low[a], offset[a] + of.low[a]);
      high[a] = std::max(high[a], offset[a] + of.high[a]);
    }
  }

  [[nodiscard]] bool is_centre() const { return low == std::array<int, 3>{} && high == std::array<int, 3>{}; }
};

class Assembler {
 public:
  Assembler(const Program& program, const std::string& file, const Reporter& reporter)
      : program_(program), file_(file), reporter_(reporter) {}

  std::string run();

 private:
  enum class Kind { kInput, kStage, kParameter };
  struct Symbol {
    Kind kind = Kind::kInput;
    std::size_t index = 0;
  };
  /// Facts about a stage that are not in its text.
  struct StageFacts {
    std::string name;                  ///< name of the line's target in the document
    std::string copy_to;               ///< field to which a last line copies it; "": none
    std::optional<std::size_t> feeds;  ///< input
    bool read = false;                 ///< another stage reads it
    bool live = false;
    Window window;
  };
  /// A name that is dropped; reported once the rest has been accepted.
  struct Unused {
    Span span;
    std::string message;
  };
  /// The stage that is being translated.
  struct Current {
    const Stage* stage = nullptr;
    Offset3 store{};
    bool far = false;    ///< the line reads cells other than its own
    bool plain = true;   ///< `keep` is sufficient: nothing but this line reads other cells
    bool mixed = false;  ///< reads have several boundary kinds: shrinking ones get separate lines
    bool shrinks = false;
    Window window;
    std::map<std::string, Value> lets;
    std::map<std::string, Window> let_windows;
  };

  // assemble.cpp
  void declare();
  void declare_name(const std::string& name, Span span, Symbol symbol);
  void find_order();
  void choose_names();
  void choose_targets();
  [[nodiscard]] bool reads_input(std::size_t stage, std::size_t input) const;
  void head();

  // assemble_fields.cpp
  void choose_boundaries();
  void put_fields();
  void put_parameters();
  void put_data();
  [[nodiscard]] std::string number_for(const std::string& text, const CType& type, Span span) const;
  [[nodiscard]] std::string renamed_remark(const std::string& original, const std::string& name) const;

  // assemble_stage.cpp
  void put_stage(std::size_t index);
  void put_lets();
  void put_let(const Let& let);
  CType let_type(const Let& let, const Value& value, Translator& translator);
  void finish_stage(std::size_t index, const Value& value, Translator& translator);
  std::string inside(const Window& window) const;
  void put_rest(const std::string& target, const std::string& text);
  void put_line(const std::string& target, const std::string& text, const CType& type, bool is_field);
  Translator translator();
  Value name_value(const Expr& expr);
  Value read_value(const Expr& expr);
  Value ruled_read(const Expr& expr, const std::string& name, const CType& type, const Axes& axes,
                   const Offset3& offset);
  Value store_value(const Value& value);
  const Symbol& symbol_of(const Expr& expr) const;

  const Program& program_;
  const std::string& file_;
  const Reporter& reporter_;
  Renamer renamer_;
  Document document_;
  CType default_type_;
  std::map<std::string, Symbol> symbols_;
  std::vector<StageFacts> stages_;
  std::vector<std::size_t> order_;  ///< live stages
  std::vector<std::string> input_names_, parameter_names_;
  std::vector<bool> input_used_, parameter_used_;
  std::map<std::string, std::string> field_rules_;  ///< by original name: the value outside the grid
  std::set<std::string> shrunk_;
  Current current_;
  std::vector<Unused> unused_;
  std::string pending_remark_;  ///< comment of the next line
};

}  // namespace rtlgen::importer
