// Regular expressions cut the programs into statements; the expressions stay as they are.
#include "foreign.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <regex>
#include <set>

namespace rtlgen::test {

namespace {

std::string without_comments(const std::string& text) {
  return std::regex_replace(text, std::regex("(#|//)[^\n]*"), "");
}

std::vector<std::string> parts(const std::string& list) {
  std::vector<std::string> out;
  static const std::regex word("[^, ()\n]+");
  for (std::sregex_iterator it(list.begin(), list.end(), word), end; it != end; ++it) out.push_back(it->str());
  return out;
}

/// The C++ type of a cell.
std::string cell_type(const std::string& word) {
  if (word == "float" || word == "double" || word == "half") return fmt::format("Native<{}>", word);
  std::smatch m;
  if (!std::regex_match(word, m, std::regex("(u?)int(\\d+)(?:_(\\d+))?"))) throw std::runtime_error(word);
  const int width = std::stoi(m[2]);
  const char* const is_signed = m[1].length() == 0 ? "true" : "false";
  if (m[3].matched) return fmt::format("Fix<{}, {}, {}>", width, width - std::stoi(m[3]), is_signed);
  if (width == 8 || width == 16 || width == 32 || width == 64)
    return fmt::format("Native<std::{}int{}_t>", m[1].str(), width);
  return fmt::format("Odd<{}, {}>", width, is_signed);
}

/// Expressions call types as functions: int32(x).
std::string cast_macros() {
  std::string out;
  for (const char* word : {"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"}) {
    out += fmt::format("using {} = std::{}_t;\n", word, word);
  }
  for (const char* word : {"int9_2", "int12", "uint5"}) {
    out += fmt::format("template <class T> auto {}(T v) {{ return {}::of(v).load(); }}\n", word, cell_type(word));
  }
  return out;
}

std::string store_index(const std::string& list, bool reversed) {
  std::vector<std::string> indices = parts(list);
  if (reversed) std::reverse(indices.begin(), indices.end());
  indices.resize(3, "0");
  return fmt::format("{}", fmt::join(indices, ", "));
}

/// The parts of a program that begin with what `head` finds, as its groups and what follows up to the next.
std::vector<std::pair<std::vector<std::string>, std::string>> sections(const std::string& text,
                                                                       const std::regex& head) {
  const std::vector<std::smatch> heads(std::sregex_iterator(text.begin(), text.end(), head), std::sregex_iterator());
  std::vector<std::pair<std::vector<std::string>, std::string>> result;
  for (std::size_t i = 0; i < heads.size(); ++i) {
    const auto end = i + 1 < heads.size() ? heads[i + 1][0].first : text.end();
    result.push_back({{heads[i].begin(), heads[i].end()}, {heads[i][0].second, end}});
  }
  return result;
}

/// `[type] name = expression` ..., each on lines of its own.
std::string lets(const std::string& text) {
  static const std::regex head("(?:(\\w+)[ \t]+)?(\\w+)\\s*=(?!=)");
  std::string out;
  for (const auto& [words, value] : sections(text, head)) {
    out += fmt::format("const {} {} = {}; ", words[1].empty() ? "auto" : words[1], words[2], value);
  }
  return out;
}

/// In SASA every number but an index is converted to float.
std::string float_numbers(const std::string& text, const std::set<std::string>& fields) {
  static const std::regex token(
      "([A-Za-z_]\\w*)(\\s*\\([^()]*\\))?|(\\d+\\.?\\d*(?:[eE][-+]?\\d+)?|\\.\\d+)[fF]?|.|\n");
  std::string out;
  auto begin = text.begin();
  std::smatch m;
  while (std::regex_search(begin, text.end(), m, token, std::regex_constants::match_continuous)) {
    if (m[1].matched && fields.contains(m[1])) {
      out += m[0];
      begin += m[0].length();
    } else if (m[1].matched) {
      out += m[1] == "if" ? std::string("IF") : m[1].str();
      begin += m[1].length();
    } else {
      out += m[3].matched ? "(float)" + m[0].str() : m[0].str();
      begin += m[0].length();
    }
  }
  return out;
}

}  // namespace

Foreign read_soda(const std::string& name, const std::string& source, std::int64_t last) {
  std::string text = without_comments(source);
  Foreign out;
  out.name = name;
  std::smatch m;
  if (std::regex_search(text, m, std::regex("iterate\\s*:\\s*(\\d+)"))) out.iterations = std::stoi(m[1]);
  out.preserve =
      text.find("preserve\n") != std::string::npos && std::regex_search(text, std::regex("border\\s*:\\s*preserve"));
  text = std::regex_replace(
      text, std::regex("\\b(kernel|burst width|unroll factor|iterate|border|cluster)\\s*:\\s*\\S+"), "");
  static const std::regex head("\\b(input|local|output)\\s+(\\w+)\\s*:");
  for (const auto& [words, body] : sections(text, head)) {
    const std::string type = words[2];
    if (words[1] == "input") {
      std::regex_search(body, m, std::regex("(\\w+)\\s*(\\(([^)]*)\\))?"));
      out.inputs.push_back({m[1], type});
      if (!m[2].matched) continue;
      out.extents.clear();
      for (const std::string& size : parts(m[3])) out.extents.push_back(size == "*" ? last : std::stoll(size));
      continue;
    }
    if (!std::regex_search(body, m, std::regex("(\\w+)\\s*\\(([-0-9, ]*)\\)\\s*=(?!=)")))
      throw std::runtime_error(name);
    const bool output = words[1] == "output";
    const std::string target = m[1];
    const std::string old =
        output && out.preserve ? fmt::format("&{}_", out.inputs[out.outputs.size()].name) : "nullptr";
    if (output)
      out.outputs.push_back({target, type});
    else
      out.body += fmt::format("    Field<{}> {}_(e);\n", cell_type(type), target);
    out.body += fmt::format("#define {0}(...) look({0}_, __VA_ARGS__)\n", target);
    using Cell = std::string;
    const Cell pointer =
        old == "nullptr" ? fmt::format("static_cast<const Field<{}>*>(nullptr)", cell_type(type)) : old;
    out.body += fmt::format("    sweep({}_, {}, {}, [&] {{ {}return {}; }});\n", target, pointer,
                            store_index(m[2], false), lets(m.prefix()), m.suffix().str());
  }
  return out;
}

Foreign read_sasa(const std::string& name, const std::string& source) {
  std::string text = without_comments(source);
  text = std::regex_replace(text, std::regex("\xE2\x88\x92"), "-");
  text = std::regex_replace(text, std::regex("\\bfloat\\s*:"), "");
  Foreign out;
  out.name = name;
  std::smatch m;
  if (std::regex_search(text, m, std::regex("iterat(?:e|ion)\\s*:\\s*(\\d+)", std::regex::icase)))
    out.iterations = std::stoi(m[1]);
  std::set<std::string> fields;
  std::string locals;
  static const std::regex head("(^|\n)\\s*(input|local|output|scalar|\\w+\\s*:)");
  for (const auto& [words, body] : sections(text, head)) {
    if (words[2] == "scalar") {
      out.scalars.push_back(parts(body)[0]);
    } else if (words[2] == "input") {
      std::regex_search(body, m, std::regex("(\\w+)\\s*\\(([^)]*)\\)"));
      out.inputs.push_back({m[1], "float"});
      fields.insert(m[1]);
      out.extents.clear();
      for (const std::string& size : parts(m[2])) out.extents.insert(out.extents.begin(), std::stoll(size));
    } else if (words[2] == "local") {
      std::regex_search(body, m, std::regex("(\\w+)\\s*="));
      locals += fmt::format("const float {} = {}; ", m[1].str(), float_numbers(m.suffix(), fields));
    } else if (words[2] == "output") {
      std::regex_search(body, m, std::regex("(\\w+)\\s*\\(([-0-9, ]*)\\)\\s*=(?!=)"));
      out.outputs.push_back({m[1], "float"});
      out.body = fmt::format(
          "    sweep({}_, static_cast<const Field<Native<float>>*>(nullptr), {}, [&] {{ {}return {}; }});\n",
          m[1].str(), store_index(m[2], true), locals, float_numbers(m.suffix(), fields));
    }
  }
  return out;
}

std::string cpp_program(const std::vector<Foreign>& programs) {
  std::string out = "#include \"reference_runtime.hpp\"\n#define IF(c, a, b) ((c) ? (a) : (b))\n" + cast_macros();
  std::string calls;
  for (std::size_t n = 0; n < programs.size(); ++n) {
    const Foreign& p = programs[n];
    const bool sasa = p.name.ends_with(".dsl");
    std::vector<std::int64_t> extents = p.extents;
    extents.resize(3, 1);
    out += fmt::format("static void program_{}(const std::string& folder) {{\n  const Extents e{{{}}};\n", n,
                       fmt::join(extents, ", "));
    for (const ForeignField& f : p.inputs) {
      out += fmt::format("  Field<{}> {}_(e);\n  {}_.load(folder + \"/{}.{}\");\n", cell_type(f.type), f.name, f.name,
                         p.name, f.name);
      out += fmt::format("#define {0}(...) {1}({0}_, __VA_ARGS__)\n", f.name, sasa ? "look_reversed" : "look");
    }
    for (const ForeignField& f : p.outputs) out += fmt::format("  Field<{}> {}_(e);\n", cell_type(f.type), f.name);
    for (const std::string& s : p.scalars) out += fmt::format("  const float {} = 0.75f;\n", s);
    out += fmt::format("  for (int step = 0; step < {}; ++step) {{\n{}", p.iterations, p.body);
    if (p.iterations > 1 || p.preserve) {
      for (std::size_t k = 0; k < p.outputs.size(); ++k) {
        const std::size_t fed = sasa ? p.inputs.size() - 1 : k;
        out += fmt::format("    {}_ = {}_;\n", p.inputs[fed].name, p.outputs[k].name);
      }
    }
    out += "  }\n";
    for (const ForeignField& f : p.outputs)
      out += fmt::format("  {}_.store(folder + \"/{}.{}\");\n", f.name, p.name, f.name);
    out += "}\n";
    for (const ForeignField& f : p.inputs) out += fmt::format("#undef {}\n", f.name);
    static const std::regex defined("#define (\\w+)");
    for (std::sregex_iterator it(p.body.begin(), p.body.end(), defined), end; it != end; ++it)
      out += fmt::format("#undef {}\n", (*it)[1].str());
    calls += fmt::format("  program_{}(argv[1]);\n", n);
  }
  return out + "int main(int, char** argv) {\n" + calls + "}\n";
}

}  // namespace rtlgen::test
