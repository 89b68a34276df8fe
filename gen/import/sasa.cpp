// Parser of the SASA dialect (SFU): everything is float, rows come first, local variables are scalars.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "import/expressions.hpp"
#include "import/make_expr.hpp"
#include "import/program.hpp"
#include "support/codes.hpp"

namespace rtlgen::importer {

namespace {

class Parser {
 public:
  Parser(const Reporter& reporter, const Options& options)
      : reporter_(reporter),
        reader_(tokenize(reporter.text(), nullptr, {.hash_comments = true, .slash_comments = true}, reporter),
                reporter) {
    program_.format = Format::kSasa;
    program_.single_constants = options.single_constants;
    program_.float_numbers = true;
    grammar_.if_function = true;
    grammar_.reversed = true;
  }

  Program run() {
    while (!reader_.at_end()) statement();
    finish();
    return std::move(program_);
  }

 private:
  void statement() {
    const Token word =
        reader_.expect_word("a statement (KERNEL, COUNT, ITERATE, REPEAT, BOARDER, scalar, input, local or output)");
    std::string upper = word.text;
    std::transform(upper.begin(), upper.end(), upper.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    if (upper == "KERNEL") return kernel(word);
    if (upper == "COUNT") return number_header("COUNT", word, count_, 1 << 20);
    if (upper == "ITERATE" || upper == "ITERATION")
      return number_header("ITERATE", word, program_.iterations, 999999999);
    if (upper == "REPEAT") return number_header("REPEAT", word, program_.steps, 4096);
    if (upper == "BOARDER" || upper == "BORDER") return boarder(word);
    if (upper == "SCALAR") return scalar();
    if (upper == "INPUT") return input();
    if (upper == "LOCAL") return local();
    if (upper == "OUTPUT") return output(word);
    reporter_.fail(Code::kMalformedProgram, word.span, fmt::format("'{}' does not begin a statement", word.text),
                   {"statements begin with KERNEL, COUNT, ITERATE, REPEAT, BOARDER, scalar, input, local or output"});
  }

  void once(const char* name, const Token& word) {
    if (!headers_.emplace(name, word.span).second)
      reporter_.error(Code::kProgramStatementCount, word.span, fmt::format("'{}' is given twice", name));
  }

  void kernel(const Token& word) {
    if (headers_.contains("KERNEL")) refuse_second_kernel(reader_, "kernel", program_.name, word.span);
    once("KERNEL", word);
    reader_.expect(":");
    const Token name = reader_.expect_word("the kernel's name");
    program_.name = name.text;
    program_.name_span = name.span;
  }

  void number_header(const char* name, const Token& word, std::int64_t& value, int most) {
    once(name, word);
    reader_.expect(":");
    const Span at = reader_.peek().span;
    value = reader_.expect_integer("a number");
    if (value >= 1 && value <= most) return;
    reporter_.error(Code::kInvalidProgramValue, at, fmt::format("'{}' is {}", name, value),
                    {fmt::format("it must be from 1 to {}", most)});
    value = 1;
  }

  void boarder(const Token& word) {
    once("BOARDER", word);
    reader_.expect(":");
    const Token choice = reader_.expect_word("'overlap' or 'streaming'");
    if (choice.text == "overlap" || choice.text == "streaming") return;
    reporter_.error(Code::kInvalidProgramValue, choice.span,
                    fmt::format("'{}' is not a way to partition the grid", choice.text),
                    {"write overlap or streaming"});
  }

  /// `input float: a` as in the paper; the grammar of SASA's parser has no type.
  void optional_type() {
    if (!reader_.accept_word("float")) return;
    reader_.expect(":");
  }

  void scalar() {
    optional_type();
    const Token name = reader_.expect_word("the scalar's name");
    Parameter made;
    made.name = name.text;
    made.span = name.span;
    made.type = CType::floating(32);
    made.value = "0";
    made.runtime = true;
    program_.parameters.push_back(std::move(made));
  }

  void input() {
    optional_type();
    const Token name = reader_.expect_word("the input's name");
    std::vector<std::int64_t> grid;
    reader_.expect("(");
    do {
      const Span at = reader_.peek().span;
      grid.insert(grid.begin(), reader_.expect_integer("a size"));
      if (grid.front() < 1) reporter_.fail(Code::kInvalidProgramValue, at, "sizes must be at least 1");
    } while (reader_.accept(","));
    const Span all{name.span.begin, reader_.expect(")").span.end};
    if (grid.size() > 3) {
      reporter_.fail(Code::kNotExpressible, all, fmt::format("the grid has {} axes", grid.size()),
                     {"rtlgen has grids of 1 to 3 axes"});
    }
    if (program_.grid.empty()) {
      program_.grid = grid;
      grammar_.axes = grid.size();
    } else if (program_.grid != grid) {
      reporter_.error(Code::kProgramMismatch, all,
                      fmt::format("the size of '{}' differs from that of earlier inputs", name.text),
                      {"all inputs must have the same size"});
    }
    Input made;
    made.name = name.text;
    made.span = name.span;
    made.type = CType::floating(32);
    for (std::size_t a = 0; a < grid.size(); ++a) made.axes[a] = true;
    program_.inputs.push_back(std::move(made));
  }

  void local() {
    optional_type();
    need_input();
    const Token name = reader_.expect_word("the local's name");
    if (reader_.is("(")) {
      reporter_.fail(Code::kNotExpressible, name.span, fmt::format("the local '{}' has indices", name.text),
                     {"locals are scalars: write 'local name = expression'; for a separate stage use SODA's DSL"});
    }
    Let made;
    made.name = name.text;
    made.span = name.span;
    made.type = CType::floating(32);
    reader_.expect("=");
    made.value = parse_c_expression(reader_, grammar_);
    locals_.push_back(std::move(made));
  }

  void need_input() {
    if (program_.inputs.empty())
      reporter_.fail(Code::kProgramStatementCount, reader_.previous(),
                     "declare an input first: it defines the axes of the grid");
  }

  void output(const Token& word) {
    once("output", word);
    optional_type();
    need_input();
    const Token name = reader_.expect_word("the output's name");
    Stage stage;
    stage.name = name.text;
    stage.span = name.span;
    stage.output = true;
    stage.type = CType::floating(32);
    stage.store = parse_indices(reader_, grammar_, name.span);
    reader_.expect("=");
    stage.value = parse_c_expression(reader_, grammar_);
    stage.text = {name.span.begin, reader_.previous().end};
    program_.stages.push_back(std::move(stage));
  }

  void finish() {
    const Span end{reporter_.text().size(), reporter_.text().size()};
    if (!headers_.contains("KERNEL"))
      reporter_.error(Code::kProgramStatementCount, end, "'KERNEL' is missing", {"add a line 'KERNEL: name'"});
    if (program_.inputs.empty()) reporter_.error(Code::kProgramStatementCount, end, "the program has no input");
    if (program_.stages.empty()) reporter_.error(Code::kProgramStatementCount, end, "the program has no output");
    reporter_.stop_if_failed();
    program_.stages[0].lets = std::move(locals_);
    if (headers_.contains("COUNT") && count_ > 1) {
      program_.remarks.push_back(
          fmt::format("COUNT: {} (parallel kernels) is left out: rtlgen chooses the blocks.", count_));
    }
    if (program_.iterations == 1) return;
    const Input& fed = program_.inputs.back();
    program_.feeds.emplace_back(0, program_.inputs.size() - 1);
    if (program_.inputs.size() > 1) {
      program_.remarks.push_back(
          fmt::format("'{}' becomes '{}', the last input, of the next time step; the other inputs do not change.",
                      program_.stages[0].name, fed.name));
    }
  }

  const Reporter& reporter_;
  TokenReader reader_;
  CGrammar grammar_;
  Program program_;
  std::vector<Let> locals_;
  std::map<std::string, Span> headers_;
  std::int64_t count_ = 1;
};

}  // namespace

Program parse_sasa(const Reporter& reporter, const Options& options) { return Parser(reporter, options).run(); }

}  // namespace rtlgen::importer
