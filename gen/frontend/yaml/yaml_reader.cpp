// Converts yaml-cpp's event stream to YamlValue, and refuses everything that would be surprising.
#include "frontend/yaml/yaml_reader.hpp"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <sstream>
#include <utility>

#include "frontend/yaml/yaml_text.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {

namespace {

constexpr std::size_t kMaxNesting = 12;  // no key of the language is deeper than 6
constexpr const char* kQuoteNote =
    "quote an expression that starts with one of ! & * % @ `, contains \": \" or \" #\", or is inside { } or [ ]: "
    "\"...\"";

/// yaml-cpp 0.8 and newer append the name, which the quoted line shows anyway.
constexpr const char* kUnknownAnchor = "the referenced anchor is not defined";

/// Receives the events of one document and builds the tree.
class Builder : public YAML::EventHandler {
 public:
  Builder(const SourceText& source, Diagnostics& diagnostics) : source_(source), diagnostics_(diagnostics) {}

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    YamlValue value;
    value.where = place(mark);
    check_properties(value, "", anchor);
    add(std::move(value));
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    refuse_anchor(place(mark), "an alias");
    YamlValue value;
    value.where = place(mark);
    add(std::move(value));
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& text) override {
    YamlValue value;
    value.kind = YamlValue::Kind::kScalar;
    value.text = text;
    value.where = place(mark);
    if (!source_.is_override()) {
      value.plain = source_.is_plain(mark.line, mark.column);
      value.places = source_.align(mark.line, mark.column, text);
      if (!value.places.empty()) value.where = value.locate(0, text.size());
    } else {
      value.plain = tag != "!";
    }
    check_properties(value, tag, anchor);
    add(std::move(value));
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(YamlValue::Kind::kList, mark, tag, anchor);
  }
  void OnSequenceEnd() override { close(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(YamlValue::Kind::kMap, mark, tag, anchor);
  }
  void OnMapEnd() override { close(); }

  /// The start of the innermost list or mapping that has not ended; the null mark if all have.
  YAML::Mark innermost() const { return stack_.empty() ? YAML::Mark::null_mark() : stack_.back().begin; }

  bool has_root() const { return has_root_; }
  YamlValue take_root() { return std::move(root_); }

 private:
  struct Frame {
    YamlValue value;
    YAML::Mark begin;
    std::map<std::string, int> first_lines;  ///< line of each key so far
    bool key_pending = false;                ///< the next value belongs to the last key
    bool dropped = false;                    ///< that key is a duplicate or not a name: its value is ignored
  };

  SourceLocation place(const YAML::Mark& mark) const { return source_.location(mark.line, mark.column); }

  void report(Code code, const SourceLocation& where, const std::string& message, std::vector<std::string> notes) {
    if (!too_many_errors(diagnostics_)) diagnostics_.error(code, where, message, std::move(notes));
  }

  void refuse_anchor(const SourceLocation& where, const std::string& what) {
    report(Code::kAnchor, where, fmt::format("{} is not accepted here", what),
           {"write the value where it is used", kQuoteNote});
  }

  void check_properties(const YamlValue& value, const std::string& tag, YAML::anchor_t anchor) {
    if (anchor != YAML::NullAnchor) refuse_anchor(value.where, "an anchor");
    if (!tag.empty() && tag != "?" && tag != "!") {
      report(Code::kTag, value.where, fmt::format("the tag '{}' is not accepted", tag),
             {"leave the tag out", kQuoteNote});
    }
  }

  void open(YamlValue::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    Frame frame;
    frame.value.kind = kind;
    frame.value.where = place(mark);
    frame.begin = mark;
    check_properties(frame.value, tag, anchor);
    stack_.push_back(std::move(frame));
    if (stack_.size() == kMaxNesting && !too_deep_) {
      too_deep_ = true;
      report(Code::kInvalidKey, place(mark), "lists and mappings are nested too deeply",
             {fmt::format("at most {} levels; the deepest key of a stencil is fields.NAME.boundary.AXIS.constant",
                          kMaxNesting)});
    }
  }

  void close() {
    YamlValue value = std::move(stack_.back().value);
    stack_.pop_back();
    add(std::move(value));
  }

  void add(YamlValue value) {
    if (stack_.empty()) {
      root_ = std::move(value);
      has_root_ = true;
      return;
    }
    Frame& frame = stack_.back();
    if (stack_.size() >= kMaxNesting) return;
    if (frame.value.is_list()) {
      frame.value.items.push_back(std::move(value));
    } else if (!frame.key_pending) {
      add_key(frame, value);
    } else {
      if (!frame.dropped) frame.value.items.push_back(std::move(value));
      frame.key_pending = false;
    }
  }

  void add_key(Frame& frame, const YamlValue& key) {
    frame.key_pending = true;
    frame.dropped = true;
    if (!key.is_scalar()) {
      report(Code::kInvalidKey, key.where, "a key must be a plain name", {kQuoteNote});
      return;
    }
    if (key.text == "<<") {
      refuse_anchor(key.where, "a merge key");
      return;
    }
    const auto [first, fresh] = frame.first_lines.emplace(key.text, key.where.line);
    if (!fresh) {
      report(Code::kDuplicateKey, key.where, fmt::format("the key '{}' appears twice", key.text),
             {fmt::format("it was first given on line {}", first->second)});
      return;
    }
    frame.value.keys.push_back(key.text);
    frame.value.key_places.push_back(key.where);
    frame.dropped = false;
  }

  const SourceText& source_;
  Diagnostics& diagnostics_;
  std::vector<Frame> stack_;
  YamlValue root_;
  bool has_root_ = false;
  bool too_deep_ = false;
};

/// The number, from 1, and the text of the line with text before line `at`, counted from 0, if it is one bare name: a
/// key without its colon.
std::optional<std::pair<int, std::string>> bare_line_above(const SourceText& source, int at) {
  std::istringstream lines(source.text());
  std::optional<std::pair<int, std::string>> found;
  std::string line;
  for (int number = 0; number < at && std::getline(lines, line); ++number) {
    line = line.substr(0, line.find(" #"));
    const std::size_t begin = line.find_first_not_of(" \t\r"), end = line.find_last_not_of(" \t\r");
    if (begin == std::string::npos || line[begin] == '#') continue;
    const std::string word = line.substr(begin, end - begin + 1);
    const bool is_name =
        std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
    found.reset();
    if (is_name) found.emplace(number + 1, word);
  }
  return found;
}

/// Reports yaml-cpp's syntax error. For a missing bracket, yaml-cpp gives the location at which it gives up, which may
/// be many lines after the opening bracket. `innermost`: the start of the enclosing list or mapping.
void report_syntax(const SourceText& source, const YAML::Exception& e, const YAML::Mark& innermost,
                   Diagnostics& diagnostics) {
  SourceLocation where = source.location(e.mark.line, e.mark.column);
  std::string what = e.msg;
  std::vector<std::string> notes = {kQuoteNote};
  const bool is_list = what == YAML::ErrorMsg::END_OF_SEQ_FLOW;
  if (is_list || what == YAML::ErrorMsg::END_OF_MAP_FLOW) {
    const char found = source.char_at(e.mark.line, e.mark.column);
    const auto bracket = source.unclosed(innermost.line, innermost.column);
    if (bracket) {
      const char* const kind = bracket->opened == '[' ? "list" : "mapping";
      what = fmt::format("this '{}' is not closed", bracket->opened);
      notes = {fmt::format("add '{}' where the {} ends", bracket->opened == '[' ? ']' : '}', kind)};
      // At the end of a text yaml-cpp reports the start of the last line.
      const bool is_end = e.mark.column == 0 && source.char_at(e.mark.line + 1, 0) == '\0';
      if (where.line > bracket->where.line && !is_end)
        notes.push_back(fmt::format("the {} cannot continue at {}:{}", kind, where.line, where.column));
      where = bracket->where;
    } else if (found > ' ') {
      what = fmt::format("'{}' is not allowed here, inside {}", found, is_list ? "[ ]" : "{ }");
    }
  } else if (what == YAML::ErrorMsg::EOF_IN_SCALAR) {
    what = "a quoted text is not closed";
  } else if (what == YAML::ErrorMsg::FLOW_END) {
    what = "this bracket matches no open one";
  } else if (what == YAML::ErrorMsg::MAP_VALUE) {
    if (const auto line = bare_line_above(source, e.mark.line))
      notes = {fmt::format("line {} lacks its ':'; write '{}:'", line->first, line->second)};
  } else if (what.starts_with(kUnknownAnchor)) {
    what = kUnknownAnchor;
  }
  diagnostics.error(Code::kInvalidYaml, where, fmt::format("not valid YAML: {}", what), notes);
}

Result<YamlValue> parse(const SourceText& source, Diagnostics& diagnostics) {
  const int errors_before = diagnostics.errors_raised();
  Builder builder(source, diagnostics);
  try {
    std::istringstream stream(source.text());
    YAML::Parser parser(stream);
    const bool any = parser.HandleNextDocument(builder);
    if (!any || !builder.has_root())
      return diagnostics.error(Code::kNoDocument, source.location(-1, -1), "there is no YAML document here",
                               {"a description starts like this: name: heat"});
    YamlValue root = builder.take_root();
    Diagnostics ignored;
    Builder second(source, ignored);
    if (parser.HandleNextDocument(second)) {
      diagnostics.error(Code::kSeveralDocuments, source.location(source.second_document_line(), 0),
                        "a second YAML document starts here", {"one file describes one stencil"});
    }
    if (diagnostics.errors_raised() > errors_before) return Failure{};
    return root;
  } catch (const YAML::Exception& e) {
    report_syntax(source, e, builder.innermost(), diagnostics);
    return Failure{};
  }
}

}  // namespace

Result<YamlValue> read_yaml(const std::string& text, const std::string& file, Diagnostics& diagnostics) {
  SourceText source{file, text, false};
  if (!check_text(source, diagnostics)) return Failure{};
  return parse(source, diagnostics);
}

Result<YamlValue> read_yaml_override(const std::string& value, const std::string& source_name,
                                     Diagnostics& diagnostics) {
  SourceText source{source_name, value, true};
  if (!check_text(source, diagnostics)) return Failure{};
  if (value.find_first_not_of(" \t") == std::string::npos) {
    YamlValue null;
    null.where = source.location(0, 0);
    return null;
  }
  return parse(source, diagnostics);
}

}  // namespace rtlgen::frontend
