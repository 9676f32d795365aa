import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { dirname, resolve } from "node:path";
import { getFileContract } from "../contract/file-contract.js";
import type { LintContext } from "../contract/lint-context.js";
import { listModuleFiles } from "../modules/module-file.js";
import { openFile } from "../modules/open-file.js";
import {
  type Workspace,
  findWorkspace,
  isTestFile,
  listImportingFiles,
  printLine,
} from "../modules/workspace-files.js";
import { collectNodes } from "../syntax/nodes.js";

/** The uses of a function of another file in one file. */
interface UsesElsewhere {
  readonly lint: LintContext;
  readonly names: readonly TSESTree.Node[];
}

/** The uses of a function in all other files of the workspace that have its name. */
interface AllUsesElsewhere {
  readonly files: readonly UsesElsewhere[];
  /** The first line of each test that has it. */
  readonly tests: readonly string[];
}

/**
 * Lists the uses of an exported function in other files; `undefined` where one has its name other than by an import.
 */
export function listUsesElsewhere(name: string, lint: LintContext): AllUsesElsewhere | undefined {
  const { filename, parser, context } = lint;
  const workspace = findWorkspace(filename);
  if (!workspace?.isComplete) return undefined;
  const importing = listImportingFiles(filename, workspace);
  const pattern = new RegExp(String.raw`(?<![\w$])${name.replaceAll("$", String.raw`\$`)}(?![\w$])`);
  const uses: UsesElsewhere[] = [];
  const tests: string[] = [];
  for (const file of workspace.files.values()) {
    const index = file.path === filename ? -1 : file.text.search(pattern);
    if (index < 0) continue;
    if (isTestFile(file.path, workspace.root)) {
      tests.push(printLine(file, index, workspace));
      continue;
    }
    const sourceCode = openFile(file, parser);
    if (!sourceCode) return undefined;
    const isOurs = (specifier: string) => mayMean(specifier, file.path, filename, importing, workspace);
    const names = listImportedUses(name, sourceCode, isOurs);
    if (!names) return undefined;
    const other = Object.create(context, {
      filename: { value: file.path },
      sourceCode: { value: sourceCode },
    }) as LintContext["context"];
    const contract = getFileContract(other);
    uses.push({ lint: { context: other, sourceCode, filename: file.path, contract, facts: undefined, parser }, names });
  }
  return { files: uses, tests };
}

/** Returns whether a specifier may mean a file, or one that exports what the file does. */
function mayMean(
  specifier: string,
  from: string,
  filename: string,
  importing: ReadonlySet<string>,
  { files }: Workspace,
): boolean {
  if (!specifier.startsWith(".")) return importing.has(from);
  const file = listModuleFiles(resolve(dirname(from), specifier)).find((each) => files.has(each));
  return file !== undefined && (file === filename || importing.has(file));
}

/** Lists the references to what a file imports by a name; `undefined` where the name may mean it in another way. */
function listImportedUses(
  name: string,
  sourceCode: TSESLint.SourceCode,
  isOurs: (specifier: string) => boolean,
): readonly TSESTree.Node[] | undefined {
  const uses: TSESTree.Node[] = [];
  for (const node of collectNodes(sourceCode, sourceCode.ast)) {
    if (node.type !== "Identifier" || node.name !== name) continue;
    const { parent } = node;
    if (parent.type === "ImportSpecifier") {
      const { source } = parent.parent as TSESTree.ImportDeclaration;
      if (parent.imported !== node || !isOurs(source.value)) continue;
      const [variable] = sourceCode.getDeclaredVariables(parent);
      uses.push(...(variable?.references.map(({ identifier }) => identifier) ?? []));
    } else if (mayBeMember(node, parent)) return undefined;
  }
  return uses;
}

/** `api.name(...)`, `const { name } = await import("./api.js")`; `export { name } from "./api.js"` is followed. */
function mayBeMember(node: TSESTree.Identifier, parent: TSESTree.Node): boolean {
  if (parent.type === "MemberExpression") return parent.property === node && !parent.computed;
  return parent.type === "Property" && parent.parent.type === "ObjectPattern" && parent.key === node;
}
