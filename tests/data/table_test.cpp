// The table of formats: the documentation shows it, and every name that it has is known.
#include <gtest/gtest.h>

#include "data/formats.hpp"
#include "data/io.hpp"
#include "data/series.hpp"
#include "golden/grid.hpp"
#include "support/whole_file.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

TEST(FormatTable, PlacesThatCannotBeWrittenAreFaultsOfTheName) {
  const auto is_refused = [](const std::string& path) { return data::name_fault(path, false).has_value(); };
  for (const char* end : {".h5", ".nc"}) {
    const std::string file = std::string("a") + end;
    if (is_refused(file)) continue;
    for (const char* place : {":/", ":./t", ":t/", ":g//t", ":../t"}) EXPECT_TRUE(is_refused(file + place)) << place;
    for (const char* place : {":t", ":/t", ":", ":.t"}) EXPECT_FALSE(is_refused(file + place)) << place;
    EXPECT_EQ(is_refused(file + ":g/t"), file == "a.nc");
    EXPECT_FALSE(data::name_fault(file + ":g/t", true)) << file;
  }
  EXPECT_FALSE(is_refused("a.vti:./t//"));
}

TEST(FormatTable, IsInTheDocumentation) {
  const std::string page = read_whole_file(test::source_folder() + "/docs/data_files.md");
  EXPECT_NE(page.find(data::formats_markdown()), std::string::npos) << "docs/data_files.md has another table than\n"
                                                                    << data::formats_markdown();
}

TEST(FormatTable, NamesAreKnownInAnyCase) {
  for (const data::Format& format : data::formats()) {
    for (std::string name : format.ends) {
      EXPECT_EQ(data::format_of("a" + name), &format) << name;
      for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
      EXPECT_EQ(data::format_of("a" + name), &format) << name;
    }
  }
  EXPECT_EQ(data::format_of("a.xyz"), nullptr);
}

TEST(FormatTable, FaultsOfNamesSayWhatThereIs) {
  EXPECT_FALSE(data::name_fault("a.npy", true));
  EXPECT_FALSE(data::name_fault("a.h5.npy", false));
  const auto unknown = data::name_fault("a.xyz", true);
  ASSERT_TRUE(unknown);
  EXPECT_EQ(unknown->message, "'.xyz' is not a known extension");
  EXPECT_NE(unknown->notes[0].find(".npy, .raw or .bin, "), std::string::npos) << unknown->notes[0];
  EXPECT_NE(unknown->notes[0].find(".txt, .csv, .dat or no extension for text"), std::string::npos)
      << unknown->notes[0];
  for (const data::Format& format : data::formats()) {
    const std::string name = "a" + format.ends.front();
    const auto fault = data::name_fault(name, false);
    EXPECT_EQ(!fault, format.writes()) << name;
    if (format.is_built()) continue;
    EXPECT_EQ(fault->message,
              "this rtlgen was built without " + format.library + ", which '" + format.ends.front() + "' needs");
  }
}

TEST(NumberedFiles, HaveTheStepInTheirNames) {
  EXPECT_EQ(data::numbered("out/t.npy", 10), "out/t_000010.npy");
  EXPECT_EQ(data::numbered("t", 12345678), "t_12345678");
  EXPECT_TRUE(data::is_numbered("out/t_000010.npy", "out/t.npy"));
  EXPECT_TRUE(data::is_numbered("./out/../t_7.npy", "t.npy"));
  for (const char* other : {"t.npy", "t_x.npy", "t_.npy", "u_000010.npy", "t_000010.raw", "out/t_000010.npy"})
    EXPECT_FALSE(data::is_numbered(other, "t.npy")) << other;
}

}  // namespace
}  // namespace rtlgen::test
