// The client of `kerf lsp`: sends texts, shows what comes back. Uses nothing but the API of the editor.
"use strict";

const vscode = require("vscode");
const { Connection } = require("./connection");
const providers = require("./providers");

let connection = null;
let ready = Promise.resolve();
let diagnostics = null;
let log = null;

function isModelica(document) {
  return document.languageId === "modelica";
}

function identifier(document) {
  return { uri: document.uri.toString() };
}

function open(document) {
  if (!isModelica(document)) return;
  connection.notify("textDocument/didOpen", {
    textDocument: {
      ...identifier(document),
      languageId: "modelica",
      version: document.version,
      text: document.getText(),
    },
  });
}

function change(event) {
  if (!isModelica(event.document) || event.contentChanges.length === 0) return;
  connection.notify("textDocument/didChange", {
    textDocument: { ...identifier(event.document), version: event.document.version },
    contentChanges: event.contentChanges.map((part) => ({
      range: providers.toRange(part.range),
      text: part.text,
    })),
  });
}

function take(method, params) {
  if (method !== "textDocument/publishDiagnostics") return;
  diagnostics.set(vscode.Uri.parse(params.uri), params.diagnostics.map(providers.fromDiagnostic));
}

function start() {
  const settings = vscode.workspace.getConfiguration("kerf");
  const args = ["lsp", "--pause", String(settings.get("pause"))];
  const mine = new Connection(settings.get("path"), args, take, (why) => {
    if (connection !== mine) return;
    log.appendLine(`kerf lsp has ended: ${why}`);
    vscode.window.showErrorMessage(`The language server \`${settings.get("path")} lsp\` has ended (${why}).`);
  });
  connection = mine;
  const folders = (vscode.workspace.workspaceFolders || []).map((folder) => ({
    uri: folder.uri.toString(),
    name: folder.name,
  }));
  ready = mine
    .request("initialize", {
      processId: process.pid,
      rootUri: folders.length > 0 ? folders[0].uri : null,
      workspaceFolders: folders,
      capabilities: {},
      initializationOptions: { libraries: settings.get("libraries") },
    })
    .then(() => {
      mine.notify("initialized", {});
      vscode.workspace.textDocuments.forEach(open);
    })
    .catch((error) => log.appendLine(error.message));
}

function stop() {
  const old = connection;
  connection = null;
  if (!old) return Promise.resolve();
  diagnostics.clear();
  const ended = old.request("shutdown", null).catch(() => null);
  return ended.then(() => old.notify("exit", null));
}

async function ask(method, params, token) {
  await ready;
  if (!connection) return null;
  return connection.request(method, params, token).catch(() => null);
}

function activate(context) {
  diagnostics = vscode.languages.createDiagnosticCollection("kerf");
  log = vscode.window.createOutputChannel("Kerf");
  start();
  const running = (handle) => (argument) => connection && handle(argument);
  context.subscriptions.push(
    diagnostics,
    log,
    vscode.workspace.onDidOpenTextDocument(running(open)),
    vscode.workspace.onDidChangeTextDocument(running(change)),
    vscode.workspace.onDidSaveTextDocument(
      running((document) => {
        if (isModelica(document)) connection.notify("textDocument/didSave", { textDocument: identifier(document) });
      })
    ),
    vscode.workspace.onDidCloseTextDocument(
      running((document) => {
        if (isModelica(document)) connection.notify("textDocument/didClose", { textDocument: identifier(document) });
      })
    ),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("kerf")) stop().then(start);
    }),
    vscode.commands.registerCommand("kerf.restart", () => stop().then(start)),
    ...providers.register(ask)
  );
}

module.exports = { activate, deactivate: stop };
