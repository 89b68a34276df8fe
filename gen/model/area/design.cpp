// Adds up the areas of modules, with models of the hand-written ones.
#include "model/area/design.hpp"

#include <fmt/format.h>

#include <cmath>

#include "hw/builder.hpp"
#include "hw/leaves.hpp"
#include "model/area/calibration.hpp"
#include "model/area/memories.hpp"
#include "support/errors.hpp"
#include "support/parallel.hpp"
#include "support/widths.hpp"

namespace rtlgen::model {

namespace {

Area leaf_area(const hw::Instance& i, const Fabric& fabric) {
  const std::map<std::string, std::int64_t> values(i.parameters.begin(), i.parameters.end());
  if (i.module == "rtlgen_fifo") return fifo_area(values.at("WIDTH"), values.at("DEPTH"), fabric);
  if (i.module == hw::fp_dsp_leaf().name || i.module == hw::dsp_sum_leaf().name)
    return {.dsps = 1};  // including its registers
  throw InternalError(fmt::format("model: the area of the module '{}' is not known", i.module));
}

}  // namespace

Area calibrated(Area area, double factor) {
  area.logic_luts = std::llround(static_cast<double>(area.logic_luts) * factor);
  area.wide_luts = std::llround(static_cast<double>(area.wide_luts) * factor);
  return area;
}

std::string name_of(const hw::Instance& leaf) {
  std::string name = leaf.module;
  for (const auto& [parameter, value] : leaf.parameters) name += fmt::format(" {}={}", parameter, value);
  return name;
}

hw::Module fifo_control(std::int64_t depth) {
  hw::Builder b("fifo_control");
  const int address_bits = bits_for(depth - 1), count_bits = bits_for(depth);
  const auto in_valid = b.input("in_valid", 1), out_ready = b.input("out_ready", 1);
  const auto zero = [](int width) { return hw::Bits::zero(width); };
  const auto write_address = b.declare_reg("write_address", address_bits, zero(address_bits));
  const auto read_address = b.declare_reg("read_address", address_bits, zero(address_bits));
  const auto stored = b.declare_reg("stored", count_bits, zero(count_bits));
  const auto out_valid = b.declare_reg("out_valid", 1, zero(1));
  const auto overflow = b.declare_reg("overflow", 1, zero(1));
  const auto full = b.name("full", eq(stored, b.constant(count_bits, static_cast<std::uint64_t>(depth))));
  const auto write = b.name("write", in_valid & ~full);
  const auto read = b.name("read", reduce_or(stored) & (~out_valid | out_ready));
  const auto next = [&](hw::Value address) {
    return mux(eq(address, b.constant(address_bits, static_cast<std::uint64_t>(depth - 1))),
               b.constant(address_bits, 0), address + b.constant(address_bits, 1));
  };
  b.drive(write_address, next(write_address), write);
  b.drive(read_address, next(read_address), read);
  const auto one = b.constant(count_bits, 1);
  b.drive(stored, mux(read & ~write, stored - one, mux(write & ~read, stored + one, stored)));
  b.drive(out_valid, read | (out_valid & ~out_ready));
  b.drive(overflow, mux(in_valid & full, b.one(), overflow));
  b.output("write_enable", write);
  b.output("read_enable", read);
  b.output("write_at", write_address);
  b.output("read_at", read_address);
  b.output("valid", out_valid);
  b.output("lost", overflow);
  return b.finish();
}

Area fifo_area(std::int64_t width, std::int64_t depth, const Fabric& fabric) {
  return area_of(fifo_control(depth), fabric) + fifo_memory(depth, width, fabric);
}

DesignArea area_of(const hw::Design& design, const std::function<Area(const hw::Module&)>& module,
                   const std::function<Area(const hw::Instance&)>& leaf) {
  DesignArea sum;
  std::map<std::string, std::size_t> place;
  for (const hw::Module& m : design.modules) {
    for (const hw::Item& item : m.items) {
      const auto* i = std::get_if<hw::Instance>(&item);
      if (i == nullptr || i->parameters.empty() || !place.try_emplace(name_of(*i), sum.modules.size()).second) continue;
      sum.modules.push_back({name_of(*i), i->module, 0, leaf(*i)});
    }
    place.emplace(m.name, sum.modules.size());
    sum.modules.push_back({m.name, m.role, m.name == design.top ? 1 : 0, module(m)});
  }
  for (auto m = design.modules.rbegin(); m != design.modules.rend(); ++m) {
    const std::int64_t times = sum.modules[place.at(m->name)].instances;
    for (const hw::Item& item : m->items) {
      if (const auto* i = std::get_if<hw::Instance>(&item)) sum.modules[place.at(name_of(*i))].instances += times;
    }
  }
  for (const ModuleArea& m : sum.modules) sum.total += m.instances * m.each;
  return sum;
}

std::optional<Area> AreaCache::find(const hw::Digest& digest) const {
  const std::lock_guard lock(mutex_);
  const auto found = areas_.find(digest);
  return found != areas_.end() ? std::optional(found->second) : std::nullopt;
}

void AreaCache::add(const hw::Digest& digest, const Area& area) {
  const std::lock_guard lock(mutex_);
  areas_.emplace(digest, area);
}

DesignArea area_of(const hw::Design& design, const Fabric& fabric, const Calibration& calibration, AreaCache* known) {
  std::vector<Area> areas(design.modules.size());
  on_all_cores(areas.size(), [&](std::size_t i) {
    const hw::Module& m = design.modules[i];
    const hw::Digest digest = known != nullptr ? hw::digest(m) : hw::Digest{};
    const auto found = known != nullptr ? known->find(digest) : std::nullopt;
    areas[i] = found ? *found
                     : calibrated(area_of(m, fabric, known != nullptr ? &known->covers() : nullptr),
                                  calibration.factor(m.role));
    if (known != nullptr && !found) known->add(digest, areas[i]);
  });
  const auto module = [&](const hw::Module& m) { return areas[static_cast<std::size_t>(&m - design.modules.data())]; };
  return area_of(design, module,
                 [&](const hw::Instance& i) { return calibrated(leaf_area(i, fabric), calibration.factor(i.module)); });
}

}  // namespace rtlgen::model
