import { type ImportBinding, listImports } from "../syntax/references.js";
import type { TSESTree } from "@typescript-eslint/utils";
import { type LegacyParts, getLegacyName } from "../contract/legacy.js";
import { listMatcherNames } from "../contract/name-matcher.js";
import { isOwnCode, printCode } from "../edits/factory-call.js";
import { isUnused, removeImport } from "../edits/remove-import.js";
import { getSourceStyle } from "../edits/source-style.js";
import { readStaticKey, unwrapExpression } from "../syntax/expressions.js";
import { findEnclosingClass, isFunctionNode } from "../syntax/functions.js";
import { createCheckFinding } from "./legacy-checks.js";
import { createConstructionFinding, createConversionFinding, createSubclassFinding } from "./legacy-errors.js";
import { findContractCode } from "./legacy-fields.js";
import type { LegacyFacts, LegacyFinding, LegacyRewrite, LegacyUse } from "./legacy-finding.js";

/** Every use of a legacy part in the code of a file, in its order; imports, aliases and comments are not among them. */
export function collectLegacyUses({ parts, sourceCode }: LegacyFacts): readonly LegacyUse[] {
  const found = new Map<TSESTree.Node, LegacyUse>();
  for (const scope of sourceCode.scopeManager?.scopes ?? []) {
    for (const { identifier, init, resolved } of scope.references) {
      // Most names are parameters, functions, classes and globals, and lead to no import.
      const [definition] = resolved?.defs ?? [];
      if (init || (definition?.type !== "ImportBinding" && definition?.type !== "Variable")) continue;
      const use = useAt(identifier, parts);
      if (use) found.set(use.node, use);
    }
  }
  return [...found.values()].sort((one, other) => one.node.range[0] - other.node.range[0]);
}

function useAt(node: TSESTree.Node, parts: LegacyParts): LegacyUse | undefined {
  const part = parts.partAt(node);
  // A name behind the part (`const { X } = ERROR_CODES`) is reported where it is taken from the part.
  if (part) return part.rest.length === 0 ? { part, node } : undefined;
  const { parent } = node;
  const leadsOn = parent?.type === "MemberExpression" && parent.object === node;
  return leadsOn ? useAt(parent, parts) : undefined;
}

/** Creates the finding of a use, by its place in the syntax; none of an alias, whose uses get the new names. */
export function createUseFinding(use: LegacyUse, facts: LegacyFacts): LegacyFinding | undefined {
  const { node, part } = use;
  const { parent } = node;
  const { kind } = part;
  switch (parent?.type) {
    case "VariableDeclarator":
      // `const E = KaizaError`
      if (parent.id.type === "Identifier" && parent.parent.parent.type !== "ExportNamedDeclaration") return undefined;
      break;
    case "MemberExpression":
      if (kind === "codes" && parent.object === node) return createCodeFinding(use, parent, facts);
      break;
    case "CallExpression":
      if (kind === "converter" && parent.callee === node) return createConversionFinding(use, parent, facts);
      break;
    case "NewExpression":
      if (kind === "class" && parent.callee === node) return createConstructionFinding(use, parent, facts);
      break;
    case "ClassDeclaration":
    case "ClassExpression":
      if (kind === "class" && parent.superClass === node) return createSubclassFinding(use, parent.body, facts);
      break;
    case "BinaryExpression":
      if (kind === "class" && parent.operator === "instanceof" && parent.right === node)
        return createCheckFinding(use, parent, facts);
  }
  const { errorClass, codesObject, converter } = facts.contract;
  const replacement = { class: errorClass, codes: codesObject, converter }[kind];
  return { at: node, messageId: "legacyName", data: { legacy: getLegacyName(part), replacement } };
}

/** A code that is taken from the legacy codes object; silent in an error, whose finding covers it. */
function createCodeFinding(
  { node, part }: LegacyUse,
  member: TSESTree.MemberExpression,
  facts: LegacyFacts,
): LegacyFinding | undefined {
  const { contract, sourceCode } = facts;
  if (isOfError(member, facts)) return undefined;
  const written = readStaticKey(member, sourceCode);
  const data = { legacy: getLegacyName(part), errorClass: contract.errorClass, replacement: contract.codesObject };
  if (written === undefined) return { at: node, messageId: "legacyName", data };
  const code = findContractCode(written, part.legacy, facts);
  if (code === undefined) return { at: node, messageId: "unknownCode", data: { ...data, name: written } };
  const { quote } = getSourceStyle(facts);
  return {
    at: node,
    messageId: "legacyCode",
    data: { ...data, code },
    rewrite: {
      names: isOwnCode(contract, code) ? [contract.codesObject] : [],
      edits: (fixer, locals) => [fixer.replaceText(member, printCode(contract, code, locals, quote))],
    },
    // While something still sends the legacy code, code that compares with another one does not find it.
    isDecision: code !== written,
  };
}

/** Returns whether a code stands in the call that makes or converts a legacy error. */
function isOfError(code: TSESTree.Node, { parts }: LegacyFacts): boolean {
  let call = code.parent;
  while (call && !isCall(call) && !isFunctionNode(call) && !call.type.endsWith("Statement")) call = call.parent;
  if (!call || !isCall(call)) return false;
  const callee = call.callee.type === "Super" ? findEnclosingClass(call)?.superClass : call.callee;
  const kind = callee && parts.partAt(unwrapExpression(callee))?.kind;
  return kind === "class" || kind === "converter";
}

function isCall(node: TSESTree.Node): node is TSESTree.CallExpression | TSESTree.NewExpression {
  return node.type === "CallExpression" || node.type === "NewExpression";
}

/** `@throws {KaizaError}`, `{@link KaizaError}`: what only readers see gets the new name. */
export function createJsdocFindings(facts: LegacyFacts): readonly LegacyFinding[] {
  const { contract, parts, sourceCode } = facts;
  const { errorClass } = contract;
  const comments = sourceCode.getAllComments().filter(({ type, value }) => type === "Block" && value.startsWith("*"));
  // What the file imports from elsewhere under the name.
  const others = listImports(facts.sourceCode)
    .filter(({ variable: { identifiers } }) => !identifiers.some((name) => parts.partAt(name)))
    .map(({ variable }) => variable.name);
  return parts.settings.flatMap(({ class: matcher }) => {
    const names = listMatcherNames(matcher).filter((name) => !others.includes(name));
    if (names.length === 0) return [];
    const place = new RegExp(
      String.raw`(?<=@(?:throws|exception)\s+\{|\{@link\s+)(?:${names.join("|")})(?=\s*\})`,
      "g",
    );
    return comments.flatMap((comment) =>
      [...comment.value.matchAll(place)].map(({ 0: legacy, index }): LegacyFinding => {
        const start = comment.range[0] + "/*".length + index;
        const range: [number, number] = [start, start + legacy.length];
        const edits: LegacyRewrite["edits"] = (fixer) => [fixer.replaceTextRange(range, errorClass)];
        return {
          at: { range },
          messageId: "legacyName",
          data: { legacy, replacement: errorClass },
          rewrite: { edits },
        };
      }),
    );
  });
}

/** The imports of legacy parts that the file does not use. */
export function createLeftBehindFindings(facts: LegacyFacts): readonly LegacyFinding[] {
  const { parts } = facts;
  const bindings = listImports(facts.sourceCode);
  const isLeft = ({ variable }: ImportBinding) => isUnused(variable, facts);
  const findPart = ({ variable: { identifiers } }: ImportBinding) => identifiers[0] && parts.partAt(identifiers[0]);
  const removable = bindings.filter((binding) => {
    if (findPart(binding)?.rest.length !== 0 || !isLeft(binding)) return false;
    // Codes that are still used may be known for legacy only because the class comes from the same module.
    return !bindings.some(
      (other) => other.module === binding.module && findPart(other)?.kind === "codes" && !isLeft(other),
    );
  });
  // All at once: edits that touch each other would take a pass each.
  const variables = removable.map(({ variable }) => variable);
  return removable.map(({ node, variable }) => ({
    at: node,
    messageId: "leftBehind",
    data: { legacy: variable.name },
    rewrite: { edits: (fixer) => removeImport(fixer, variables, facts) ?? [] },
  }));
}
