// Sweeps: rows are cut into segments that stay in the first-level cache, and shared among threads.
#include "golden/engine.hpp"

#include <omp.h>

#include <algorithm>
#include <exception>

#include "golden/row_ops.hpp"

namespace rtlgen::golden {

namespace {

using spec::Op;

constexpr std::int64_t kSegment = 512;  // cells; a handful of such rows fit the L1 cache

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

/// Cells in the form that rows have.
struct Cells {
  RowKind kind = RowKind::kFloat;
  std::vector<std::uint32_t> words;    ///< kFloat
  std::vector<std::uint64_t> doubles;  ///< kDouble, kBits

  Cells() = default;
  Cells(const spec::Type& type, std::int64_t count) : kind(row_kind(type)) {
    if (kind == RowKind::kFloat) words.resize(at(count));
    else doubles.resize(at(count));
  }
  [[nodiscard]] void* row(std::int64_t first) {
    return kind == RowKind::kFloat ? static_cast<void*>(&words[at(first)]) : static_cast<void*>(&doubles[at(first)]);
  }
  [[nodiscard]] const void* row(std::int64_t first) const { return const_cast<Cells*>(this)->row(first); }
  [[nodiscard]] std::uint64_t get(std::int64_t i) const { return kind == RowKind::kFloat ? words[at(i)] : doubles[at(i)]; }
  void set(std::int64_t i, std::uint64_t v) {
    if (kind == RowKind::kFloat) words[at(i)] = static_cast<std::uint32_t>(v);
    else doubles[at(i)] = v;
  }
};

/// One node of a stage, ready to run.
struct Instruction {
  spec::NodeId node = -1;
  int slot = -1;  ///< buffer for the result
  bool canonical = false;  ///< its NaNs are seen by somebody: make them the one quiet NaN
};

struct Program {
  std::vector<Instruction> code;
  int slots = 0;
  std::vector<int> position;  ///< by node: index into code, or -1
};

bool makes_nan(const spec::Node& n) {
  if (!n.type.is_float()) return false;
  switch (n.op) {
    case Op::kAdd: case Op::kSub: case Op::kMul: case Op::kDiv: case Op::kSqrt:
    case Op::kMin: case Op::kMax: case Op::kNeg: case Op::kAbs: return true;
    default: return false;
  }
}

/// Reachable nodes in order, with buffers reused after the last reader.
Program compile(const spec::Stencil& s, const spec::Stage& stage) {
  Program p;
  std::vector<int> last_use(s.nodes.size(), -1);
  std::vector<bool> seen(s.nodes.size(), false);
  last_use[at(stage.root)] = static_cast<int>(s.nodes.size());
  seen[at(stage.root)] = true;
  for (spec::NodeId id = stage.root; id >= 0; --id) {
    if (last_use[at(id)] < 0) continue;
    for (const spec::NodeId a : s.nodes[at(id)].args) {
      last_use[at(a)] = std::max(last_use[at(a)], id);
      if (s.nodes[at(id)].op == Op::kSelect) seen[at(a)] = true;
    }
  }
  p.position.assign(s.nodes.size(), -1);
  std::vector<int> free;
  std::vector<std::pair<int, int>> busy;  // last use, slot
  for (spec::NodeId id = 0; id <= stage.root; ++id) {
    if (last_use[at(id)] < 0) continue;
    std::erase_if(busy, [&](const auto& b) {
      if (b.first >= id) return false;
      free.push_back(b.second);
      return true;
    });
    Instruction i{id, -1, seen[at(id)] && makes_nan(s.nodes[at(id)])};
    if (free.empty()) free.push_back(p.slots++);
    i.slot = free.back();
    free.pop_back();
    busy.emplace_back(last_use[at(id)], i.slot);
    p.position[at(id)] = static_cast<int>(p.code.size());
    p.code.push_back(i);
  }
  return p;
}

/// Everything a sweep reads.
struct Sweep {
  const spec::Stencil& s;
  const spec::Extents& extents;
  const std::vector<Cells>& streams;
  const std::vector<std::uint64_t>& params;
  std::int64_t step = 0;
  bool flush = false;
};

/// Runs a program on segments; one per thread.
class Runner {
 public:
  Runner(const Sweep& sweep, const Program& program)
      : w_(sweep), p_(program), buffers_(at(program.slots), std::vector<std::uint64_t>(kSegment)), operands_(program.code.size()) {}

  /// Cells x0 .. x0 + n - 1 of row y, z; returns an operand that holds the result.
  const Operand& run(std::int64_t x0, int n, std::int64_t y, std::int64_t z) {
    for (std::size_t i = 0; i < p_.code.size(); ++i) {
      const Instruction& code = p_.code[i];
      const spec::Node& node = w_.s.nodes[at(code.node)];
      Operand& out = operands_[i];
      out.type = node.type;
      out.row = nullptr;
      if (node.args.empty()) {
        leaf(node, x0, n, y, z, buffers_[at(code.slot)].data(), out);
        continue;
      }
      Operand args[3];
      for (std::size_t a = 0; a < node.args.size(); ++a) args[a] = operands_[at(p_.position[at(node.args[a])])];
      void* row = buffers_[at(code.slot)].data();
      apply(node.op, node.type, args, w_.flush, n, row);
      if (code.canonical) canonicalise(node.type, n, row);
      out.row = row;
    }
    return operands_.back();
  }

 private:
  void leaf(const spec::Node& node, std::int64_t x0, int n, std::int64_t y, std::int64_t z, std::uint64_t* buffer, Operand& out) {
    const std::int64_t coordinate[3] = {x0, y, z};
    switch (node.op) {
      case Op::kConstant: out.bits = node.bits; break;
      case Op::kParam: out.bits = w_.params[at(node.index)]; break;
      case Op::kExtent: out.bits = static_cast<std::uint32_t>(w_.extents[at(node.index)]); break;
      case Op::kStep: out.bits = static_cast<std::uint32_t>(w_.step); break;
      case Op::kCoordinate:
        out.bits = static_cast<std::uint32_t>(coordinate[node.index]);
        if (node.index != 0) break;
        for (int i = 0; i < n; ++i) buffer[i] = static_cast<std::uint32_t>(x0 + i);
        out.row = buffer;
        break;
      case Op::kTap: tap(node, x0, n, y, z, buffer, out); break;
      default: RTLGEN_CHECK(false, "node without operands");
    }
  }

  void tap(const spec::Node& node, std::int64_t x0, int n, std::int64_t y, std::int64_t z, std::uint64_t* buffer, Operand& out) {
    const spec::Extents& e = w_.extents;
    const Cells& cells = w_.streams[at(node.stream)];
    const auto ry = spec::resolve_index(y + node.offset[1], e[1], node.boundary[1].kind);
    const auto rz = spec::resolve_index(z + node.offset[2], e[2], node.boundary[2].kind);
    const std::int64_t first = x0 + node.offset[0];
    const std::int64_t base = e[0] * (ry.value_or(0) + e[1] * rz.value_or(0));
    if (ry && rz && first >= 0 && first + n <= e[0]) {
      out.row = cells.row(base + first);
      return;
    }
    out.row = buffer;
    auto* words = reinterpret_cast<std::uint32_t*>(buffer);
    for (int i = 0; i < n; ++i) {
      const auto rx = spec::resolve_index(first + i, e[0], node.boundary[0].kind);
      std::uint64_t bits = 0;
      if (!rx) bits = node.boundary[0].constant;
      else if (!ry) bits = node.boundary[1].constant;
      else if (!rz) bits = node.boundary[2].constant;
      else bits = cells.get(base + *rx);
      if (cells.kind == RowKind::kFloat) words[i] = static_cast<std::uint32_t>(bits);
      else buffer[i] = bits;
    }
  }

  const Sweep& w_;
  const Program& p_;
  std::vector<std::vector<std::uint64_t>> buffers_;
  std::vector<Operand> operands_;
};

/// Reach of the reads of a stage below and above the cell, by axis.
struct Reach {
  std::int64_t low[3] = {0, 0, 0}, high[3] = {0, 0, 0};
};

Reach reach_of(const spec::Stencil& s, const Program& p) {
  Reach r;
  for (const Instruction& i : p.code) {
    const spec::Node& n = s.nodes[at(i.node)];
    for (std::size_t a = 0; n.op == Op::kTap && a < 3; ++a) {
      r.low[a] = std::max<std::int64_t>(r.low[a], -n.offset[a]);
      r.high[a] = std::max<std::int64_t>(r.high[a], n.offset[a]);
    }
  }
  return r;
}

void sweep_stage(const Sweep& w, const spec::Stage& stage, const Program& p, Cells& out, int threads) {
  const spec::Extents& e = w.extents;
  const spec::Type type = w.s.nodes[at(stage.root)].type;
  const std::int64_t segments = (e[0] + kSegment - 1) / kSegment;
  const std::int64_t jobs = segments * e[1] * e[2];
  const Reach reach = reach_of(w.s, p);
  const bool keep = stage.border == spec::Border::kKeep;
  std::exception_ptr failure;
#pragma omp parallel num_threads(threads)
  try {
    const FlushMode mode(w.flush);
    Runner runner(w, p);
#pragma omp for schedule(static)
    for (std::int64_t job = 0; job < jobs; ++job) {
      const std::int64_t x0 = job % segments * kSegment;
      const std::int64_t y = job / segments % e[1];
      const std::int64_t z = job / segments / e[1];
      const int n = static_cast<int>(std::min(kSegment, e[0] - x0));
      const std::int64_t base = x0 + e[0] * (y + e[1] * z);
      const Operand& result = runner.run(x0, n, y, z);
      if (result.row != nullptr) {
        std::memcpy(out.row(base), result.row, at(n * element_bytes(row_kind(type))));
      } else {
        for (int i = 0; i < n; ++i) out.set(base + i, result.bits);
      }
      if (!keep) continue;
      const bool whole = y < reach.low[1] || y + reach.high[1] >= e[1] || z < reach.low[2] || z + reach.high[2] >= e[2];
      for (int i = 0; i < n; ++i) {
        const std::int64_t x = x0 + i;
        if (whole || x < reach.low[0] || x + reach.high[0] >= e[0]) out.set(base + i, w.streams[at(stage.old_stream)].get(base + i));
      }
    }
  } catch (...) {
#pragma omp critical
    failure = std::current_exception();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace

std::map<int, Grid> run(const spec::Stencil& s, const spec::Extents& extents, const std::map<int, Grid>& inputs,
                        std::int64_t iterations, const std::vector<std::uint64_t>& params, const Options& options) {
  const std::int64_t cells = extents[0] * extents[1] * extents[2];
  std::vector<Cells> streams;
  for (const spec::Stream& stream : s.streams) {
    streams.emplace_back(s.arrays[at(stream.array)].type, cells);
    if (stream.stage >= 0) continue;
    const Grid& grid = inputs.at(stream.array);
    RTLGEN_CHECK(grid.extents == extents, "an input has other extents than the run");
    for (std::int64_t i = 0; i < cells; ++i) streams.back().set(i, grid.get(i));
  }
  std::vector<Program> programs;
  for (const spec::Stage& stage : s.stages) programs.push_back(compile(s, stage));
  const int threads = options.threads > 0 ? options.threads : omp_get_max_threads();
  for (std::int64_t step = 0; step < iterations; ++step) {
    const Sweep sweep{s, extents, streams, params, step, s.subnormals == spec::Subnormals::kFlush};
    for (std::size_t i = 0; i < s.stages.size(); ++i) {
      sweep_stage(sweep, s.stages[i], programs[i], streams[at(s.stages[i].output)], threads);
    }
    for (std::size_t a = 0; a < s.arrays.size(); ++a) {
      const int first = s.first_stream(static_cast<int>(a));
      const int last = s.final_stream(static_cast<int>(a));
      if (first >= 0 && first != last) std::swap(streams[at(first)], streams[at(last)]);
    }
    if (options.progress) options.progress(step + 1, iterations);
  }
  std::map<int, Grid> results;
  for (std::size_t a = 0; a < s.arrays.size(); ++a) {
    const spec::Array& array = s.arrays[a];
    if (array.role != spec::Role::kState && array.role != spec::Role::kOutput) continue;
    const int first = s.first_stream(static_cast<int>(a));
    const Cells& from = streams[at(first >= 0 ? first : s.final_stream(static_cast<int>(a)))];
    Grid grid(array.type, extents);
    for (std::int64_t i = 0; i < cells; ++i) grid.set(i, from.get(i));
    results.emplace(static_cast<int>(a), std::move(grid));
  }
  return results;
}

}  // namespace rtlgen::golden
