// A host's link in its plain form.
#include "system/link.hpp"

#include <istream>
#include <ostream>
#include <stdexcept>

#include "system/link_fields.hpp"

namespace rtlgen::system {

void write_plain(std::ostream& to, const Link& link) {
  const auto digits = to.precision(17);
  to << "link " << link.name << "\n";
  for (const LinkField& f : kLinkFields) to << f.key << " " << link.*f.member << "\n";
  to.precision(digits);
}

Link read_plain_link(std::istream& from) {
  Link link;
  std::string key;
  if (!(from >> key) || key != "link") throw std::runtime_error("host link: expected 'link'");
  std::getline(from >> std::ws, link.name);
  for (const LinkField& f : kLinkFields) {
    if (!(from >> key >> link.*f.member) || key != f.key)
      throw std::runtime_error(std::string("host link: expected ") + f.key);
  }
  return link;
}

}  // namespace rtlgen::system
