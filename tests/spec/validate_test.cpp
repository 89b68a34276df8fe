// validate() accepts a sound Stencil and refuses each way of breaking it.
#include <gtest/gtest.h>

#include <functional>

#include "spec/stencil.hpp"
#include "support/errors.hpp"

namespace rtlgen::spec {
namespace {

/// a (state), b (input); line 0: d = a[1] + b, line 1: a = d * 0.5 (border: keep).
Stencil sound() {
  Stencil s;
  s.name = "demo";
  s.axes = 2;
  s.grid = {8, 4, 1};
  const Type f32 = Type::float_of(8, 23);
  s.arrays = {{"a", f32, Role::kState, {}, {}, {true, true, true}, {}},
              {"b", f32, Role::kInput, {}, {}, {true, true, true}, {}},
              {"d", f32, Role::kTemporary, {}, {}, {true, true, true}, {}}};
  s.streams = {{ArrayId(0), {}}, {ArrayId(1), {}}, {ArrayId(2), StageId(0)}, {ArrayId(0), StageId(1)}};
  const auto tap = [&](int stream, Offset offset) {
    Node n;
    n.op = Op::kTap;
    n.type = f32;
    n.stream = StreamId(stream);
    n.offset = offset;
    return n;
  };
  const auto binary = [&](Op op, int left, int right) {
    Node n;
    n.op = op;
    n.type = f32;
    n.args = {NodeId(left), NodeId(right)};
    return n;
  };
  Node half;
  half.type = f32;
  half.bits = 0x3f000000;
  s.nodes = {tap(0, {1, 0, 0}), tap(1, {}), binary(Op::kAdd, 0, 1), tap(2, {}), half, binary(Op::kMul, 3, 4)};
  s.stages.resize(2);
  s.stages[StageId(0)].output = StreamId(2);
  s.stages[StageId(0)].root = NodeId(2);
  s.stages[StageId(1)].output = StreamId(3);
  s.stages[StageId(1)].old_stream = StreamId(0);
  s.stages[StageId(1)].root = NodeId(5);
  s.stages[StageId(1)].border = Border::kKeep;
  return s;
}

TEST(Validate, AcceptsASoundStencil) { EXPECT_NO_THROW(validate(sound())); }

TEST(Validate, AcceptsFixedPoint) {
  Stencil s = sound();
  for (Node& n : s.nodes) n.type = Type::fixed_of(32, 32);
  for (Array& a : s.arrays) a.type = Type::fixed_of(32, 32);
  EXPECT_NO_THROW(validate(s));
}

struct Damage {
  const char* what;
  std::function<void(Stencil&)> apply;
};

class BrokenStencil : public testing::TestWithParam<Damage> {};

TEST_P(BrokenStencil, IsRefused) {
  Stencil s = sound();
  GetParam().apply(s);
  EXPECT_THROW(validate(s), InternalError);
}

INSTANTIATE_TEST_SUITE_P(
    Validate, BrokenStencil,
    testing::Values(
        Damage{"bits_of_fixed_point",
               [](Stencil& s) {
                 for (Node& n : s.nodes) n.type = Type::fixed_of(32, 8);
                 for (Array& a : s.arrays) a.type = Type::fixed_of(32, 8);
                 s.nodes[NodeId(2)].op = Op::kBitXor;
               }},
        Damage{"root_of_fixed_point",
               [](Stencil& s) {
                 for (Node& n : s.nodes) n.type = Type::fixed_of(32, 8);
                 for (Array& a : s.arrays) a.type = Type::fixed_of(32, 8);
                 s.nodes[NodeId(2)].op = Op::kSqrt;
                 s.nodes[NodeId(2)].args = {NodeId(0)};
               }},
        Damage{"more_fraction_than_bits",
               [](Stencil& s) {
                 for (Node& n : s.nodes) n.type = Type::fixed_of(32, 33);
                 for (Array& a : s.arrays) a.type = Type::fixed_of(32, 33);
               }},
        Damage{"no_axes", [](Stencil& s) { s.axes = 0; }}, Damage{"empty_grid", [](Stencil& s) { s.grid[0] = 0; }},
        Damage{"extent_beyond_the_axes", [](Stencil& s) { s.grid[2] = 2; }},
        Damage{"no_stages", [](Stencil& s) { s.stages.clear(); }},
        Damage{"streams_out_of_order", [](Stencil& s) { std::swap(s.streams[StreamId(0)], s.streams[StreamId(2)]); }},
        Damage{"stream_without_array", [](Stencil& s) { s.streams[StreamId(1)].array = ArrayId(7); }},
        Damage{"argument_after_node", [](Stencil& s) { s.nodes[NodeId(2)].args[1] = NodeId(3); }},
        Damage{"argument_missing", [](Stencil& s) { s.nodes[NodeId(2)].args.pop_back(); }},
        Damage{"mixed_operands", [](Stencil& s) { s.nodes[NodeId(2)].type = Type::float_of(11, 52); }},
        Damage{"constant_too_wide", [](Stencil& s) { s.nodes[NodeId(4)].bits = std::uint64_t{1} << 40; }},
        Damage{"tap_of_no_stream", [](Stencil& s) { s.nodes[NodeId(0)].stream = StreamId(9); }},
        Damage{"tap_of_another_type", [](Stencil& s) { s.arrays[ArrayId(1)].type = Type::int_of(32); }},
        Damage{"tap_off_the_axes", [](Stencil& s) { s.nodes[NodeId(0)].offset[2] = 1; }},
        Damage{"reads_the_future", [](Stencil& s) { s.nodes[NodeId(0)].stream = StreamId(3); }},
        Damage{"stage_of_another_type", [](Stencil& s) { s.arrays[ArrayId(2)].type = Type::float_of(5, 10); }},
        Damage{"no_root", [](Stencil& s) { s.stages[StageId(0)].root = {}; }},
        Damage{"wrong_producer", [](Stencil& s) { s.stages[StageId(0)].output = StreamId(3); }},
        Damage{"keep_without_old_value", [](Stencil& s) { s.stages[StageId(1)].old_stream = {}; }},
        Damage{"old_value_of_another", [](Stencil& s) { s.stages[StageId(1)].old_stream = StreamId(1); }},
        Damage{"parameter_that_is_not_there",
               [](Stencil& s) {
                 s.nodes[NodeId(1)].op = Op::kParam;
                 s.nodes[NodeId(1)].index = 0;
               }},
        Damage{"comparison_that_is_no_truth_value", [](Stencil& s) { s.nodes[NodeId(2)].op = Op::kLt; }}),
    [](const auto& damaged) { return damaged.param.what; });

}  // namespace
}  // namespace rtlgen::spec
