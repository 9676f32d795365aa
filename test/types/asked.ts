import * as parser from "@typescript-eslint/parser";
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { Linter } from "eslint";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { findNativeFacts } from "../../rules/dist/types/native/native-facts.js";
import { findServicesFacts } from "../../rules/dist/types/parser-services.js";
import type { TypeFacts } from "../../rules/dist/types/type-facts.js";
import { nodeModules } from "../kit/project.js";
import { isWhole } from "../kit/scope.js";

/** Who answers: typescript-eslint's parser services, or the native checker of a package. */
export type Provider = "services" | "typescript-7" | "typescript-7-1";

/** All of them, or the one that most projects have. */
export const PROVIDERS: readonly Provider[] = isWhole ? ["services", "typescript-7", "typescript-7-1"] : ["services"];

type Ask<A> = (facts: TypeFacts, node: TSESTree.Node) => A;

const NATIVE_PACKAGES = {
  "node_modules/typescript-7": join(nodeModules, "typescript-7"),
  "node_modules/typescript-7-1": join(nodeModules, "typescript-7-1"),
};

/** A project on disk, in a folder of its own outside of this repository. */
export class TestProject {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "error-contract-types-")));
  /** Who answers the questions that follow. */
  provider: Provider = "services";

  constructor(files: Readonly<Record<string, string>>, links: Readonly<Record<string, string>> = {}) {
    for (const [name, text] of Object.entries(files)) this.write(name, text);
    for (const [name, target] of Object.entries({ ...NATIVE_PACKAGES, ...links })) {
      mkdirSync(dirname(this.path(name)), { recursive: true });
      symlinkSync(resolve(this.folder, target), this.path(name), "junction");
    }
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), text);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }

  /**
   * Lints the code as one of the project's files, and asks about each node that follows a question mark in a comment.
   */
  ask<A>(code: string, ask: Ask<A>, file = "case.ts"): A[] {
    const answers: A[] = [];
    this.lint(code, file, (sourceCode) => {
      const facts = this.#facts(sourceCode, file);
      if (!facts) throw new Error("The code was linted without types.");
      answers.push(...markedNodes(sourceCode).map((node) => ask(facts, node)));
    });
    return answers;
  }

  /** Asks a question about the one marked node. */
  askOne<A>(code: string, ask: Ask<A>, file?: string): A {
    const answers = this.ask(code, ask, file);
    if (answers.length !== 1) throw new Error(`${answers.length} nodes are marked.`);
    return answers[0] as A;
  }

  /** Asks a question about the file rather than a node. */
  askFile<A>(ask: (facts: TypeFacts) => A, code = "", file?: string): A {
    return this.askOne(`${code}\n/* ? */ 0;`, ask, file);
  }

  #facts(sourceCode: TSESLint.SourceCode, file: string): TypeFacts | undefined {
    if (this.provider === "services") return findServicesFacts(sourceCode);
    return findNativeFacts(this.path(file), sourceCode, { package: this.provider, timeout: 60 });
  }

  private lint(code: string, file: string, inspect: (sourceCode: TSESLint.SourceCode) => void): void {
    const listen = (context: { readonly sourceCode: unknown }) => ({
      Program: () => inspect(context.sourceCode as TSESLint.SourceCode),
    });
    const config = {
      files: ["**/*.*"],
      languageOptions: {
        parser,
        parserOptions: this.provider === "services" ? { projectService: true, tsconfigRootDir: this.folder } : {},
      },
      plugins: { test: { rules: { ask: { create: listen } } } },
      rules: { "test/ask": "error" },
    };
    const linter = new Linter({ cwd: this.folder });
    const problems = linter.verify(code, [config as Linter.Config], { filename: this.path(file) });
    if (problems[0]) throw new Error(problems[0].message);
  }
}

function markedNodes(sourceCode: TSESLint.SourceCode): TSESTree.Node[] {
  return sourceCode
    .getAllComments()
    .filter(({ value }) => value === " ? ")
    .map((comment) => outermostNode(sourceCode, sourceCode.getTokenAfter(comment)?.range[0] ?? -1));
}

/** The largest expression, type or declaration that begins there. */
function outermostNode(sourceCode: TSESLint.SourceCode, start: number): TSESTree.Node {
  let node = sourceCode.getNodeByRangeIndex(start)!;
  while (node.parent?.range[0] === start && !/Statement|Program|Property$|Declarat(?:or|ion)$/.test(node.parent.type)) {
    node = node.parent;
  }
  return node;
}
