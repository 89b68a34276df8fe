// Responses to an editor: diagnostics, fixes, hovers, completions, definitions, rename, symbols.
#include <gmock/gmock.h>

#include "client.hpp"
#include "runner/folder.hpp"

namespace rtlgen::test {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

const std::string kHeat = R"(name: demo
grid: [8, 8]
type: uint8
fields:
  temp: {boundary: {x: reflect, y: edge}}
  power: {}
params: {k: 3}
functions:
  twice(a): 2*a
update:
  - delta: temp[-1,0] / 2
  - temp: uint8(delta + k*power + twice(temp))
)";

std::string with_mark(const std::string& text, const std::string& before, const std::string& behind) {
  const std::size_t at = text.find(before + behind);
  EXPECT_NE(at, std::string::npos) << before << behind;
  return text.substr(0, at + before.size()) + "|" + text.substr(at + before.size());
}

TEST(Server, PublishesWhatCheckReports) {
  Client client;
  client.open("name: demo\ngrid: [8]\nfields: {temp: {}}\nupdate:\n  - temp: tmep[-1]\n");
  json found = client.diagnostics();
  ASSERT_EQ(found.size(), 1U) << found;
  EXPECT_EQ(found[0]["code"], "RG0303");
  EXPECT_EQ(found[0]["severity"], 1);
  EXPECT_THAT(found[0]["message"].get<std::string>(), HasSubstr("did you mean 'temp'?"));
  EXPECT_EQ(found[0]["range"],
            json::parse(R"({"start": {"line": 4, "character": 10}, "end": {"line": 4, "character": 14}})"));
  // A description that the plan refuses.
  client.open("name: demo\ngrid: [8]\nfields: {t: {}}\nupdate:\n  - t: t[-1]\nhardware: {clock_mhz: 2000}\n");
  found = client.diagnostics();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0]["code"], "RG0401");
  const std::string large = "name: demo\ngrid: [65536, 4096]\nfields: {t: {}}\nupdate:\n  - t: t[-1,0]\n";
  client.open(large + "hardware: {board: arty_a7_100}\n");
  found = client.diagnostics();
  ASSERT_EQ(found.size(), 1U) << found;
  EXPECT_EQ(found[0]["code"], "RG0832");
  EXPECT_EQ(found[0]["range"]["start"], json::parse(R"({"line": 1, "character": 6})"));
  client.open(large + "hardware: {board: u280}\n");
  EXPECT_EQ(client.diagnostics(), json::array());
  // A warning, and the control: a text without faults.
  client.open("name: demo\ngrid: [8]\nfields: {t: {}}\nparams: {k: 1}\nupdate:\n  - t: t[-1] + 1\n");
  EXPECT_EQ(client.diagnostics()[0]["severity"], 2);
  client.open(kHeat);
  EXPECT_EQ(client.diagnostics(), json::array());
}

TEST(Server, ChangesAreIncremental) {
  Client client;
  client.open("name: demo # \xF0\x9F\x98\x80\r\ngrid: [8]\r\nfields: {t: {}}\r\nupdate:\r\n  - t: u[-1]\r\n");
  EXPECT_EQ(client.diagnostics().size(), 1U);
  const auto change = [&](int line, int from, int to, const std::string& with) {
    client.notify(
        "textDocument/didChange",
        {{"textDocument", {{"uri", kUri}, {"version", 2}}},
         {"contentChanges",
          {{{"range", {{"start", {{"line", line}, {"character", from}}}, {"end", {{"line", line}, {"character", to}}}}},
            {"text", with}}}}});
    client.run();
  };
  change(4, 7, 8, "t");
  EXPECT_EQ(client.diagnostics(), json::array());
  change(0, 13, 15, "x");  // both units of the face
  EXPECT_EQ(client.diagnostics(), json::array());
  change(1, 7, 8, "0");
  EXPECT_EQ(client.diagnostics()[0]["code"], "RG0206");
}

/// Changes that wait are handled once: the last one counts.
TEST(Server, ChangesThatWaitAreAnalysedOnce) {
  Client client;
  client.open(kHeat);
  const std::size_t before = client.received.size();
  for (int i = 0; i < 50; ++i) {
    client.notify("textDocument/didChange",
                  {{"textDocument", {{"uri", kUri}, {"version", 2 + i}}},
                   {"contentChanges", {{{"text", kHeat + "# " + std::to_string(i) + "\n"}}}}});
  }
  client.run();
  EXPECT_EQ(client.received.size(), before + 1);
  EXPECT_EQ(client.received.back()["params"]["version"], 51);
}

TEST(Server, QuickFixesRemoveTheirDiagnostic) {
  for (const auto& [text, fixed] : std::vector<std::pair<std::string, std::string>>{
           {"name: demo\ngrid: [8]\nfields: {temp: {}}\nupdate:\n  - temp: tmep[-1]\n", "temp: temp[-1]"},
           {"name: demo\ngrid: [8]\nfields: {temp: {}}\nupdtae:\n  - temp: temp[-1]\n", "\nupdate:"},
           {"name: demo\ngrid: [8]\nfields: {temp: {boundary: refelct}}\nupdate:\n  - temp: temp[-1]\n", "reflect"},
           {"name: demo\ngrid: [8]\nfields: {t: {}}\nupdate:\n  - t: t(-1)\n", "t: t[-1]"},
           {"name: demo\ngrid: [8]\nfields: {t: {}}\nhardware: {board: kcu15}\nupdate:\n  - t: t[-1]\n", "kcu105"}}) {
    Client client;
    client.open(text);
    const json found = client.diagnostics();
    ASSERT_FALSE(found.empty()) << text;
    const json actions = client.result("textDocument/codeAction", {{"textDocument", {{"uri", kUri}}},
                                                                   {"range", found[0]["range"]},
                                                                   {"context", {{"diagnostics", json::array()}}}});
    ASSERT_FALSE(actions.empty()) << text;
    const std::string after = Client::edited(text, actions[0]["edit"]);
    EXPECT_THAT(after, HasSubstr(fixed));
    client.open(after);
    EXPECT_EQ(client.diagnostics(), json::array()) << after;
  }
}

TEST(Server, AWarningCanBeSwitchedOff) {
  Client client;
  const std::string text = "name: demo\ngrid: [8]\nfields: {t: {}}\nparams: {k: 1}\nupdate:\n  - t: t[-1] + 1\n";
  client.open(text);
  const json actions = client.result(
      "textDocument/codeAction",
      {{"textDocument", {{"uri", kUri}}}, {"range", client.diagnostics()[0]["range"]}, {"context", json::object()}});
  ASSERT_EQ(actions.size(), 1U) << actions;
  const std::string after = Client::edited(text, actions[0]["edit"]);
  EXPECT_THAT(after, HasSubstr("no_warn: [unused]"));
  // The control: no fix where there is no fault.
  client.open(after);
  EXPECT_EQ(client.diagnostics(), json::array());
  EXPECT_EQ(
      client.result(
          "textDocument/codeAction",
          {{"textDocument", {{"uri", kUri}}},
           {"range", json::parse(R"({"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}})")},
           {"context", json::object()}}),
      json::array());
}

TEST(Server, HoversExplain) {
  const auto hover = [](const std::string& before, const std::string& behind, const std::string& text = kHeat) {
    Client client;
    client.open_marked(with_mark(text, before, behind));
    return client.hover();
  };
  const std::string field = hover("+ twice(te", "mp)");
  for (const char* part : {"**field** `temp`", "state field", "`{x: reflect, y: edge}`", "`uint8`, 8 bits"})
    EXPECT_THAT(field, HasSubstr(part));
  const std::string line = hover("- te", "mp: uint8(delta");
  for (const char* part : {"state field", "- expression: ", " operators", "before sharing"})
    EXPECT_THAT(line, HasSubstr(part));
  EXPECT_THAT(hover("k*po", "wer"), HasSubstr("input field"));
  EXPECT_THAT(hover("(del", "ta +"), HasSubstr("temporary"));
  const std::string quotient = hover("temp[-1,0] ", "/ 2");
  for (const char* part : {"type: `uint8`", "from 0 to 127"}) EXPECT_THAT(quotient, HasSubstr(part));
  const std::string sum =
      hover("t: t[-1] ", "+ u", "name: demo\ngrid: [8]\nfields: {t: {}, u: {}}\nupdate:\n  - t: t[-1] + u\n");
  for (const char* part :
       {"`float32`, 32 bits", "operator: ", "cycles of latency", "LUT", "`float32_add`", "200 MHz on xc7"})
    EXPECT_THAT(sum, HasSubstr(part));
  EXPECT_THAT(hover("bound", "ary"), HasSubstr("reads outside the grid"));
  EXPECT_THAT(hover("x: ref", "lect"), HasSubstr("boundary rule"));
  EXPECT_THAT(hover("params: {", "k: 3"), HasSubstr("value: `3`"));
  EXPECT_THAT(hover("+ tw", "ice(temp)"), HasSubstr("`twice(a)`"));
  EXPECT_THAT(hover("t: sq", "rt(t)", "name: demo\ngrid: [8]\nfields: {t: {}}\nupdate:\n  - t: sqrt(t)\n"),
              HasSubstr("**function** `sqrt`"));
  EXPECT_THAT(hover("board: kcu", "105",
                    "name: demo\ngrid: [8]\nfields: {t: {}}\nhardware: {board: kcu105}\nupdate:\n  - t: t[1]\n"),
              HasSubstr("xcku040"));
  EXPECT_EQ(hover("name: de", "mo"), "");
  // Names are known while a line is faulty.
  EXPECT_THAT(hover("+ twice(te", "mp) +",
                    "name: demo\ngrid: [8]\nfields: {temp: {}}\nfunctions:\n  twice(a): 2*a\nupdate:\n  - temp: temp + "
                    "twice(temp) +\n"),
              HasSubstr("**field** `temp`"));
}

TEST(Server, CompletesByContext) {
  const auto complete = [](const std::string& text) {
    Client client;
    client.open_marked(text);
    return client.completions();
  };
  const std::string head = "name: demo\ngrid: [8]\nfields:\n  temp: {}\n";
  auto found = complete(head + "up|");
  EXPECT_THAT(found, Contains("update"));
  EXPECT_THAT(found, Not(Contains("grid"))) << "it is there already";
  EXPECT_THAT(complete(head + "hardware:\n  st|"), Contains("steps"));
  EXPECT_THAT(complete(head + "hardware: {board: k|"), Contains("kcu105"));
  EXPECT_THAT(complete(head + "hardware: {device: x|"), Contains("xcup"));
  EXPECT_THAT(complete("fields: {t: {boundary: re|"), Contains("reflect"));
  EXPECT_THAT(complete("fields: {t: {type: |"), Contains("float16"));
  EXPECT_THAT(complete("grid: [8]\nsubnormals: |"), Contains("flush"));
  EXPECT_THAT(complete("grid: [8]\nreassociate: |"), Contains("true"));
  EXPECT_THAT(complete("update:\n  - t: {expr: t, border: |"), Contains("keep"));
  // Names are those of the newest text that was valid.
  Client client;
  client.open(kHeat + "# end\n");
  client.open_marked(kHeat + "  - power: te|");
  found = client.completions();
  for (const char* name : {"temp", "power", "delta", "k", "twice", "sqrt", "add", "nx", "pi"})
    EXPECT_THAT(found, Contains(name));
  EXPECT_THAT(found, Not(Contains("update")));
  client.open_marked(kHeat + "  - power: temp[-1,0; |");
  EXPECT_THAT(client.completions(), Contains("wrap"));
  client.open_marked(kHeat + "monitor:\n  m: {of: |");
  EXPECT_THAT(client.completions(), Contains("temp"));
  EXPECT_EQ(complete("name: demo # up|"), std::vector<std::string>{});
  EXPECT_THAT(complete("na|"), Contains("name"));
  EXPECT_THAT(complete("functions:\n  f(a): sq|"), Contains("sqrt"));
  EXPECT_EQ(complete("services:\n  web: {}\nna|"), std::vector<std::string>{}) << "YAML of another kind";
}

TEST(Server, FindsDefinitionsAndUses) {
  Client client;
  client.open_marked(with_mark(kHeat, "+ k*po", "wer"));
  json found = client.result("textDocument/definition", client.here());
  EXPECT_EQ(found["range"]["start"], json::parse(R"({"line": 5, "character": 2})"));
  client.open_marked(with_mark(kHeat, "twice(te", "mp)"));
  json params = client.here();
  params["context"] = {{"includeDeclaration", true}};
  EXPECT_EQ(client.result("textDocument/references", params).size(), 4U);
  params["context"] = {{"includeDeclaration", false}};
  EXPECT_EQ(client.result("textDocument/references", params).size(), 3U);
  client.open_marked(with_mark(kHeat, "2*", "a"));
  found = client.result("textDocument/definition", client.here());
  EXPECT_EQ(found["range"]["start"], json::parse(R"({"line": 8, "character": 8})")) << "the argument of the function";
  client.open_marked(with_mark(kHeat, "name: de", "mo"));
  EXPECT_TRUE(client.result("textDocument/definition", client.here()).is_null());
}

TEST(Server, NamesOfIncludedFilesAreFoundThere) {
  const runner::TemporaryFolder folder;
  runner::write_file(folder.path() / "more.yaml", "# shared\nfunctions:\n  twice(a): 2*a\n");
  const std::string uri = lsp::uri_of_path((folder.path() / "demo.yaml").string());
  Client client;
  client.open("name: demo\ngrid: [8]\ninclude: more.yaml\nfields: {t: {}}\nupdate:\n  - t: twice(t)\n", uri);
  EXPECT_EQ(client.diagnostics(uri), json::array());
  json params = {
      {"textDocument", {{"uri", uri}}}, {"position", {{"line", 5}, {"character", 8}}}, {"newName", "double_it"}};
  const json found = client.result("textDocument/definition", params);
  EXPECT_EQ(found["uri"], lsp::uri_of_path((folder.path() / "more.yaml").string()));
  EXPECT_EQ(found["range"]["start"], json::parse(R"({"line": 2, "character": 2})"));
  EXPECT_THAT(client.request("textDocument/rename", params)["error"]["message"].get<std::string>(),
              HasSubstr("which other descriptions may include"));
  // A fault in it shows where it is included; saving it brings the diagnostics up to date.
  runner::write_file(folder.path() / "more.yaml", "functions:\n  twice(a): 2*\n");
  client.notify("textDocument/didSave", {{"textDocument", {{"uri", uri}}}});
  client.run();
  ASSERT_FALSE(client.diagnostics(uri).empty());
  EXPECT_EQ(client.diagnostics(uri)[0]["range"]["start"]["line"], 2);
  EXPECT_THAT(client.diagnostics(uri)[0]["message"].get<std::string>(), HasSubstr("more.yaml:2:"));
}

TEST(Server, RenamesEverywhere) {
  const auto rename = [](const std::string& before, const std::string& behind, const std::string& name) {
    Client client;
    client.open_marked(with_mark(kHeat, before, behind));
    json params = client.here();
    params["newName"] = name;
    const json response = client.request("textDocument/rename", params);
    if (response.contains("error")) return "refused: " + response["error"]["message"].get<std::string>();
    const std::string after = Client::edited(client.text(), response["result"]);
    client.open(after);
    EXPECT_EQ(client.diagnostics(), json::array()) << after;
    return after;
  };
  const std::string renamed = rename("twice(te", "mp)", "heat");
  EXPECT_THAT(renamed, HasSubstr("  heat: {boundary"));
  EXPECT_THAT(renamed, HasSubstr("delta: heat[-1,0] / 2"));
  EXPECT_THAT(renamed, HasSubstr("- heat: uint8(delta + k*power + twice(heat))"));
  EXPECT_THAT(rename("(del", "ta", "d"), HasSubstr("- d: temp[-1,0] / 2\n  - temp: uint8(d +"));
  EXPECT_THAT(rename("+ ", "k*", "gain"), HasSubstr("{gain: 3}"));
  EXPECT_THAT(rename("2*", "a", "value"), HasSubstr("twice(value): 2*value"));
  EXPECT_THAT(rename("+ tw", "ice", "double_it"), HasSubstr("double_it(a): 2*a"));
  EXPECT_THAT(rename("twice(te", "mp)", "power"), HasSubstr("refused: cannot rename to 'power': "));
  EXPECT_THAT(rename("twice(te", "mp)", "sqrt"), HasSubstr("refused: "));
  EXPECT_THAT(rename("twice(te", "mp)", "not a name"), HasSubstr("refused: "));
  EXPECT_THAT(rename("name: de", "mo", "x"), HasSubstr("refused: there is no name"));
}

TEST(Server, ARenameLeavesOtherThingsOfThatNameAlone) {
  Client client;
  const std::string text =
      "name: t\ngrid: [8]\nfields: {k: {}}\nfunctions:\n  f(k): 2*k\nupdate:\n  - k: \"f(k) + add(i in 0..1: k[i])\"\n";
  client.open_marked(with_mark(text, "- k: \"f(", "k)"));
  json params = client.here();
  params["newName"] = "u";
  const std::string after = Client::edited(text, client.result("textDocument/rename", params));
  EXPECT_THAT(after, HasSubstr("name: t\n"));
  EXPECT_THAT(after, HasSubstr("f(k): 2*k"));
  EXPECT_THAT(after, HasSubstr("- u: \"f(u) + add(i in 0..1: u[i])\""));
}

TEST(Server, ListsSymbols) {
  Client client;
  client.open(kHeat);
  std::vector<std::string> names;
  for (const json& s : client.result("textDocument/documentSymbol", {{"textDocument", {{"uri", kUri}}}}))
    names.push_back(s["name"]);
  for (const char* name : {"temp", "power", "k", "twice", "delta"}) EXPECT_THAT(names, Contains(name));
  EXPECT_THAT(names, Not(Contains("a")));
}

TEST(Server, LeavesOtherYamlAlone) {
  Client client;
  client.open("services:\n  web: {image: nginx}\n", "file:///stencils/docker-compose.yaml");
  EXPECT_EQ(client.diagnostics("file:///stencils/docker-compose.yaml"), json::array());
  client.open("name: Mine\n", "file:///stencils/mine/board.yaml");
  EXPECT_FALSE(client.diagnostics("file:///stencils/mine/board.yaml").empty());
}

}  // namespace
}  // namespace rtlgen::test
