// `rtlgen lsp` on a pipe: framing, order, and the exit status.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "lsp/rpc.hpp"
#include "support/process.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

using nlohmann::json;

struct Talk {
  std::vector<json> messages;
  ProcessResult process;
};

Talk talk(const std::string& input) {
  ProcessOptions options;
  options.standard_input = input;
  options.timeout_seconds = 60;
  Talk out{{}, run_process({program(), "lsp", "--stdio"}, options)};
  lsp::MessageReader reader;
  reader.add(out.process.output);
  while (auto incoming = reader.next()) out.messages.push_back(incoming->message);
  return out;
}

std::string request(int id, const std::string& method, json params = json::object()) {
  return lsp::framed({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}});
}

std::string note(const std::string& method, json params = json::object()) {
  return lsp::framed(lsp::notification(method, std::move(params)));
}

const std::string kOpen = note(
    "textDocument/didOpen",
    {{"textDocument",
      {{"uri", "file:///a.yaml"}, {"version", 1}, {"text", "grid: [8]\nfields: {t: {}}\nupdate:\n  - t: u[1]\n"}}}});

TEST(Stdio, AWholeSession) {
  const Talk session = talk(request(1, "initialize") + note("initialized") + kOpen +
                            request(2, "textDocument/documentSymbol", {{"textDocument", {{"uri", "file:///a.yaml"}}}}) +
                            request(3, "shutdown") + note("exit"));
  EXPECT_EQ(session.process.exit_code, 0) << session.process.errors;
  EXPECT_EQ(session.process.errors, "");
  ASSERT_EQ(session.messages.size(), 3U);
  EXPECT_EQ(session.messages[0]["result"]["serverInfo"]["name"], "rtlgen");
  EXPECT_EQ(session.messages[0]["result"]["capabilities"]["positionEncoding"], "utf-16");
  EXPECT_EQ(session.messages[1]["id"], 2);
  EXPECT_EQ(session.messages[2]["result"], nullptr);
}

TEST(Stdio, InputThatEndsEarlyIsWorkedOff) {
  const Talk session = talk(request(1, "initialize") + note("initialized") + kOpen);
  EXPECT_EQ(session.process.exit_code, 1);
  ASSERT_EQ(session.messages.size(), 2U);
  EXPECT_EQ(session.messages[1]["method"], "textDocument/publishDiagnostics");
  std::vector<std::string> codes;
  for (const json& d : session.messages[1]["params"]["diagnostics"]) codes.push_back(d["code"]);
  EXPECT_EQ(codes.size(), 2U) << session.messages[1];
}

/// Everything is read before the first request is handled, so a request that is cancelled in the same breath never
/// starts.
TEST(Stdio, ACancelledRequestOfOneWriteIsNotHandled) {
  const Talk session = talk(request(1, "initialize") + kOpen +
                            request(7, "textDocument/documentSymbol", {{"textDocument", {{"uri", "file:///a.yaml"}}}}) +
                            note("$/cancelRequest", {{"id", 7}}) + request(8, "shutdown") + note("exit"));
  const auto found = std::find_if(session.messages.begin(), session.messages.end(),
                                  [](const json& m) { return m.contains("id") && m["id"] == 7; });
  ASSERT_NE(found, session.messages.end());
  EXPECT_EQ((*found)["error"]["code"], -32800);
}

TEST(Stdio, RubbishIsNoCrash) {
  EXPECT_EQ(talk("").process.exit_code, 1);
  EXPECT_EQ(talk("GET / HTTP/1.1\r\n\r\n").process.exit_code, 1);
  const Talk session =
      talk("Content-Length: 4\r\n\r\nrubb" + request(1, "initialize") + request(2, "shutdown") + note("exit"));
  EXPECT_EQ(session.process.exit_code, 0);
  ASSERT_EQ(session.messages.size(), 3U);
  EXPECT_EQ(session.messages[0]["error"]["code"], -32700);
}

}  // namespace
}  // namespace rtlgen::test
