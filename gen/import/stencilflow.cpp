// Reader of StencilFlow's JSON programs: every kernel is a stage, and every boundary belongs to the kernel that reads.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

#include "frontend/schema/suggest.hpp"
#include "import/expressions.hpp"
#include "import/json_tree.hpp"
#include "import/make_expr.hpp"
#include "import/program.hpp"
#include "support/codes.hpp"

namespace rtlgen::importer {

namespace {

using Kind = JsonNode::Kind;

const char* kind_name(Kind kind) {
  switch (kind) {
    case Kind::kNull:
      return "null";
    case Kind::kBool:
      return "a boolean";
    case Kind::kNumber:
      return "a number";
    case Kind::kString:
      return "a string";
    case Kind::kArray:
      return "a list";
    case Kind::kObject:
      return "an object";
  }
  return "";
}

class JsonProgram {
 public:
  JsonProgram(const Reporter& reporter, const Options& options) : reporter_(reporter) {
    program_.format = Format::kStencilflow;
    program_.border = Program::Border::kByRead;
    program_.let_types = Program::LetTypes::kOfValue;
    program_.single_constants = options.single_constants;
  }

  Program run() {
    const JsonNode root = parse_json(reporter_);
    want(root, Kind::kObject, "a program");
    only(root, "a program", {"dimensions", "vectorization", "constants", "inputs", "outputs", "program"});
    dimensions(need(root, "dimensions", Kind::kArray));
    if (const JsonNode* w = root.find("vectorization"))
      program_.cells_per_cycle = integer(*w, "vectorization", 1, 1024);
    if (const JsonNode* constants = root.find("constants")) constant_list(*constants);
    const JsonNode& inputs = need(root, "inputs", Kind::kObject);
    for (std::size_t n = 0; n < inputs.members.size(); ++n) {
      input(inputs.members[n].first, inputs.keys[n], inputs.members[n].second);
    }
    const JsonNode& kernels = need(root, "program", Kind::kObject);
    for (std::size_t n = 0; n < kernels.members.size(); ++n) {
      kernel(kernels.members[n].first, kernels.keys[n], kernels.members[n].second);
    }
    outputs(need(root, "outputs", Kind::kArray));
    check_rules();
    reporter_.stop_if_failed();
    return std::move(program_);
  }

 private:
  void want(const JsonNode& node, Kind kind, const std::string& what) const {
    if (node.kind == kind) return;
    reporter_.fail(Code::kInvalidProgramValue, node.span,
                   fmt::format("{} is {}, not {}", what, kind_name(node.kind), kind_name(kind)));
  }

  /// Refuses other keys: a misspelt one would silently change the program's meaning.
  void only(const JsonNode& object, const char* what, const std::vector<std::string>& known) const {
    for (std::size_t n = 0; n < object.members.size(); ++n) {
      const std::string& key = object.members[n].first;
      if (std::find(known.begin(), known.end(), key) != known.end()) continue;
      reporter_.error(Code::kUndeclaredProgramName, object.keys[n], fmt::format("unknown key '{}'", key),
                      {fmt::format("the keys of {} are {}", what, fmt::join(known, ", "))},
                      frontend::nearest_fix(key, known));
    }
  }

  /// Boundary conditions must name inputs or kernels.
  void check_rules() const {
    std::vector<std::string> known;
    for (const Input& i : program_.inputs) known.push_back(i.name);
    for (const Stage& s : program_.stages) known.push_back(s.name);
    for (const auto& [field, span] : ruled_) {
      if (std::find(known.begin(), known.end(), field) != known.end()) continue;
      reporter_.error(Code::kUndeclaredProgramName, span,
                      fmt::format("the boundary condition names '{}', which is neither an input nor a kernel", field),
                      {fmt::format("inputs and kernels: {}", fmt::join(known, ", "))},
                      frontend::nearest_fix(field, known));
    }
  }

  const JsonNode& need(const JsonNode& object, const char* key, Kind kind) const {
    const JsonNode* node = object.find(key);
    if (node == nullptr && std::string_view(key) == "dimensions") {
      reporter_.fail(Code::kProgramStatementCount, {object.span.begin, object.span.begin + 1},
                     "this is not a StencilFlow program: it has no 'dimensions'",
                     {"a program has 'dimensions', 'inputs', 'outputs' and 'program'"});
    }
    if (node == nullptr) {
      const Span at{object.span.end > 0 ? object.span.end - 1 : 0, object.span.end};
      reporter_.fail(Code::kProgramStatementCount, at, fmt::format("the key '{}' is missing", key),
                     {fmt::format("'{}' is {}", key, kind_name(kind))});
    }
    want(*node, kind, fmt::format("'{}'", key));
    return *node;
  }

  std::int64_t integer(const JsonNode& node, const char* what, std::int64_t low, std::int64_t high) const {
    want(node, Kind::kNumber, fmt::format("'{}'", what));
    const bool whole = node.text.size() <= 10 && node.text.find_first_of(".eE") == std::string::npos;
    const std::int64_t value = whole ? std::stoll(node.text) : low - 1;
    if (value < low || value > high) {
      reporter_.fail(Code::kInvalidProgramValue, node.span,
                     fmt::format("{} is not a valid value of '{}'", node.text, what),
                     {fmt::format("it must be a whole number from {} to {}", low, high)});
    }
    return value;
  }

  void dimensions(const JsonNode& list) {
    if (list.items.empty() || list.items.size() > 3) {
      reporter_.fail(Code::kInvalidProgramValue, list.span,
                     fmt::format("the program has {} dimensions", list.items.size()), {"grids have 1 to 3"});
    }
    static const char* const kIterators[] = {"k", "j", "i"};
    for (std::size_t a = 0; a < list.items.size(); ++a) {
      program_.grid.push_back(integer(list.items[list.items.size() - 1 - a], "dimensions", 1, 2147483647));
      iterators_.emplace_back(kIterators[a]);
    }
  }

  CType data_type(const JsonNode& object) const {
    const JsonNode& node = need(object, "data_type", Kind::kString);
    const auto type = numpy_type(node.text);
    if (!type) {
      reporter_.fail(Code::kUnsupportedProgramType, node.span,
                     fmt::format("the type '{}' cannot be imported", node.text),
                     {"types are float16, float32, float64, int8 to int64, uint8 to uint64 and bool"});
    }
    return *type;
  }

  void constant_list(const JsonNode& constants) {
    want(constants, Kind::kObject, "'constants'");
    for (std::size_t n = 0; n < constants.members.size(); ++n) {
      const auto& [name, node] = constants.members[n];
      want(node, Kind::kObject, "a constant");
      only(node, "a constant", {"value", "data_type"});
      Parameter made;
      made.name = name;
      made.span = constants.keys[n];
      made.type = data_type(node);
      made.value = need(node, "value", Kind::kNumber).text;
      program_.parameters.push_back(std::move(made));
    }
  }

  // ---------------------------------------------------------------- inputs

  void input(const std::string& name, Span span, const JsonNode& node) {
    want(node, Kind::kObject, "an input");
    only(node, "an input", {"data_type", "data", "input_dims", "dimensions"});
    Input made;
    made.name = name;
    made.span = span;
    made.type = data_type(node);
    const JsonNode* dims = node.find("input_dims");
    if (dims == nullptr) dims = node.find("dimensions");
    if (dims != nullptr) {
      want(*dims, Kind::kArray, "'input_dims'");
      for (const JsonNode& item : dims->items) made.axes[axis_of(item)] = true;
    } else {
      for (std::size_t a = 0; a < iterators_.size(); ++a) made.axes[a] = true;
    }
    if (const JsonNode* data = node.find("data")) made.data = data_of(*data);
    program_.inputs.push_back(std::move(made));
  }

  std::size_t axis_of(const JsonNode& item) const {
    want(item, Kind::kString, "an iterator");
    const auto found = std::find(iterators_.begin(), iterators_.end(), item.text);
    if (found == iterators_.end()) {
      reporter_.fail(Code::kProgramMismatch, item.span,
                     fmt::format("'{}' is not an iterator of this program", item.text),
                     {"iterators are i, j, k; two-dimensional programs have j, k, one-dimensional ones k"});
    }
    return static_cast<std::size_t>(found - iterators_.begin());
  }

  static bool is_number(const std::string& text) {
    if (text.empty()) return false;
    char* end = nullptr;
    std::strtod(text.c_str(), &end);
    return *end == '\0' && text.find_first_not_of("+-.0123456789eE") == std::string::npos;
  }

  Data data_of(const JsonNode& node) const {
    Data data;
    if (node.kind == Kind::kNumber) return {Data::Kind::kConstant, node.text, "", "", "", ""};
    if (node.kind == Kind::kArray) return list_data(node);
    want(node, Kind::kString, "'data'");
    const std::string& text = node.text;
    if (text.rfind("constant:", 0) == 0 && is_number(text.substr(9))) {
      return {Data::Kind::kConstant, text.substr(9), "", "", "", ""};
    }
    if (text.rfind("random:", 0) == 0) {
      const std::size_t dots = text.find("..");
      const std::string low = dots == std::string::npos ? "" : text.substr(7, dots - 7);
      const std::string high = dots == std::string::npos ? "" : text.substr(dots + 2);
      if (!is_number(low) || !is_number(high)) {
        reporter_.fail(Code::kInvalidProgramValue, node.span, "write random data as 'random:LOW..HIGH'");
      }
      return {Data::Kind::kRandom, "", low, high, "", ""};
    }
    if (text.ends_with(".csv")) return {Data::Kind::kFile, "", "", "", text, ""};
    if (text.ends_with(".dat")) {
      data.remark = fmt::format(
          "data: copy '{}' to a name that ends in .raw and pass it with --input (docs/data_files.md)", text);
      return data;
    }
    reporter_.fail(Code::kInvalidProgramValue, node.span, "this is not valid data",
                   {"data is a number, a list, 'constant:V', 'random:LOW..HIGH' or the name of a .csv or .dat file"});
  }

  /// A list of equal numbers is a constant; any other belongs in a data file.
  Data list_data(const JsonNode& node) const {
    std::vector<const JsonNode*> rest{&node};
    std::string value;
    bool equal = true;
    while (!rest.empty()) {
      const JsonNode* list = rest.back();
      rest.pop_back();
      for (const JsonNode& item : list->items) {
        if (item.kind == Kind::kArray) {
          rest.push_back(&item);
          continue;
        }
        want(item, Kind::kNumber, "an item of 'data'");
        equal = equal && (value.empty() || value == item.text);
        value = item.text;
      }
    }
    if (value.empty()) reporter_.fail(Code::kInvalidProgramValue, node.span, "the list of data is empty");
    if (equal) return {Data::Kind::kConstant, value, "", "", "", ""};
    Data data;
    data.remark = "data: save the program's list as a text file and pass it with --input (docs/data_files.md)";
    return data;
  }

  // ---------------------------------------------------------------- kernels

  void kernel(const std::string& name, Span span, const JsonNode& node) {
    want(node, Kind::kObject, "a kernel");
    only(node, "a kernel", {"computation_string", "data_type", "boundary_conditions", "boundary_condition"});
    Stage stage;
    stage.name = name;
    stage.span = span;
    stage.type = data_type(node);
    const JsonNode& code = need(node, "computation_string", Kind::kString);
    statements(stage, code);
    boundaries(stage, node);
    program_.stages.push_back(std::move(stage));
  }

  /// Reads them under their current key or the one used until 2020; null means none.
  void boundaries(Stage& stage, const JsonNode& node) {
    const JsonNode* rules = node.find("boundary_conditions");
    const JsonNode* old = node.find("boundary_condition");
    if (rules != nullptr && old != nullptr)
      reporter_.fail(Code::kProgramStatementCount, old->span, "the boundary conditions are given twice",
                     {"'boundary_condition' is the old name of 'boundary_conditions'"});
    if (rules == nullptr) rules = old;
    if (rules == nullptr || rules->kind == Kind::kNull) return;
    want(*rules, Kind::kObject, "'boundary_conditions'");
    for (std::size_t n = 0; n < rules->members.size(); ++n) {
      const auto& [field, rule] = rules->members[n];
      ruled_.emplace_back(field, rules->keys[n]);
      if (rule.kind != Kind::kNull) stage.rules.emplace(field, rule_of(rule));
    }
  }

  /// name = expression, separated by ; or line ends. The kernel's value is that of its own name if assigned, else the
  /// last value.
  void statements(Stage& stage, const JsonNode& code) {
    const std::vector<std::size_t> places = places_of(code, reporter_);
    TokenReader reader(tokenize(code.text, &places, {.newlines = true}, reporter_), reporter_);
    while (true) {
      while (reader.accept(";") || reader.peek().kind == Token::Kind::kNewline) {
        if (reader.peek().kind == Token::Kind::kNewline) reader.take();
      }
      if (reader.at_end()) break;
      Let let;
      const Token name = reader.expect_word("a name");
      let.name = name.text;
      let.span = name.span;
      reader.expect("=");
      let.value = parse_python_expression(reader, iterators_);
      stage.lets.push_back(std::move(let));
      const bool ended = reader.is(";") || reader.at_end() || reader.peek().kind == Token::Kind::kNewline;
      if (!ended) reader.unexpected("an operator, ';' or the end of the line");
    }
    if (stage.lets.empty())
      reporter_.fail(Code::kMalformedProgram, code.span, "a kernel must assign at least one name");
    auto result =
        std::find_if(stage.lets.rbegin(), stage.lets.rend(), [&](const Let& l) { return l.name == stage.name; });
    if (result == stage.lets.rend()) result = stage.lets.rbegin();
    stage.text = {result->span.begin, result->value.span.end};
    stage.value = std::move(result->value);
    stage.lets.erase(std::next(result).base());
  }

  ReadRule rule_of(const JsonNode& node) const {
    want(node, Kind::kObject, "a boundary condition");
    only(node, "a boundary condition", {"type", "btype", "value", "halo"});
    const JsonNode* type = node.find("type");
    if (type == nullptr) type = node.find("btype");
    if (type == nullptr) need(node, "type", Kind::kString);
    want(*type, Kind::kString, "'type'");
    ReadRule rule;
    rule.span = node.span;
    if (type->text == "shrink") {
      rule.kind = ReadRule::Kind::kShrink;
    } else if (type->text == "copy") {
      rule.kind = ReadRule::Kind::kCopy;
    } else if (type->text == "constant") {
      rule.kind = ReadRule::Kind::kConstant;
      rule.value = need(node, "value", Kind::kNumber).text;
      rule.whole = std::strtod(rule.value.c_str(), nullptr) ==
                   static_cast<double>(std::strtoll(rule.value.c_str(), nullptr, 10));
    } else {
      reporter_.fail(Code::kInvalidProgramValue, type->span,
                     fmt::format("'{}' is not a boundary condition", type->text), {"write constant, copy or shrink"});
    }
    return rule;
  }

  void outputs(const JsonNode& list) {
    for (const JsonNode& item : list.items) {
      want(item, Kind::kString, "an output");
      const auto found = std::find_if(program_.stages.begin(), program_.stages.end(),
                                      [&](const Stage& s) { return s.name == item.text; });
      if (found == program_.stages.end()) {
        reporter_.error(Code::kUndeclaredProgramName, item.span,
                        fmt::format("no kernel of 'program' is named '{}'", item.text));
      } else {
        found->output = true;
      }
    }
    if (list.items.empty()) reporter_.error(Code::kProgramStatementCount, list.span, "the program has no output");
  }

  const Reporter& reporter_;
  Program program_;
  std::vector<std::string> iterators_;               ///< from x on
  std::vector<std::pair<std::string, Span>> ruled_;  ///< fields named in boundary conditions
};

}  // namespace

Program parse_stencilflow(const Reporter& reporter, const Options& options) {
  return JsonProgram(reporter, options).run();
}

}  // namespace rtlgen::importer
