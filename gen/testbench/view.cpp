// Groups of signals from the modules of a design, and the two formats.
#include "testbench/view.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "emit/banner.hpp"
#include "emit/prepare.hpp"
#include "hw/ir.hpp"
#include "support/lower_case.hpp"

namespace rtlgen::testbench {

namespace {

/// Kinds of modules in an Executor that get their own group, and its name.
constexpr std::pair<const char*, const char*> kGroups[] = {{"position", "Position"}, {"dimension", "Dimension"},
                                                           {"source", "Source"},     {"mirror", "Mirror"},
                                                           {"results", "Results"},   {"kernel", "Kernel"}};

class ViewMaker {
 public:
  ViewMaker(const hw::Design& design, const ViewPlace& place) : design_(design), place_(place) {}

  ViewGroup core() {
    const hw::Module& top = module(design_.top);
    ViewGroup view{"Core", ports(top, place_.core, place_.names == ViewNames::kLower), {}};
    int index = 0;
    for (const hw::Instance& instance : instances(top)) {
      const hw::Module* const inside = find(instance.module);
      if (inside == nullptr || inside->role != "executor") continue;
      view.groups.push_back(executor(*inside, place_.core + "." + written(instance.name), index++));
    }
    return view;
  }

 private:
  ViewGroup executor(const hw::Module& of, const std::string& scope, int index) {
    ViewGroup group{fmt::format("Executor {}", index), ports(of, scope, is_lower()), {}};
    if (index > 0) return group;
    const std::vector<hw::Instance> all = instances(of);
    const std::string inner = place_.has_blocks ? scope + "." + written(of.name) : scope;
    for (const auto& [role, title] : kGroups) {
      for (const hw::Instance& instance : all) {
        const hw::Module* const inside = find(instance.module);
        if (inside == nullptr || inside->role != role) continue;
        const std::string name = instance.name.substr(instance.name.starts_with("u_") ? 2 : 0);
        group.groups.push_back(
            {fmt::format("{} {}", title, name), ports(*inside, inner + "." + written(instance.name), is_lower()), {}});
      }
    }
    return group;
  }

  static std::vector<ViewSignal> ports(const hw::Module& of, const std::string& scope, bool lower) {
    std::vector<ViewSignal> signals;
    const auto add = [&](const std::string& name, int width) {
      signals.push_back({scope + "." + (lower ? lower_case(name) : name), width});
    };
    if (of.uses_clock) add("clk", 1);
    if (of.uses_reset) add("rst", 1);
    for (const hw::Signal& signal : of.signals) {
      if (signal.kind != hw::SignalKind::kWire) add(signal.name, signal.width);
    }
    return signals;
  }

  /// The instances, with their printed names.
  static std::vector<hw::Instance> instances(const hw::Module& of) {
    std::vector<hw::Instance> list;
    for (const hw::Item& item : emit::prepare(of).items) {
      if (const auto* instance = std::get_if<hw::Instance>(&item)) list.push_back(*instance);
    }
    return list;
  }

  [[nodiscard]] bool is_lower() const { return place_.names != ViewNames::kAsWritten; }
  [[nodiscard]] std::string written(const std::string& name) const { return is_lower() ? lower_case(name) : name; }
  /// The module with this name; null for a leaf.
  [[nodiscard]] const hw::Module* find(const std::string& name) const {
    const auto found = std::find_if(design_.modules.begin(), design_.modules.end(),
                                    [&](const hw::Module& module) { return module.name == name; });
    return found == design_.modules.end() ? nullptr : &*found;
  }
  [[nodiscard]] const hw::Module& module(const std::string& name) const { return *find(name); }

  const hw::Design& design_;
  const ViewPlace& place_;
};

// GTKWave's flags for a line: how to show a value, or that it is not a value.
constexpr const char* kBinary = "@28\n";
constexpr const char* kHexadecimal = "@22\n";
constexpr const char* kGroupBegin = "@800200\n";
constexpr const char* kGroupEnd = "@1000200\n";

std::string gtkwave_group(const ViewGroup& group) {
  std::string text = fmt::format("{}-{}\n", kGroupBegin, group.title);
  for (const ViewSignal& signal : group.signals) {
    text += signal.width == 1 ? fmt::format("{}{}\n", kBinary, signal.path)
                              : fmt::format("{}{}[{}:0]\n", kHexadecimal, signal.path, signal.width - 1);
  }
  for (const ViewGroup& inner : group.groups) text += gtkwave_group(inner);
  return text + fmt::format("{}-{}\n", kGroupEnd, group.title);
}

std::string surfer_group(const ViewGroup& group) {
  // A divider's name is one word.
  std::string title = group.title;
  std::replace(title.begin(), title.end(), ' ', '_');
  std::string text = fmt::format("divider_add {}\n", title);
  for (const ViewSignal& signal : group.signals) text += fmt::format("variable_add {}\n", signal.path);
  for (const ViewGroup& inner : group.groups) text += surfer_group(inner);
  return text;
}

}  // namespace

ViewGroup view_of(const hw::Design& design, const ViewPlace& place) { return ViewMaker(design, place).core(); }

std::string gtkwave_view(const ViewGroup& view, const emit::Banner& banner) {
  return fmt::format("[*]\n[*] {}\n[*]\n[timestart] 0\n{}", emit::origin(banner), gtkwave_group(view));
}

std::string surfer_view(const ViewGroup& view, const emit::Banner& banner) {
  return fmt::format("# {}\n{}zoom_fit\n", emit::origin(banner), surfer_group(view));
}

}  // namespace rtlgen::testbench
