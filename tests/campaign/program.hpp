// A stencil as a user would write it: a tree that becomes YAML, which generators build and shrinkers cut.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spec/type.hpp"

namespace rtlgen::test {

/// An expression of the language with the type that it has.
struct Expr {
  enum class Kind : std::uint8_t {
    kText,    ///< `text` as it stands: a literal, a name
    kTap,     ///< array `text` at `offsets`, one an axis that it has; `rule` after a semicolon
    kPrefix,  ///< operator `text` before args[0]
    kInfix,   ///< operator `text` between args[0] and args[1]
    kCall,    ///< function `text` of args
    kCast,    ///< args[0] as `type`
    kSelect,  ///< args[0] ? args[1] : args[2]
    kLookup   ///< the value of table `text` at args[0]
  };
  Kind kind = Kind::kText;
  spec::Type type;
  std::string text;
  std::vector<Expr> args;
  std::vector<int> offsets;
  std::string rule;
};

std::string to_text(const Expr& expr);

/// A boundary rule as YAML; "": the default.
struct Field {
  std::string name;
  spec::Type type;
  std::string boundary;
  std::vector<int> axes;     ///< those of the grid's axes that it has
  double low = 0, high = 1;  ///< range of its random start data, if that is given
  bool ranged = false;
  bool has_start = false;
  Expr start;  ///< its start data
};

struct Line {
  std::string target;
  Expr expr;
  std::string border;    ///< "", keep, ignore, {keep: n}
  std::string region;    ///< as YAML; "": the grid
  bool keeps = false;    ///< its region leaves cells that keep their old value
  std::string where;     ///< a condition
  std::string order;     ///< "", forward y, backward z, ...
  std::string boundary;  ///< boundary of a temporary, in its first line
  bool typed = false;    ///< the first line of a temporary says its type
};

struct ProgramParam {
  std::string name;
  spec::Type type;
  enum class Kind : std::uint8_t { kConstant, kRuntime, kList, kByStep } kind = Kind::kConstant;
  std::vector<std::string> values;  ///< literals
  Expr expr;                        ///< kByStep
  std::string next;
};

struct ProgramTable {
  std::string name;
  spec::Type type;
  std::vector<std::string> values;  ///< literals
};

struct ProgramSource {
  std::string field;
  std::vector<std::int64_t> at;
  std::vector<std::string> values;  ///< literals; empty: the time step is added
};

struct ProgramMonitor {
  std::string name, field, reduce, type;  ///< type "": the default
};

struct Program {
  std::string name;
  std::vector<std::int64_t> grid;
  spec::Type type;
  std::string subnormals, rounding, overflow;  ///< "": left out
  bool reassociate = false, fused = false, hard = false;
  int guard_bits = -1;  ///< -1: left out
  std::vector<Field> fields;
  std::vector<ProgramParam> params;
  std::vector<ProgramTable> tables;
  std::vector<ProgramSource> sources;
  std::vector<Line> lines;
  std::vector<ProgramMonitor> monitors;
  std::string until;
  std::int64_t iterations = 1;
  int lanes = 1, steps = 1, clock = 100;
  bool fixed_extents = false;
  std::string device, ram, arithmetic;
  std::optional<int> dsp_limit;
  int dsp_sums = 0;                 ///< `dsp_sums`, where the device has such blocks
  std::vector<std::int64_t> block;  ///< leading axes; empty: whole
  int bus_bits = 0, burst = 0;      ///< figures of the shell; 0: none exists
  std::string memory;               ///< fields' channels as YAML
  bool vectors = false;             ///< written with a vector, where it has such a form (vector_forms.hpp)
  /// Settings of the run: smaller extents (empty: the grid), the seed of data and stalls.
  std::vector<std::int64_t> extents;
  std::uint64_t seed = 1;
};

/// The YAML file. Its comments name the options of the run.
std::string to_yaml(const Program& program);

/// Options of `rtlgen sim` that run the program as the campaign does: --extents, --seed, --stalls.
std::string run_options(const Program& program);

/// Whether an expression names an array or a parameter.
bool reads(const Expr& expr, const std::string& name);

/// The parameters as YAML; "" of none.
std::string params_text(const std::vector<ProgramParam>& params);

/// Whether the start data of a field that is read are made of it.
bool starts_with(const Program& program, const std::string& name);

/// Whether a line reads an array, or keeps its old value.
bool is_read(const Program& program, const std::string& name);

/// Leaves out everything that nothing needs any more: fields, parameters, temporaries.
void prune(Program& program);

}  // namespace rtlgen::test
