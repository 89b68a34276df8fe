// Ports and parameters of an IP, and the sizes, values, clocks and pins that a board gives it.
#include "frontend/board/ip_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/yaml/source_file.hpp"
#include "frontend/yaml/yaml_reader.hpp"
#include "support/codes.hpp"

namespace rtlgen::frontend {

namespace {

constexpr const char* kNote = "keys of a board's wiring: docs/projects.md";

class IpReader : private ResourcesReader {
 public:
  explicit IpReader(Diagnostics& diagnostics) : ResourcesReader(diagnostics, "an IP", kNote) {}

  board::Ip read(const YamlValue& root) {
    board::Ip ip;
    const Section all{root, ""};
    keys(all, {"name", "version", "source", "interfaces", "inputs", "outputs", "inouts", "parameters", "resources"},
         {"name", "version", "source", "inputs", "outputs", "parameters"});
    ip.name = text(all, "name");
    ip.version = text(all, "version");
    ip.source = text(all, "source");
    ports(all, "inputs", board::Direction::kIn, ip);
    ports(all, "outputs", board::Direction::kOut, ip);
    ports(all, "inouts", board::Direction::kInout, ip);
    const auto interfaces = section(all, "interfaces");
    for (std::size_t i = 0; interfaces && i < interfaces->map.keys.size(); ++i) {
      const YamlValue& value = interfaces->map.items[i];
      const std::string& name = interfaces->map.keys[i];
      ip.interfaces.push_back({name, one_of(value, value.where, name.c_str(),
                                            {"clock sink", "clock source", "reset sink", "reset source", "conduit end",
                                             "avalon master", "avalon slave", "avalon_streaming sink"})});
    }
    const auto parameters = section(all, "parameters");
    for (std::size_t i = 0; parameters && i < parameters->map.keys.size(); ++i) {
      const YamlValue& value = parameters->map.items[i];
      board::IpParameter& parameter = ip.parameters.emplace_back();
      parameter.name = parameters->map.keys[i];
      if (value.is_list())
        parameter.words = list(*parameters, parameter.name.c_str(), {});
      else
        parameter.kind = one_of(value, value.where, parameter.name.c_str(), {"integer", "number", "text", "file"});
    }
    if (const YamlValue* rows = all.find("resources")) areas(*rows, all.place("resources"), ip);
    return ip;
  }

 private:
  void areas(const YamlValue& rows, const SourceLocation& where, board::Ip& ip) {
    if (!rows.is_list()) wrong_kind(rows, where, "resources", "a list, each with its own dash");
    for (const YamlValue& item : rows.items) {
      const Section row{item, "resources"};
      board::IpArea& area = ip.areas.emplace_back();
      area.takes = resources(row, {"with"});
      const auto with = section(row, "with");
      for (std::size_t i = 0; with && i < with->map.keys.size(); ++i) {
        const auto size = number(with->map.items[i], with->map.items[i].where, with->map.keys[i], 0, 4096, true);
        area.with[with->map.keys[i]] = static_cast<int>(size.value_or(0));
      }
    }
  }

  void ports(const Section& all, const char* key, board::Direction direction, board::Ip& ip) {
    const auto some = section(all, key);
    for (std::size_t i = 0; some && i < some->map.keys.size(); ++i) {
      ip.ports.push_back({some->map.keys[i], direction,
                          one_of(some->map.items[i], some->map.items[i].where, some->map.keys[i].c_str(), {})});
    }
  }
};

}  // namespace

board::Resources ResourcesReader::resources(const Section& section, const Names& others) {
  Names known = others;
  for (const auto& field : board::resource_fields()) known.emplace_back(field.key);
  known.insert(known.end(), {"source", "unverified"});
  keys(section, known, {"source"});
  const OutsideText source(text(section, "source"));
  const bool unverified = flag(section, "unverified", false);
  board::Resources out;
  for (const auto& field : board::resource_fields()) {
    const YamlValue* const value = section.find(field.key);
    if (value == nullptr) continue;
    const auto count = number(*value, section.place(field.key), field.key, 0, field.most, true);
    if (count) out.*field.member = board::Figure{*count, source, unverified};
  }
  return out;
}

IpUseReader::IpUseReader(const std::map<std::string, std::string>& texts, Diagnostics& diagnostics)
    : ResourcesReader(diagnostics, "a board's wiring", kNote), diagnostics_(diagnostics), texts_(texts) {}

/// nullptr if none exists; if it is not a list, also after a diagnostic.
const YamlValue* IpUseReader::list_of(const Section& section, const char* key) {
  const YamlValue* value = section.find(key);
  if (value == nullptr || value->is_list()) return value;
  wrong_kind(*value, section.place(key), key, "a list, each with its own dash");
  return nullptr;
}

void IpUseReader::contradiction(const SourceLocation& where, const std::string& message,
                                std::vector<std::string> notes) {
  error(Code::kUnusableWiring, where, message, std::move(notes));
}

double IpUseReader::quantity(const Section& section, const char* key, double most) {
  const YamlValue* value = section.find(key);
  return value == nullptr ? 0 : number(*value, section.place(key), key, 0.001, most, false).value_or(0);
}

board::Ip IpUseReader::ip(const std::string& name, const SourceLocation& where) {
  const auto text = texts_.find("ip/" + name);
  if (text == texts_.end()) {
    contradiction(where, fmt::format("there is no IP '{}'", name), {"IPs are defined by the files in boards/ip"});
    return {};
  }
  const auto document = read_yaml(text->second, fmt::format("boards/ip/{}.yaml", name), diagnostics_);
  return document ? IpReader(diagnostics_).read(*document) : board::Ip{};
}

board::IpUse IpUseReader::use(const Section& section) {
  board::IpUse out;
  const std::string name = text(section, "ip");
  if (!name.empty()) out.ip = ip(name, section.place("ip"));
  if (const auto sizes = this->section(section, "sizes")) {
    for (std::size_t i = 0; i < sizes->map.keys.size(); ++i) {
      const auto value = number(sizes->map.items[i], sizes->map.items[i].where, sizes->map.keys[i], 0, 4096, true);
      out.sizes[sizes->map.keys[i]] = static_cast<int>(value.value_or(1));
    }
  }
  settle_optional(out);
  for (const board::IpPort& port : out.ip.ports) {
    if (out.bits_of(port) < 1)
      contradiction(
          section.place("sizes"),
          fmt::format("the width of {}'s port {} is '{}', which is missing from 'sizes'", name, port.name, port.bits));
  }
  if (const auto parameters = this->section(section, "parameters")) read_parameters(*parameters, out);
  out.pins = pins(section);
  if (const YamlValue* clocks = list_of(section, "clocks")) {
    for (const YamlValue& item : clocks->items) read_clock(item, out);
  }
  return out;
}

/// Removes ports that a size of 0 disables.
void IpUseReader::settle_optional(board::IpUse& out) {
  const auto is_gone = [&](board::IpPort& port) {
    if (!port.bits.ends_with('?')) return false;
    port.bits.pop_back();
    const auto size = out.sizes.find(port.bits);
    return size != out.sizes.end() && size->second == 0;
  };
  std::vector<board::IpPort> left;
  for (board::IpPort port : out.ip.ports) {
    if (!is_gone(port)) left.push_back(std::move(port));
  }
  out.ip.ports = std::move(left);
}

void IpUseReader::read_parameters(const Section& parameters, board::IpUse& out) {
  for (std::size_t i = 0; i < parameters.map.keys.size(); ++i) {
    const std::string& key = parameters.map.keys[i];
    const std::string value = one_of(parameters.map.items[i], parameters.map.items[i].where, key.c_str(), {});
    const board::IpParameter* known = out.ip.find_parameter(key);
    if (known == nullptr)
      contradiction(parameters.map.key_places[i],
                    fmt::format("{} has no parameter '{}' in boards/ip", out.ip.name, key));
    else if (!value.empty() && !known->takes(value))
      contradiction(parameters.map.items[i].where, fmt::format("'{}' of {} cannot be '{}'", key, out.ip.name, value));
    out.parameters.emplace_back(key, value);
  }
}

void IpUseReader::read_clock(const YamlValue& item, board::IpUse& out) {
  const Section one{item, "clocks"};
  keys(one, {"port", "ns"}, {"port", "ns"});
  const board::InputClock clock{text(one, "port"), quantity(one, "ns", kMostNs)};
  const bool wired =
      std::any_of(out.pins.begin(), out.pins.end(), [&](const board::PortPins& p) { return p.port == clock.port; });
  if (!wired) contradiction(one.place("port"), fmt::format("the clock port {} has no pin", clock.port));
  out.clocks.push_back(clock);
}

std::vector<board::PortPins> IpUseReader::only_pins(const Section& section) {
  keys(section, {"pins"}, {"pins"});
  return pins(section);
}

std::vector<board::PortPins> IpUseReader::pins(const Section& section) {
  std::vector<board::PortPins> out;
  const YamlValue* list = list_of(section, "pins");
  if (list == nullptr) return out;
  for (const YamlValue& item : list->items) {
    const Section one{item, "pins"};
    keys(one, {"port", "standard", "like", "held", "pull", "pins"}, {"port", "pins"});
    board::PortPins port;
    port.port = text(one, "port");
    port.standard = text(one, "standard");
    port.by_ip = port.standard == "by_ip";
    if (port.by_ip) port.standard.clear();
    port.like = text(one, "like");
    port.held_low = choice(one, "held", {"low"}) == "low";
    port.pull = choice(one, "pull", {"up", "down"});
    port.pins = this->list(one, "pins", {});
    if (!port.like.empty() && !ports_.contains(port.like))
      contradiction(one.place("like"), fmt::format("'{}' is not a port that is wired earlier", port.like));
    if (!ports_.insert(port.port).second)
      contradiction(one.place("port"), fmt::format("the port {} is wired twice", port.port));
    for (const std::string& pin : port.pins) {
      if (!used_.insert(pin).second) contradiction(one.place("pins"), fmt::format("the pin {} is used twice", pin));
    }
    out.push_back(std::move(port));
  }
  return out;
}

}  // namespace rtlgen::frontend
