// A C translation unit as a tree without macros: what libclang says, independent of libclang.
//
// In: the text of a .c file. Out: functions, variables and their types, with the place in the file of every node.
// Implicit conversions and parentheses are left out; C's rules give the former back (translate.hpp). What cannot be
// imported is in the tree with the reason, and refused if the import comes to it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "import/c_types.hpp"
#include "import/reporter.hpp"

namespace rtlgen::importer::c {

struct Type {
  enum class Kind { kVoid, kNumber, kArray, kPointer, kRecord, kOther };
  Kind kind = Kind::kOther;
  CType number;             ///< of a number, or of the innermost element
  bool has_number = false;  ///< false: elements of another kind
  std::vector<std::optional<std::int64_t>>
      extents{};           ///< of an array, or behind a pointer, slowest first; none: not constant
  std::string spelling{};  ///< C's
  std::string refusal{};   ///< why values of the type cannot be imported, if they cannot
};

struct Node {
  enum class Kind {
    kNone,
    kNumber,    ///< text
    kName,      ///< text, decl
    kMember,    ///< kids[0] -> text
    kIndex,     ///< kids[0] [ kids[1] ]
    kCall,      ///< text(kids), decl
    kUnary,     ///< text kids[0]; post++ and post-- stand behind
    kBinary,    ///< kids[0] text kids[1]
    kAssign,    ///< kids[0] text kids[1], text being = += ...
    kSelect,    ///< kids[0] ? kids[1] : kids[2]
    kCast,      ///< (type) kids[0]
    kList,      ///< { kids }
    kBlock,     ///< statements
    kVariable,  ///< text, decl; sizes, and kids[0] the first value if there is one
    kFor,       ///< init, condition, step, body
    kIf,        ///< condition, then, else
    kReturn,
    kContinue,
    kOther  ///< text: libclang's name; refusal, if there is more to say
  };
  Kind kind = Kind::kNone;
  Span span{};
  std::string text{};
  Type type{};
  int decl = -1;
  std::vector<Node> kids{};
  std::vector<Node> sizes{};  ///< kVariable: extents that are written, slowest first
  std::string refusal{};      ///< why this cannot be imported, if it cannot
  bool is_static = false;     ///< kVariable
};

/// An error that does not matter before its function is imported.
struct LaterError {
  const char* code;
  Span span;
  std::string message;
  std::vector<std::string> notes;
};

struct Function {
  std::string name;
  Span span;
  Type result;
  std::vector<Node> parameters;  ///< kVariable
  Node body;
  std::vector<LaterError> errors{};
};

struct Unit {
  std::vector<Function> functions;
  std::map<int, std::size_t> function_of;  ///< by decl
  std::vector<Node> globals;               ///< kVariable
  std::vector<Source> sources;             ///< files that the program includes, but for the standard headers
  std::set<std::string> macros;            ///< names of -D that the program does not declare: macros, as in gcc
};

/// What the user gives beside the program: folders of -I, values of -D.
struct Surroundings {
  std::vector<std::string> folders{};
  std::map<std::string, std::string> values{};
};

/// Throws Abandoned with the faults reported (RG0611: what the compiler says outside of functions; RG0623: too deep).
Unit read_unit(const std::string& file, const Surroundings& surroundings, const Reporter& reporter);

/// What a call of a builtin of gcc and clang means, `__builtin_...`: a call of a library function, one of its
/// arguments, a call that is ignored, or a refusal.
Node meaning_of_builtin(Node call);
/// A builtin that tells the compiler something, and computes nothing.
bool is_hint(const std::string& builtin);

/// Texts of the headers of the standard library, as far as stencils need them: name and text.
const std::vector<std::pair<std::string, std::string>>& standard_headers();

}  // namespace rtlgen::importer::c
