// Reads a YAML file of numbers with sources, and makes a memory channel from it.
#include "dram/part_file.hpp"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace rtlgen::dram {

namespace {

class Reader {
 public:
  explicit Reader(std::string path) : path_(std::move(path)) {}

  void fault(int line, const std::string& what) {
    faults_ += (faults_.empty() ? "" : "\n") + path_ + ":" + std::to_string(line) + ": " + what;
  }
  void finish() const {
    if (!faults_.empty()) throw std::runtime_error(faults_);
  }

  YAML::Node load() {
    std::stringstream text;
    const auto known = part_texts().find(path_);
    if (known != part_texts().end()) {
      text << known->second;
    } else {
      std::ifstream file(path_);
      text << file.rdbuf();
      if (!file) throw std::runtime_error(path_ + ": the file cannot be read");
    }
    try {
      YAML::Node root = YAML::Load(text.str());
      if (!root.IsMap()) fault(1, "expected a mapping of keys");
      return root;
    } catch (const YAML::Exception& e) {
      fault(e.mark.line + 1, "not valid YAML: " + e.msg);
    }
    finish();
    return {};
  }

  PartFile::Number number(const std::string& key, const YAML::Node& node) {
    PartFile::Number result;
    result.line = node.Mark().line + 1;
    if (!node.IsMap() || node.size() != 2 || !node["value"] || !node["source"]) {
      fault(result.line, key + ": expected {value: NUMBER, source: TEXT}");
      return result;
    }
    const YAML::Node source = node["source"];
    result.source = source.IsScalar() ? source.Scalar() : "";
    if (result.source.empty()) fault(result.line, key + ": the source of the number is missing");
    // yaml-cpp's own conversion would read 010 as 8.
    const std::string text = node["value"].IsScalar() ? node["value"].Scalar() : "";
    std::size_t used = 0;
    try {
      result.value = std::stod(text, &used);
    } catch (const std::exception&) {
      used = 0;
    }
    const bool digits = text.find_first_not_of("0123456789.") == std::string::npos;
    if (text.empty() || used != text.size() || !digits) fault(result.line, key + ": '" + text + "' is not a number");
    return result;
  }

 private:
  std::string path_, faults_;
};

}  // namespace

std::vector<std::string> part_names(const std::string& kind) {
  std::vector<std::string> names;
  for (const auto& [name, text] : part_texts()) {
    if (name.starts_with(kind + "/")) names.push_back(name.substr(kind.size() + 1));
  }
  return names;
}

std::string part_place(const std::string& kind, const std::string& name) {
  return part_texts().contains(kind + "/" + name) ? kind + "/" + name : name;
}

PartFile read_part_file(const std::string& path, const std::vector<std::string>& words,
                        const std::vector<std::string>& numbers) {
  Reader reader(path);
  const YAML::Node root = reader.load();
  reader.finish();
  const auto is_in = [](const std::vector<std::string>& list, const std::string& key) {
    return std::find(list.begin(), list.end(), key) != list.end();
  };
  PartFile part;
  for (const auto& pair : root) {
    const std::string key = pair.first.IsScalar() ? pair.first.Scalar() : "";
    const int line = pair.first.Mark().line + 1;
    if (part.words.contains(key) || part.numbers.contains(key)) {
      reader.fault(line, key + " is duplicated");
    } else if (is_in(words, key)) {
      if (!pair.second.IsScalar()) reader.fault(line, key + ": expected a word");
      part.words[key] = {pair.second.IsScalar() ? pair.second.Scalar() : "", line};
    } else if (is_in(numbers, key)) {
      part.numbers[key] = reader.number(key, pair.second);
    } else {
      reader.fault(line, "unknown key '" + key + "'");
    }
  }
  for (const std::string& key : words) {
    if (!part.words.contains(key)) reader.fault(1, "no '" + key + "'");
  }
  for (const std::string& key : numbers) {
    if (!part.numbers.contains(key)) reader.fault(1, "no '" + key + "'");
  }
  reader.finish();
  return part;
}

Timings read_timings(const std::string& path) {
  std::vector<std::string> keys;
  for (const TimingField& f : timing_fields()) keys.emplace_back(f.key);
  const PartFile part = read_part_file(path, {"name", "map"}, keys);
  Timings t;
  t.name = part.words.at("name").text;
  t.map = part.words.at("map").text;
  Reader reader(path);
  for (const TimingField& f : timing_fields()) {
    const PartFile::Number& n = part.numbers.at(f.key);
    if (n.value != std::floor(n.value) || n.value > 1e9)
      reader.fault(n.line, std::string(f.key) + ": expected a whole number");
    else
      t.*f.member = static_cast<int>(n.value);
  }
  reader.finish();
  for (const std::string& fault : faults(t)) {
    const std::string key = fault.substr(0, fault.find(' '));
    const auto number = part.numbers.find(key);
    reader.fault(number != part.numbers.end() ? number->second.line : part.words.at("map").line, fault);
  }
  reader.finish();
  return t;
}

}  // namespace rtlgen::dram
