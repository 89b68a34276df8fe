// nlohmann's SAX reader over an iterator that counts consumed characters, which gives each event its location.
#include "import/json_tree.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <iterator>
#include <nlohmann/json.hpp>

#include "support/codes.hpp"
#include "support/json_fault.hpp"

namespace rtlgen::importer {

namespace {

constexpr std::size_t kMaxNesting = 32;

/// Forwards the text and records the position of the reader; copies share the record.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* begin, const char* at, std::size_t* count) : begin_(begin), at_(at), count_(count) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    ++at_;
    *count_ = static_cast<std::size_t>(at_ - begin_);
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator old = *this;
    ++*this;
    return old;
  }
  friend bool operator==(const CountingIterator& a, const CountingIterator& b) { return a.at_ == b.at_; }

 private:
  const char* begin_;
  const char* at_;
  std::size_t* count_;
};

class TreeBuilder : public nlohmann::json_sax<nlohmann::json> {
 public:
  TreeBuilder(const Reporter& reporter, const std::size_t& count) : reporter_(reporter), count_(count) {}

  bool null() override { return put(JsonNode::Kind::kNull, "null"); }
  bool boolean(bool value) override { return put(JsonNode::Kind::kBool, value ? "true" : "false"); }
  bool number_integer(number_integer_t) override { return number(); }
  bool number_unsigned(number_unsigned_t) override { return number(); }
  bool number_float(number_float_t, const string_t&) override { return number(); }
  bool string(string_t& value) override { return put(JsonNode::Kind::kString, value); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(JsonNode::Kind::kObject); }
  bool start_array(std::size_t) override { return open(JsonNode::Kind::kArray); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& value) override {
    const Span span = token();
    if (open_.back().find(value) != nullptr) {
      reporter_.fail(Code::kProgramStatementCount, span, fmt::format("duplicate key '{}'", value));
    }
    open_.back().members.emplace_back(value, JsonNode{});
    open_.back().keys.push_back(span);
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& error) override {
    std::string what = json_fault(error.what());
    // The diagnostic shows the location.
    if (const std::size_t colon = what.find(": "); what.starts_with("line ") && colon != std::string::npos)
      what = what.substr(colon + 2);
    const std::size_t at = position > 0 ? position - 1 : 0;
    reporter_.fail(Code::kProgramNotJson, {at, at + 1}, "this is not valid JSON", {what});
  }

  JsonNode root;

 private:
  /// The token just read: it begins at the first character after the previous token that can begin one.
  Span token() {
    const std::string& text = reporter_.text();
    std::size_t begin = last_;
    while (begin < count_ && std::string(" \t\r\n,:").find(text[begin]) != std::string::npos) ++begin;
    last_ = count_;
    return {begin, count_};
  }

  bool number() {
    // The reader has read one character more to find the end of the number.
    Span span = token();
    const std::string& text = reporter_.text();
    std::size_t end = span.begin;
    while (end < span.end && std::string("+-.0123456789eE").find(text[end]) != std::string::npos) ++end;
    last_ = end;
    JsonNode node;
    node.kind = JsonNode::Kind::kNumber;
    node.span = {span.begin, end};
    node.text = text.substr(span.begin, end - span.begin);
    return attach(std::move(node));
  }

  bool put(JsonNode::Kind kind, const std::string& text) {
    JsonNode node;
    node.kind = kind;
    node.span = token();
    node.text = text;
    return attach(std::move(node));
  }

  bool open(JsonNode::Kind kind) {
    JsonNode node;
    node.kind = kind;
    node.span = token();
    open_.push_back(std::move(node));
    if (open_.size() > kMaxNesting)
      reporter_.fail(Code::kProgramTooDeep, open_.back().span, "lists and objects are nested too deeply");
    return true;
  }

  bool close() {
    JsonNode node = std::move(open_.back());
    open_.pop_back();
    node.span.end = token().end;
    return attach(std::move(node));
  }

  bool attach(JsonNode node) {
    if (open_.empty()) {
      root = std::move(node);
    } else if (open_.back().kind == JsonNode::Kind::kObject) {
      open_.back().members.back().second = std::move(node);
    } else {
      open_.back().items.push_back(std::move(node));
    }
    return true;
  }

  const Reporter& reporter_;
  const std::size_t& count_;
  std::size_t last_ = 0;
  std::vector<JsonNode> open_;
};

}  // namespace

JsonNode::JsonNode() = default;
JsonNode::JsonNode(const JsonNode&) = default;
JsonNode::JsonNode(JsonNode&&) noexcept = default;
JsonNode& JsonNode::operator=(const JsonNode&) = default;
JsonNode& JsonNode::operator=(JsonNode&&) noexcept = default;
JsonNode::~JsonNode() = default;

const JsonNode* JsonNode::find(const std::string& key) const {
  for (const auto& [name, node] : members) {
    if (name == key) return &node;
  }
  return nullptr;
}

JsonNode parse_json(const Reporter& reporter) {
  const std::string& text = reporter.text();
  std::size_t count = 0;
  TreeBuilder builder(reporter, count);
  const char* const begin = text.data();
  const bool good = nlohmann::json::sax_parse(CountingIterator(begin, begin, &count),
                                              CountingIterator(begin, begin + text.size(), &count), &builder);
  if (!good) reporter.fail(Code::kProgramNotJson, {0, 1}, "this is not valid JSON");
  return std::move(builder.root);
}

std::vector<std::size_t> places_of(const JsonNode& string, const Reporter& reporter) {
  const std::string& text = reporter.text();
  std::vector<std::size_t> places;
  std::size_t at = string.span.begin + 1;
  while (places.size() < string.text.size() && at < string.span.end) {
    std::size_t raw = 1;
    std::size_t decoded = 1;
    if (text[at] == '\\') {
      raw = 2;
      if (text[at + 1] == 'u') {
        const unsigned long code = std::stoul(text.substr(at + 2, 4), nullptr, 16);
        const bool pair = code >= 0xD800 && code < 0xDC00;
        raw = pair ? 12 : 6;
        decoded = pair ? 4 : code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
      }
    }
    for (std::size_t i = 0; i < decoded; ++i) places.push_back(at);
    at += raw;
  }
  places.resize(string.text.size(), at);
  places.push_back(string.span.end > 0 ? string.span.end - 1 : 0);
  return places;
}

}  // namespace rtlgen::importer
