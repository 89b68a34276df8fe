// Faults for programs: --json holds every diagnostic also when a command fails, and says what ended it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program.hpp"

namespace rtlgen::test {
namespace {

using nlohmann::json;

class Faults : public Program {
 protected:
  /// The JSON of a call, whose status it must repeat; the text for people stays on standard error.
  json faults(std::vector<std::string> words, int status) const {
    words.insert(words.end(), {"--json", "-"});
    const auto result = rtlgen(words);
    EXPECT_EQ(result.exit_code, status) << command_line(words) << "\n" << result.errors;
    const json found = json::parse(result.output, nullptr, false);
    EXPECT_TRUE(found.is_object()) << command_line(words) << "\n" << result.output;
    if (!found.is_object()) return json::object();
    EXPECT_EQ(found.value("status", -1), status);
    EXPECT_TRUE(found.contains("diagnostics"));
    if (status != 0) {
      EXPECT_FALSE(result.errors.empty());
    }
    return found;
  }
};

TEST_F(Faults, OfADescriptionHavePlacesAndFixes) {
  write_file(file_, "name: small\ngrid: [12, 6]\nfields: {c: {}}\nupdate:\n  - c: c[-1,0] + d\niteratons: 3\n");
  const json found = faults({"check", "small.yaml"}, 2);
  EXPECT_FALSE(found.contains("error"));
  bool misspelt = false;
  for (const json& d : found["diagnostics"]) {
    for (const char* key : {"code", "name", "severity", "file", "line", "column", "length", "message", "notes"})
      EXPECT_TRUE(d.contains(key)) << key;
    if (d["line"] != 6) continue;
    misspelt = true;
    EXPECT_EQ(d["code"], "RG0201");
    EXPECT_EQ(d["severity"], "error");
    EXPECT_EQ(d["file"], "small.yaml");
    EXPECT_EQ(d["column"], 1);
    EXPECT_EQ(d["length"], 9);
    EXPECT_EQ(d["fix"], json({{"replace", "iteratons"}, {"with", "iterations"}}));
  }
  EXPECT_TRUE(misspelt) << found.dump(2);
}

TEST_F(Faults, FixesNameTheWordThatIsWrong) {
  // The message names the key, the fix the word.
  write_file(file_, "name: small\ngrid: [12]\nfields: {c: {}}\nupdate:\n  - c: c[-1]\nhardware: {extents: fixd}\n");
  EXPECT_EQ(faults({"check", "small.yaml"}, 2)["diagnostics"][0]["fix"],
            json({{"replace", "fixd"}, {"with", "fixed"}}));
  // A path keeps its folder, as the description has it.
  std::filesystem::create_directories(at("sub"));
  write_file(at("sub/hot.npy"), "");
  write_file(file_, "name: small\ngrid: [12]\nfields: {c: {}}\nupdate:\n  - c: c[-1]\ninputs: {c: ./sub/hott.npy}\n");
  const json absent = faults({"check", "small.yaml"}, 0)["diagnostics"][0];
  EXPECT_EQ(absent["fix"], json({{"replace", "./sub/hott.npy"}, {"with", "./sub/hot.npy"}}));
  EXPECT_EQ(absent["notes"][0], "did you mean './sub/hot.npy'?");
  // The message points at the wrong part of a --set.
  write_file(file_,
             "name: small\ngrid: [12]\nfields: {c: {}}\nparams: {rate: {value: 2}}\nupdate:\n  - c: c[-1] + rate\n");
  EXPECT_EQ(faults({"check", "small.yaml", "--set", "params.rte.value=3"}, 2)["diagnostics"][0]["fix"]["replace"],
            "rte");
}

TEST_F(Faults, OfOptionsHaveNoLine) {
  const json found = faults({"golden", "small.yaml", "--input", "d=x.npy"}, 2);
  ASSERT_EQ(found["diagnostics"].size(), 1U);
  EXPECT_EQ(found["diagnostics"][0]["code"], "RG0802");
  EXPECT_EQ(found["diagnostics"][0]["file"], "--input d=x.npy");
  EXPECT_TRUE(found["diagnostics"][0]["line"].is_null());
}

TEST_F(Faults, SayWhatEndedACommand) {
  const json unread = faults({"golden", "small.yaml", "--input", "c=none.npy"}, 3);
  EXPECT_EQ(unread["error"]["kind"], "environment");
  EXPECT_NE(unread["error"]["message"].get<std::string>().find("No such file"), std::string::npos);
  EXPECT_EQ(faults({"check", "none.yaml"}, 3)["diagnostics"][0]["code"], "RG0101");
  const json usage = faults({"chekc", "small.yaml"}, 2);
  EXPECT_EQ(usage["error"]["kind"], "usage");
  EXPECT_EQ(usage["error"]["message"], "there is no command 'chekc'; did you mean 'check'?");
  EXPECT_EQ(usage["error"]["fix"], json({{"replace", "chekc"}, {"with", "check"}}));
  const json option = faults({"sim", "small.yaml", "--iteration", "3"}, 2)["error"];
  EXPECT_EQ(option["kind"], "usage");
  EXPECT_EQ(option["fix"], json({{"replace", "--iteration"}, {"with", "--iterations"}}));
  EXPECT_FALSE(faults({}, 2)["error"].contains("fix"));
  EXPECT_EQ(faults({}, 2)["error"]["kind"], "usage");
}

TEST_F(Faults, AreNoneOnSuccess) {
  const json found = faults({"check", "small.yaml"}, 0);
  EXPECT_EQ(found["valid"], true);
  EXPECT_EQ(found["diagnostics"], json::array());
}

TEST_F(Faults, AreWarningsOnSuccess) {
  write_file(file_, "name: small\ngrid: [12]\nfields: {c: {}}\nupdate:\n  - c: c[-1] / 0.0\n");
  const json found = faults({"check", "small.yaml"}, 0);
  ASSERT_GE(found["diagnostics"].size(), 1U) << found.dump(2);
  EXPECT_EQ(found["diagnostics"][0]["severity"], "warning");
  EXPECT_EQ(found["diagnostics"][0]["code"], "RG0320");
}

TEST_F(Faults, OfNewToo) {
  const json made = faults({"new", "fresh"}, 0);
  EXPECT_EQ(made["name"], "fresh");
  EXPECT_EQ(made["written"], "fresh.yaml");
  EXPECT_EQ(faults({"new", "A__b"}, 2)["diagnostics"][0]["code"], "RG0211");
  EXPECT_EQ(faults({"new", "fresh"}, 3)["error"]["kind"], "environment");
  EXPECT_EQ(faults({"calibrate", "small.yaml", "--set", "hardware.device=xc8"}, 2)["diagnostics"][0]["code"], "RG0207");
  EXPECT_EQ(faults({"calibrate", "small.yaml", "--device", "xc7", "--set", "hardware.device=xcu"},
                   2)["diagnostics"][0]["code"],
            "RG0218");
}

TEST_F(Faults, GoToAFileToo) {
  EXPECT_EQ(rtlgen({"check", "small.yaml", "--set", "hardware.stepz=3", "--json", "r.json"}).exit_code, 2);
  EXPECT_EQ(json::parse(read_file(at("r.json")))["diagnostics"][0]["fix"]["with"], "steps");
  EXPECT_EQ(rtlgen({"frobnicate", "--json=u.json"}).exit_code, 2);
  EXPECT_EQ(json::parse(read_file(at("u.json")))["status"], 2);
  // A path that cannot be written is reported, and the status stays.
  const auto nowhere = rtlgen({"frobnicate", "--json", "nowhere/r.json"});
  EXPECT_EQ(nowhere.exit_code, 2);
  EXPECT_NE(nowhere.errors.find("cannot write nowhere/r.json"), std::string::npos) << nowhere.errors;
  const std::string once = rtlgen({"check", "small.yaml", "--json", "nowhere/r.json"}).errors;
  EXPECT_NE(once.find("--json: cannot write nowhere/r.json"), std::string::npos) << once;
  EXPECT_EQ(once.find("cannot write"), once.rfind("cannot write")) << once;
  EXPECT_EQ(faults({"check", "lief"}, 3)["diagnostics"][0]["fix"], json({{"replace", "lief"}, {"with", "life"}}));
}

}  // namespace
}  // namespace rtlgen::test
