// Every shipped stencil in the server: no diagnostics, and names and nodes at every place.
#include <filesystem>
#include <fstream>
#include <sstream>

#include "client.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> shipped() {
  std::vector<fs::path> out;
  for (const auto& entry : fs::directory_iterator(source_folder() + "/configs")) {
    if (entry.path().extension() == ".yaml") out.push_back(entry.path());
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream out;
  out << file.rdbuf();
  return out.str();
}

TEST(Shipped, HaveNoDiagnostics) {
  ASSERT_GT(shipped().size(), 40U);
  for (const fs::path& path : shipped()) {
    Client client;
    const std::string uri = lsp::uri_of_path(path.string());
    client.open(text_of(path), uri);
    EXPECT_EQ(client.diagnostics(uri), json::array()) << path;
  }
}

/// A step for a text, one for its diagnostics and one for its plan: work does not pile up.
TEST(Shipped, TakeThreeSteps) {
  for (const fs::path& path : shipped()) {
    Client client;
    const int before = client.steps;
    client.open(text_of(path), lsp::uri_of_path(path.string()));
    EXPECT_EQ(client.steps - before, 3) << path;
  }
}

TEST(Shipped, HaveFieldsAndLinesAsSymbols) {
  for (const fs::path& path : shipped()) {
    Client client;
    const std::string uri = lsp::uri_of_path(path.string());
    client.open(text_of(path), uri);
    const json symbols = client.result("textDocument/documentSymbol", {{"textDocument", {{"uri", uri}}}});
    EXPECT_GE(symbols.size(), 2U) << path;
  }
}

/// Every name that is a field's in one place is the same one everywhere: renaming it and back gives the same text.
TEST(Shipped, FieldsCanBeRenamedAndBack) {
  for (const fs::path& path : shipped()) {
    const std::string text = text_of(path);
    const std::string uri = lsp::uri_of_path(path.string());
    Client client;
    client.open(text, uri);
    json first;
    for (const json& symbol : client.result("textDocument/documentSymbol", {{"textDocument", {{"uri", uri}}}})) {
      if (first.is_null() && symbol["detail"] == "field") first = symbol;
    }
    ASSERT_FALSE(first.is_null()) << path;
    const auto rename = [&](const std::string& from, const std::string& name) {
      client.open(from, uri);
      const json response =
          client.request("textDocument/rename",
                         {{"textDocument", {{"uri", uri}}}, {"position", first["range"]["start"]}, {"newName", name}});
      EXPECT_TRUE(response.contains("result")) << path << response;
      return response.contains("result") ? Client::edited(from, response["result"], uri) : from;
    };
    const std::string renamed = rename(text, "zzz9");
    EXPECT_NE(renamed, text) << path;
    EXPECT_EQ(rename(renamed, first["name"]), text) << path;
  }
}

}  // namespace
}  // namespace rtlgen::test
