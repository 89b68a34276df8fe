// Files of memory channels: the shipped ones, and diagnostics of bad ones.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "dram/part_file.hpp"
#include "test_paths.hpp"

namespace rtlgen::dram {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const std::string kParts = test::source_folder() + "/sim/dram/parts";

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The reader's message when `from` is replaced in the DDR4-2400 file.
std::string fault_with(const std::string& from, const std::string& to) {
  std::string text = text_of(kParts + "/ddr4-2400.yaml");
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
  const std::string path = test::build_folder() + "/bad_part.yaml";
  std::ofstream(path) << text;
  try {
    read_timings(path);
  } catch (const std::runtime_error& e) {
    return e.what();
  }
  return "no fault";
}

TEST(Parts, EveryFileIsRightAndHasItsPeak) {
  const std::map<std::string, double> peaks = {{"ddr2-533", 4.264},  {"ddr3-667-x16", 1.334}, {"ddr3-800-x16", 1.6},
                                               {"ddr3-1066", 8.528}, {"ddr3-1600", 12.8},     {"ddr4-2133", 17.064},
                                               {"ddr4-2400", 19.2},  {"hbm2", 14.4},          {"ddr4-2400-x16", 19.2}};
  std::size_t seen = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kParts)) {
    const auto known = peaks.find(entry.path().stem().string());
    ASSERT_NE(known, peaks.end()) << entry.path();
    EXPECT_DOUBLE_EQ(read_timings(entry.path().string()).peak_gbs(), known->second);
    ++seen;
  }
  EXPECT_EQ(seen, peaks.size());
  EXPECT_EQ(read_timings(kParts + "/ddr4-2400.yaml").capacity(), std::uint64_t{8} << 30);
  EXPECT_EQ(read_timings(kParts + "/hbm2.yaml").capacity(), std::uint64_t{256} << 20);
  EXPECT_EQ(read_timings(kParts + "/ddr2-533.yaml").capacity(), std::uint64_t{256} << 20);
  EXPECT_EQ(read_timings(kParts + "/ddr3-667-x16.yaml").capacity(), std::uint64_t{256} << 20);
  EXPECT_EQ(read_timings(kParts + "/ddr3-800-x16.yaml").capacity(), std::uint64_t{512} << 20);
  EXPECT_EQ(read_timings(kParts + "/ddr4-2400-x16.yaml").capacity(), std::uint64_t{2} << 30);
}

TEST(Parts, AStreamComesToItsBankAgainByTheAddressMap) {
  // Banks below rows; beside the lowest bits; on top: a stream stays in its bank.
  EXPECT_EQ(read_timings(kParts + "/ddr4-2400.yaml").bank_round(), std::uint64_t{128} << 10);
  EXPECT_EQ(read_timings(kParts + "/hbm2.yaml").bank_round(), std::uint64_t{16} << 10);
  EXPECT_EQ(read_timings(kParts + "/ddr4-2400-x16.yaml").bank_round(), 512U);
  EXPECT_EQ(read_timings(kParts + "/ddr3-667-x16.yaml").bank_round(), std::uint64_t{256} << 20);
}

TEST(Parts, PlainFormHoldsEverything) {
  const Timings t = read_timings(kParts + "/hbm2.yaml");
  std::stringstream first, second;
  write_plain(first, t);
  write_plain(second, read_plain(first));
  EXPECT_EQ(first.str(), second.str());
  EXPECT_THAT(first.str(), HasSubstr("\ntCCD_L 4\n"));
  std::stringstream cut("name x\nmap row:bank:column:bankgroup\nmega_transfers 1600\n");
  EXPECT_THROW(read_plain(cut), std::runtime_error);
}

TEST(Parts, FaultsSayWhereAndWhat) {
  EXPECT_EQ(fault_with("latency", "latency"), "no fault");
  EXPECT_THAT(fault_with("CL: {value: 16,", "CL: {value: sixteen,"),
              HasSubstr("bad_part.yaml:14: CL: 'sixteen' is not a number"));
  EXPECT_THAT(fault_with("CL: {value: 16,", "CL: {value: 0x10,"), HasSubstr("'0x10' is not a number"));
  EXPECT_THAT(fault_with("CL: {value: 16,", "CL: {value: 16.5,"), HasSubstr("CL: expected a whole number"));
  EXPECT_THAT(fault_with("CL: {value: 16,", "CL: {value: 0,"), HasSubstr(":14: CL is 0; wanted: 1 to 200"));
  EXPECT_THAT(fault_with("rows: {value: 65536,", "rows: {value: 65535,"),
              HasSubstr("rows is 65535; wanted: a power of two"));
  EXPECT_THAT(fault_with("tRC: {value: 55,", "tRC: {value: 54,"), HasSubstr("tRC is less than tRAS + tRP"));
  EXPECT_THAT(fault_with("CL: {value: 16, source: \"R; 16-16-16\"}", "CL: 16"),
              HasSubstr("CL: expected {value: NUMBER, source: TEXT}"));
  EXPECT_THAT(fault_with("source: \"R; 16-16-16\"", "source: \"\""),
              HasSubstr("CL: the source of the number is missing"));
  EXPECT_THAT(fault_with("tRCD:", "tRDC:"), AllOf(HasSubstr("unknown key 'tRDC'"), HasSubstr("no 'tRCD'")));
  EXPECT_THAT(fault_with("tRCD:", "CL:"), HasSubstr("CL is duplicated"));
  EXPECT_THAT(fault_with("row:bank:column:bankgroup", "row:bank:column"),
              HasSubstr(":5: map is 'row:bank:column', but it must name row, bank, column"));
  EXPECT_THAT(fault_with("name:", "name: [x"), HasSubstr("not valid YAML"));
  EXPECT_THROW(read_timings(kParts + "/none.yaml"), std::runtime_error);
}

}  // namespace
}  // namespace rtlgen::dram
