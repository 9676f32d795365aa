import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";
import type { FileContract } from "../contract/file-contract.js";
import { addImport } from "../edits/add-import.js";
import type { Rewrite } from "../edits/fixer.js";
import { importBindings, planImport } from "../edits/plan-import.js";
import { quoteText, getSourceStyle } from "../edits/source-style.js";
import { findExportedNode } from "../modules/exported-node.js";
import type { ModuleParser } from "../modules/parsed-module.js";
import { TOOL_CALLS } from "../words/frameworks.js";
import type { ToolRegistration } from "./registrations.js";

interface FileOfHandler {
  readonly contract: FileContract;
  readonly sourceCode: TSESLint.SourceCode;
  readonly filename: string;
  readonly parser: ModuleParser | null | undefined;
}

/**
 * The edits that put the boundary around a handler. `undefined` where the file cannot import the boundary, or the name
 * of the tool is an expression that cannot be written twice.
 */
export function wrapHandler(registration: ToolRegistration, file: FileOfHandler): Rewrite | undefined {
  const { handler } = registration;
  const { contract, sourceCode, filename } = file;
  const { boundary } = contract.data.vocabulary;
  // `{ async execute() {} }` is no expression that could be wrapped.
  const isMethod = handler.parent?.type === "Property" && handler.parent.method;
  if (isMethod || !hasBoundary(file)) return undefined;
  const wanted = { module: contract.runtime.specifier, names: [boundary] };
  const plan = planImport(sourceCode, handler, wanted, { equivalent: contract.isRuntime, filename });
  const name = plan?.locals.get(boundary);
  const tool = printToolArgument(registration, sourceCode);
  if (!plan || name === undefined || tool === undefined) return undefined;
  return {
    apply: (fixer) => [
      ...addImport(fixer, sourceCode, plan),
      fixer.insertTextBefore(getOutermostToken(handler, sourceCode, "before"), `${name}(`),
      fixer.insertTextAfter(getOutermostToken(handler, sourceCode, "after"), `, ${tool})`),
    ],
  };
}

/** The text of the tool's name. The boundary takes that of each request where a handler serves every tool. */
function printToolArgument({ tool, name }: ToolRegistration, sourceCode: TSESLint.SourceCode): string | undefined {
  if (name && (tool === undefined || name.type === "Identifier"))
    return isPlainPath(name) ? sourceCode.getText(name) : undefined;
  return quoteText(tool ?? TOOL_CALLS, getSourceStyle(sourceCode));
}

/** `tool.name`: it is the same each time that it is read. */
function isPlainPath(node: TSESTree.Node): boolean {
  if (node.type === "MemberExpression") return !node.computed && !node.optional && isPlainPath(node.object);
  return node.type === "Identifier" || node.type === "ThisExpression";
}

/** Parentheses around an argument stay around it. */
function getOutermostToken(
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
    findExportedNode(contract.runtime.file, boundary, { file: filename, parser }) !== undefined
  );
}
