// The server with the client library that VS Code itself uses, and the grammar with VS Code's tokenizer.
// Usage: node test/client.js RTLGEN
const assert = require("assert");
const { spawn } = require("child_process");
const fs = require("fs");
const path = require("path");
const { createProtocolConnection, StreamMessageReader, StreamMessageWriter } = require("vscode-languageserver-protocol/node");
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");

const uri = "file:///stencils/demo.yaml";
const faulty = "name: demo\ngrid: [8]\nfields: {temp: {}}\nupdate:\n  - temp: tmep[-1] + 1\n";

async function server(program) {
  const process_ = spawn(program, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
  const exited = new Promise((resolve) => process_.on("exit", resolve));
  const connection = createProtocolConnection(new StreamMessageReader(process_.stdout), new StreamMessageWriter(process_.stdin));
  const published = [];
  let wake = () => {};
  connection.onNotification("textDocument/publishDiagnostics", (params) => { published.push(params); wake(); });
  connection.listen();
  const until = async (good) => {
    while (!published.some(good)) await new Promise((resolve) => { wake = resolve; });
    return published.find(good);
  };
  const started = await connection.sendRequest("initialize", { processId: null, rootUri: null, capabilities: {} });
  assert.strictEqual(started.serverInfo.name, "rtlgen");
  connection.sendNotification("initialized", {});
  connection.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId: "yaml", version: 1, text: faulty } });
  const first = await until((p) => p.version === 1);
  assert.strictEqual(first.diagnostics[0].code, "RG0303");
  const actions = await connection.sendRequest("textDocument/codeAction",
    { textDocument: { uri }, range: first.diagnostics[0].range, context: { diagnostics: first.diagnostics } });
  const edit = actions[0].edit.changes[uri][0];
  assert.strictEqual(edit.newText, "temp");
  connection.sendNotification("textDocument/didChange",
    { textDocument: { uri, version: 2 }, contentChanges: [{ range: edit.range, text: edit.newText }] });
  assert.deepStrictEqual((await until((p) => p.version === 2)).diagnostics, []);
  const hover = await connection.sendRequest("textDocument/hover", { textDocument: { uri }, position: { line: 4, character: 11 } });
  assert.match(hover.contents.value, /state field/);
  const items = await connection.sendRequest("textDocument/completion", { textDocument: { uri }, position: { line: 4, character: 10 } });
  assert(items.some((item) => item.label === "temp"));
  await connection.sendRequest("shutdown");
  connection.sendNotification("exit");
  assert.strictEqual(await exited, 0);
}

async function grammar() {
  const wasm = fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({ createOnigScanner: (p) => new oniguruma.OnigScanner(p), createOnigString: (s) => new oniguruma.OnigString(s) }),
    loadGrammar: async (scope) => {
      const file = scope === "source.yaml" ? "yaml.tmLanguage.json" : "../syntaxes/expressions.tmLanguage.json";
      return textmate.parseRawGrammar(fs.readFileSync(path.join(__dirname, file), "utf8"), file);
    },
    getInjections: (scope) => (scope === "source.yaml" ? ["rtlgen.expression.injection"] : undefined),
  });
  const yaml = await registry.loadGrammar("source.yaml");
  const scopes = (line, word) => {
    const at = line.indexOf(word);
    const token = yaml.tokenizeLine(line, textmate.INITIAL).tokens.find((t) => t.startIndex <= at && at < t.endIndex);
    return token.scopes.join(" ");
  };
  assert.match(scopes("  - t: temp[-1,0] + k*sqrt(u)", "temp"), /field\.rtlgen/);
  assert.match(scopes("  - t: temp[-1,0] + k*sqrt(u)", "sqrt"), /support\.function\.rtlgen/);
  assert.match(scopes("  - t: \"temp[-1; x=wrap] > 0 ? 1 : 0\"", "wrap"), /boundary\.rtlgen/);
  assert.match(scopes("  - t: uint8(temp)", "uint8"), /storage\.type\.rtlgen/);
  assert.match(scopes("  - t: f(a) + temp", "+"), /operator\.rtlgen/);
  // The control: a comment and a key are none of it.
  assert.doesNotMatch(scopes("# temp[-1]", "temp"), /rtlgen/);
  assert.doesNotMatch(scopes("  temp: 1", "temp"), /field\.rtlgen/);
}

async function main() {
  await server(process.argv[2] || "rtlgen");
  await grammar();
  console.log("passed");
}

main().catch((fault) => { console.error(fault); process.exit(1); });
