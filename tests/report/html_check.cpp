// A reader of HTML that forgives nothing.
#include "html_check.hpp"

#include <algorithm>
#include <cctype>
#include <set>

namespace rtlgen::test {

namespace {

const std::set<std::string>& void_elements() {
  static const std::set<std::string> names = {"meta", "link", "img", "br", "hr", "input"};
  return names;
}

/// A start tag's text behind its name: attributes, each with its value in double quotes. (std::regex overflows the
/// stack on embedded pictures.)
bool good_attributes(const std::string& text) {
  std::size_t i = 0;
  const auto skip = [&](auto&& is) {
    const std::size_t from = i;
    while (i < text.size() && is(static_cast<unsigned char>(text[i]))) ++i;
    return i > from;
  };
  while (i < text.size()) {
    const bool spaced = skip([](unsigned char c) { return std::isspace(c) != 0; });
    if (i == text.size() || (text[i] == '/' && i + 1 == text.size())) return true;
    if (!spaced || !skip([](unsigned char c) { return std::isalnum(c) != 0 || c == '-'; })) return false;
    if (i == text.size() || text[i] != '=') continue;
    if (++i == text.size() || text[i] != '"') return false;
    const std::size_t end = text.find('"', i + 1);
    if (end == std::string::npos) return false;
    i = end + 1;
  }
  return true;
}

/// `text` without comments of scripts and styles, where licences are.
std::string without_comments(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    if (text.compare(i, 3, "/*!") == 0) {
      i = std::min(text.size(), text.find("*/", i) + 2);
    } else {
      out += text[i++];
    }
  }
  return out;
}

}  // namespace

std::vector<std::string> tag_faults(const std::string& html) {
  std::vector<std::string> faults, open;
  const std::string start = "<!DOCTYPE html>";
  if (html.rfind(start, 0) != 0) faults.emplace_back("no doctype");
  for (std::size_t i = html.find('<', 1); i != std::string::npos; i = html.find('<', i)) {
    // No attribute value holds a '<' or a '>' but as an entity.
    const std::size_t end = html.find('>', i);
    if (end == std::string::npos) {
      faults.push_back("a tag without end: " + html.substr(i, 40));
      break;
    }
    const std::string tag = html.substr(i + 1, end - i - 1);
    i = end + 1;
    const bool closes = !tag.empty() && tag[0] == '/';
    const std::size_t name_end = std::min(tag.size(), tag.find_first_of(" \n/", 1));
    const std::string name = tag.substr(closes ? 1 : 0, closes ? std::string::npos : name_end);
    if (name.empty() || std::isalpha(static_cast<unsigned char>(name[0])) == 0) {
      faults.push_back("'<' that begins no tag: <" + tag.substr(0, 40));
    } else if (closes) {
      if (open.empty() || open.back() != name)
        faults.push_back("</" + name + "> closes " + (open.empty() ? "nothing" : open.back()));
      else
        open.pop_back();
    } else {
      if (!good_attributes(tag.substr(name_end))) faults.push_back("attributes of <" + tag.substr(0, 120) + ">");
      if (tag.back() == '/' || void_elements().contains(name)) continue;
      open.push_back(name);
      if (name != "script" && name != "style") continue;
      const std::size_t close = html.find("</" + name, i);
      i = close == std::string::npos ? html.size() : close;
    }
  }
  for (const std::string& name : open) faults.push_back("<" + name + "> stays open");
  return faults;
}

std::vector<std::string> outside_references(const std::string& html) {
  std::vector<std::string> found;
  const std::string text = without_comments(html);
  for (const std::string before :
       {" src=\"", " href=\"", " action=\"", " poster=\"", " srcset=\"", "url(", "@import "}) {
    for (std::size_t i = text.find(before); i != std::string::npos; i = text.find(before, i + 1)) {
      const std::size_t at = i + before.size();
      const std::string target = text.substr(at, std::min<std::size_t>(80, text.find_first_of("\")", at) - at));
      const bool inside = target.rfind('#', 0) == 0 || target.rfind("data:", 0) == 0 || target.rfind("hdl/", 0) == 0;
      if (!inside) found.push_back(target);
    }
  }
  for (const char* scheme : {"http://", "https://", "file://", "ws://"}) {
    for (std::size_t i = text.find(scheme); i != std::string::npos; i = text.find(scheme, i + 1))
      found.push_back(text.substr(i, 60));
  }
  return found;
}

}  // namespace rtlgen::test
