// From answers of the server to objects of the editor.
"use strict";

const vscode = require("vscode");

const selector = { language: "modelica" };

const toPosition = (position) => ({ line: position.line, character: position.character });
const toRange = (range) => ({ start: toPosition(range.start), end: toPosition(range.end) });
const fromRange = (range) =>
  new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character);
const fromLocation = (at) => new vscode.Location(vscode.Uri.parse(at.uri), fromRange(at.range));
const fromLocations = (all) => (all ? [].concat(all).map(fromLocation) : []);

function fromDiagnostic(given) {
  // Severities count from 1 in the protocol and from 0 here.
  const made = new vscode.Diagnostic(fromRange(given.range), given.message, given.severity - 1);
  made.code = given.code;
  made.source = given.source;
  made.relatedInformation = (given.relatedInformation || []).map(
    (note) => new vscode.DiagnosticRelatedInformation(fromLocation(note.location), note.message)
  );
  return made;
}

function fromItem(given) {
  // Kinds as well.
  const item = new vscode.CompletionItem(given.label, given.kind - 1);
  item.detail = given.detail;
  item.documentation = given.documentation;
  if (given.insertText) item.insertText = given.insertText;
  return item;
}

function fromSymbol(given) {
  const symbol = new vscode.DocumentSymbol(
    given.name,
    given.detail || "",
    given.kind - 1,
    fromRange(given.range),
    fromRange(given.selectionRange)
  );
  symbol.children = (given.children || []).map(fromSymbol);
  return symbol;
}

function fromSignatures(given) {
  const help = new vscode.SignatureHelp();
  help.activeSignature = given.activeSignature;
  help.activeParameter = given.activeParameter;
  help.signatures = given.signatures.map((one) => {
    const made = new vscode.SignatureInformation(one.label, one.documentation);
    made.parameters = one.parameters.map((p) => new vscode.ParameterInformation(p.label, p.documentation));
    return made;
  });
  return help;
}

// `ask(method, params, token)` gives the result of a request, or null.
function register(ask) {
  const at = (document, position) => ({
    textDocument: { uri: document.uri.toString() },
    position: toPosition(position),
  });
  const whole = (document) => ({ textDocument: { uri: document.uri.toString() } });
  const languages = vscode.languages;
  return [
    languages.registerHoverProvider(selector, {
      async provideHover(document, position, token) {
        const hover = await ask("textDocument/hover", at(document, position), token);
        if (!hover) return null;
        const text = new vscode.MarkdownString(hover.contents.value);
        return new vscode.Hover(text, hover.range ? fromRange(hover.range) : undefined);
      },
    }),
    languages.registerDefinitionProvider(selector, {
      async provideDefinition(document, position, token) {
        return fromLocations(await ask("textDocument/definition", at(document, position), token));
      },
    }),
    languages.registerTypeDefinitionProvider(selector, {
      async provideTypeDefinition(document, position, token) {
        return fromLocations(await ask("textDocument/typeDefinition", at(document, position), token));
      },
    }),
    languages.registerReferenceProvider(selector, {
      async provideReferences(document, position, context, token) {
        const params = { ...at(document, position), context: { includeDeclaration: context.includeDeclaration } };
        return fromLocations(await ask("textDocument/references", params, token));
      },
    }),
    languages.registerCompletionItemProvider(
      selector,
      {
        async provideCompletionItems(document, position, token) {
          const list = await ask("textDocument/completion", at(document, position), token);
          return list ? list.items.map(fromItem) : [];
        },
      },
      ".",
      "("
    ),
    languages.registerSignatureHelpProvider(
      selector,
      {
        async provideSignatureHelp(document, position, token) {
          const help = await ask("textDocument/signatureHelp", at(document, position), token);
          return help ? fromSignatures(help) : null;
        },
      },
      "(",
      ","
    ),
    languages.registerDocumentSymbolProvider(selector, {
      async provideDocumentSymbols(document, token) {
        const symbols = await ask("textDocument/documentSymbol", whole(document), token);
        return (symbols || []).map(fromSymbol);
      },
    }),
    languages.registerWorkspaceSymbolProvider({
      async provideWorkspaceSymbols(query, token) {
        const symbols = (await ask("workspace/symbol", { query }, token)) || [];
        return symbols.map(
          (one) =>
            new vscode.SymbolInformation(one.name, one.kind - 1, one.containerName, fromLocation(one.location))
        );
      },
    }),
    languages.registerDocumentFormattingEditProvider(selector, {
      async provideDocumentFormattingEdits(document, options, token) {
        const params = { ...whole(document), options };
        const edits = await ask("textDocument/formatting", params, token);
        return (edits || []).map((edit) => vscode.TextEdit.replace(fromRange(edit.range), edit.newText));
      },
    }),
  ];
}

module.exports = { register, toRange, fromDiagnostic };
