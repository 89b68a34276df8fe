// Scans lines up to the cursor: blocks by indentation, { } and [ ] by counting, quotes and comments as in YAML.
#include "lsp/cursor.hpp"

#include <algorithm>
#include <cctype>
#include <map>

#include "frontend/schema/schema.hpp"

namespace rtlgen::lsp {

using frontend::KeyKind;
using frontend::KeySpec;

namespace {

constexpr const char* kItem = "-";

bool is_cursor_byte(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

std::string trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  if (text.size() > 1 && (text.front() == '"' || text.front() == '\'') && text.front() == text.back())
    text = text.substr(1, text.size() - 2);
  return std::string(text);
}

/// A mapping or list within { } or [ ].
struct Flow {
  bool is_map = false;
  std::string key;        ///< in a map: the key whose value contains the cursor; "": the cursor is in a key
  std::string text = {};  ///< since the last comma, bracket or colon
  std::vector<std::string> keys = {};
};

/// A key or item of an open block.
struct Open {
  int indent = 0;
  std::string name;
};

class Scanner {
 public:
  Scanner(std::string_view text, std::size_t offset) : text_(text.substr(0, std::min(offset, text.size()))) {}

  Cursor run() {
    for (std::size_t begin = 0; begin <= text_.size();) {
      const std::size_t end = std::min(text_.find('\n', begin), text_.size());
      is_last_ = end == text_.size();
      line(text_.substr(begin, end - begin));
      begin = end + 1;
    }
    finish();
    return std::move(out_);
  }

 private:
  void line(std::string_view text) {
    out_.in_comment = false;
    std::size_t at = 0;
    while (at < text.size() && text[at] == ' ') ++at;
    const bool is_empty = at >= text.size() || text[at] == '\r';
    if (scalar_indent_ >= 0) {
      if (is_empty && !is_last_) return;
      if (static_cast<int>(at) > scalar_indent_) {
        value_ += text;
        return;
      }
      scalar_indent_ = -1;
    }
    if (!flows_.empty() || quote_ != 0) {
      scan(text, 0);
      return;
    }
    if (is_empty && !is_last_) return;
    block(text, at);
  }

  /// A line that begins outside brackets and quotes.
  void block(std::string_view text, std::size_t at) {
    value_.clear();
    is_value_ = false;
    key_.clear();
    auto indent = static_cast<int>(at);
    const bool is_item = at < text.size() && text[at] == '-' && (at + 1 == text.size() || text[at + 1] == ' ');
    close(indent, is_item);
    while (at < text.size() && text[at] == '-' && (at + 1 == text.size() || text[at + 1] == ' ')) {
      open_.push_back({indent, kItem});
      ++at;
      while (at < text.size() && text[at] == ' ') ++at;
      indent = static_cast<int>(at);
      siblings_.erase(siblings_.lower_bound(indent), siblings_.end());
    }
    indent_ = indent;
    scan(text, at);
  }

  /// Items of a list may have the same indentation as its key, which then stays open.
  void close(int indent, bool is_item) {
    const auto ends = [&](const Open& open) {
      return open.indent > indent || (open.indent == indent && !(is_item && open.name != kItem));
    };
    while (!open_.empty() && ends(open_.back())) open_.pop_back();
    siblings_.erase(siblings_.upper_bound(indent), siblings_.end());
  }

  void scan(std::string_view text, std::size_t at) {
    for (; at < text.size(); ++at) {
      const char c = text[at];
      if (quote_ != 0) {
        if (c == '\\' && quote_ == '"') ++at;
        if (c == quote_) quote_ = 0;
        add(c);
      } else if (c == '#' && (at == 0 || is_blank(text[at - 1]))) {
        out_.in_comment = true;
        return;
      } else if ((c == '"' || c == '\'') && trimmed(current()).empty()) {
        quote_ = c;
        add(c);
      } else if (!symbol(c, at + 1 == text.size() ? ' ' : text[at + 1])) {
        add(c);
      }
    }
    if (flows_.empty() && is_value_ && quote_ == 0) {
      const std::string value = trimmed(value_);
      if (!value.empty() && (value[0] == '|' || value[0] == '>') && !is_last_) scalar_indent_ = indent_;
    }
    // The value continues on the next line.
    if (!flows_.empty()) add(' ');
  }

  /// Whether `c` is punctuation of YAML here.
  bool symbol(char c, char next) {
    const bool starts = trimmed(current()).empty();
    if ((c == '{' || c == '[') && (is_value_ || !flows_.empty() || !open_.empty()) && starts) {
      flows_.push_back({c == '{', ""});
      return true;
    }
    if (c == ':' && is_blank(next)) return colon();
    if (flows_.empty()) return false;
    Flow& flow = flows_.back();
    if (c == ',') {
      flow.key.clear();
      flow.text.clear();
      return true;
    }
    if (c == '}' || c == ']') {
      flows_.pop_back();
      return true;
    }
    return false;
  }

  bool colon() {
    if (!flows_.empty()) {
      Flow& flow = flows_.back();
      if (!flow.is_map || !flow.key.empty()) return false;
      flow.key = trimmed(flow.text);
      flow.keys.push_back(flow.key);
      flow.text.clear();
      return true;
    }
    if (is_value_) return false;
    key_ = trimmed(key_);
    siblings_[indent_].push_back(key_);
    open_.push_back({indent_, key_});
    is_value_ = true;
    value_.clear();
    return true;
  }

  std::string& current() { return !flows_.empty() ? flows_.back().text : is_value_ ? value_ : key_; }
  void add(char c) { current() += c; }

  void finish() {
    for (const Open& open : open_) out_.path.push_back(open.name);
    bool is_key = !is_value_ && scalar_indent_ < 0;
    std::string value = value_;
    for (const Flow& flow : flows_) {
      if (!flow.is_map) out_.path.emplace_back(kItem);
      if (flow.is_map && !flow.key.empty()) out_.path.push_back(flow.key);
      is_key = flow.is_map && flow.key.empty();
      value = flow.text;
    }
    if (flows_.empty()) {
      if (const auto known = siblings_.find(indent_); known != siblings_.end()) out_.siblings = known->second;
    } else {
      out_.siblings = flows_.back().keys;
    }
    out_.is_key = is_key;
    std::size_t begin = text_.size();
    while (begin > 0 && is_cursor_byte(text_[begin - 1])) --begin;
    out_.word = std::string(text_.substr(begin));
    value.erase(0, std::min(value.find_first_not_of(" \t\"'"), value.size()));
    out_.value = is_key ? "" : value;
  }

  std::string_view text_;
  Cursor out_;
  std::vector<Open> open_;
  std::vector<Flow> flows_;
  std::map<int, std::vector<std::string>> siblings_;  ///< keys of the open mappings, by their indentation
  std::string key_, value_;
  int indent_ = 0;
  int scalar_indent_ = -1;  ///< indent of the key of an open block scalar; -1: none
  char quote_ = 0;
  bool is_value_ = false, is_last_ = false;
};

}  // namespace

Cursor cursor_at(std::string_view text, std::size_t offset) { return Scanner(text, offset).run(); }

TablePath table_path(const std::vector<std::string>& path) {
  std::string at;
  for (const std::string& name : path) {
    const KeySpec* const spec = at.empty() ? nullptr : frontend::find_key(at);
    const bool is_lines = spec != nullptr && spec->kind == KeyKind::kLines;
    if (name == kItem) {
      if (spec != nullptr && spec->kind == KeyKind::kEntries) at += ".*";
      continue;
    }
    if (is_lines) {
      at = name == "repeat" || name == "lines" ? "update." + name : "update.*";
      continue;
    }
    const std::string named = at.empty() ? name : at + "." + name;
    const std::string chosen = at + ".*";
    if (frontend::find_key(named) != nullptr)
      at = named;
    else if (!at.empty() && frontend::find_key(chosen) != nullptr)
      at = chosen;
    else
      return {"", false};
  }
  return {at, true};
}

}  // namespace rtlgen::lsp
