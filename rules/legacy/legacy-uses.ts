import { type ImportBinding, listImports } from "../syntax/references.js";
import type { TSESTree } from "@typescript-eslint/utils";
import { type LegacyParts, getLegacyName } from "../contract/legacy.js";
import { listMatcherNames } from "../contract/name-matcher.js";
import { isOwnCode, printCode } from "../edits/factory-call.js";
import { isUnused, removeImport } from "../edits/remove-import.js";
import { getSourceStyle } from "../edits/source-style.js";
import { readStaticKey, unwrapExpression } from "../syntax/expressions.js";
import { findEnclosingClass, isFunctionNode } from "../syntax/functions.js";
import { collectNodes } from "../syntax/source-file.js";
import { createCheckFinding, reachesDependents } from "./legacy-checks.js";
import { type Purpose, findContractCode, findRenamedField, planArguments } from "./legacy-fields.js";
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
    case "CallExpression": {
      // `ensureKaizaError(err, {...})`
      if (kind !== "converter" || parent.callee !== node) break;
      const [thrown, ...others] = parent.arguments;
      const given = thrown?.type === "SpreadElement" ? [] : others;
      return createErrorFinding(use, "legacyConversion", given, isUnnoticed(parent, use, facts), facts);
    }
    case "NewExpression":
      if (kind !== "class" || parent.callee !== node) break;
      return createErrorFinding(use, "legacyConstruction", parent.arguments, isUnnoticed(parent, use, facts), facts);
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

/** `class X extends KaizaError`, with the object of the one `super({...})` in it. */
function createSubclassFinding(use: LegacyUse, body: TSESTree.ClassBody, facts: LegacyFacts): LegacyFinding {
  const nodes = collectNodes(facts.sourceCode, body);
  const given = nodes.flatMap((each) =>
    each.type === "CallExpression" && each.callee.type === "Super" ? each.arguments : [],
  );
  // A member that has another name in the contract's class.
  const knowsRenamedField = nodes.some((node) => {
    const isOwn = node.type === "MemberExpression" && node.object.type === "ThisExpression";
    const isMember = isOwn || node.type === "PropertyDefinition" || node.type === "MethodDefinition";
    return isMember && findRenamedField(readStaticKey(node, facts.sourceCode) ?? "", use.part.legacy) !== undefined;
  });
  return createErrorFinding(use, "legacySubclass", given, !knowsRenamedField, facts);
}

/** Whether nothing notices another class; in TypeScript, a type may ask for it where the error is not thrown. */
function isUnnoticed(made: TSESTree.Node, { part }: LegacyUse, facts: LegacyFacts): boolean {
  if (facts.isTypeScript && made.parent?.type !== "ThrowStatement") return false;
  return !reachesDependents(made, part.legacy, facts);
}

const PURPOSES = {
  legacyConstruction: "failure",
  legacyConversion: "unknown",
  legacySubclass: "construct",
} as const satisfies Readonly<Record<string, Purpose>>;

function createErrorFinding(
  { node, part }: LegacyUse,
  messageId: keyof typeof PURPOSES,
  [object, ...others]: readonly TSESTree.Node[],
  isFree: boolean,
  facts: LegacyFacts,
): LegacyFinding {
  const { errorClass, factories } = facts.contract;
  const purpose = PURPOSES[messageId];
  const name = factories.find((each) => each.purpose === purpose)?.name ?? errorClass;
  const data = { legacy: getLegacyName(part), errorClass, replacement: `${name}(...)` };
  const isPlain = object?.type === "ObjectExpression" && others.length === 0;
  const planned = isPlain ? planArguments(object, part.legacy, purpose, facts) : undefined;
  if (!planned) return { at: node, messageId, data };
  if ("obstacle" in planned)
    return { at: planned.node, messageId: planned.obstacle, data: { ...data, name: planned.name } };
  const { factory, names, isSure, print } = planned;
  const [className = "", ...method] = factory.name.split(".");
  const isNew = factory.purpose === "construct" && purpose === "failure";
  return {
    at: node,
    messageId,
    data: { ...data, replacement: `${isNew ? "new " : ""}${factory.name}(...)` },
    isDecision: !isFree || !isSure,
    rewrite: {
      names,
      edits: (fixer, locals) => [
        ...(purpose === "failure" && !isNew ? [fixer.removeRange([node.parent?.range[0] ?? 0, node.range[0]])] : []),
        fixer.replaceText(node, [locals.get(className) ?? className, ...method].join(".")),
        ...(object ? [fixer.replaceText(object, print(locals))] : []),
      ],
    },
  };
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
