// Language-neutral simplification of a module's expressions (first half of prepare).
#pragma once

#include "hw/ir.hpp"

namespace rtlgen::emit {

/// The same module with folded constants, one-bit arithmetic as logic, slices resolved through
/// concatenations, extensions and other slices, flat concatenations, and shared equal expressions.
hw::Module canonical(const hw::Module& module);

/// Calls `visit(id)` for every expression that an item of the module refers to, in item order.
template <class Visit>
void for_each_use(const hw::Module& module, Visit visit) {
  const auto if_there = [&](hw::ExprId id) {
    if (id.valid()) visit(id);
  };
  for (const hw::Item& item : module.items) {
    if (const auto* a = std::get_if<hw::Assign>(&item)) visit(a->value);
    if (const auto* d = std::get_if<hw::DelayLine>(&item)) visit(d->d);
    if (const auto* r = std::get_if<hw::Register>(&item)) {
      visit(r->d);
      if_there(r->enable);
    }
    if (const auto* memory = std::get_if<hw::Memory>(&item)) {
      visit(memory->address);
      if_there(memory->d);
      if_there(memory->enable);
      if_there(memory->write);
      if_there(memory->read_address);
    }
    if (const auto* instance = std::get_if<hw::Instance>(&item)) {
      for (const auto& [port, value] : instance->inputs) visit(value);
    }
  }
}

}  // namespace rtlgen::emit
