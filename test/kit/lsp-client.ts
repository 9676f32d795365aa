import { spawn, type ChildProcess } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";

const require = createRequire(import.meta.url);

interface Position {
  readonly line: number;
  readonly character: number;
}

interface TextEdit {
  readonly range: { readonly start: Position; readonly end: Position };
  readonly newText: string;
}

interface WorkspaceEdit {
  readonly documentChanges: readonly { readonly textDocument: { readonly uri: string }; readonly edits: TextEdit[] }[];
}

/** A squiggle. */
export interface Diagnostic {
  readonly code: string;
  readonly source: string;
  readonly message: string;
  readonly range: TextEdit["range"];
  readonly codeDescription?: { readonly href: string };
}

/** An entry of the light bulb's menu. */
export interface CodeAction {
  readonly title: string;
  readonly kind: string;
  readonly command?: { readonly command: string; readonly arguments: unknown[] };
  readonly edit?: WorkspaceEdit;
}

interface OpenFile {
  text: string;
  version: number;
}

// What VS Code answers when nobody has changed a setting.
const SETTINGS = {
  validate: "on",
  packageManager: "npm",
  useESLintClass: true,
  useFlatConfig: true,
  experimental: { useFlatConfig: false },
  codeAction: {
    disableRuleComment: { enable: true, location: "separateLine", commentStyle: "line" },
    showDocumentation: { enable: true },
  },
  codeActionOnSave: { mode: "all" },
  format: false,
  quiet: false,
  onIgnoredFiles: "off",
  options: {},
  rulesCustomizations: [],
  run: "onType",
  problems: { shortenToSingleLine: false },
  nodePath: null,
};

/** An editor with one folder, which talks to the ESLint server of VS Code over stdio. */
export class Editor {
  readonly #folder: string;
  readonly #server: ChildProcess;
  readonly #connection;
  readonly #files = new Map<string, OpenFile>();

  private constructor(folder: string) {
    this.#folder = folder;
    const main = require.resolve("vscode-langservers-extracted/bin/vscode-eslint-language-server");
    this.#server = spawn(process.execPath, [main, "--stdio"], { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
    if (!this.#server.stdout || !this.#server.stdin) throw new Error("the server has no pipes");
    this.#connection = createMessageConnection(
      new StreamMessageReader(this.#server.stdout),
      new StreamMessageWriter(this.#server.stdin),
    );
  }

  static async start(folder: string): Promise<Editor> {
    const editor = new Editor(folder);
    const connection = editor.#connection;
    const uri = pathToFileURL(folder).href;
    const workspaceFolder = { uri, name: path.basename(folder) };

    connection.onRequest("workspace/configuration", ({ items }: { items: unknown[] }) =>
      items.map(() => ({ ...SETTINGS, workspaceFolder, workingDirectory: { directory: folder } })),
    );
    connection.onRequest("workspace/applyEdit", ({ edit }: { edit: WorkspaceEdit }) => {
      editor.#apply(edit);
      return { applied: true };
    });
    // Registrations and progress.
    connection.onRequest(() => null);
    connection.listen();

    await connection.sendRequest("initialize", {
      processId: process.pid,
      rootUri: uri,
      workspaceFolders: [workspaceFolder],
      capabilities: {
        workspace: {
          applyEdit: true,
          configuration: true,
          workspaceFolders: true,
          workspaceEdit: { documentChanges: true },
        },
        textDocument: {
          codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "source.fixAll"] } } },
          publishDiagnostics: { codeDescriptionSupport: true },
          diagnostic: {},
        },
      },
    });
    await connection.sendNotification("initialized", {});
    return editor;
  }

  async open(name: string): Promise<void> {
    const text = fs.readFileSync(path.join(this.#folder, name), "utf8");
    this.#files.set(this.#uri(name), { text, version: 1 });
    await this.#connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri: this.#uri(name), languageId: "javascript", version: 1, text },
    });
  }

  /** Types a new text, without saving it. */
  async edit(name: string, text: string): Promise<void> {
    await this.#change(this.#uri(name), text);
  }

  text(name: string): string {
    return this.#file(this.#uri(name)).text;
  }

  async diagnostics(name: string): Promise<readonly Diagnostic[]> {
    const textDocument = { uri: this.#uri(name) };
    const report = await this.#connection.sendRequest<{ items: Diagnostic[] }>("textDocument/diagnostic", {
      textDocument,
    });
    return report.items;
  }

  /** The light bulb's menu at a squiggle. */
  async quickFixes(name: string, diagnostic: Diagnostic): Promise<readonly CodeAction[]> {
    return this.#codeActions(name, diagnostic.range, { diagnostics: [diagnostic] });
  }

  /** The actions that `"editor.codeActionsOnSave": { "source.fixAll.eslint": "explicit" }` runs. */
  async fixAllActions(name: string): Promise<readonly CodeAction[]> {
    const start = { line: 0, character: 0 };
    return this.#codeActions(name, { start, end: start }, { diagnostics: [], only: ["source.fixAll.eslint"] });
  }

  async run({ command, edit }: CodeAction): Promise<void> {
    if (edit) this.#apply(edit);
    if (command) await this.#connection.sendRequest("workspace/executeCommand", command);
  }

  /** Ends the server and returns its exit code. */
  async close(): Promise<number | null> {
    const exit = new Promise<number | null>((resolve) => this.#server.once("exit", (code) => resolve(code)));
    await this.#connection.sendRequest("shutdown");
    await this.#connection.sendNotification("exit");
    const code = await exit;
    this.#connection.dispose();
    return code;
  }

  #uri(name: string): string {
    return pathToFileURL(path.join(this.#folder, name)).href;
  }

  #file(uri: string): OpenFile {
    const file = this.#files.get(uri);
    if (!file) throw new Error(`${uri} is not open`);
    return file;
  }

  #codeActions(name: string, range: TextEdit["range"], context: object): Promise<readonly CodeAction[]> {
    return this.#connection.sendRequest("textDocument/codeAction", {
      textDocument: { uri: this.#uri(name) },
      range,
      context,
    });
  }

  #apply({ documentChanges }: WorkspaceEdit): void {
    for (const { textDocument, edits } of documentChanges) {
      void this.#change(textDocument.uri, edited(this.#file(textDocument.uri).text, edits));
    }
  }

  #change(uri: string, text: string): Promise<void> {
    const file = this.#file(uri);
    file.text = text;
    file.version += 1;
    return this.#connection.sendNotification("textDocument/didChange", {
      textDocument: { uri, version: file.version },
      contentChanges: [{ text }],
    });
  }
}

function edited(text: string, edits: readonly TextEdit[]): string {
  const lines = text.split("\n");
  const offsetOf = ({ line, character }: Position) =>
    lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0) + character;
  return edits
    .map(({ range, newText }) => ({ start: offsetOf(range.start), end: offsetOf(range.end), newText }))
    .sort((one, other) => other.start - one.start)
    .reduce((result, { start, end, newText }) => result.slice(0, start) + newText + result.slice(end), text);
}
