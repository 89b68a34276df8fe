// Equations 1 to 24.
#include "model/wang2016.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace rtlgen::model::wang2016 {

namespace {

/// Memory instructions of a block after unrolling and SIMD.
struct Instructions {
  double count = 0;  ///< equation 1
  double bytes = 0;  ///< equation 3, per instruction
  double burst = 1;  ///< equation 5: instructions per transaction
};

Instructions instructions_of(const Block& block, int simd, const Device& device, Reading reading) {
  const bool printed = reading == Reading::kPrinted;
  const double wide = block.unroll * simd;
  const double width = device.transaction;
  Instructions sum;
  double bytes = 0, bursts = 0;
  for (const MemoryOp& op : block.ops) {
    const double together = op.bytes * wide;
    double count = wide;  // equation 2
    if (wide == 1)
      count = 1;
    else if (op.is_coalesced)
      count = printed ? 1 + op.bytes * (wide - 1) / width : std::ceil(together / width);
    sum.count += count;
    bytes += op.bytes;
    bursts += op.is_coalesced ? std::max(width / together, printed ? 0.0 : 1.0) : 1.0;  // equation 4
  }
  if (sum.count == 0) return sum;
  sum.bytes = wide * bytes / sum.count;
  sum.burst = bursts / (printed ? sum.count : static_cast<double>(block.ops.size()));
  return sum;
}

/// A block, with the iterations of all loops around it.
struct Leaf {
  const Block* block;
  double trips;
  Instructions memory;
  [[nodiscard]] double compute_share() const { return block->cycles * trips; }
  /// The paper does not define the unit of a block's memory cycles. Here blocks share the bandwidth by their
  /// transactions.
  [[nodiscard]] double memory_share() const { return memory.count / memory.burst * trips; }
};

void collect(const Node& node, double iterations, const Launch& launch, const Device& device, Reading reading,
             std::vector<Leaf>& leaves) {
  if (node.kind == Node::Kind::kBlock) {
    leaves.push_back(
        {&node.block, iterations * node.block.trip, instructions_of(node.block, launch.simd, device, reading)});
    return;
  }
  const double inside = node.kind == Node::Kind::kLoop ? iterations * node.trip : iterations;
  for (const Node& part : node.parts) collect(part, inside, launch, device, reading, leaves);
}

/// Equations 7 to 9; leaves in order.
double cycles_of(const Node& node, const std::vector<BlockResult>& blocks, std::size_t& next) {
  if (node.kind == Node::Kind::kBlock) return blocks[next++].cycles;
  double most = 0, sum = 0;
  for (const Node& part : node.parts) {
    const double cycles = cycles_of(part, blocks, next);
    most = std::max(most, cycles);
    sum += cycles;
  }
  return node.kind == Node::Kind::kLoop ? sum + (node.trip - 1) * most : most;
}

/// Equation 21.
double memory_potential(const std::vector<Leaf>& leaves, const Device& device) {
  double moved = 0, count = 0;
  for (const Leaf& leaf : leaves) {
    moved += leaf.memory.bytes * leaf.memory.count * leaf.memory.burst;
    count += leaf.memory.count;
  }
  return count > 0 ? 1 - moved / (device.transaction * count) : 0;
}

/// Equation 22: the distance from the longest block to the second longest.
double balance_potential(const std::vector<BlockResult>& blocks) {
  std::vector<double> cycles;
  cycles.reserve(blocks.size());
  for (const BlockResult& block : blocks) cycles.push_back(block.cycles);
  std::sort(cycles.begin(), cycles.end(), std::greater<>());
  return cycles.size() > 1 ? (cycles[0] - cycles[1]) / cycles[0] : 0;
}

/// Equation 23.
double items_potential(const std::vector<BlockResult>& blocks, Reading reading) {
  double most = 0;
  for (const BlockResult& b : blocks) {
    const double saturated = reading == Reading::kPrinted ? std::min(b.compute_least, b.memory_least)
                                                          : std::max(b.compute_least, b.memory_least);
    most = std::max(most, (b.cycles - saturated) / b.cycles);
  }
  return most;
}

}  // namespace

Result analyse(const Node& kernel, const Launch& launch, const Device& device, Reading reading) {
  std::vector<Leaf> leaves;
  collect(kernel, 1, launch, device, reading, leaves);
  double compute = 0, memory = 0;
  for (const Leaf& leaf : leaves) compute += leaf.compute_share(), memory += leaf.memory_share();
  Result result;
  const double all = compute + memory;
  const double in_memory = memory / all * launch.work_items;  // equation 18
  const double peak = device.banks;                           // equation 15
  result.parallelism = std::min(peak, in_memory / device.latency);
  for (const Leaf& leaf : leaves) {
    const Block& block = *leaf.block;
    BlockResult b;
    b.name = block.name;
    b.work_items = leaf.compute_share() / all * launch.work_items;
    b.compute_least = launch.work_items * block.trip / launch.compute_units + block.cycles - 1;
    b.compute = std::max(b.compute_least, b.compute_least * launch.compute_units * block.cycles / b.work_items);
    const double share = memory > 0 ? leaf.memory_share() / memory : 1;
    if (!block.ops.empty()) {
      b.transactions = leaf.memory.count * launch.work_items * block.trip / leaf.memory.burst;
      b.memory = b.transactions / (result.parallelism * share);
      b.memory_least = b.transactions / peak / share;
    }
    b.cycles = std::max(b.compute, b.memory);
    result.blocks.push_back(std::move(b));
  }
  std::size_t next = 0;
  result.cycles = cycles_of(kernel, result.blocks, next);
  result.seconds = result.cycles / device.clock_hz;
  result.potential_compute = (1 - device.used[0]) / device.free[0];
  for (std::size_t r = 1; r < device.used.size(); ++r)
    result.potential_compute = std::min(result.potential_compute, (1 - device.used[r]) / device.free[r]);
  result.potential_memory = memory_potential(leaves, device);
  result.potential_balance = balance_potential(result.blocks);
  result.potential_items = items_potential(result.blocks, reading);
  return result;
}

}  // namespace rtlgen::model::wang2016
