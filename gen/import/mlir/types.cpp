// Reads `[-4,68]x[-4,68]xf32`, `?x?xf32`, `72x72x0xf32`, `[72 : i64, -1 : i64], f64` and `ij,f64`.
#include "import/mlir/types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <regex>

#include "support/codes.hpp"

namespace rtlgen::importer::mlir {

namespace {

constexpr std::size_t kLongestType = 400;

std::string without_blanks(const std::string& text) {
  std::string out;
  std::copy_if(text.begin(), text.end(), std::back_inserter(out),
               [](char c) { return std::isspace(static_cast<unsigned char>(c)) == 0; });
  return out;
}

void add_axis(Type& out, const std::string& size) {
  const bool open = size == "?" || size == "-1";
  out.axes.push_back(size != "0");
  out.sizes.push_back(open ? std::nullopt : std::optional<std::int64_t>(std::stoll(size)));
}

/// [-4,68]x[0,9]x, or ?x72x.
bool read_extents(const std::string& body, Type& out) {
  static const std::regex interval(R"(\[(-?\d{1,9}),(-?\d{1,9})\]x)");
  static const std::regex size(R"((\?|\d{1,9})x)");
  std::size_t at = 0;
  std::smatch m;
  for (std::string rest = body; std::regex_search(rest, m, interval, std::regex_constants::match_continuous);
       rest = body.substr(at)) {
    if (!out.bounds) out.bounds = Bounds{};
    out.bounds->low.push_back(std::stoll(m[1]));
    out.bounds->high.push_back(std::stoll(m[2]));
    out.axes.push_back(true);
    out.sizes.emplace_back(out.bounds->high.back() - out.bounds->low.back());
    at += static_cast<std::size_t>(m.length());
  }
  for (std::string rest = body.substr(at);
       !out.bounds && std::regex_search(rest, m, size, std::regex_constants::match_continuous);
       rest = body.substr(at)) {
    add_axis(out, m[1]);
    at += static_cast<std::size_t>(m.length());
  }
  if (at == 0) return false;
  out.number = number_type(body.substr(at));
  return true;
}

/// Reads the text between the brackets of a field or temp.
void read_grid(const std::string& body, Type& out) {
  static const std::regex listed(R"(\[(-?\d{1,9}(?::i\d+)?(?:,-?\d{1,9}(?::i\d+)?){0,3})\],(\w+))");
  static const std::regex letters(R"(([ijk]{1,3}),(\w+))");
  std::smatch m;
  if (read_extents(body, out)) return;
  if (std::regex_match(body, m, listed)) {
    for (const std::int64_t n : numbers_of(m[1])) add_axis(out, std::to_string(n));
    out.number = number_type(m[2]);
    return;
  }
  if (std::regex_match(body, m, letters)) {
    const std::string axes = m[1];
    for (const char letter : std::string("ijk")) {
      out.axes.push_back(axes.find(letter) != std::string::npos);
      out.sizes.emplace_back();
    }
    out.number = number_type(m[2]);
    return;
  }
  out.kind = Type::Kind::kOther;
}

void read_memref(std::string body, Type& out) {
  static const std::regex copies(R"((\d{1,3})xmemref<(.*)>)");
  std::smatch m;
  if (std::regex_match(body, m, copies)) {
    out.copies = std::stoll(m[1]);
    body = std::string(m[2]);
  }
  const std::size_t comma = body.find(',');  // a layout or a memory space
  if (!read_extents(body.substr(0, comma), out)) out.kind = Type::Kind::kOther;
}

}  // namespace

CType number_type(const std::string& word) {
  if (word == "f16" || word == "f32" || word == "f64") return CType::floating(std::stoi(word.substr(1)));
  if (word == "i1") return CType::boolean();
  if (word == "i8" || word == "i16" || word == "i32" || word == "i64")
    return CType::integer(true, std::stoi(word.substr(1)));
  if (word == "index") return CType::integer(true, 64);
  CType none;
  none.width = 0;
  return none;
}

void refuse_long_numbers(const Type& type, const Reporter& reporter) {
  static const std::regex large(R"(\d{10})");
  if (std::regex_search(type.text, large))
    reporter.fail(Code::kInvalidProgramValue, type.span, "this type has a number that is too large", {kMostDigitsNote});
}

void refuse_elements(const Type& type, const Reporter& reporter) {
  refuse_long_numbers(type, reporter);
  reporter.fail(Code::kUnsupportedProgramType, type.span, fmt::format("the type '{}' cannot be imported", type.text),
                {"supported types are f16, f32, f64, i1, i8, i16, i32 and i64"});
}

Type read_type(Cursor& cursor) {
  Type out;
  const std::size_t begin = cursor.at();
  if (cursor.peek() == '(') {  // a function type
    static_cast<void>(cursor.balanced());
    cursor.expect("->");
    if (cursor.peek() == '(') {
      static_cast<void>(cursor.balanced());
    } else {
      static_cast<void>(read_type(cursor));
    }
    out.span = {begin, begin + 1};
    return out;
  }
  const bool dialect = cursor.accept("!");
  std::string name = cursor.peek_word();
  if (name.empty()) cursor.unexpected("a type");
  // `f64to` would be read as one word: words end where the type does.
  name = cursor.word();
  std::size_t end = begin + name.size() + (dialect ? 1 : 0);
  std::string body;
  if (cursor.reporter().text().compare(end, 1, "<") == 0) {
    const Span inner = cursor.balanced();
    body = cursor.text({inner.begin + 1, inner.end - 1});
    end = inner.end;
  }
  out.span = {begin, end};
  out.text = cursor.text(out.span);
  if (body.size() > kLongestType) return out;
  body = without_blanks(body);
  if (dialect && name == "stencil.field") out.kind = Type::Kind::kField;
  if (dialect && (name == "stencil.temp" || name == "stencil.view")) out.kind = Type::Kind::kTemp;
  if (out.kind != Type::Kind::kOther) {
    read_grid(body, out);
  } else if (dialect && name == "stencil.result") {
    out.kind = Type::Kind::kResult;
    out.number = number_type(body);
  } else if (!dialect && name == "memref") {
    out.kind = Type::Kind::kMemref;
    read_memref(body, out);
  } else if (!dialect && body.empty()) {
    out.kind = Type::Kind::kNumber;
    out.number = number_type(name);
  }
  return out;
}

std::vector<std::int64_t> numbers_of(const std::string& text) {
  static const std::regex number(R"(([A-Za-z_!#][\w.]*)|(-?\d{1,12})(?![\w.]))");
  std::vector<std::int64_t> out;
  if (text.size() > kLongestType) return out;
  for (std::sregex_iterator m(text.begin(), text.end(), number), end; m != end; ++m) {
    if ((*m)[2].matched) out.push_back(std::stoll((*m)[2]));
  }
  return out;
}

void read_attributes(Cursor& cursor, std::map<std::string, Attribute>& attributes) {
  const bool properties = cursor.accept("<");
  cursor.expect("{");
  while (!cursor.accept("}")) {
    const std::string name = cursor.peek() == '"' ? cursor.string() : cursor.word();
    Attribute value;
    value.span = {cursor.at(), cursor.at()};
    if (cursor.accept("=")) {
      const std::size_t begin = cursor.at();
      value.span = {begin, begin};
      while (!cursor.at_end() && cursor.peek() != ',' && cursor.peek() != '}') value.span.end = cursor.until(",}").end;
      value.text = cursor.text(value.span);
      value.numbers = numbers_of(value.text);
    }
    attributes[name] = value;
    if (!cursor.accept(",") && !cursor.is("}")) cursor.unexpected("',' or '}'");
  }
  if (properties) cursor.expect(">");
}

}  // namespace rtlgen::importer::mlir
