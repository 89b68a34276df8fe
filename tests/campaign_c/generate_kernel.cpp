// The kernel: its parameters and its loops.
#include <algorithm>
#include <utility>

#include "generate.hpp"

namespace rtlgen::test::random_c {

namespace {

const std::vector<std::string> kSuffixes = {"", "_0", "_1", "_2"};

std::string counted(const std::string& name, std::size_t i) { return name + std::to_string(i); }

}  // namespace

void Generator::parameters() {
  const Type main = dice_.pick(types_);
  const auto type = [&] { return dice_.chance(50) ? main : dice_.pick(types_); };
  for (int i = dice_.from(1, 2); i > 0; --i)
    inputs_.push_back(add_array(counted("src", inputs_.size()), type(), false, false));
  if (time_ == Time::kRing) {
    add_ring("ring");
  } else {
    const int count = time_ == Time::kExchange ? 2 : dice_.from(1, 3);
    for (int i = 0; i < count; ++i)
      states_.push_back(add_array(counted("dst", states_.size()), time_ == Time::kExchange ? main : type(), true,
                                  time_ == Time::kExchange));
  }
  if (rank_ > 1 && dice_.chance(25)) add_low_array("low");
  if (dice_.chance(15)) add_parts("part");
  add_scalars();
  std::string call;
  for (std::size_t i = 0; i < program_.arrays.size(); ++i)
    call += std::string(i > 0 ? ", " : "") + "@m[" + std::to_string(i) + "]";
  std::string scalars;
  for (const Scalar& scalar : program_.scalars) {
    if (scalar.name.compare(0, 6, "member") == 0) continue;
    scalars += (scalars.empty() ? "" : ", ") + scalar.type.words + " " + scalar.name;
    call += ", " + scalar.text;
    if (scalar.given) program_.values[scalar.name] = scalar.text;
  }
  if (dice_.chance(10)) {
    add_record();
    parameter_text_ += ", const struct @record *rec";
    call += ", &(struct @record){0.75f, -6}";
  }
  program_.call = call;
  // Sizes of arrays of variable length stand before the arrays.
  parameter_text_ = scalars.empty() ? parameter_text_.substr(2) : scalars + parameter_text_;
  if (!scalars.empty()) {
    const std::size_t arrays = program_.arrays.size();
    std::string first, rest;
    for (std::size_t i = 0; i < arrays; ++i) rest += ", @m[" + std::to_string(i) + "]";
    for (const Scalar& scalar : program_.scalars) {
      if (scalar.name.compare(0, 6, "member") != 0) first += (first.empty() ? "" : ", ") + scalar.text;
    }
    program_.call = first + rest + (call.find("&(struct") != std::string::npos ? ", &(struct @record){0.75f, -6}" : "");
  }
}

Source Generator::add_array(const std::string& name, const Type& type, bool written, bool exchanged) {
  Source source{name, type};
  for (int d = 0; d < rank_; ++d) source.axes.push_back(static_cast<std::size_t>(d));
  source.is_flat = exchanged || dice_.chance(40);
  const std::string qualifier = written ? "" : dice_.word({"", "const "});
  std::string text = qualifier + type.words + " ";
  if (source.is_flat) {
    text += "*restrict " + name;
  } else {
    text += name;
    for (const std::string& end : ends_) text += "[" + end + "]";
  }
  parameter_text_ += ", " + text;
  Array array{name, type, extents_, {}, written};
  array.parts.push_back({name, 0, array.cells()});
  program_.arrays.push_back(array);
  return source;
}

/// An array with fewer axes than the grid, only read.
void Generator::add_low_array(const std::string& name) {
  const auto axis = static_cast<std::size_t>(dice_.below(rank_));
  const Type type = dice_.pick(types_);
  inputs_.push_back({name, type, {}, {axis}, false});
  parameter_text_ += ", const " + type.words + " " + name + "[" + ends_[axis] + "]";
  program_.arrays.push_back({name, type, {extents_[axis]}, {{name, 0, extents_[axis]}}, false});
}

/// An array whose first index is always constant.
void Generator::add_parts(const std::string& name) {
  const Type type = dice_.pick(types_);
  Array array{name, type, {2}, {}, false};
  array.extents.insert(array.extents.end(), extents_.begin(), extents_.end());
  std::string text = ", " + type.words + " " + name + "[2]";
  for (const std::string& end : ends_) text += "[" + end + "]";
  parameter_text_ += text;
  for (int part = 0; part < 2; ++part) {
    Source source{name, type, {std::to_string(part)}};
    for (int d = 0; d < rank_; ++d) source.axes.push_back(static_cast<std::size_t>(d));
    inputs_.push_back(source);
    array.parts.push_back({name + "_" + std::to_string(part), part * array.cells() / 2, array.cells() / 2});
  }
  program_.arrays.push_back(array);
}

/// An array for each of two time levels, by the remainder of the time step.
void Generator::add_ring(const std::string& name) {
  const Type type = dice_.pick(types_);
  Array array{name, type, {2}, {}, true};
  array.extents.insert(array.extents.end(), extents_.begin(), extents_.end());
  std::string text = ", " + type.words + " " + name + "[2]";
  for (const std::string& end : ends_) text += "[" + end + "]";
  parameter_text_ += text;
  for (int part = 0; part < 2; ++part) {
    Source source{name, type, {part == 0 ? "t % 2" : "(t + 1) % 2"}};
    for (int d = 0; d < rank_; ++d) source.axes.push_back(static_cast<std::size_t>(d));
    states_.push_back(source);
    array.parts.push_back({name + "_" + std::to_string(part), part * array.cells() / 2, array.cells() / 2});
  }
  program_.arrays.push_back(array);
}

void Generator::add_scalars() {
  for (int i = dice_.below(4); i > 0; --i) {
    Scalar scalar;
    scalar.name = counted("arg", program_.scalars.size());
    scalar.type = dice_.pick(types_);
    scalar.given = dice_.chance(50);
    if (scalar.type.kind == Kind::kBool) {
      scalar.text = dice_.word({"0", "1"});
    } else if (is_float(scalar.type.kind)) {
      scalar.text = dice_.word(scalar.given ? std::vector<std::string>{"0.5", "-1.25", "3", "0.1f"}
                                            : std::vector<std::string>{"0.5", "-1.25", "3"});
    } else {
      scalar.text = dice_.word({"0", "7", "-3", "100", "2"});
    }
    base_.names.push_back({scalar.name, scalar.type.kind});
    program_.scalars.push_back(scalar);
  }
}

/// A record of parameters.
void Generator::add_record() {
  preamble_.push_back(fixed("struct @record {\n  float member0;\n  int member1;\n};\n"));
  program_.scalars.push_back({"member0", {Kind::kF32, "float"}, "0.75", false});
  program_.scalars.push_back({"member1", {Kind::kS32, "int"}, "-6", false});
  base_.names.push_back({"rec->member0", Kind::kF32});
  base_.names.push_back({"rec->member1", Kind::kS32});
}

std::vector<Piece> Generator::kernel_body() {
  before_loops();
  const bool in_time = time_ != Time::kNone;
  const Scope outside = base_;
  if (in_time) base_.names.push_back({"t", Kind::kS32});
  std::vector<Piece> nests;
  if (time_ == Time::kExchange || time_ == Time::kRing) {
    std::vector<Source> sources = inputs_;
    sources.push_back(states_[0]);
    nests.push_back(nest({states_[1]}, sources, dice_.below(3)));
    program_.exchanges = true;
  } else {
    for (int i = dice_.from(1, 3); i > 0; --i) {
      std::vector<Source> targets{dice_.pick(states_)};
      const Source& second = dice_.pick(states_);
      if (second.name != targets[0].name && dice_.chance(50)) targets.push_back(second);
      std::vector<Source> sources = inputs_;
      sources.insert(sources.end(), states_.begin(), states_.end());
      nests.push_back(nest(targets, sources, dice_.below(3)));
    }
  }
  if (in_time) nests = {time_loop(std::move(nests))};
  base_ = outside;
  const bool names_loop = nests.size() == 1 && !given_by_pragma_ && dice_.chance(25);
  if (names_loop) nests.insert(nests.begin(), fixed("#pragma rtlgen\n"));
  return nests;
}

void Generator::before_loops() {
  for (int i = dice_.below(3); i > 0; --i) {
    const Type type = dice_.pick(types_);
    const std::string name = counted("c", static_cast<std::size_t>(names_++));
    Piece first = Expressions(dice_, base_).as(dice_.below(3), type.kind);
    if (is_float(type.kind) && dice_.chance(50))
      first = fixed(dice_.word({"2.0/(6.0*sqrt(0.25) + 1.0)", "fabs(-3.0) + 1", "pow(2, 3)*0.5", "-sqrt(4.0)",
                                "(float)sqrt(2.0)", "sqrt(16.0)*8", "0.25*(1 - 0.1f)"}));
    before_.push_back(statement(dice_.word({"", "const "}) + type.words + " " + name + " = $0;\n", {std::move(first)}));
    base_.names.insert(base_.names.end(), 2, Name{name, type.kind});
  }
  if (dice_.chance(10)) weights();
}

/// A local table that is assigned before the loops, in three ways.
void Generator::weights() {
  const Type type = dice_.pick(types_);
  const bool is_filled = dice_.chance(40);
  const std::string start = is_filled ? " = {1, 2, 3}" : "";
  const std::string text =
      dice_.word({"w[0] = 3;\nw[1] = 5;\nw[2] = 1;\n", "for (int q = 0; q < 3; q++) w[q] = q + 2;\n",
                  is_filled ? "w[1] = 9;\n" : "w[0] = w[1] = w[2] = 4;\n"});
  before_.push_back(statement(type.words + " w[3]" + start + ";\n" + text));
  if (!is_filled) program_.odd.emplace_back("weights");
  for (int i = 0; i < 3; ++i) base_.names.push_back({"w[" + std::to_string(i) + "]", type.kind});
}

Piece Generator::time_loop(std::vector<Piece> nests) {
  std::string count = std::to_string(steps_);
  const std::string first = time_ == Time::kRing ? "0" : dice_.word({"0", "0", "1", "3"});
  const std::string head = "for (int t = " + first + "; t < " + count + " + " + first + "; t++) {\n";
  std::string tail;
  if (time_ == Time::kExchange) {
    const std::string word = states_[0].type.words;
    tail = word + " *other = dst0;\ndst0 = dst1;\ndst1 = other;\n";
  }
  return fixed(head + "$*" + tail + "}\n", std::move(nests));
}

void Generator::add_readers(Cell& cell, const std::vector<Source>& targets, const std::vector<Source>& sources,
                            const std::vector<std::string>& loops, int reach) {
  const auto is_target = [&](const Source& one) {
    return std::any_of(targets.begin(), targets.end(),
                       [&](const Source& other) { return other.name == one.name && other.before == one.before; });
  };
  for (const Source& source : sources) {
    const bool is_centre = is_target(source);
    cell.scope.readers.emplace_back([this, source, loops, reach, is_centre] {
      std::vector<int> offsets(loops.size(), 0);
      for (int& offset : offsets) offset = is_centre || dice_.chance(50) ? 0 : dice_.from(-reach, reach);
      const std::string text = element(source, loops, offsets);
      if (is_centre || reach > 0 || dice_.chance(60)) return value(text, source.type.kind);
      const std::size_t axis = source.axes[static_cast<std::size_t>(dice_.below(static_cast<int>(source.axes.size())))];
      const bool down = dice_.chance(50);
      offsets[axis] = down ? -1 : 1;
      const std::string test = down ? loops[axis] + " > 0" : loops[axis] + " < " + ends_[axis] + " - 1";
      return value("(" + test + " ? " + element(source, loops, offsets) + " : " + text + ")",
                   promoted(source.type.kind));
    });
  }
}

Piece Generator::nest(const std::vector<Source>& targets, const std::vector<Source>& sources, int reach) {
  static const std::vector<std::string> kLoops = {"i", "j", "k"};
  const std::vector<std::string> loops(kLoops.begin(), kLoops.begin() + rank_);
  static const std::vector<std::pair<std::string, Kind>> kinds = {
      {"int", Kind::kS32},  {"int", Kind::kS32},    {"int", Kind::kS32},  {"unsigned", Kind::kU32},
      {"long", Kind::kS64}, {"size_t", Kind::kU64}, {"short", Kind::kS16}};
  Cell cell;
  cell.scope = base_;
  cell.types = types_;
  std::vector<std::string> words;
  for (const std::string& loop : loops) {
    const auto& [word, kind] = dice_.pick(kinds);
    words.push_back(word);
    cell.loops.push_back({loop, kind});
    cell.scope.names.push_back({loop, kind});
  }
  cell.ends = ends_;
  const std::vector<int> centre(loops.size(), 0);
  for (const Source& target : targets)
    cell.targets.push_back({element(target, loops, centre), target.type.kind, target.type.words});
  add_readers(cell, targets, sources, loops, reach);
  const bool odd_here = has_odd_ && dice_.chance(60);
  if (odd_here) has_odd_ = false;
  Piece body = fixed("$*", Nest(dice_, std::move(cell), names_, helpers_).statements(odd_here, program_.odd));
  return nest_loops(std::move(body), loops, words, element(targets[0], loops, centre), reach);
}

Piece Generator::nest_loops(Piece body, const std::vector<std::string>& loops, const std::vector<std::string>& types,
                            const std::string& target, int reach) {
  std::string head, tail;
  const std::string low = std::to_string(reach);
  const bool counts = has_odd_ && dice_.chance(40);
  if (counts) {
    has_odd_ = false;
    program_.odd.emplace_back("second counter");
  }
  for (std::size_t d = 0; d < loops.size(); ++d) {
    const std::string& v = loops[d];
    const bool last = d + 1 == loops.size();
    const std::string end = reach > 0 ? ends_[d] + " - " + low : ends_[d];
    const bool is_plain = types[d] == "int" || types[d] == "short";
    if (counts && last) {
      head += "for (int " + v + " = " + low + ", second = 2; " + v + " < " + end + "; " + v + "++, second += 3) {\n";
    } else if (is_plain && dice_.chance(15)) {
      head += "for (" + types[d] + " " + v + " = " + end + " - 1; " + v + " >= " + low + "; " + v + "--) {\n";
    } else {
      const bool closed = dice_.chance(15);
      head += "for (" + types[d] + " " + v + " = " + low + "; " + v +
              (closed ? " <= " + end + " - 1; " : " < " + end + "; ") + dice_.word({v + "++", "++" + v, v + " += 1"}) +
              ") {\n";
    }
    tail += "}\n";
  }
  if (counts) body.parts.push_back(statement(target + " = second;\n"));
  return statement(head + "$0" + tail, {std::move(body)});
}

}  // namespace rtlgen::test::random_c
