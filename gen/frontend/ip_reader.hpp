// IPs of boards/ip, and how a board's wiring uses them: what is common to all parts of a wiring that have pins.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "board/wiring.hpp"
#include "frontend/section_reader.hpp"

namespace rtlgen::frontend {

struct YamlValue;

/// Rows of resources: what an IP takes, what a platform leaves.
class ResourcesReader : protected SectionReader {
 protected:
  using SectionReader::SectionReader;

  /// Figures of resources in one mapping with one `source`, which may be `unverified`; `others`: its other keys.
  board::Resources resources(const Section& section, const Names& others = {});
};

class IpUseReader : protected ResourcesReader {
 protected:
  static constexpr double kMostNs = 1000;  ///< of a clock's period

  /// `texts`: of the files that the program carries, see wiring_texts().
  IpUseReader(const std::map<std::string, std::string>& texts, Diagnostics& diagnostics);

  /// nullptr, with a fault where it is something else.
  const YamlValue* list_of(const Section& section, const char* key);
  void contradiction(const SourceLocation& where, const std::string& message, std::vector<std::string> notes = {});
  double quantity(const Section& section, const char* key, double most);
  board::Ip ip(const std::string& name, const SourceLocation& where);
  board::IpUse use(const Section& section);
  void read_clock(const YamlValue& item, board::IpUse& out);
  std::vector<board::PortPins> only_pins(const Section& section);
  /// The pins of one part; over all parts a pin is used once and a port is wired once.
  std::vector<board::PortPins> pins(const Section& section);

 private:
  /// Removes ports that a size of 0 takes away.
  static void settle_optional(board::IpUse& out);
  void read_parameters(const Section& parameters, board::IpUse& out);

  Diagnostics& diagnostics_;
  const std::map<std::string, std::string>& texts_;
  std::set<std::string> ports_, used_;
};

}  // namespace rtlgen::frontend
