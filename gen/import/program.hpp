// The contents of a program in SODA, SASA or StencilFlow, before typing.
//
// Axes are rtlgen's: x first and contiguous, regardless of the order in the language. Names are the file's;
// assemble.cpp chooses the names of the document.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "import/c_types.hpp"
#include "import/import.hpp"
#include "import/reporter.hpp"

namespace rtlgen::importer {

using Offset3 = std::array<int, 3>;
using Axes = std::array<bool, 3>;

struct Expr {
  enum class Kind {
    kNumber,  ///< text
    kName,    ///< a let, parameter, constant or field without axes: text
    kRead,    ///< field `text` at offset along the axes in `axes`
    kCall,    ///< text(args)
    kCast,    ///< type(args[0])
    kUnary,   ///< text args[0]
    kBinary,  ///< args[0] text args[1]; true division in StencilFlow is written `//` here
    kSelect   ///< args[0] ? args[1] : args[2]
  };
  Kind kind = Kind::kNumber;
  Span span;
  std::string text;
  CType type;
  Offset3 offset{};
  Axes axes{};
  std::vector<Expr> args;
  int depth = 1;  ///< depth of the tree, including this node
};

/// The deepest tree that is accepted; a sum of n terms has depth n.
constexpr int kMaxDepth = 1000;

/// The value of a read outside the grid.
struct ReadRule {
  enum class Kind { kNone, kConstant, kCopy, kShrink };
  Kind kind = Kind::kNone;
  std::string value;  ///< kConstant: a number
  bool whole = true;  ///< kConstant: it is an integer
  Span span;
};

struct Data {
  enum class Kind { kNone, kConstant, kRandom, kFile };
  Kind kind = Kind::kNone;
  std::string value;      ///< kConstant: a number
  std::string low, high;  ///< kRandom
  std::string path;       ///< kFile
  std::string remark;     ///< the part that could not be translated
};

struct Input {
  std::string name;
  Span span;
  CType type;
  Axes axes{};
  Data data;
};

struct Let {
  std::string name;
  Span span;
  std::optional<CType> type;  ///< none: the language's rule (Program::LetTypes)
  Offset3 store{};
  Expr value;
};

/// One assignment over the whole grid.
struct Stage {
  std::string name;
  Span span;
  CType type;
  bool output = false;
  Offset3 store{};  ///< is subtracted from every offset that the expression reads
  std::vector<Let> lets;
  Expr value;
  Span text;                              ///< the whole assignment, for comments
  std::map<std::string, ReadRule> rules;  ///< by field; StencilFlow only
};

struct Parameter {
  std::string name;
  Span span;
  CType type;
  std::string value;     ///< a number
  bool runtime = false;  ///< false: a typed constant
};

struct Program {
  enum class Border { kIgnore, kPreserve, kByRead };
  enum class LetTypes { kFirstOperand, kOfValue };
  Format format = Format::kSoda;
  std::string name;
  Span name_span;
  std::vector<std::int64_t> grid;  ///< x first
  std::vector<Input> inputs;
  std::vector<Parameter> parameters;
  std::vector<Stage> stages;
  Border border = Border::kIgnore;
  Span border_span;
  LetTypes let_types = LetTypes::kFirstOperand;
  bool float_numbers = false;     ///< every number is converted to float (SASA)
  bool single_constants = false;  ///< fractions without suffix are float
  std::int64_t iterations = 1;
  std::int64_t steps = 1;
  std::int64_t cells_per_cycle = 1;
  /// Indices of an output stage and of the input that takes its value in the next time step.
  std::vector<std::pair<std::size_t, std::size_t>> feeds;
  std::vector<std::string> remarks;  ///< comments at the beginning of the YAML
};

Program parse_soda(const Reporter& reporter, const Options& options);
Program parse_sasa(const Reporter& reporter, const Options& options);
Program parse_stencilflow(const Reporter& reporter, const Options& options);

/// The commented YAML. Throws Abandoned after reporting faults.
std::string assemble(const Program& program, const std::string& file, const Reporter& reporter);

}  // namespace rtlgen::importer
