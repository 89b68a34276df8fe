// Tables of words from other languages, with their counterparts here.
#include "frontend/expr/hint_words.hpp"

#include <fmt/format.h>

#include <array>
#include <span>

#include "frontend/expr/hints.hpp"
#include "frontend/schema/schema.hpp"
#include "frontend/schema/words.hpp"
#include "spec/operations.hpp"
#include "support/lower_case.hpp"

namespace rtlgen::frontend {

namespace {

struct Word {
  std::string_view theirs;
  std::string_view note;
};

Notes find_note(std::span<const Word> table, const std::string& word) {
  for (const Word& w : table) {
    if (w.theirs == word) return {std::string(w.note)};
  }
  return {};
}

constexpr const char* kFunctionsKey =
    "define functions with 'functions: {\"lap(f)\": \"f[-1] + f[1] - 2*f\"}', or give a part its own line of 'update': "
    "- name: expression";
constexpr const char* kIncludeKey =
    "'include: file.yaml' includes functions and params; --set overrides keys, and `inputs` names data files";
constexpr const char* kOrder =
    "the order is fixed: x is first in grid: [nx, ny, nz] and in the brackets of a read, and contiguous in memory";
constexpr const char* kRoles = "fields that are assigned and never read are outputs; no declaration is needed";

constexpr const char* kSteps = "time steps of a run: iterations; of a pass: hardware.steps";

constexpr auto kKeyHints = std::to_array<Word>({
    {"p", "P is hardware.cells_per_cycle"},
    {"i", "I is hardware.steps"},
    {"function", kFunctionsKey},
    {"define", kFunctionsKey},
    {"def", kFunctionsKey},
    {"macros", kFunctionsKey},
    {"macro", kFunctionsKey},
    {"let", kFunctionsKey},
    {"includes", kIncludeKey},
    {"import", kIncludeKey},
    {"imports", kIncludeKey},
    {"extends", kIncludeKey},
    {"order", kOrder},
    {"layout", kOrder},
    {"memory_order", kOrder},
    {"axis_order", kOrder},
    {"dtype", "write 'type'"},
    {"data_type", "write 'type'"},
    {"precision", "write 'type', as in type: float32"},
    {"shape", "write 'grid'"},
    {"size", "write 'grid'"},
    {"dims", "write 'grid'"},
    {"dimensions", "write 'grid'"},
    {"domain", "write 'grid'"},
    {"constants", "write 'params'"},
    {"parameters", "write 'params'"},
    {"variables", "write 'params'"},
    {"kernel", "write 'update'"},
    {"stencil", "write 'update'"},
    {"computation", "write 'update'"},
    {"equations", "write 'update'"},
    {"arrays", "write 'fields'"},
    {"buffers", "write 'fields'"},
    {"outputs", kRoles},
    {"output", kRoles},
    {"timesteps", "write 'iterations'"},
    {"time_steps", "write 'iterations'"},
    {"nt", "write 'iterations'"},
    {"step", kSteps},
    {"steps", kSteps},
    {"nsteps", kSteps},
    {"n_steps", kSteps},
    {"num_steps", kSteps},
    {"niter", kSteps},
    {"n_iter", kSteps},
    {"num_iterations", kSteps},
    {"repeat", "write 'iterations'"},
    {"boundary", "a boundary belongs to a field: fields.NAME.boundary"},
    {"boundaries", "a boundary belongs to a field: fields.NAME.boundary"},
    {"boundary_conditions", "a boundary belongs to a field: fields.NAME.boundary"},
    {"border", "a border belongs to a line: - target: {expr: ..., border: keep}"},
});

constexpr auto kTypes = std::to_array<Word>({
    {"float", "float32"},   {"single", "float32"},  {"real", "float32"},    {"f32", "float32"},
    {"fp32", "float32"},    {"float_t", "float32"}, {"double", "float64"},  {"f64", "float64"},
    {"fp64", "float64"},    {"real64", "float64"},  {"half", "float16"},    {"f16", "float16"},
    {"fp16", "float16"},    {"bf16", "bfloat16"},   {"int", "int32"},       {"integer", "int32"},
    {"i32", "int32"},       {"int32_t", "int32"},   {"long", "int64"},      {"i64", "int64"},
    {"int64_t", "int64"},   {"short", "int16"},     {"i16", "int16"},       {"int16_t", "int16"},
    {"char", "int8"},       {"i8", "int8"},         {"int8_t", "int8"},     {"uint", "uint32"},
    {"unsigned", "uint32"}, {"u32", "uint32"},      {"uint32_t", "uint32"}, {"u64", "uint64"},
    {"uint64_t", "uint64"}, {"size_t", "uint64"},   {"u16", "uint16"},      {"uint16_t", "uint16"},
    {"byte", "uint8"},      {"u8", "uint8"},        {"uint8_t", "uint8"},   {"bool", "uint<1>"},
    {"boolean", "uint<1>"}, {"_Bool", "uint<1>"},   {"bit", "uint<1>"},
});

/// Boundary rules of other languages with their equivalents here; `constant` is a rule with a value.
constexpr auto kRules = std::to_array<Word>({
    {"periodic", "wrap"},       {"circular", "wrap"},      {"cyclic", "wrap"},       {"torus", "wrap"},
    {"repeat", "wrap"},         {"clamp", "edge"},         {"nearest", "edge"},      {"replicate", "edge"},
    {"copy", "edge"},           {"extend", "edge"},        {"border", "edge"},       {"mirror", "reflect"},
    {"reflect_101", "reflect"}, {"reflect101", "reflect"}, {"neumann", "edge"},      {"zero_gradient", "edge"},
    {"zero-gradient", "edge"},  {"noflux", "edge"},        {"no_flux", "edge"},      {"outflow", "edge"},
    {"dirichlet", "constant"},  {"zero", "constant"},      {"zeros", "constant"},    {"fixed", "constant"},
    {"fill", "constant"},       {"none", "constant"},      {"constant", "constant"},
});

constexpr auto kNames = std::to_array<Word>({
    {"PI", "write `pi`"},
    {"M_PI", "write `pi`"},
    {"e", "write `exp(1)`, which is evaluated at compile time"},
    {"M_E", "write `exp(1)`, which is evaluated at compile time"},
    {"True", "write `1`"},
    {"False", "write `0`"},
    {"TRUE", "write `1`"},
    {"FALSE", "write `0`"},
    {"inf", "there is no literal for infinity: write a large number, such as `1e30`"},
    {"INFINITY", "there is no literal for infinity: write a large number, such as `1e30`"},
    {"nan", "there is no literal for NaN: test for it with a != a"},
    {"NaN", "there is no literal for NaN: test for it with a != a"},
    {"NAN", "there is no literal for NaN: test for it with a != a"},
    {"dx", "define constants under 'params'"},
    {"dy", "define constants under 'params'"},
    {"dz", "define constants under 'params'"},
    {"dt", "define constants under 'params'"},
});

constexpr const char* kCoordinates = "declare it under 'params'; the cell's coordinates are x, y and z";

/// Names of loops, and so of coordinates and steps; or of anything else.
constexpr auto kIndices = std::to_array<Word>({
    {"i", kCoordinates},
    {"j", kCoordinates},
    {"k", kCoordinates},
    {"t", "declare it; the time step is called step"},
    {"n", "declare it under 'params'; the time step is called step, the extents nx, ny and nz"},
});

/// Functions without a single equivalent here; $0, $1, ... are the arguments. Names of the others are columns of the
/// table of operations.
constexpr auto kFunctions = std::to_array<Word>({
    {"square", "($0)*($0)"},
    {"sqr", "($0)*($0)"},
    {"cube", "($0)*($0)*($0)"},
    {"reciprocal", "1/($0)"},
    {"rsqrt", "1/sqrt($0)"},
    {"sinh", "(exp($0) - exp(-($0)))/2"},
    {"cosh", "(exp($0) + exp(-($0)))/2"},
    {"clamp", "min(max($0, $1), $2)"},
    {"clip", "min(max($0, $1), $2)"},
    {"saturate", "min(max($0, 0), 1)"},
    {"lerp", "($0) + ($2)*(($1) - ($0))"},
    {"mix", "($0) + ($2)*(($1) - ($0))"},
    {"sign", "($0) > 0 ? 1 : ($0) < 0 ? -1 : 0"},
    {"heaviside", "($0) > 0 ? 1 : 0"},
    {"where", "$0 ? $1 : $2"},
    {"select", "$0 ? $1 : $2"},
    {"ifelse", "$0 ? $1 : $2"},
    {"if", "$0 ? $1 : $2"},
    {"iif", "$0 ? $1 : $2"},
    {"merge", "$2 ? $0 : $1"},
    {"mod", "($0) % ($1)"},
    {"fmod", "($0) - ($1)*trunc(($0)/($1))"},
    {"isnan", "($0) != ($0)"},
});

/// The function here for `word` of another language; nullptr if none exists, or if it has the same name here.
const spec::Operation* function_of_theirs(const std::string& word) {
  if (find_operation(spec::Form::kFunction, word) != nullptr) return nullptr;
  const std::string_view stem(word.data(), word.size() - (word.ends_with('f') ? 1 : 0));
  const spec::Operation* found = nullptr;
  const auto look = [&](std::string_view spec::Operation::*column, const std::string& name) {
    if (found == nullptr) found = spec::function_called(column, name);
  };
  look(&spec::Operation::c, word);
  look(&spec::Operation::c, std::string(stem));
  look(&spec::Operation::mlir, word);
  for (const char* module : {"math.", "numpy."}) look(&spec::Operation::python, module + word);
  look(&spec::Operation::aliases, word);
  return found;
}

constexpr auto kReductions = std::to_array<Reduction>({
    {"min", "smallest", "min", ""},
    {"max", "largest", "max", ""},
    {"amin", "smallest", "min", ""},
    {"amax", "largest", "max", ""},
    {"sum", "total", "sum", ""},
    {"total", "total_0", "sum", ""},
    {"mean", "total", "sum", "; divide it by the number of cells"},
    {"average", "total", "sum", "; divide it by the number of cells"},
    {"reduce", "total", "sum", ""},
    {"norm", "squares", "sum_squares", "; take its square root"},
    {"norm2", "squares", "sum_squares", "; take its square root"},
    {"maxval", "largest", "max", ""},
    {"minval", "smallest", "min", ""},
});

std::string first_of(const Notes& notes) { return notes.empty() ? "" : notes[0]; }

}  // namespace

std::string type_word(const std::string& theirs) { return first_of(find_note(kTypes, lower_case(theirs))); }

std::string function_pattern(const std::string& theirs) {
  const spec::Operation* row = function_of_theirs(theirs);
  if (row == nullptr) return first_of(find_note(kFunctions, theirs));
  std::string pattern = std::string(row->symbol) + "($0";
  for (std::size_t i = 1; i < row->least; ++i) pattern += fmt::format(", ${}", i);
  return pattern + ")";
}

const Reduction* reduction_of(const std::string& theirs) {
  for (const Reduction& r : kReductions) {
    if (r.theirs == theirs) return &r;
  }
  return nullptr;
}

Notes hint_for_key(const std::string& key) { return find_note(kKeyHints, lower_case(key)); }

Notes hint_for_type(const std::string& word) {
  const std::string ours = type_word(word);
  if (ours.empty()) return {};
  return {fmt::format("write `{}`", ours)};
}

Notes hint_for_rule(const std::string& word, RuleForm form) {
  const auto constant = [&](const std::string& value) {
    return Notes{form == RuleForm::kKey ? fmt::format("write `{{constant: {}}}`", value)
                                        : fmt::format("write `constant({})`", value)};
  };
  double number = 0;
  if (parse_number(word, number)) return constant(word);
  const Notes ours = find_note(kRules, lower_case(word));
  if (ours.empty()) return {};
  if (ours[0] == "constant") return constant("0");
  Notes notes{fmt::format("write `{}`", ours[0])};
  if (lower_case(word) == "neumann")
    notes[0] += ", whose slope across the border is 0, or symmetric if the border lies between cells";
  return notes;
}

Notes hint_for_border(const std::string& word) {
  if (!boundary_word(word) && find_note(kRules, lower_case(word)).empty()) return {};
  return {
      "that is a boundary rule, which belongs to a field: fields.NAME.boundary; 'border' is about the cells of a line"};
}

Notes hint_for_name(const std::string& name) { return find_note(kNames, name); }
Notes hint_for_index_name(const std::string& name) { return find_note(kIndices, name); }

Notes hint_for_number(const std::string& text) {
  std::string number;
  for (const char c : text) {
    if (c != '_') number += c;
  }
  const bool hexadecimal = number.starts_with("0x") || number.starts_with("0X");
  while (!number.empty() &&
         std::string_view(hexadecimal ? "uUlLzZ" : "fFlLdDuUhH").find(number.back()) != std::string_view::npos)
    number.pop_back();
  double value = 0;
  if (hexadecimal || number == text || !parse_number(number, value)) return {};
  return {fmt::format("write `{}`: a number takes the type of the other operand", number)};
}

}  // namespace rtlgen::frontend
