// Starts `rtlgen lsp` for YAML files; the server ignores files that are not stencil descriptions.
const { commands, window, workspace } = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

async function start() {
  const command = workspace.getConfiguration("rtlgen").get("path", "rtlgen");
  const run = { command, args: ["lsp"], transport: TransportKind.stdio };
  client = new LanguageClient("rtlgen", "rtlgen", { run, debug: run }, {
    documentSelector: [{ scheme: "file", language: "yaml" }, { scheme: "untitled", language: "yaml" }],
  });
  try {
    await client.start();
  } catch (fault) {
    client = undefined;
    window.showErrorMessage(`rtlgen: cannot start '${command} lsp' (${fault.message}). Set rtlgen.path to the program.`);
  }
}

async function stop() {
  const old = client;
  client = undefined;
  if (old) await old.stop();
}

async function activate(context) {
  const restart = async () => {
    await stop();
    await start();
  };
  context.subscriptions.push(commands.registerCommand("rtlgen.restart", restart));
  context.subscriptions.push(workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration("rtlgen.path")) restart();
  }));
  await start();
}

module.exports = { activate, deactivate: stop };
