// Whatever comes, the server goes on: broken messages, wrong orders, cancelled requests, huge and random texts.
#include <random>

#include "client.hpp"

namespace rtlgen::test {
namespace {

using lsp::ErrorCode;

std::vector<lsp::Incoming> read_all(const std::string& bytes, std::size_t at_a_time,
                                    std::size_t most = lsp::MessageReader::kMostBytes) {
  lsp::MessageReader reader(most);
  std::vector<lsp::Incoming> out;
  for (std::size_t i = 0; i < bytes.size(); i += at_a_time) {
    reader.add(std::string_view(bytes).substr(i, at_a_time));
    while (auto incoming = reader.next()) out.push_back(*std::move(incoming));
  }
  return out;
}

TEST(Messages, ComeInPieces) {
  const std::string bytes =
      lsp::framed({{"a", "\xC3\xA9"}}) + "content-length: 2\nContent-Type: x\n\n{}" + lsp::framed(1);
  for (const std::size_t piece : {1U, 2U, 7U, 1000U}) {
    const auto all = read_all(bytes, piece);
    ASSERT_EQ(all.size(), 3U) << piece;
    EXPECT_EQ(all[0].message["a"], "\xC3\xA9");
    EXPECT_TRUE(all[1].message.empty());
    EXPECT_EQ(all[2].message, 1);
  }
}

TEST(Messages, BrokenOnesAreReportedAndSkipped) {
  const std::string good = lsp::framed({{"id", 1}});
  for (const std::string& bad :
       {std::string("Content-Length: 5\r\n\r\n{\"a\":"), std::string("Content-Length: 3\r\n\r\n\xFF\xFE\x00", 24)}) {
    const auto all = read_all(bad + good, 3);
    ASSERT_EQ(all.size(), 2U);
    EXPECT_NE(all[0].fault, "");
    EXPECT_EQ(all[1].message["id"], 1);
  }
  EXPECT_EQ(read_all("no header at all\r\n\r\nContent-Length: x\r\n" + good, 5).size(), 1U);
  EXPECT_EQ(read_all(std::string(100000, 'x'), 1000).size(), 0U);
  const std::string huge = "Content-Length: 70000\r\n\r\n" + std::string(70000, ' ');
  const auto all = read_all(huge + good, 1000, 1000);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_NE(all[0].fault.find("at most"), std::string::npos);
  EXPECT_EQ(all[1].message["id"], 1);
}

TEST(Messages, NestingIsBounded) {
  const auto nested = [](std::size_t depth, const std::string& inner) {
    const std::string body = std::string(depth, '[') + inner + std::string(depth, ']');
    return read_all("Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body, 1 << 16);
  };
  EXPECT_EQ(nested(150, "1").at(0).fault, "");
  EXPECT_EQ(nested(150, "\"[[[[\\\"[[" + std::string(200, '[') + "\"").at(0).fault, "") << "brackets of a text";
  EXPECT_NE(nested(100000, "1").at(0).fault, "");
  EXPECT_NE(read_all("Content-Length: 300\r\n\r\n" + std::string(300, '{'), 300).at(0).fault, "");
}

TEST(Messages, BytesThatAreNoUtf8AreReplaced) {
  EXPECT_NE(lsp::framed({{"a", "\xFF"}}).find("\xEF\xBF\xBD"), std::string::npos);
}

int code_of(const json& response) { return response.value("/error/code"_json_pointer, 0); }

TEST(Server, RefusesWhatCannotCome) {
  lsp::Server fresh("1");
  fresh.receive({{{"id", 1}, {"method", "textDocument/hover"}}, ""});
  EXPECT_EQ(code_of(fresh.step().at(0)), static_cast<int>(ErrorCode::kNotInitialized));
  Client client;
  EXPECT_EQ(code_of(client.request("no/such", {})), static_cast<int>(ErrorCode::kUnknownMethod));
  EXPECT_EQ(code_of(client.request("textDocument/hover", {})), static_cast<int>(ErrorCode::kInvalidParams));
  EXPECT_EQ(code_of(client.request("textDocument/hover", nullptr)), static_cast<int>(ErrorCode::kInvalidParams));
  EXPECT_EQ(code_of(client.request("textDocument/hover", {{"textDocument", {{"uri", "file:///not/open"}}}})),
            static_cast<int>(ErrorCode::kInvalidParams));
  EXPECT_EQ(code_of(client.request("initialize", {})), static_cast<int>(ErrorCode::kInvalidRequest));
  for (const json& strange :
       {json(1), json::array({1}), json("text"), json(nullptr), json::object(), json{{"id", 5}}}) {
    client.server().receive({strange, ""});
    client.run();
    EXPECT_EQ(code_of(client.received.back()), static_cast<int>(ErrorCode::kInvalidRequest)) << strange;
  }
  client.notify("textDocument/didChange", {{"textDocument", 3}});
  client.notify("no/such", {});
  client.run();
  EXPECT_TRUE(client.request("shutdown", {}).contains("result"));
  EXPECT_EQ(code_of(client.request("textDocument/hover", {})), static_cast<int>(ErrorCode::kInvalidRequest));
  client.notify("exit", {});
  client.run();
  EXPECT_TRUE(client.server().has_exited());
  EXPECT_EQ(client.server().exit_status(), 0);
}

TEST(Server, ACancelledRequestIsNotHandled) {
  Client client;
  client.open("name: demo\ngrid: [8]\nfields: {t: {}}\nupdate:\n  - t: t[-1]\n");
  const std::size_t before = client.received.size();
  for (const int id : {101, 102}) {
    client.server().receive(
        {{{"id", id}, {"method", "textDocument/documentSymbol"}, {"params", {{"textDocument", {{"uri", kUri}}}}}}, ""});
  }
  client.notify("$/cancelRequest", {{"id", 101}});
  client.notify("$/cancelRequest", {{"id", 999}});
  client.run();
  ASSERT_EQ(client.received.size(), before + 2);
  for (std::size_t i = before; i < client.received.size(); ++i) {
    const bool is_cancelled = client.received[i]["id"] == 101;
    EXPECT_EQ(code_of(client.received[i]), is_cancelled ? static_cast<int>(ErrorCode::kCancelled) : 0);
  }
}

TEST(Server, AHugeTextIsADiagnostic) {
  Client client;
  client.open("grid: [8]\n" + std::string(std::size_t{2} << 20, '#'));
  ASSERT_EQ(client.diagnostics().size(), 1U);
  EXPECT_EQ(client.diagnostics()[0]["code"], "RG0103");
}

/// Mutations of a description and every request at random places: nothing but results and errors of the protocol comes.
TEST(Server, SurvivesRandomTexts) {
  const std::string good =
      "name: demo\ngrid: [8, 8]\nfields:\n  t: {boundary: {x: wrap}}\n  u: {}\nparams: {k: 0.5}\nfunctions:\n  f(a, "
      "b): a*b\n"
      "update:\n  - d: add(i in 0..2: t[i,0; x=edge])\n  - t: {expr: \"f(d, k) + u\", border: keep}\n  - u: t > 0 ? u "
      ": 1\n"
      "hardware: {steps: 2, board: kcu105}\n";
  std::mt19937 random(7);
  Client client;
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const std::string bytes = "\n\r\t {}[]():,;|>-#\"'&*!%@`\xC3\xA9\xF0\x9F\x98\x80\xFFxk0";
  int internal = 0;
  for (int round = 0; round < 300; ++round) {
    std::string text = good;
    for (std::size_t i = below(6); i > 0; --i) {
      const std::size_t at = below(text.size());
      if (below(2) == 0)
        text.erase(at, below(20));
      else
        text.insert(at, 1, bytes[below(bytes.size())]);
    }
    client.open(text);
    json params = {{"textDocument", {{"uri", kUri}}},
                   {"position", {{"line", below(20)}, {"character", below(60)}}},
                   {"newName", "z"},
                   {"range", {{"start", {{"line", 0}, {"character", 0}}}, {"end", {{"line", 20}, {"character", 0}}}}},
                   {"context", json::object()}};
    for (const char* method :
         {"textDocument/hover", "textDocument/completion", "textDocument/definition", "textDocument/references",
          "textDocument/prepareRename", "textDocument/rename", "textDocument/documentSymbol"}) {
      if (code_of(client.request(method, params)) == static_cast<int>(ErrorCode::kInternal)) ++internal;
    }
    if (round % 10 == 0) client.request("textDocument/codeAction", params);
  }
  EXPECT_EQ(internal, 0);
  for (const json& message : client.received) EXPECT_NE(message.value("method", ""), "window/logMessage") << message;
}

}  // namespace
}  // namespace rtlgen::test
