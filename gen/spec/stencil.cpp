// Names of types, stream queries, programs on hardware.
#include "spec/stencil.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rtlgen::spec {

std::string Type::name() const {
  switch (kind) {
    case TypeKind::kFloat:
      if (aligned) return exponent == 8 && fraction == 23 ? "hex32" : fmt::format("hex<{},{}>", exponent, fraction);
      if (exponent == 5 && fraction == 10) return "float16";
      if (exponent == 8 && fraction == 7) return "bfloat16";
      if (exponent == 8 && fraction == 23) return "float32";
      if (exponent == 11 && fraction == 52) return "float64";
      return fmt::format("float<{},{}>", exponent, fraction);
    case TypeKind::kInt:
    case TypeKind::kUint: {
      const char* base = kind == TypeKind::kInt ? "int" : "uint";
      const bool common = width == 8 || width == 16 || width == 32 || width == 64;
      return common ? fmt::format("{}{}", base, width) : fmt::format("{}<{}>", base, width);
    }
    case TypeKind::kFixed:
      return fmt::format("fixed<{},{}>", width, fraction);
    case TypeKind::kUfixed:
      return fmt::format("ufixed<{},{}>", width, fraction);
  }
  return "?";
}

Node operation(Op op, const Type& type, std::vector<NodeId> args, const SourceLocation& where) {
  Node node;
  node.op = op;
  node.type = type;
  node.args = std::move(args);
  node.where = where;
  return node;
}

Node constant_node(const Type& type, std::uint64_t bits, const SourceLocation& where) {
  Node node = operation(Op::kConstant, type, {}, where);
  node.bits = bits;
  return node;
}

StreamId Program::final_stream(ArrayId array) const {
  for (const StreamId i : streams.ids_backwards()) {
    if (streams[i].array == array) return i;
  }
  return {};
}

bool has_floats(const Program& program) {
  return std::any_of(program.nodes.begin(), program.nodes.end(), [](const Node& n) { return n.type.is_float(); });
}

std::vector<ArrayId> Program::components_of(const std::string& vector) const {
  std::vector<ArrayId> out;
  for (const ArrayId i : arrays.ids()) {
    if (!vector.empty() && arrays[i].vector == vector) out.push_back(i);
  }
  return out;
}

namespace {

bool has_one_role(const Program& program, const std::vector<ArrayId>& list) {
  return std::all_of(list.begin(), list.end(),
                     [&](ArrayId i) { return program.arrays[i].role == program.arrays[list.front()].role; });
}

}  // namespace

std::vector<ArrayId> Program::together(ArrayId array) const {
  std::vector<ArrayId> all = components_of(arrays[array].vector);
  return all.empty() || !has_one_role(*this, all) ? std::vector<ArrayId>{array} : all;
}

const std::string& Program::outside_name(ArrayId array) const {
  const std::vector<ArrayId> all = components_of(arrays[array].vector);
  return all.empty() || !has_one_role(*this, all) ? arrays[array].name : arrays[array].vector;
}

StreamId Program::first_stream(ArrayId array) const {
  for (const StreamId i : streams.ids()) {
    if (streams[i].array == array && !streams[i].stage.valid()) return i;
  }
  return {};
}

bool Program::decides_between_passes() const {
  return until.valid() || std::any_of(params.begin(), params.end(), [](const Param& p) { return p.next.valid(); });
}

RegionId Program::region_id(const Region& region) {
  for (const RegionId i : regions.ids()) {
    if (regions[i] == region) return i;
  }
  return regions.push_back(region);
}

Stencil with_hardware(Program program, Hardware hardware) {
  Stencil stencil{std::move(program), std::move(hardware), std::nullopt};
  stencil.pass_steps = stencil.hardware.steps;
  return stencil;
}

}  // namespace rtlgen::spec
