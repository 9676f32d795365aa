import { spawn, type ChildProcess } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";
import { oxlintMain } from "./oxlint.js";

const require = createRequire(import.meta.url);

/** The language servers that an editor may have for JavaScript, as commands of Node. */
const SERVERS = {
  eslint: [require.resolve("vscode-langservers-extracted/bin/vscode-eslint-language-server"), "--stdio"],
  oxlint: [oxlintMain, "--lsp"],
};
const FIX_ALL = { eslint: "source.fixAll.eslint", oxlint: "source.fixAll.oxc" };

type Server = keyof typeof SERVERS;

interface Position {
  readonly line: number;
  readonly character: number;
}

interface TextEdit {
  readonly range: { readonly start: Position; readonly end: Position };
  readonly newText: string;
}

/** By document, in the newer form or the older. */
interface WorkspaceEdit {
  readonly documentChanges?: readonly { readonly textDocument: { readonly uri: string }; readonly edits: TextEdit[] }[];
  readonly changes?: Readonly<Record<string, TextEdit[]>>;
}

/** A squiggle. */
export interface Diagnostic {
  readonly code: string;
  readonly source: string;
  readonly message: string;
  readonly range: TextEdit["range"];
  readonly codeDescription?: { readonly href: string };
}

interface Published {
  readonly uri: string;
  readonly version?: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** An entry of the light bulb's menu. */
export interface CodeAction {
  readonly title: string;
  readonly kind: string;
  readonly isPreferred?: boolean;
  readonly command?: { readonly command: string; readonly arguments: unknown[] };
  readonly edit?: WorkspaceEdit;
}

interface OpenFile {
  text: string;
  version: number;
  /** What the server says of this text without being asked, and where that is awaited. */
  published: Promise<readonly Diagnostic[]>;
  publish: (diagnostics: readonly Diagnostic[]) => void;
}

function openFile(text: string, version: number): OpenFile {
  let publish: OpenFile["publish"] = () => undefined;
  const published = new Promise<readonly Diagnostic[]>((resolve) => (publish = resolve));
  return { text, version, published, publish };
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

/** An editor with one folder, which talks over stdio to the ESLint server of VS Code, or to that of oxlint. */
export class Editor {
  readonly #folder: string;
  readonly #name: Server;
  readonly #server: ChildProcess;
  readonly #connection;
  readonly #files = new Map<string, OpenFile>();

  private constructor(folder: string, name: Server) {
    this.#folder = folder;
    this.#name = name;
    this.#server = spawn(process.execPath, SERVERS[name], { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
    if (!this.#server.stdout || !this.#server.stdin) throw new Error("the server has no pipes");
    this.#connection = createMessageConnection(
      new StreamMessageReader(this.#server.stdout),
      new StreamMessageWriter(this.#server.stdin),
    );
  }

  static async start(folder: string, name: Server = "eslint"): Promise<Editor> {
    const editor = new Editor(folder, name);
    const connection = editor.#connection;
    const uri = pathToFileURL(folder).href;
    const workspaceFolder = { uri, name: path.basename(folder) };

    connection.onRequest("workspace/configuration", ({ items }: { items: unknown[] }) =>
      items.map(() =>
        name === "eslint" ? { ...SETTINGS, workspaceFolder, workingDirectory: { directory: folder } } : null,
      ),
    );
    connection.onRequest("workspace/applyEdit", ({ edit }: { edit: WorkspaceEdit }) => {
      editor.#apply(edit);
      return { applied: true };
    });
    connection.onNotification("textDocument/publishDiagnostics", ({ uri, version, diagnostics }: Published) => {
      const file = editor.#files.get(uri);
      // What is said of a text that has been changed since is late. oxlint gives no version where it says what was
      // opened.
      if (file?.version === (version ?? 1)) file.publish(diagnostics);
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
    this.#files.set(this.#uri(name), openFile(text, 1));
    await this.#connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri: this.#uri(name), languageId: "javascript", version: 1, text },
    });
    // A change that overtakes the first answer would have no answer of its own.
    if (this.#name === "oxlint") await this.diagnostics(name);
  }

  /** Types a new text, without saving it. */
  async edit(name: string, text: string): Promise<void> {
    await this.#change(this.#uri(name), text);
  }

  text(name: string): string {
    return this.#file(this.#uri(name)).text;
  }

  async diagnostics(name: string): Promise<readonly Diagnostic[]> {
    if (this.#name === "oxlint") return this.#file(this.#uri(name)).published;
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

  /**
   * The actions that `"editor.codeActionsOnSave": { "source.fixAll.eslint": "explicit" }` runs, or `source.fixAll.oxc`.
   */
  async fixAllActions(name: string): Promise<readonly CodeAction[]> {
    const start = { line: 0, character: 0 };
    const end = { line: this.text(name).split("\n").length, character: 0 };
    return this.#codeActions(name, { start, end }, { diagnostics: [], only: [FIX_ALL[this.#name]] });
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

  #apply({ documentChanges = [], changes = {} }: WorkspaceEdit): void {
    for (const { textDocument, edits } of documentChanges) {
      void this.#change(textDocument.uri, edited(this.#file(textDocument.uri).text, edits));
    }
    for (const [uri, edits] of Object.entries(changes)) void this.#change(uri, edited(this.#file(uri).text, edits));
  }

  async #change(uri: string, text: string): Promise<void> {
    const version = this.#file(uri).version + 1;
    this.#files.set(uri, openFile(text, version));
    await this.#connection.sendNotification("textDocument/didChange", {
      textDocument: { uri, version },
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
