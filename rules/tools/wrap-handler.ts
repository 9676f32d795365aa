import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";
import type { FileContract } from "../contract/file-contract.js";
import { addImport } from "../edits/add-import.js";
import { importBindings, planImport } from "../edits/plan-import.js";
import { quoted, sourceStyle } from "../edits/source-style.js";
import { exportedNode } from "../modules/exported-node.js";
import type { ModuleParser } from "../modules/parsed-module.js";

interface FileOfHandler {
  readonly contract: FileContract;
  readonly sourceCode: TSESLint.SourceCode;
  readonly filename: string;
  readonly parser: ModuleParser | null | undefined;
}

/** The edits that put the boundary around a handler. `undefined` where the file cannot import the boundary. */
export function wrapHandler(
  handler: TSESTree.Node,
  tool: string,
  file: FileOfHandler,
): TSESLint.ReportFixFunction | undefined {
  const { contract, sourceCode, filename } = file;
  const { boundary } = contract.data.vocabulary;
  // `{ async execute() {} }` is no expression that could be wrapped.
  const isMethod = handler.parent?.type === "Property" && handler.parent.method;
  if (isMethod || !hasBoundary(file)) return undefined;
  const wanted = { module: contract.runtime.specifier, names: [boundary] };
  const plan = planImport(sourceCode, handler, wanted, { equivalent: contract.isRuntime, filename });
  const name = plan?.locals.get(boundary);
  if (!plan || name === undefined) return undefined;
  return (fixer) => [
    ...addImport(fixer, sourceCode, plan),
    fixer.insertTextBefore(outer(handler, sourceCode, "before"), `${name}(`),
    fixer.insertTextAfter(outer(handler, sourceCode, "after"), `, ${quoted(tool, sourceStyle(sourceCode))})`),
  ];
}

/** Parentheses around an argument stay around it. */
function outer(
  node: TSESTree.Node,
  sourceCode: TSESLint.SourceCode,
  side: "before" | "after",
): TSESTree.Node | TSESTree.Token {
  if (!ASTUtils.isParenthesized(node, sourceCode)) return node;
  return (side === "before" ? sourceCode.getTokenBefore(node) : sourceCode.getTokenAfter(node)) ?? node;
}

/** Our own module exports the boundary; a project's own may do without. */
function hasBoundary({ contract, sourceCode, filename, parser }: FileOfHandler): boolean {
  const { module, boundary } = contract.data.vocabulary;
  if (contract.runtime.specifier === module) return true;
  if (importBindings(sourceCode).some(({ exported }) => exported === boundary)) return true;
  return (
    contract.runtime.file !== undefined &&
    exportedNode(contract.runtime.file, boundary, { file: filename, parser }) !== undefined
  );
}
