// Names of the signals in a VCD file and in a view of one, to compare them.
#pragma once

#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace rtlgen::test {

/// "scope.scope.name[31:0]"; without the range of a signal of one bit.
inline std::set<std::string> signals_of_vcd(const std::string& text) {
  std::set<std::string> names;
  std::vector<std::string> scopes;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string key, kind, width, code, name, range;
    words >> key >> kind >> width;
    if (key == "$enddefinitions") break;
    if (key == "$scope") scopes.push_back(width);
    if (key == "$upscope" && !scopes.empty()) scopes.pop_back();
    // GHDL closes a scope on the line that opens it if there is nothing in it.
    if (key == "$scope" && line.find("$upscope") != std::string::npos) scopes.pop_back();
    if (key != "$var") continue;
    words >> code >> name >> range;
    std::string path;
    for (const std::string& scope : scopes) path += scope + ".";
    names.insert(path + name + (range == "$end" ? "" : range));
  }
  return names;
}

inline std::string without_range(const std::string& name) { return name.substr(0, name.find('[')); }

/// The signals that a .gtkw names, with their ranges.
inline std::vector<std::string> signals_of_gtkwave(const std::string& text) {
  std::vector<std::string> names;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && std::string("[@-*").find(line[0]) == std::string::npos) names.push_back(line);
  }
  return names;
}

/// The signals that a .sucl adds.
inline std::vector<std::string> signals_of_surfer(const std::string& text) {
  constexpr const char* kAdd = "variable_add ";
  std::vector<std::string> names;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(kAdd)) names.push_back(line.substr(std::string(kAdd).size()));
  }
  return names;
}

/// Those of `wanted` that a waveform lacks, with or without their ranges.
inline std::vector<std::string> lacking(const std::vector<std::string>& wanted, const std::set<std::string>& there,
                                        bool ranges) {
  std::set<std::string> names;
  for (const std::string& name : there) names.insert(ranges ? name : without_range(name));
  std::vector<std::string> lacking;
  for (const std::string& name : wanted) {
    if (!names.contains(name)) lacking.push_back(name);
  }
  return lacking;
}

}  // namespace rtlgen::test
