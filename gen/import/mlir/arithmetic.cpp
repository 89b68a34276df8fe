// Every operation keeps its type: integers narrower than C's int are computed as int and wrapped again.
#include "import/mlir/arithmetic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <regex>
#include <set>

#include "import/mlir/types.hpp"
#include "spec/operations.hpp"
#include "support/codes.hpp"

namespace rtlgen::importer::mlir {

using c::ValuePtr;

namespace {

constexpr std::int64_t kLargestPower = 16;

CType unsigned_of(const CType& type) { return CType::integer(false, type.width); }
bool is_bool(const CType& type) { return type.kind == CType::Kind::kBool; }

class Arithmetic {
 public:
  Arithmetic(const Operation& op, const std::vector<ValuePtr>& args, const Reporter& reporter)
      : op_(op), args_(args), reporter_(reporter) {}

  ValuePtr run() {
    if (op_.name == "arith.constant") return constant();
    const bool is_arith = op_.name.starts_with("arith.");
    if (!is_arith && !op_.name.starts_with("math.")) return nullptr;
    check_types();
    note_flags();
    const std::string name = op_.name.substr(is_arith ? 6 : 5);
    if (name == "cmpf") return compare_floats(predicate());
    if (name == "cmpi") return compare_integers(predicate());
    if (name == "select" && args_.size() == 3) return c::select(args_[0], args_[1], args_[2], op_.span, reporter_);
    ValuePtr out = is_arith ? conversion(name) : nullptr;
    if (!out && args_.size() == 2) out = is_arith ? infix(name) : nullptr;
    if (!out && args_.size() == 2) out = extremum(name);
    if (!out) out = function(name);
    if (!out) refuse_operation();
    return c::cast(out, type_, op_.span);
  }

 private:
  [[noreturn]] void refuse(const std::string& message, const std::string& note) const {
    reporter_.fail(Code::kNotExpressible, op_.span, message, {note});
  }

  [[noreturn]] void refuse_operation() const {
    static const std::map<std::string, std::string> advice = {
        {"arith.remf", "write a - b * trunc(a / b)"},
        {"math.copysign",
         "write a cmpf and a select of the value or its negative, which differs for a sign of -0 or NaN"},
        {"arith.bitcast", "rtlgen does not expose the bits of floats"}};
    const auto found = advice.find(op_.name);
    refuse(
        fmt::format("the operation '{}' cannot be imported", op_.name),
        found != advice.end() ? found->second : "docs/import_mlir.md lists the supported operations of arith and math");
  }

  ValuePtr constant() {
    const auto value = op_.attributes.find("value");
    if (value == op_.attributes.end() || op_.result_types.size() != 1)
      reporter_.fail(Code::kProgramMismatch, op_.span, "this constant has no value or no type");
    const CType type = number_of(op_.result_types[0], op_.span, reporter_);
    std::string text = value->second.text.substr(0, value->second.text.find(" :"));
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return constant_of(text, type, value->second.span, reporter_);
  }

  void check_types() {
    if (op_.result_types.size() != 1 || args_.empty())
      reporter_.fail(Code::kProgramMismatch, op_.span, fmt::format("'{}' needs operands and one result", op_.name));
    type_ = number_of(op_.result_types[0], op_.span, reporter_);
    const bool each = op_.operand_types.size() == args_.size();
    for (std::size_t i = 0; i < args_.size(); ++i) {
      if (op_.operand_types.empty() || (op_.name == "arith.select" && !each && i == 0)) continue;
      const CType declared = number_of(each ? op_.operand_types[i] : op_.operand_types.back(), op_.span, reporter_);
      if (declared != args_[i]->type)
        reporter_.fail(
            Code::kProgramMismatch, op_.operands[i].span,
            fmt::format("'{}' is {}, not {}", op_.operands[i].name, args_[i]->type.spelling(), declared.spelling()),
            {"MLIR has no implicit conversions: use arith.extf, arith.sitofp and the like"});
    }
  }

  void note_flags() const {
    const auto found = op_.attributes.find("fastmath");
    if (found == op_.attributes.end() || found->second.text.find("none") != std::string::npos) return;
    reporter_.warning(
        Code::kFastMath, found->second.span,
        "fastmath flags are ignored: rtlgen computes in the order of the text and rounds each operation",
        {"delete the flags, or write `arithmetic:` in the YAML for faster sums (docs/language_fused.md)"});
  }

  std::string predicate() const {
    const auto found = op_.attributes.find("predicate");
    if (found == op_.attributes.end())
      reporter_.fail(Code::kProgramMismatch, op_.span, "this comparison has no predicate");
    static const std::vector<std::string> floats = {"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
                                                    "ueq",   "ugt", "uge", "ult", "ule", "une", "uno", "true"};
    static const std::vector<std::string> integers = {"eq",  "ne",  "slt", "sle", "sgt",
                                                      "sge", "ult", "ule", "ugt", "uge"};
    const auto& names = op_.name == "arith.cmpf" ? floats : integers;
    const Attribute& declared = found->second;
    std::string out = declared.text;
    if (!declared.numbers.empty() && declared.numbers[0] >= 0 &&
        declared.numbers[0] < static_cast<std::int64_t>(names.size()))
      out = names[static_cast<std::size_t>(declared.numbers[0])];
    if (std::find(names.begin(), names.end(), out) == names.end() || args_.size() != 2)
      reporter_.fail(Code::kInvalidProgramValue, declared.span,
                     fmt::format("'{}' is not a predicate of '{}'", out, op_.name));
    return out;
  }

  ValuePtr binary(const std::string& symbol, const ValuePtr& a, const ValuePtr& b) const {
    return c::binary(symbol, a, b, op_.span, reporter_);
  }
  ValuePtr truth(bool holds) const { return c::whole_number(holds ? 1 : 0, CType::boolean(), op_.span); }
  ValuePtr call(const std::string& name, std::vector<ValuePtr> args) const {
    return c::call(name, std::move(args), type_, op_.span);
  }

  ValuePtr compare_floats(const std::string& p) const {
    const ValuePtr& a = args_[0];
    const ValuePtr& b = args_[1];
    static const std::map<std::string, std::string> plain = {{"oeq", "=="}, {"ogt", ">"},  {"oge", ">="},
                                                             {"olt", "<"},  {"ole", "<="}, {"une", "!="}};
    static const std::map<std::string, std::string> opposite = {
        {"ugt", "<="}, {"uge", "<"}, {"ult", ">="}, {"ule", ">"}};
    if (const auto found = plain.find(p); found != plain.end()) return binary(found->second, a, b);
    if (const auto found = opposite.find(p); found != opposite.end()) return c::negated(binary(found->second, a, b));
    if (p == "true" || p == "false") return truth(p == "true");
    const bool differ = p == "one" || p == "ueq";
    const ValuePtr both = differ ? binary("||", binary("<", a, b), binary(">", a, b))
                                 : binary("&&", binary("==", a, a), binary("==", b, b));
    return p == "one" || p == "ord" ? both : c::negated(both);
  }

  ValuePtr compare_integers(const std::string& p) const {
    static const std::map<std::string, std::string> symbols = {{"eq", "=="}, {"ne", "!="}, {"lt", "<"},
                                                               {"le", "<="}, {"gt", ">"},  {"ge", ">="}};
    const bool sized = p.size() == 3;
    const std::string& symbol = symbols.at(sized ? p.substr(1) : p);
    CType type = args_[0]->type;
    if (is_bool(type)) type = CType::integer(true, 32);
    if (is_bool(args_[0]->type) && p[0] == 's') refuse("i1 has no signed ordering", "use andi, ori or xori");
    if (sized && p[0] == 'u') type = unsigned_of(type);
    return binary(symbol, c::cast(args_[0], type, op_.span), c::cast(args_[1], type, op_.span));
  }

  /// + - * / and the like, in the common type of both operands.
  ValuePtr infix(const std::string& name) const {
    static const std::map<std::string, std::string> symbols = {
        {"addf", "+"}, {"subf", "-"},  {"mulf", "*"},  {"divf", "/"},   {"addi", "+"},  {"subi", "-"},
        {"muli", "*"}, {"divsi", "/"}, {"divui", "/"}, {"remsi", "%"},  {"remui", "%"}, {"andi", "&"},
        {"ori", "|"},  {"xori", "^"},  {"shli", "<<"}, {"shrsi", ">>"}, {"shrui", ">>"}};
    const auto found = symbols.find(name);
    if (found == symbols.end()) return nullptr;
    if (type_.is_float() != (name.back() == 'f')) mismatch();
    if (is_bool(type_)) {
      static const std::map<std::string, std::string> logical = {{"andi", "&&"}, {"ori", "||"}, {"muli", "&&"}};
      const auto word = logical.find(name);
      if (word != logical.end()) return binary(word->second, args_[0], args_[1]);
      if (name != "xori" && name != "addi")
        refuse("i1 has no arithmetic", "use andi, ori and xori, or extend the operands");
      const CType plain = CType::integer(true, 32);
      return binary("!=", c::cast(args_[0], plain, op_.span), c::cast(args_[1], plain, op_.span));
    }
    const bool is_unsigned = name == "divui" || name == "remui" || name == "shrui";
    const CType type = is_unsigned ? unsigned_of(type_) : type_;
    return binary(found->second, c::cast(args_[0], type, op_.span), c::cast(args_[1], type, op_.span));
  }

  [[noreturn]] void mismatch() const {
    reporter_.fail(Code::kProgramMismatch, op_.span, fmt::format("'{}' does not accept {}", op_.name, type_.spelling()),
                   {"operations such as addf are for floats, those such as addi for integers and index"});
  }

  ValuePtr conversion(const std::string& name) const {
    static const std::set<std::string> plain = {"extf", "truncf", "fptosi", "sitofp", "extsi", "index_cast"};
    const ValuePtr& a = args_[0];
    if (args_.size() != 1) return nullptr;
    const auto number = [&](std::int64_t value) {
      return c::cast(c::whole_number(value, CType::integer(true, 32), op_.span), type_, op_.span);
    };
    if ((name == "extsi" || name == "sitofp" || name == "index_cast") && is_bool(a->type))
      return c::select(a, number(-1), number(0), op_.span, reporter_);
    if (name == "fptosi" && is_bool(type_))
      refuse("a float is converted to a signed i1", "use arith.fptoui or arith.cmpf");
    const bool is_lowest_bit = is_bool(type_) && (name == "trunci" || name.starts_with("index_cast"));
    if (is_lowest_bit) return binary("&", a, c::whole_number(1, promoted(a->type), op_.span));
    if (plain.contains(name)) return c::cast(a, type_, op_.span);
    if (name == "extui" || name == "uitofp" || name == "index_castui") {
      const CType from = is_bool(a->type) ? CType::integer(true, 32) : unsigned_of(a->type);
      return c::cast(c::cast(a, from, op_.span), type_, op_.span);
    }
    if (name == "fptoui") return c::cast(a, unsigned_of(type_), op_.span);
    if (name == "negf") return c::unary("-", a, op_.span);
    return name == "trunci" ? c::cast(a, type_, op_.span) : nullptr;
  }

  ValuePtr extremum(const std::string& name) const {
    const ValuePtr& a = args_[0];
    const ValuePtr& b = args_[1];
    if (name == "maxnumf" || name == "minnumf") return call(name == "maxnumf" ? "fmax" : "fmin", {a, b});
    if (name == "maximumf" || name == "minimumf") {
      const ValuePtr number = call(name == "maximumf" ? "fmax" : "fmin", {a, b});
      const ValuePtr rest = c::select(binary("!=", b, b), b, number, op_.span, reporter_);
      return c::select(binary("!=", a, a), a, rest, op_.span, reporter_);
    }
    const bool is_unsigned = name == "maxui" || name == "minui";
    if (!is_unsigned && name != "maxsi" && name != "minsi") return nullptr;
    const CType type = is_unsigned ? unsigned_of(type_) : type_;
    const ValuePtr ca = c::cast(a, type, op_.span);
    const ValuePtr cb = c::cast(b, type, op_.span);
    return c::select(binary(name[1] == 'a' ? ">" : "<", ca, cb), ca, cb, op_.span, reporter_);
  }

  ValuePtr function(const std::string& name) const {
    if (op_.name == "math.rsqrt" && args_.size() == 1) {
      const ValuePtr one = constant_of("1.0", type_, op_.span, reporter_);
      return binary("/", one, call("sqrt", args_));
    }
    if (op_.name == "math.fpowi" && args_.size() == 2) return power();
    if (op_.name == "math.absi" && args_.size() == 1) return call(type_.width > 32 ? "llabs" : "abs", args_);
    const spec::Operation* const found = spec::function_called(&spec::Operation::mlir, name);
    if (found == nullptr || op_.name != "math." + name || args_.size() != found->least) return nullptr;
    return call(std::string(found->c.substr(0, found->c.find(' '))), args_);
  }

  /// Multiplies like compiler-rt's __powidf2.
  ValuePtr power() const {
    const auto exponent = c::whole(*args_[1]);
    if (!exponent || std::abs(*exponent) > kLargestPower)
      refuse("the exponent is not a known, small number",
             fmt::format("use a constant of at most {}, or math.powf", kLargestPower));
    ValuePtr out = constant_of("1.0", type_, op_.span, reporter_);
    bool first = true;
    ValuePtr square = args_[0];
    for (std::int64_t rest = std::abs(*exponent); rest > 0; rest /= 2) {
      if (rest % 2 != 0) out = first ? square : binary("*", out, square);
      first = first && rest % 2 == 0;
      if (rest > 1) square = binary("*", square, square);
    }
    return *exponent < 0 ? binary("/", constant_of("1.0", type_, op_.span, reporter_), out) : out;
  }

  const Operation& op_;
  const std::vector<ValuePtr>& args_;
  const Reporter& reporter_;
  CType type_{};
};

}  // namespace

ValuePtr computed(const Operation& op, const std::vector<ValuePtr>& args, const Reporter& reporter) {
  return Arithmetic(op, args, reporter).run();
}

bool repeats_arguments(const Operation& op) {
  static const std::set<std::string> names = {"arith.maximumf", "arith.minimumf", "arith.maxsi", "arith.minsi",
                                              "arith.maxui",    "arith.minui",    "arith.cmpf",  "math.fpowi"};
  return names.contains(op.name);
}

CType number_of(const Type& type, Span span, const Reporter& reporter) {
  if (type.number.width > 0 && (type.kind == Type::Kind::kNumber || type.kind == Type::Kind::kResult))
    return type.number;
  refuse_long_numbers(type, reporter);
  reporter.fail(Code::kUnsupportedProgramType, type.span.end > type.span.begin ? type.span : span,
                fmt::format("the type {} cannot be imported", type.text.empty() ? "of this" : "'" + type.text + "'"),
                {"supported types are f16, f32, f64, i1, i8, i16, i32, i64 and index"});
}

ValuePtr constant_of(const std::string& text, const CType& type, Span span, const Reporter& reporter) {
  static const std::regex hexadecimal("0x[0-9a-fA-F]{1,16}");
  static const std::regex whole("-?[0-9]{1,18}");
  static const std::regex decimal(R"(-?[0-9]{1,400}(\.[0-9]{0,400})?([eE][-+]?[0-9]{1,5})?)");
  if (!type.is_float()) {
    if (text == "true" || text == "false") return c::whole_number(text == "true" ? 1 : 0, type, span);
    if (!std::regex_match(text, whole))
      reporter.fail(Code::kInvalidProgramNumber, span,
                    fmt::format("'{}' is not a number of type {}", text, type.spelling()));
    const std::int64_t number = std::stoll(text);
    // Signed or unsigned.
    if (type.width < 64 && (number >= std::int64_t{1} << type.width || number < -(std::int64_t{1} << (type.width - 1))))
      reporter.fail(Code::kInvalidProgramNumber, span, fmt::format("'{}' does not fit in {} bits", text, type.width));
    return c::cast(c::whole_number(number, CType::integer(true, 64), span), type, span);
  }
  double value = 0;
  if (std::regex_match(text, hexadecimal)) {
    const auto bits = std::strtoull(text.c_str(), nullptr, 16);
    if (type.width < 64 && bits >> type.width != 0)
      reporter.fail(Code::kInvalidProgramNumber, span,
                    fmt::format("'{}' has more than the {} bits of its type", text, type.width));
    value = type.width == 64 ? std::bit_cast<double>(static_cast<std::uint64_t>(bits))
                             : static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    if (type.width == 16) value = std::nan("");
  } else if (std::regex_match(text, decimal)) {
    value = std::strtod(text.c_str(), nullptr);
  } else {
    reporter.fail(Code::kInvalidProgramNumber, span,
                  fmt::format("'{}' is not a number of type {}", text, type.spelling()),
                  {"constants are single numbers: 0.5, -1.0e-3, 0x3F800000"});
  }
  // As in MLIR: first to double, then to the type.
  if (type.width == 32) value = static_cast<double>(static_cast<float>(value));
  if (!std::isfinite(value))
    reporter.fail(Code::kInvalidProgramNumber, span, fmt::format("'{}' is not finite and cannot be imported", text));
  std::string digits = fmt::format("{:.17g}", std::fabs(value));
  if (digits.find_first_of(".e") == std::string::npos) digits += ".0";
  if (type.width == 32) digits += "f";
  ValuePtr out = c::number(digits, span, reporter);
  if (std::signbit(value)) out = c::unary("-", out, span);
  return c::cast(out, type, span);
}

}  // namespace rtlgen::importer::mlir
