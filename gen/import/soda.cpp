// Parser of the SODA DSL (UCLA): statements in any order, each header once.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

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
        options_(options),
        reader_(tokenize(reporter.text(), nullptr, {.hash_comments = true}, reporter), reporter) {
    program_.format = Format::kSoda;
    program_.single_constants = options.single_constants;
    grammar_.casts = true;
  }

  Program run() {
    find_axes();
    while (!reader_.at_end()) statement();
    check_headers();
    program_.steps = program_.iterations;
    pair_outputs();
    return std::move(program_);
  }

 private:
  /// The inputs, which need not come first, determine how many indices a read has.
  void find_axes() {
    TokenReader scan = reader_;
    std::size_t most = 0;
    for (; !scan.at_end(); scan.take()) {
      if (!scan.is_word("input") || scan.is("(", 1) || scan.is("=", 1)) continue;
      scan.take();
      std::size_t axes = 1;
      while (!scan.at_end() && !scan.is(":")) scan.take();
      scan.accept(":");
      if (!scan.is("(", 1)) continue;
      while (!scan.at_end() && !scan.is(")")) {
        if (scan.is(",")) ++axes;
        scan.take();
      }
      most = std::max(most, axes);
    }
    // More axes are refused at the input, and more indices at the read.
    grammar_.axes = std::clamp<std::size_t>(most, 1, Axes{}.size());
  }

  void statement() {
    const Token word = reader_.expect_word(
        "a statement (kernel, burst width, unroll factor, iterate, border, cluster, "
        "input, param, local or output)");
    if (word.text == "kernel") return kernel(word);
    if (word.text == "burst") return burst(word);
    if (word.text == "unroll") return number_header(word, "factor", program_.cells_per_cycle, 1024);
    if (word.text == "iterate") return number_header(word, "", program_.iterations, 4096);
    if (word.text == "border") return border(word);
    if (word.text == "cluster") return cluster(word);
    if (word.text == "input") return input();
    if (word.text == "param") return param();
    if (word.text == "local" || word.text == "output") return assignment(word.text == "output");
    reporter_.fail(Code::kMalformedProgram, word.span, fmt::format("'{}' does not begin a statement", word.text),
                   {"statements begin with kernel, burst width, unroll factor, iterate, border, cluster, input, param, "
                    "local or output"});
  }

  void once(const Token& word) {
    if (!headers_.emplace(word.text, word.span).second) {
      reporter_.error(Code::kProgramStatementCount, word.span, fmt::format("'{}' is given twice", word.text));
    }
  }

  void kernel(const Token& word) {
    if (headers_.contains(word.text)) refuse_second_kernel(reader_, "kernel", program_.name, word.span);
    once(word);
    reader_.expect(":");
    const Token name = reader_.expect_word("the kernel's name");
    program_.name = name.text;
    program_.name_span = name.span;
  }

  void burst(const Token& word) {
    std::int64_t ignored = 0;
    number_header(word, "width", ignored, 1 << 20);
  }

  void number_header(const Token& word, const std::string& second, std::int64_t& value, int most) {
    once(word);
    if (!second.empty() && !reader_.accept_word(second.c_str())) reader_.unexpected(fmt::format("'{}'", second));
    reader_.expect(":");
    const Span at = reader_.peek().span;
    value = reader_.expect_integer("a number");
    if (value >= 1 && value <= most) return;
    reporter_.error(Code::kInvalidProgramValue, at,
                    fmt::format("'{}{}{}' is {}", word.text, second.empty() ? "" : " ", second, value),
                    {fmt::format("it must be from 1 to {}", most)});
    value = 1;
  }

  void border(const Token& word) {
    once(word);
    reader_.expect(":");
    const Token choice = reader_.expect_word("'ignore' or 'preserve'");
    program_.border_span = choice.span;
    if (choice.text == "preserve") {
      program_.border = Program::Border::kPreserve;
    } else if (choice.text != "ignore" && choice.text != "None" && choice.text != "none" && choice.text != "null") {
      reporter_.error(Code::kInvalidProgramValue, choice.span, fmt::format("'{}' is not a border", choice.text),
                      {"write ignore (or None) or preserve"});
    }
  }

  void cluster(const Token& word) {
    once(word);
    reader_.expect(":");
    const Token choice = reader_.expect_word("none, fine, coarse or full");
    static const std::set<std::string> known = {"none", "fine", "coarse", "full"};
    if (!known.contains(choice.text)) {
      reporter_.error(Code::kInvalidProgramValue, choice.span, fmt::format("'{}' is not a clustering", choice.text),
                      {"write none, fine, coarse or full"});
    }
  }

  /// dram 0.1.2: memory banks, which do not affect values.
  void skip_banks() {
    if (!reader_.accept_word("dram")) return;
    while (reader_.peek().kind == Token::Kind::kNumber || reader_.is(".")) reader_.take();
  }

  CType type() {
    const Token word = reader_.expect_word("a type such as int16, uint8, float or double");
    const auto found = soda_type(word.text);
    if (!found) {
      reporter_.fail(Code::kMalformedProgram, word.span, fmt::format("'{}' is not a type", word.text),
                     {"types are intN, uintN, intW_I, uintW_I, half, float, double, float16, float32, float64"});
    }
    if (found->width == 0) refuse_type(word.text, word.span, reporter_);
    return *found;
  }

  void input() {
    skip_banks();
    Input made;
    made.type = type();
    reader_.expect(":");
    const Token name = reader_.expect_word("the input's name");
    made.name = name.text;
    made.span = name.span;
    for (std::size_t a = 0; a < grammar_.axes; ++a) made.axes[a] = true;
    if (reader_.is("(")) {
      sizes(name);
    } else if (!program_.grid.empty()) {
      reporter_.error(Code::kProgramMismatch, name.span, fmt::format("the input '{}' has no size", name.text),
                      {"only inputs before the first one with a size may omit it; all inputs have the same size"});
    }
    program_.inputs.push_back(std::move(made));
  }

  void sizes(const Token& name) {
    std::vector<std::int64_t> grid;
    reader_.expect("(");
    while (!reader_.is("*")) {
      const Span at = reader_.peek().span;
      grid.push_back(reader_.expect_integer("a size, or '*' for the last one"));
      if (grid.back() < 1) reporter_.fail(Code::kInvalidProgramValue, at, "sizes must be at least 1");
      reader_.expect(",");
    }
    reader_.take();
    grid.push_back(options_.extent.value_or(kDefaultExtent));
    const Span end = reader_.expect(")").span;
    const Span all{name.span.begin, end.end};
    if (grid.size() > 3) {
      reporter_.fail(Code::kNotExpressible, all, fmt::format("the grid has {} axes", grid.size()),
                     {"rtlgen has grids of 1 to 3 axes: declare one input per layer of the fourth axis"});
    }
    if (program_.grid.empty()) {
      program_.grid = grid;
    } else if (program_.grid != grid) {
      reporter_.error(Code::kProgramMismatch, all,
                      fmt::format("the size of '{}' differs from that of earlier inputs", name.text),
                      {"all inputs must have the same size"});
    }
  }

  void param() {
    skip_banks();
    Parameter made;
    made.type = type();
    while (reader_.accept(",")) {
      while (!reader_.at_end() && !reader_.is(",") && !reader_.is(":")) reader_.take();
    }
    reader_.expect(":");
    const Token name = reader_.expect_word("the parameter's name");
    made.name = name.text;
    made.span = name.span;
    made.runtime = true;
    made.value = "0";
    if (reader_.is("[")) {
      reporter_.fail(Code::kNotExpressible, {name.span.begin, reader_.peek().span.end},
                     fmt::format("'{}' is an array of parameters", name.text),
                     {"rtlgen has scalar parameters only: declare one per element that is used, "
                      "or write its value as a number"});
    }
    program_.parameters.push_back(std::move(made));
  }

  void assignment(bool output) {
    skip_banks();
    Stage stage;
    stage.output = output;
    stage.type = type();
    reader_.expect(":");
    while (!reader_.is("(", 1)) stage.lets.push_back(let());
    const Token name = reader_.expect_word("the name that is assigned");
    stage.name = name.text;
    stage.span = name.span;
    stage.store = parse_indices(reader_, grammar_, name.span);
    if (reader_.accept("~")) reader_.expect_integer("a latency");
    reader_.expect("=");
    stage.value = parse_c_expression(reader_, grammar_);
    stage.text = {name.span.begin, reader_.previous().end};
    for (Let& l : stage.lets) l.store = stage.store;
    program_.stages.push_back(std::move(stage));
  }

  Let let() {
    Let made;
    if (!reader_.is("=", 1)) made.type = type();
    const Token name = reader_.expect_word("the name of a value, or of the array that is assigned");
    made.name = name.text;
    made.span = name.span;
    reader_.expect("=");
    made.value = parse_c_expression(reader_, grammar_);
    return made;
  }

  void check_headers() {
    const Span end{reporter_.text().size(), reporter_.text().size()};
    for (const char* needed : {"kernel", "burst", "unroll", "iterate"}) {
      if (headers_.contains(needed)) continue;
      const std::string name = needed == std::string("burst")    ? "burst width"
                               : needed == std::string("unroll") ? "unroll factor"
                                                                 : needed;
      reporter_.error(Code::kProgramStatementCount, end, fmt::format("'{}' is missing", name),
                      {fmt::format("add a line '{}: ...'", name)});
    }
    if (program_.inputs.empty()) reporter_.error(Code::kProgramStatementCount, end, "the program has no input");
    bool output = false;
    for (const Stage& stage : program_.stages) output = output || stage.output;
    if (!output) reporter_.error(Code::kProgramStatementCount, end, "the program has no output");
    if (program_.grid.empty()) program_.grid = {options_.extent.value_or(kDefaultExtent)};
    const char axis = "xyz"[program_.grid.size() - 1];
    program_.remarks.push_back(
        fmt::format("SODA leaves the extent along {} open; it is {} here (--extent N).", axis, program_.grid.back()));
    reporter_.stop_if_failed();
  }

  /// Output k is input k of the next time step; preserved borders also need this.
  void pair_outputs() {
    const bool preserve = program_.border == Program::Border::kPreserve;
    if (program_.iterations == 1 && !preserve) return;
    std::vector<std::size_t> outputs;
    for (std::size_t i = 0; i < program_.stages.size(); ++i) {
      if (program_.stages[i].output) outputs.push_back(i);
    }
    const char* const why = preserve ? "'border: preserve'" : "'iterate'";
    if (outputs.size() != program_.inputs.size()) {
      const Span at = preserve ? program_.border_span : headers_.at("iterate");
      reporter_.fail(Code::kProgramMismatch, at,
                     fmt::format("{} needs as many outputs as inputs; there are {} and {}", why, outputs.size(),
                                 program_.inputs.size()),
                     {preserve ? "write 'border: ignore'"
                               : "output k is input k of the next time step: copy an input that does not change to "
                                 "a separate output"});
    }
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      const Stage& stage = program_.stages[outputs[k]];
      if (stage.type != program_.inputs[k].type) {
        reporter_.error(Code::kProgramMismatch, stage.span,
                        fmt::format("{} needs '{}' to have the type of the input '{}', which is {}", why, stage.name,
                                    program_.inputs[k].name, program_.inputs[k].type.spelling()));
      }
      program_.feeds.emplace_back(outputs[k], k);
    }
  }

  const Reporter& reporter_;
  const Options& options_;
  TokenReader reader_;
  CGrammar grammar_;
  Program program_;
  std::map<std::string, Span> headers_;
};

}  // namespace

Program parse_soda(const Reporter& reporter, const Options& options) { return Parser(reporter, options).run(); }

}  // namespace rtlgen::importer
