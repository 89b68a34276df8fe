// A C translation unit as a tree without macros: libclang's information, independent of libclang.
//
// In: the text of a .c file. Out: functions, variables and their types, with the location of every node. Implicit
// conversions and parentheses are omitted; the rules of C restore the former (translate.hpp). Parts that cannot be
// imported are in the tree with a reason, and are refused if the import reaches them.
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
  CType number;             ///< for a number, or for the innermost element
  bool has_number = false;  ///< false: elements of another kind
  std::vector<std::optional<std::int64_t>>
      extents{};           ///< for an array, or behind a pointer, slowest first; none: not constant
  std::string spelling{};  ///< C's
  std::string refusal{};   ///< why values of the type cannot be imported; "" if they can
};

struct Node {
  enum class Kind {
    kNone,
    kNumber,    ///< text
    kName,      ///< text, decl
    kMember,    ///< kids[0] -> text
    kIndex,     ///< kids[0] [ kids[1] ]
    kCall,      ///< text(kids), decl
    kUnary,     ///< text kids[0]; post++ and post-- come after it
    kBinary,    ///< kids[0] text kids[1]
    kAssign,    ///< kids[0] text kids[1], text being = += ...
    kSelect,    ///< kids[0] ? kids[1] : kids[2]
    kCast,      ///< (type) kids[0]
    kList,      ///< { kids }
    kBlock,     ///< statements
    kVariable,  ///< text, decl; sizes, and kids[0] if there is an initial value
    kFor,       ///< init, condition, step, body
    kIf,        ///< condition, then, else
    kReturn,
    kContinue,
    kOther  ///< text: libclang's name; a refusal if there is a reason
  };
  Kind kind = Kind::kNone;
  Span span{};
  std::string text{};
  Type type{};
  int decl = -1;
  std::vector<Node> kids{};
  std::vector<Node> sizes{};  ///< kVariable: extents as written, slowest first
  std::string refusal{};      ///< why this cannot be imported; "" if it can
  bool is_static = false;     ///< kVariable
};

/// An error that matters only if its function is imported.
struct LaterError {
  Code code;
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
  std::vector<Source> sources;             ///< files that the program includes, except the standard headers
  std::set<std::string> macros;            ///< names of -D that the program does not declare: macros, as in gcc
};

/// Settings of the user besides the program: folders of -I, values of -D.
struct Surroundings {
  std::vector<std::string> folders{};
  std::map<std::string, std::string> values{};
};

/// Throws Abandoned after reporting the faults (RG0611: compiler errors outside functions; RG0623: too deep).
Unit read_unit(const std::string& file, const Surroundings& surroundings, const Reporter& reporter);

/// The meaning of a call of a builtin of gcc and clang, `__builtin_...`: a call of a library function, one of its
/// arguments, a call that is ignored, or a refusal.
Node meaning_of_builtin(Node call);
/// Whether the builtin only informs the compiler and computes nothing.
bool is_hint(const std::string& builtin);

/// The standard headers, as far as stencils need them: name and text.
const std::vector<std::pair<std::string, std::string>>& standard_headers();

}  // namespace rtlgen::importer::c
