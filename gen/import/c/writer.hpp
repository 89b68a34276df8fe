// State of writing a document, shared by its parts (write.cpp, write_values.cpp, write_tables.cpp,
// write_exchanges.cpp).
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "import/c/lines.hpp"
#include "import/document.hpp"
#include "import/names.hpp"
#include "import/program.hpp"
#include "import/translate.hpp"

namespace rtlgen::importer::c {

class Writer {
 public:
  Writer(const Trace& trace, const Layout& layout, const Lines& lines, const std::string& file, const Options& options,
         const Reporter& reporter)
      : trace_(trace), layout_(layout), lines_(lines), file_(file), reporter_(reporter) {
    program_.single_constants = options.single_constants;
  }

  std::string run();

 private:
  using Cells = std::vector<Range>;

  // write.cpp
  void choose_names();
  void put_line(std::size_t index);
  void warn_of_far_read();
  void put_fields();
  [[nodiscard]] std::optional<Constant> first_of(const Field& field) const;
  void put_parameter(const std::string& name, const CType& type, const std::optional<Constant>& first,
                     const std::string& remark, const std::string& request);
  void put_parameters();
  void head();
  [[nodiscard]] bool is_temporary(int field) const;
  [[nodiscard]] Cells cells_of(const Line& line) const;
  [[nodiscard]] bool is_whole(const Cells& cells) const;
  [[nodiscard]] std::string region_of(const Cells& cells) const;
  [[nodiscard]] std::string guard_of(const Cells& cells) const;
  [[nodiscard]] bool overlaps_before(std::size_t index) const;
  [[nodiscard]] bool is_guarded(const Line& line) const;
  [[nodiscard]] const Buffer& buffer_of(int field) const;
  [[nodiscard]] std::size_t line_number(Span span) const;

  // write_values.cpp
  Expr expr_of(const c::Value& value) const;
  importer::Value name_value(const Expr& expr, const Line& line);
  [[nodiscard]] CType type_of_time() const;
  importer::Value loop_value(int loop, const Line& line, Span span) const;
  importer::Value read_value(const Expr& expr, const Line& line);
  std::string text_of(const c::Value& value, const CType& type, const Line& line);

  // write_tables.cpp
  [[nodiscard]] std::vector<std::string> numbers_of(const Line& line, const CType& type, const Place& place) const;
  std::optional<std::string> table_of(const Line& line, const CType& type, const std::string& target);

  // write_exchanges.cpp
  void plan_exchanges();
  void put_exchanges();
  [[nodiscard]] bool covers(int field, bool all_cells) const;
  [[nodiscard]] bool is_equal(int a, int b) const;
  void put_copy(const std::string& target, const std::string& text, const std::string& remark,
                const std::string& type = "");

  const Trace& trace_;
  const Layout& layout_;
  const Lines& lines_;
  const std::string& file_;
  const Reporter& reporter_;
  Program program_;
  Renamer renamer_;
  Document document_;
  CType default_type_;
  std::map<int, std::string> field_names_;   ///< for fields that the description has
  std::map<int, std::string> target_names_;  ///< by field: the array that its lines assign, if different
  std::map<int, std::string> let_names_;
  std::map<int, std::string> parameter_names_;
  std::map<int, std::vector<std::size_t>> field_axes_;
  std::set<int> temporaries_;                ///< fields
  std::vector<std::vector<int>> cycles_;     ///< exchanges: each field gets the content of the next one
  std::map<int, int> fresh_;                 ///< by cycle: position of a field whose old content is not needed
  std::map<int, std::string> first_copies_;  ///< by field: its initial content in each time step
  std::int64_t table_bits_ = 0;              ///< total size of the document's tables
  std::optional<Span> far_read_;             ///< reach of the line: extends over more than half of an axis
  bool has_far_line_ = false;
};

}  // namespace rtlgen::importer::c
