// Warnings as a user meets them: options, data files that are checked before a run, and counts after one.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program.hpp"

namespace rtlgen::test {
namespace {

class Warnings : public Program {
 protected:
  void put(const std::string& name, const std::string& text) const { write_file(at(name).string(), text); }
};

/// A neighbour count that is a parity: valid, and every bit would match.
constexpr const char* kParity = R"(name: parity
grid: [12, 6]
type: uint<1>
fields:
  c: {boundary: {constant: 0}}
  n: {}
update:
  - n: (c[-1,0] == 1) + (c[1,0] == 1)
)";

TEST_F(Warnings, ChangeNothingUnlessTheyAreErrors) {
  put("p.yaml", kParity);
  const auto plain = rtlgen({"check", "p.yaml"});
  EXPECT_EQ(plain.exit_code, 0) << plain.errors;
  EXPECT_NE(plain.errors.find("p.yaml:8:23: warning[RG0901 truth-sum]: "), std::string::npos) << plain.errors;
  EXPECT_EQ(plain.errors.find("RG0901"), plain.errors.rfind("RG0901")) << "once is enough: " << plain.errors;

  const auto strict = rtlgen({"golden", "p.yaml", "--werror", "--output", "n=n.npy"});
  EXPECT_EQ(strict.exit_code, 2);
  EXPECT_NE(strict.errors.find("error[RG0901 truth-sum]: "), std::string::npos) << strict.errors;
  EXPECT_FALSE(fs::exists(at("n.npy")));

  const auto generated = rtlgen({"generate", "p.yaml", "--werror", "-o", "hdl"});
  EXPECT_EQ(generated.exit_code, 2);
  EXPECT_FALSE(fs::exists(at("hdl")));
}

TEST_F(Warnings, AreSwitchedOffByNameAndCode) {
  put("p.yaml", kParity);
  for (const char* name : {"truth-sum", "RG0901"}) {
    const auto quiet = rtlgen({"check", "p.yaml", "--werror", "--no-warn", "narrow-wrap", "--no-warn", name});
    EXPECT_EQ(quiet.exit_code, 0) << quiet.errors;
    EXPECT_EQ(quiet.errors, "");
  }
  EXPECT_EQ(rtlgen({"check", "p.yaml", "--werror", "--set", "no_warn=[truth-sum]"}).exit_code, 0);
  const auto wrong = rtlgen({"check", "p.yaml", "--no-warn", "truth-sums"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_NE(wrong.errors.find("did you mean 'truth-sum'?"), std::string::npos) << wrong.errors;
}

constexpr const char* kInput = R"(name: read
grid: [3, 2]
fields: {t: {}}
update:
  - t: t[-1,0]
inputs:
  t: start.txt
)";

TEST_F(Warnings, DataFilesThatAreMissing) {
  put("r.yaml", kInput);
  put("begin.txt", "1 2 3 4 5 6");
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"check", "r.yaml"}, {"generate", "r.yaml", "-o", "hdl"}}) {
    const auto result = rtlgen(command);
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_NE(result.errors.find("r.yaml:7:3: warning[RG0908 missing-input]: the data file 'start.txt' does not exist"),
              std::string::npos)
        << result.errors;
  }
  put("start.txt", "1 2 3 4 5 6");
  EXPECT_EQ(rtlgen({"check", "r.yaml", "--werror"}).exit_code, 0);
  const auto pattern = rtlgen({"check", "r.yaml", "--set", "inputs.t=zero"});
  EXPECT_NE(pattern.errors.find("the pattern is {kind: zero}"), std::string::npos) << pattern.errors;
  const auto near = rtlgen({"check", "r.yaml", "--set", "inputs.t=begn.txt"});
  EXPECT_NE(near.errors.find("did you mean 'begin.txt'?"), std::string::npos) << near.errors;
}

TEST_F(Warnings, DataFilesThatAreNoFieldsData) {
  put("r.yaml", kInput);
  put("start.txt", "1 2 3 4 five 6");
  const auto checked = rtlgen({"check", "r.yaml"});
  EXPECT_EQ(checked.exit_code, 2);
  EXPECT_NE(checked.errors.find("start.txt:1:9: error[RG0601]: "), std::string::npos) << checked.errors;
  const auto generated = rtlgen({"generate", "r.yaml", "-o", "hdl"});
  EXPECT_EQ(generated.exit_code, 0) << generated.errors;
  EXPECT_NE(generated.errors.find("warning[RG0909 unusable-input]: 'start.txt' cannot be the data of 't': "),
            std::string::npos)
      << generated.errors;
  put("start.txt", "1 2 3 4 5");
  EXPECT_EQ(rtlgen({"check", "r.yaml"}).exit_code, 2);
  fs::remove(at("start.txt"));
  fs::create_directory(at("start.txt"));
  EXPECT_EQ(rtlgen({"check", "r.yaml"}).exit_code, 2) << "a folder";
}

TEST_F(Warnings, ARunCountsWhatIsNoNumber) {
  put("u.yaml",
      "name: u\ngrid: [8, 4]\nfields: {t: {}, v: {}, w: {type: int8}}\nupdate:\n"
      "  - t: \"x == 0 ? log(t - 5.0) : x == 1 ? 1.0 / (t - t) : t\"\n  - v: t + 1.0\n  - w: \"x < 3 ? int8(1000.0 * "
      "(t + 1.0)) : 5\"\n"
      "inputs: {t: {kind: constant, value: 1}}\n");
  const auto result = rtlgen({"golden", "u.yaml", "--json", "u.json", "--output", "t=t.png"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_NE(result.output.find("  t: 4 of 32 cells are NaN, 4 of 32 cells are infinite\n"), std::string::npos)
      << result.output;
  const auto json = nlohmann::json::parse(read_file(at("u.json").string()))["fields"];
  EXPECT_EQ(json["t"], nlohmann::json::parse(R"({"cells": 32, "nan": 4, "infinite": 4, "saturated": 0})"));
  EXPECT_EQ(json["v"]["nan"], 4);
  EXPECT_EQ(json["w"]["saturated"], 8) << "NaN gives 0, infinity and 2000 the largest int8";
  EXPECT_NE(result.output.find("  w: 8 of 32 cells are at a limit of int8\n"), std::string::npos) << result.output;
}

TEST_F(Warnings, ARunOfNumbersIsSilent) {
  const auto result = rtlgen({"golden", "small.yaml", "--json", "s.json"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_EQ(result.output.find(" cells are "), std::string::npos) << result.output;
  EXPECT_EQ(nlohmann::json::parse(read_file(at("s.json").string()))["fields"]["c"]["saturated"], 0)
      << "uint<1> has nothing but ends";
}

TEST_F(Warnings, AnImportSaysWhereDoubleComesFrom) {
  put("k.soda",
      "kernel: k\nburst width: 64\nunroll factor: 1\niterate: 1\ninput float: a(8, *)\noutput float: o(0, 0) = a(0, 0) "
      "* 0.5\n");
  const auto result = rtlgen({"import", "k.soda", "-o", "k.yaml"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_NE(result.errors.find("warning[RG0905 double-literal]: 0.5 is double"), std::string::npos) << result.errors;
  EXPECT_EQ(rtlgen({"import", "k.soda", "-o", "s.yaml", "--single-precision-constants"}).errors, "");
  EXPECT_EQ(rtlgen({"import", "k.soda", "-o", "e.yaml", "--werror"}).exit_code, 2);
  EXPECT_FALSE(fs::exists(at("e.yaml")));
}

}  // namespace
}  // namespace rtlgen::test
