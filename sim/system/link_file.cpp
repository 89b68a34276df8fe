// Reads a host's link from YAML.
#include <stdexcept>

#include "dram/part_file.hpp"
#include "system/link.hpp"
#include "system/link_fields.hpp"

namespace rtlgen::system {

Link read_link(const std::string& path) {
  std::vector<std::string> keys;
  for (const LinkField& f : kLinkFields) keys.emplace_back(f.key);
  const dram::PartFile part = dram::read_part_file(path, {"name"}, keys);
  Link link;
  link.name = part.words.at("name").text;
  for (const LinkField& f : kLinkFields) {
    link.*f.member = part.numbers.at(f.key).value;
    if (link.*f.member <= 0 && std::string(f.key).ends_with("_gbs"))
      throw std::runtime_error(path + ":" + std::to_string(part.numbers.at(f.key).line) + ": " + f.key +
                               " is not above 0");
  }
  return link;
}

}  // namespace rtlgen::system
