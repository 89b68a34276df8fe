// Lines of `update` as written: targets, keys, temporaries.
#include "frontend/lines.hpp"

#include <fmt/format.h>

#include "frontend/declarations.hpp"
#include "frontend/words.hpp"
#include "frontend/yaml_value.hpp"
#include "support/diagnostics.hpp"
#include "support/index.hpp"

namespace rtlgen::frontend {

namespace {

class LineReader {
 public:
  explicit LineReader(Program& program) : program_(program), stencil_(program.stencil) {}

  std::vector<Line> run() {
    std::vector<Line> lines;
    const YamlValue* update = program_.settings.find("update");
    if (update == nullptr) {
      program_.unparsed = true;
      return lines;
    }
    for (const YamlValue& item : update->items) {
      if (!item.is_map() || too_many_errors(program_.diagnostics)) {  // reported by the schema
        program_.unparsed = true;
        continue;
      }
      Line line;
      line.target = item.keys[0];
      line.where = item.key_places[0];
      line.value = &item.items[0];
      read(line);
      lines.push_back(std::move(line));
    }
    return lines;
  }

 private:
  void read(Line& line) {
    const YamlValue* expr = line.value->find("expr");
    if (expr != nullptr && expr->is_scalar())
      line.ast = read_expression(program_, *expr);
    else
      program_.unparsed = true;
    read_border(line);
    line.region.value = line.value->find("region");
    if (const YamlValue* where = line.value->find("where")) {
      line.condition = where->is_scalar() ? read_expression(program_, *where) : std::nullopt;
      program_.unparsed = program_.unparsed || !line.condition;
    }
    const YamlValue* arithmetic = line.value->find("arithmetic");
    if (arithmetic != nullptr && arithmetic->text != key_spec("update.*.arithmetic").standard)
      line.arithmetic = arithmetic;
    const auto known = program_.arrays.find(line.target);
    const bool first = known == program_.arrays.end();
    if (first)
      declare_temporary(line);
    else
      line.array = known->second;
    if (!line.array.valid()) return;
    const spec::Role role = stencil_.arrays[line.array].role;
    if (!first) refuse_declarations(line, role);
    if (!first && stencil_.arrays[line.array].held()) {
      program_.diagnostics.error("RG0367", line.where,
                                 fmt::format("'{}' has fewer axes than the grid: no line can assign it", line.target),
                                 {"leave out its 'axes', or assign a temporary"});
    }
    refuse_mixtures(line, first && role == spec::Role::kTemporary);
    if (role == spec::Role::kTemporary && !border_word(line.border).of_temporaries) {
      program_.diagnostics.error("RG0353", line.where,
                                 fmt::format("the temporary '{}' has no old value to keep", line.target),
                                 {"border: keep is for lines that assign a field"});
    }
  }

  void read_border(Line& line) {
    const YamlValue* border = line.value->find("border");
    if (border != nullptr && border->is_map()) {
      line.border = spec::Border::kKeep;
      line.kept_width = static_cast<int>(integer_or_default(border->find("keep"), key_spec("update.*.border.keep")));
      return;
    }
    line.border = border_table()[at(choice_or_default(border, key_spec("update.*.border")))].border;
  }

  void refuse_mixtures(const Line& line, bool has_no_old) {
    if (line.region.value != nullptr && line.border != spec::Border::kCompute) {
      program_.diagnostics.error(
          "RG0374", line.value->find("border")->where, "a line has a region or a border, not both",
          {"a region says itself where the line holds: interior is as far as its reads stay on the grid"});
    }
    if (line.condition && has_no_old) {
      program_.diagnostics.error(
          "RG0374", line.value->find("where")->where,
          fmt::format("the temporary '{}' has no old value to keep elsewhere", line.target),
          {fmt::format("write both: `condition ? value : other`, or assign '{}' before", line.target)});
    }
  }

  void declare_temporary(Line& line) {
    if (!program_.names.take(line.target, "temporary", line.where, program_.diagnostics)) {
      program_.unparsed = true;
      return;
    }
    line.array = add_array(program_, line.target, read_type(program_, line.value->find("type")), line.where);
    set_boundary(program_, line.array, line.value->find("boundary"));
    stencil_.arrays[line.array].role = spec::Role::kTemporary;
  }

  /// Only the line that brings a temporary into being says what it is.
  void refuse_declarations(const Line& line, spec::Role role) {
    for (const char* key : {"type", "boundary"}) {
      const YamlValue* value = line.value->find(key);
      if (value == nullptr) continue;
      program_.diagnostics.error(
          "RG0354", value->where, fmt::format("'{}' does not belong to this line", key),
          {role == spec::Role::kTemporary ? fmt::format("give it in the first line that assigns '{}'", line.target)
                                          : fmt::format("give it as fields.{}.{}", line.target, key)});
    }
  }

  Program& program_;
  spec::Stencil& stencil_;
};

}  // namespace

std::vector<Line> read_lines(Program& program) { return LineReader(program).run(); }

}  // namespace rtlgen::frontend
