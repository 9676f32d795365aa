import { listImports } from "../syntax/references.js";
import type { TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";
import type { LintContext } from "../contract/lint-context.js";
import { findFunctionVariable, isFunctionNode } from "../syntax/functions.js";
import { planImport } from "../edits/imports.js";
import { type Rewrite, getSourceStyle, indentAt, quoteText } from "../edits/source-style.js";
import { findExportedNode } from "../modules/exported-node.js";
import { TOOL_CALLS } from "../words/frameworks.js";
import type { ToolRegistration } from "./registrations.js";
import { type ServerPlace, serverBoundary } from "./servers.js";

/**
 * The edits that put the boundary around a handler. `undefined` where the file cannot import the boundary, or the name
 * of the tool is an expression that cannot be written twice.
 */
export function wrapHandler(registration: ToolRegistration, lint: LintContext): Rewrite | undefined {
  const { handler } = registration;
  // `{ async execute() {} }` is no expression that could be wrapped.
  const { parent } = handler;
  const isMethod = parent?.type === "MethodDefinition" || (parent?.type === "Property" && parent.method);
  const tool = printToolArgument(registration, lint);
  if (isMethod || tool === undefined) return undefined;
  // `export default async function readFile() {}`, wrapped, declares no name for the module any more.
  const isDeclared = handler.type === "FunctionDeclaration";
  const names = isDeclared ? findFunctionVariable(handler, lint.sourceCode)?.references : undefined;
  if (names && names.length > 0) return undefined;
  const end = isDeclared ? getSourceStyle(lint).semicolon : "";
  return wrapIn(lint.contract.data.vocabulary.boundary, handler, { options: `, ${tool}`, end }, lint);
}

/**
 * The edits that put a whole server behind the boundary where the file gets it, before any tool is registered.
 * `undefined` where the file cannot import the boundary, or the framework wants it elsewhere.
 */
export function wrapServer({ node, framework }: ServerPlace, lint: LintContext): Rewrite | undefined {
  if (framework.middleware) return undefined;
  return node.type === "Identifier" ? wrapFirst(node, lint) : wrapIn(serverBoundary, node, {}, lint);
}

/** Wraps a server that a function gets before anything else in that function. */
function wrapFirst(server: TSESTree.Identifier, lint: LintContext): Rewrite | undefined {
  const { parent } = server;
  const [first] = isFunctionNode(parent) && parent.body.type === "BlockStatement" ? parent.body.body : [];
  const planned = first && planBoundary(serverBoundary, server, lint);
  if (!planned) return undefined;
  const { semicolon, lineBreak } = getSourceStyle(lint);
  const statement = `${planned.name}(${server.name})${semicolon}`;
  return {
    apply: (fixer) => [
      ...planned.plan.apply(fixer),
      fixer.insertTextBefore(first, `${statement}${lineBreak}${indentAt(first.range[0], lint)}`),
    ],
  };
}

function wrapIn(
  boundary: string,
  node: TSESTree.Node,
  { options = "", end = "" },
  lint: LintContext,
): Rewrite | undefined {
  const planned = planBoundary(boundary, node, lint);
  return (
    planned && {
      apply: (fixer) => [
        ...planned.plan.apply(fixer),
        fixer.insertTextBefore(getOutermostToken(node, lint, "before"), `${planned.name}(`),
        fixer.insertTextAfter(getOutermostToken(node, lint, "after"), `${options})${end}`),
      ],
    }
  );
}

/** Plans the import of a boundary, and tells under which name the file has it. */
function planBoundary(boundary: string, node: TSESTree.Node, lint: LintContext) {
  if (!hasBoundary(boundary, lint)) return undefined;
  const plan = planImport({ module: lint.contract.runtime.specifier, names: [boundary] }, node, lint);
  const name = plan?.locals.get(boundary);
  return plan && name !== undefined ? { plan, name } : undefined;
}

/** The text of the tool's name. The boundary takes that of each request where a handler serves every tool. */
function printToolArgument({ tool, name }: ToolRegistration, lint: LintContext): string | undefined {
  if (name && (tool === undefined || name.type === "Identifier"))
    return isPlainPath(name) ? lint.sourceCode.getText(name) : undefined;
  return quoteText(tool ?? TOOL_CALLS, getSourceStyle(lint));
}

/** `tool.name`: it is the same each time that it is read. */
function isPlainPath(node: TSESTree.Node): boolean {
  if (node.type === "MemberExpression") return !node.computed && !node.optional && isPlainPath(node.object);
  return node.type === "Identifier" || node.type === "ThisExpression";
}

/** Parentheses around an argument stay around it. */
function getOutermostToken(
  node: TSESTree.Node,
  { sourceCode }: LintContext,
  side: "before" | "after",
): TSESTree.Node | TSESTree.Token {
  if (!ASTUtils.isParenthesized(node, sourceCode)) return node;
  return (side === "before" ? sourceCode.getTokenBefore(node) : sourceCode.getTokenAfter(node)) ?? node;
}

/** Our own module exports the boundary; a project's own may do without. */
function hasBoundary(boundary: string, lint: LintContext): boolean {
  const { contract, reader } = lint;
  const { module } = contract.data.vocabulary;
  if (contract.runtime.specifier === module) return true;
  if (listImports(lint.sourceCode).some(({ exported }) => exported === boundary)) return true;
  const { file } = contract.runtime;
  return file !== undefined && findExportedNode(file, boundary, reader) !== undefined;
}
