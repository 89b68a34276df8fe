// Arrangement of items and lines, independent of the language.
#include "emit/layout.hpp"

#include <algorithm>

#include "emit/banner.hpp"
#include "support/counted.hpp"
#include "support/errors.hpp"
#include "support/lower_case.hpp"

namespace rtlgen::emit {
namespace {

constexpr std::size_t kMaxColumn = 100;
constexpr std::size_t kStep = 2;

}  // namespace

std::vector<hw::SignalId> SectionItems::driven() const {
  std::vector<hw::SignalId> ids;
  for (const auto* a : assigns) ids.push_back(a->target);
  for (const RegisterGroup& group : registers) {
    for (const auto* r : group.registers) ids.push_back(r->q);
  }
  for (const auto* d : lines) ids.push_back(d->q);
  for (const auto* memory : memories) ids.push_back(memory->q);
  for (const auto* instance : instances) {
    for (const auto& [port, id] : instance->outputs) ids.push_back(id);
  }
  return ids;
}

std::vector<SectionItems> sections_of(const hw::Module& module) {
  std::vector<SectionItems> sections(1);
  for (const hw::Item& item : module.items) {
    SectionItems& now = sections.back();
    if (const auto* section = std::get_if<hw::Section>(&item)) {
      sections.emplace_back().title = one_line(section->text);
    } else if (const auto* a = std::get_if<hw::Assign>(&item)) {
      now.assigns.push_back(a);
    } else if (const auto* d = std::get_if<hw::DelayLine>(&item)) {
      now.lines.push_back(d);
    } else if (const auto* memory = std::get_if<hw::Memory>(&item)) {
      now.memories.push_back(memory);
    } else if (const auto* instance = std::get_if<hw::Instance>(&item)) {
      now.instances.push_back(instance);
    } else if (const auto* r = std::get_if<hw::Register>(&item)) {
      const bool same = !now.registers.empty() && now.registers.back().enable == r->enable &&
                        now.registers.back().has_reset == r->reset.has_value() &&
                        now.registers.back().is_kept == r->is_kept;
      if (!same) now.registers.push_back({r->enable, r->reset.has_value(), r->is_kept, {}});
      now.registers.back().registers.push_back(r);
    }
  }
  std::erase_if(sections, [](const SectionItems& section) { return section.empty(); });
  return sections;
}

ControlPorts control_ports(const hw::Design& design, const std::string& module) {
  for (const hw::Module& candidate : design.modules) {
    if (candidate.name == module) return {candidate.uses_clock, candidate.uses_reset};
  }
  for (const hw::Leaf& leaf : design.leaves) {
    if (leaf.name == module) return {true, leaf.uses_reset};
  }
  throw InternalError("emit: instance of unknown module '" + module + "'");
}

std::string one_line(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const bool printable = c >= ' ' && c <= '~';
    result += printable ? c : (std::isspace(static_cast<unsigned char>(c)) != 0 ? ' ' : '?');
  }
  // A comment that begins with a tool's name would be read as a directive for that tool.
  for (const char* tool : {"verilator", "synopsys", "synthesis", "pragma", "psl", "cadence"}) {
    if (result.compare(0, std::string(tool).size(), tool) == 0) result = "- " + result;
  }
  while (!result.empty() && (result.back() == ' ' || result.back() == '\\')) result.pop_back();
  return result;
}

std::string delay_comment(const hw::DelayLine& line, int width) {
  return "delays " + counted(width, "bit") + " by " + counted(line.cycles, "cycle");
}

void Text::line(int indent, const std::string& text, const std::string& comment) {
  std::string margin(static_cast<std::size_t>(indent) * kStep, ' ');
  std::string rest = text;
  const std::string deeper = margin + std::string(2 * kStep, ' ');
  while (margin.size() + rest.size() > kMaxColumn) {
    const std::size_t width = kMaxColumn - margin.size();
    std::size_t cut = rest.rfind(' ', width);
    if (cut == std::string::npos || rest.find_first_not_of(' ') > cut) cut = rest.find(' ', width);
    if (cut == std::string::npos) break;
    out_ += margin + rest.substr(0, cut) + "\n";
    rest = rest.substr(cut + 1);
    margin = deeper;
  }
  out_ += margin + rest;
  if (!comment.empty()) {
    const std::string note = comment_mark_ + " " + one_line(comment);
    const bool fits = margin.size() + rest.size() + 2 + note.size() <= kMaxColumn + 8;
    if (fits) {
      out_ += "  " + note;
    } else {
      out_ += "\n" + deeper + note;
    }
  }
  while (!out_.empty() && out_.back() == ' ') out_.pop_back();
  out_ += "\n";
}

void Text::comment(int indent, const std::string& text) {
  const std::string mark = std::string(static_cast<std::size_t>(indent) * kStep, ' ') + comment_mark_;
  std::string rest = one_line(text);
  while (mark.size() + 1 + rest.size() > kMaxColumn) {
    const std::size_t cut = rest.rfind(' ', kMaxColumn - mark.size() - 1);
    if (cut == std::string::npos || cut == 0) break;
    out_ += mark + " " + rest.substr(0, cut) + "\n";
    rest = rest.substr(cut + 1);
  }
  out_ += mark + (rest.empty() ? "" : " " + rest) + "\n";
}

void Text::blank() {
  const bool doubled = out_.size() >= 2 && out_.compare(out_.size() - 2, 2, "\n\n") == 0;
  if (!doubled) out_ += "\n";
}

void Text::banner(const hw::Module& module, const Banner& banner) {
  comment(0, module.name + (module.summary.empty() ? "" : " -- " + module.summary));
  comment(0, origin(banner));
  for (const std::string& text : module.header) comment(0, text);
}

std::vector<std::string> align(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::vector<std::string> result;
  for (const auto& row : rows) {
    std::string text;
    for (std::size_t i = 0; i < row.size(); ++i) {
      text += row[i];
      if (i + 1 == row.size() || widths[i] == 0) continue;
      text += std::string(widths[i] - row[i].size() + 1, ' ');
    }
    result.push_back(std::move(text));
  }
  return result;
}

std::string hex_digits(const hw::Bits& bits, int low, int digits) {
  std::string result;
  for (int digit = digits - 1; digit >= 0; --digit) {
    int value = 0;
    for (int i = 3; i >= 0; --i) {
      const int index = low + 4 * digit + i;
      value = 2 * value + (index < bits.width && bits.bit(index) ? 1 : 0);
    }
    result += "0123456789abcdef"[value];
  }
  return result;
}

FreeNames::FreeNames(const hw::Module& module) {
  for (const hw::Signal& s : module.signals) taken_.insert(lower_case(s.name));
  for (const hw::Item& item : module.items) {
    if (const auto* memory = std::get_if<hw::Memory>(&item)) taken_.insert(lower_case(memory->name));
    if (const auto* instance = std::get_if<hw::Instance>(&item)) {
      taken_.insert(lower_case(instance->name));
    }
  }
}

std::string FreeNames::operator()(const std::string& wanted) const {
  std::string name = wanted;
  for (int i = 2; taken_.count(lower_case(name)) != 0; ++i) name = wanted + "_" + std::to_string(i);
  return name;
}

}  // namespace rtlgen::emit
