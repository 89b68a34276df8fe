// A scripted editor: opens texts in a server of this process, and asks at places that a text marks with `|`.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lsp/server.hpp"
#include "lsp/text.hpp"

namespace rtlgen::test {

using nlohmann::json;

inline constexpr const char* kUri = "file:///stencils/demo.yaml";

class Client {
 public:
  Client() { request("initialize", {{"capabilities", json::object()}}); }

  /// Sends a request and returns its whole response; what is published meanwhile is kept.
  json request(const std::string& method, json params) {
    const int id = ++ids_;
    server_.receive({{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}}, ""});
    run();
    const auto found = std::find_if(received.begin(), received.end(),
                                    [&](const json& m) { return m.contains("id") && m["id"] == id; });
    EXPECT_NE(found, received.end()) << method;
    return found == received.end() ? json() : *found;
  }

  json result(const std::string& method, json params) {
    const json whole = request(method, std::move(params));
    EXPECT_TRUE(whole.contains("result")) << whole;
    return whole.contains("result") ? whole["result"] : json();
  }

  void notify(const std::string& method, json params) {
    server_.receive({{{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}}, ""});
  }

  void open(const std::string& text, const std::string& uri = kUri) {
    notify("textDocument/didOpen",
           {{"textDocument", {{"uri", uri}, {"languageId", "yaml"}, {"version", 1}, {"text", text}}}});
    run();
  }

  /// Opens a text without its mark, which becomes the place of what follows.
  void open_marked(std::string text) {
    const std::size_t at = text.find('|');
    EXPECT_NE(at, std::string::npos);
    text.erase(at, 1);
    place_ = lsp::Text(text).position_of(at);
    text_ = text;
    open(text);
  }

  json here() const {
    return {{"textDocument", {{"uri", kUri}}}, {"position", {{"line", place_.line}, {"character", place_.character}}}};
  }

  /// The diagnostics that were published last.
  json diagnostics(const std::string& uri = kUri) const {
    for (auto m = received.rbegin(); m != received.rend(); ++m) {
      if (m->value("method", "") == "textDocument/publishDiagnostics" && (*m)["params"]["uri"] == uri)
        return (*m)["params"]["diagnostics"];
    }
    ADD_FAILURE() << "nothing was published";
    return json::array();
  }

  std::string hover() {
    const json found = result("textDocument/hover", here());
    return found.is_null() ? "" : found["contents"]["value"].get<std::string>();
  }

  std::vector<std::string> completions() {
    std::vector<std::string> labels;
    for (const json& item : result("textDocument/completion", here())) labels.push_back(item["label"]);
    return labels;
  }

  /// The text with the edits of a WorkspaceEdit.
  static std::string edited(const std::string& text, const json& edit, const std::string& uri = kUri) {
    std::vector<std::pair<lsp::Span, std::string>> edits;
    const lsp::Text from(text);
    const auto position = [](const json& p) { return lsp::Position{p["line"], p["character"]}; };
    for (const json& e : edit["changes"][uri])
      edits.emplace_back(from.span_of(lsp::Range{position(e["range"]["start"]), position(e["range"]["end"])}),
                         e["newText"]);
    std::sort(edits.begin(), edits.end(), [](const auto& a, const auto& b) { return a.first.begin > b.first.begin; });
    std::string out = text;
    for (const auto& [span, with] : edits) out.replace(span.begin, span.end - span.begin, with);
    return out;
  }

  void run() {
    while (server_.has_work()) {
      ++steps;
      for (json& message : server_.step()) received.push_back(std::move(message));
    }
  }

  lsp::Server& server() { return server_; }
  [[nodiscard]] const std::string& text() const { return text_; }

  std::vector<json> received;
  int steps = 0;

 private:
  lsp::Server server_{"1.2.3"};
  int ids_ = 0;
  std::string text_;
  lsp::Position place_;
};

}  // namespace rtlgen::test
