// Reads the IPs of boards/ip and their use in a board's wiring: the common part of all sections with pins.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "board/wiring.hpp"
#include "frontend/yaml/section_reader.hpp"

namespace rtlgen::frontend {

struct YamlValue;

/// Reads rows of resources: what an IP uses, what a platform leaves.
class ResourcesReader : protected SectionReader {
 protected:
  using SectionReader::SectionReader;

  /// Figures of resources in one mapping with one `source`, which may be `unverified`; `others`: the remaining keys of
  /// the mapping.
  board::Resources resources(const Section& section, const Names& others = {});
};

class IpUseReader : protected ResourcesReader {
 protected:
  static constexpr double kMostNs = 1000;  ///< the longest clock period

  /// `texts`: built-in files, see wiring_texts().
  IpUseReader(const std::map<std::string, std::string>& texts, Diagnostics& diagnostics);

  /// nullptr, also after a diagnostic if it is not a list.
  const YamlValue* list_of(const Section& section, const char* key);
  void contradiction(const SourceLocation& where, const std::string& message, std::vector<std::string> notes = {});
  double quantity(const Section& section, const char* key, double most);
  board::Ip ip(const std::string& name, const SourceLocation& where);
  board::IpUse use(const Section& section);
  void read_clock(const YamlValue& item, board::IpUse& out);
  std::vector<board::PortPins> only_pins(const Section& section);
  /// The pins of one section. Over all sections, each pin and each port may appear once.
  std::vector<board::PortPins> pins(const Section& section);

 private:
  /// Removes ports that a size of 0 disables.
  static void settle_optional(board::IpUse& out);
  void read_parameters(const Section& parameters, board::IpUse& out);

  Diagnostics& diagnostics_;
  const std::map<std::string, std::string>& texts_;
  std::set<std::string> ports_, used_;
};

}  // namespace rtlgen::frontend
