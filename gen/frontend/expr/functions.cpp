// The `functions` of a description: `name(a, b): expression`, or a mapping of `let` and `value`.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "frontend/passes/declarations.hpp"
#include "frontend/schema/words.hpp"
#include "frontend/yaml/yaml_value.hpp"
#include "spec/warn.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::frontend {

namespace {

/// A key such as `minmod(a, b)`.
struct Signature {
  std::string name;
  std::vector<std::string> parameters;
};

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\n");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

/// The parts of `name(a, b)`; nullopt if `key` does not have that form.
std::optional<Signature> split_signature(const std::string& key) {
  const std::size_t open = key.find('(');
  const std::string text = trimmed(key);
  if (open == std::string::npos || text.back() != ')') return std::nullopt;
  Signature out{trimmed(key.substr(0, open)), {}};
  const std::string inside = trimmed(text.substr(text.find('(') + 1, text.size() - text.find('(') - 2));
  for (std::size_t begin = 0; !inside.empty() && begin <= inside.size();) {
    const std::size_t end = std::min(inside.find(',', begin), inside.size());
    out.parameters.push_back(trimmed(inside.substr(begin, end - begin)));
    begin = end + 1;
  }
  return out;
}

class FunctionReader {
 public:
  FunctionReader(Program& program, const YamlValue& functions) : program_(program), functions_(functions) {}

  void run() {
    std::vector<std::optional<Signature>> signatures;
    for (const std::string& key : functions_.keys) signatures.push_back(split_signature(key));
    for (const auto& s : signatures) {
      if (s) later().insert(s->name);
    }
    for (std::size_t i = 0; i < functions_.keys.size() && !too_many_errors(program_.diagnostics); ++i) {
      const SourceLocation& where = functions_.key_places[i];
      if (!signatures[i]) {
        program_.diagnostics.error(Code::kInvalidFunction, where,
                                   fmt::format("'{}' is not a function", functions_.keys[i]),
                                   {"write functions as name(a, b): expression"});
        program_.unparsed = true;
        continue;
      }
      one(*signatures[i], functions_.items[i], where);
    }
    later().clear();
  }

 private:
  /// Functions that have not been read yet.
  std::set<std::string>& later() { return program_.definitions.vocabulary.later_functions; }

  bool refuse(Code code, const SourceLocation& where, const std::string& message, const std::string& note) {
    program_.diagnostics.error(code, where, message, {note});
    program_.unparsed = true;
    return false;
  }

  void one(const Signature& signature, const YamlValue& value, const SourceLocation& where) {
    Definitions& all = program_.definitions;
    Function function{signature.name, where, signature.parameters, {}, {}, {}, false};
    const bool named = name_is_free(signature, where);
    if (named && value.is_map()) {
      // The argument for any parameter may be a table.
      std::vector<std::string> added;
      for (const std::string& parameter : signature.parameters) {
        if (all.vocabulary.tables.insert(parameter).second) added.push_back(parameter);
      }
      function.sound = texts(function, value);
      for (const std::string& parameter : added) all.vocabulary.tables.erase(parameter);
    }
    if (!function.sound) program_.unparsed = true;
    later().erase(signature.name);
    // Calls of a refused function are not reported as well.
    all.vocabulary.functions.insert(signature.name);
    if (all.functions.contains(signature.name)) return;
    if (!is_included(program_, where)) program_.declared.push_back({signature.name, "function", where});
    // Names that only a function uses count as used: an uncalled function is reported itself.
    program_.used.insert(function.names.begin(), function.names.end());
    all.functions[signature.name] = std::move(function);
  }

  bool name_is_free(const Signature& s, const SourceLocation& where) {
    if (program_.names.take(s.name, "function", where, program_.diagnostics) != Names::Verdict::kFree) return false;
    if (find_operation(Form::kFunction, s.name) != nullptr || find_fold(s.name) != nullptr)
      return refuse(Code::kReservedName, where, fmt::format("the name '{}' is reserved", s.name),
                    fmt::format("choose another name for the function, e.g. {}_0", s.name));
    for (std::size_t i = 0; i < s.parameters.size(); ++i) {
      if (!local_name(s.parameters[i], "parameter", where)) return false;
      const auto end = s.parameters.begin() + static_cast<std::ptrdiff_t>(i);
      if (std::find(s.parameters.begin(), end, s.parameters[i]) != end)
        return refuse(Code::kNameClash, where,
                      fmt::format("'{}' has two parameters called '{}'", s.name, s.parameters[i]),
                      "each parameter needs its own name");
    }
    return true;
  }

  bool local_name(const std::string& name, const char* what, const SourceLocation& where) {
    if (!check_identifier(name, where, program_.diagnostics)) return false;
    if (!is_reserved_name(name)) return true;
    return refuse(Code::kReservedName, where, fmt::format("the name '{}' is reserved", name),
                  fmt::format("choose another name for the {}, e.g. {}_0", what, name));
  }

  std::optional<Ast> text(const YamlValue* value) {
    if (value == nullptr || !value->is_scalar()) return std::nullopt;  // reported by the schema
    return parse_expression(*value, program_.definitions.vocabulary, program_.diagnostics);
  }

  /// Reads the values of `let` and the value, and checks them.
  bool texts(Function& function, const YamlValue& value) {
    std::vector<std::string> defined = function.parameters;
    std::set<std::string> read;
    const YamlValue* let = value.find("let");
    for (std::size_t i = 0; let != nullptr && i < let->keys.size(); ++i) {
      const std::string& name = let->keys[i];
      const SourceLocation& where = let->key_places[i];
      if (!local_name(name, "value", where)) return false;
      if (std::find(defined.begin(), defined.end(), name) != defined.end())
        return refuse(Code::kNameClash, where, fmt::format("'{}' is already defined in '{}'", name, function.name),
                      "each value of 'let' needs its own name");
      auto ast = text(&let->items[i]);
      if (!ast || !uses_earlier(*ast, *let, i)) return false;
      note_names(function, *ast, defined, read);
      defined.push_back(name);
      function.locals.emplace_back(name, *std::move(ast));
    }
    auto body = text(value.find("value"));
    if (!body) return false;
    note_names(function, *body, defined, read);
    function.body = *std::move(body);
    warn_unused(function, defined, read);
    return true;
  }

  /// Whether a value of `let` uses neither itself nor a later one.
  bool uses_earlier(const Ast& ast, const YamlValue& let, std::size_t index) {
    const std::set<std::string> names = free_names(ast);
    for (std::size_t i = index; i < let.keys.size(); ++i) {
      if (names.contains(let.keys[i]))
        return refuse(Code::kInvalidFunction, let.items[index].where,
                      fmt::format("'{}' is defined further down, or is this value itself", let.keys[i]),
                      "a value of 'let' can only use values above it");
    }
    return true;
  }

  /// Adds the names that the text uses: those `defined` in the function to `read`, all others to the function's names.
  void note_names(Function& function, const Ast& ast, const std::vector<std::string>& defined,
                  std::set<std::string>& read) {
    for (const std::string& name : free_names(ast)) {
      const bool own = std::find(defined.begin(), defined.end(), name) != defined.end();
      (own ? read : function.names).insert(name);
    }
    function.names.merge(called_names(ast, program_.definitions));
  }

  void warn_unused(const Function& function, const std::vector<std::string>& defined,
                   const std::set<std::string>& read) {
    for (const std::string& name : defined) {
      if (!read.contains(name))
        spec::warn(program_.stencil, program_.diagnostics, Code::kUnused, function.where,
                   fmt::format("nothing uses '{}' in '{}'", name, function.name),
                   {"remove it, or use it in the function's value"});
    }
  }

  Program& program_;
  const YamlValue& functions_;
};

}  // namespace

void read_functions(Program& program) {
  if (const YamlValue* params = program.settings.find("params")) {
    for (std::size_t i = 0; i < params->keys.size(); ++i) {
      const YamlValue* value = params->items[i].find("value");
      if (value != nullptr && value->is_list()) program.definitions.vocabulary.tables.insert(params->keys[i]);
    }
  }
  const YamlValue* functions = program.settings.find("functions");
  if (functions != nullptr && functions->is_map()) FunctionReader(program, *functions).run();
}

}  // namespace rtlgen::frontend
