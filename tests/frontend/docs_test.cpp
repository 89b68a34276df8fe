// The generated pages of documentation are what the tables say.
// RTLGEN_UPDATE_GOLDEN=1 writes them anew.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "frontend/frontend.hpp"
#include "frontend/schema.hpp"
#include "hw/delay_model.hpp"
#include "support/diagnostic_codes.hpp"

namespace rtlgen::frontend {
namespace {

void expect_page(const std::string& name, const std::string& expected) {
  const std::string path = std::string(RTLGEN_SOURCE_DIR) + "/docs/" + name;
  const char* update = std::getenv("RTLGEN_UPDATE_GOLDEN");
  if (update != nullptr && std::string(update) == "1") {
    std::ofstream(path, std::ios::binary) << expected;
  }
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  EXPECT_EQ(text.str(), expected) << path << " has drifted from its table";
}

TEST(Docs, Config) { expect_page("config.md", config_reference()); }
TEST(Docs, Diagnostics) { expect_page("diagnostics.md", diagnostics_reference()); }

TEST(Docs, TableIsWellFormed) {
  for (const KeySpec& spec : key_table()) {
    const std::string path(spec.path);
    EXPECT_FALSE(spec.meaning.empty()) << path;
    const std::size_t dot = path.rfind('.');
    if (dot != std::string::npos) {
      EXPECT_NO_THROW(key_spec(path.substr(0, dot))) << path;
    }
    if (spec.kind == KeyKind::kChoice) {
      EXPECT_NO_THROW(choice_or_default(nullptr, spec)) << path;
    }
    const bool numeric = spec.kind == KeyKind::kInteger || spec.kind == KeyKind::kNumber;
    if (!numeric) continue;
    EXPECT_LT(spec.least, spec.most) << path;
    const double standard = number_or_default(nullptr, spec);
    EXPECT_TRUE(standard >= spec.least && standard <= spec.most) << path;
  }
}

TEST(Docs, EveryDelayModelIsNamed) {
  const std::string meaning(key_spec("hardware.device").meaning);
  for (const std::string& name : hw::DelayModel::names()) {
    EXPECT_NE(meaning.find(name), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace rtlgen::frontend
