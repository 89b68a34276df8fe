// Variants of a design are values: text that --set understands is made in one place, and read nowhere but at the door.
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "tree.hpp"

namespace rtlgen::repo {
namespace {

/// Literals such as "hardware.steps={}" outside the frontend, which prints commands and reads files.
std::vector<std::string> written_keys(const std::vector<SourceText>& sources) {
  static const std::regex key("\"hardware\\.[a-z_.]*=");
  std::vector<std::string> found;
  for (const SourceText& s : sources) {
    if (!s.path.starts_with("gen/") || s.path.starts_with("gen/frontend/")) continue;
    for (std::sregex_iterator it(s.text.begin(), s.text.end(), key), end; it != end; ++it)
      found.push_back(s.path + ": " + it->str());
  }
  return found;
}

TEST(Values, HardwareIsWrittenAsKeysInOnePlace) {
  for (const std::string& f : written_keys(files({".cpp", ".hpp"}))) ADD_FAILURE() << f;
  EXPECT_EQ(written_keys({{"gen/driver/x.cpp", "sets.push_back(fmt::format(\"hardware.steps={}\", n));\n"}}).size(),
            1U);
  EXPECT_EQ(written_keys({{"gen/cli/x.cpp", "auto s = \"hardware.bus.bits=512\";\n"}}).size(), 1U);
  EXPECT_TRUE(written_keys({{"gen/driver/x.cpp", "settings.find(\"hardware.steps\")\n"}}).empty());
}

/// Files of gen, the frontend apart, that read a description.
std::set<std::string> readers(const std::vector<SourceText>& sources) {
  static const std::regex call("\\bload_(file|text)\\(");
  std::set<std::string> found;
  for (const SourceText& s : sources) {
    if (s.path.starts_with("gen/") && !s.path.starts_with("gen/frontend/") && std::regex_search(s.text, call))
      found.insert(s.path);
  }
  return found;
}

/// One reads it for all commands. The others look at a text for its own sake: files that it names, a copy or a
/// translation that was written.
TEST(Values, DescriptionsAreReadInOnePlace) {
  auto sources = files({".cpp", ".hpp"});
  const std::set<std::string> expected = {"gen/driver/prepare/description.cpp", "gen/driver/prepare/named_files.cpp",
                                          "gen/driver/explore/winner.cpp", "gen/import/import.cpp"};
  EXPECT_EQ(readers(sources), expected);
  sources.push_back({"gen/driver/x.cpp", "const auto again = frontend::load_file(file, sets, diagnostics);\n"});
  EXPECT_TRUE(readers(sources).contains("gen/driver/x.cpp"));
}

}  // namespace
}  // namespace rtlgen::repo
