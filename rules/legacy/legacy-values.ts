import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { matchesName } from "../contract/name-matcher.js";
import type { LegacySettings } from "../contract/legacy-settings.js";
import { joins } from "../edits/precedence.js";
import { getOutermostWrapper, unwrapExpression } from "../syntax/expressions.js";
import { collectNodes } from "../syntax/nodes.js";
import { readStaticKey, resolveVariable, getLastSegment } from "../syntax/references.js";
import { isShownBefore } from "../syntax/tests-before.js";
import { listClasses, listGivenMembers } from "../types/classes-of.js";
import type { LegacyFacts } from "./legacy-facts.js";

// Which values are errors of the legacy class, and the checks (`instanceof`) that tell them.

type Node = TSESTree.Node;

/** The legacy class that an expression's value is surely an instance of. */
export function findLegacyClass(node: Node, facts: LegacyFacts): LegacySettings | undefined {
  const expression = unwrapExpression(node);
  return (
    findConstructedClass(expression, facts) ??
    (expression.type === "Identifier" ? findVariableClass(expression, facts) : undefined) ??
    findClassByType(node, facts)
  );
}

function findPart(node: Node, kind: "class" | "converter", { parts }: LegacyFacts): LegacySettings | undefined {
  const part = parts.partAt(unwrapExpression(node));
  return part?.kind === kind && part.rest.length === 0 ? part.legacy : undefined;
}

/** `new KaizaError(...)` and `ensureKaizaError(...)` themselves. */
function findConstructedClass(expression: Node, facts: LegacyFacts): LegacySettings | undefined {
  if (expression.type === "NewExpression") return findPart(expression.callee, "class", facts);
  return expression.type === "CallExpression" ? findPart(expression.callee, "converter", facts) : undefined;
}

function findVariableClass(node: TSESTree.Identifier, facts: LegacyFacts): LegacySettings | undefined {
  const variable = resolveVariable(node, facts.sourceCode);
  const [definition] = variable?.defs ?? [];
  // A variable that is written again may hold anything.
  if (!variable || !definition || variable.references.some((reference) => reference.isWrite() && !reference.init))
    return undefined;
  const { name, node: declared } = definition;
  const init = declared.type === "VariableDeclarator" && declared.id === name ? declared.init : undefined;
  const annotation = name.type === "Identifier" ? name.typeAnnotation?.typeAnnotation : undefined;
  return (
    (init ? findConstructedClass(unwrapExpression(init), facts) : undefined) ??
    (annotation?.type === "TSTypeReference" ? findPart(annotation.typeName, "class", facts) : undefined) ??
    findNarrowedClass(node, facts) ??
    (definition.type === "CatchClause" ? findTestedClass(variable, facts) : undefined)
  );
}

/** The class that a caught value is tested for anywhere: its legacy fields are read because it may be one. */
function findTestedClass({ references }: TSESLint.Scope.Variable, facts: LegacyFacts): LegacySettings | undefined {
  const tests = references.flatMap(({ identifier: { parent } }) => findLegacyCheck(parent, facts)?.legacy ?? []);
  return tests[0];
}

/** The class that a check around the node, or one that left the block before it, narrows its value to. */
function findNarrowedClass(node: TSESTree.Identifier, facts: LegacyFacts): LegacySettings | undefined {
  let legacy: LegacySettings | undefined;
  const isNarrowed = isShownBefore(
    node,
    () => false,
    (test, outcome) => {
      if (!outcome) return false;
      const check = findLegacyCheck(test, facts);
      if (check?.operand === node.name) legacy = check.legacy;
      // Where both classes are let through, the value can still be the legacy one.
      return check?.operand === node.name || findContractCheckOperand(test, facts) === node.name;
    },
  );
  return isNarrowed ? legacy : undefined;
}

function findClassByType(node: Node, { parts, facts }: LegacyFacts): LegacySettings | undefined {
  const members = listGivenMembers(node, facts);
  if (members.length === 0) return undefined;
  return parts.settings.find((legacy) =>
    members.every((member) =>
      [...listClasses(member)].some(({ origin }) => origin !== undefined && matchesName(legacy.class, origin)),
    ),
  );
}

interface LegacyCheck {
  readonly legacy: LegacySettings;
  /** The text of what is checked. */
  readonly operand: string;
}

/** Returns the legacy class and the operand of `err instanceof KaizaError`; `undefined` for any other node. */
export function findLegacyCheck(node: Node, facts: LegacyFacts): LegacyCheck | undefined {
  if (node.type !== "BinaryExpression" || node.operator !== "instanceof") return undefined;
  const legacy = findPart(node.right, "class", facts);
  return legacy && { legacy, operand: readOperandText(node.left, facts) };
}

/** `e` of `e instanceof SystemError` and of `SystemError.is(e)`. */
function findContractCheckOperand(node: Node, facts: LegacyFacts): string | undefined {
  const { contract } = facts;
  if (node.type === "CallExpression") {
    const [argument] = node.arguments;
    const isGuard = contract.nameOf(node.callee) === `${contract.errorClass}.is`;
    return isGuard && argument ? readOperandText(argument, facts) : undefined;
  }
  if (node.type !== "BinaryExpression" || node.operator !== "instanceof") return undefined;
  return contract.nameOf(node.right) === contract.errorClass ? readOperandText(node.left, facts) : undefined;
}

function readOperandText(node: Node, { sourceCode }: LegacyFacts): string {
  return sourceCode.getText(unwrapExpression(node));
}

/**
 * Whether a check of the legacy class stands beside one of the contract's class: `e instanceof KaizaError || e
 * instanceof SystemError`, or both negated and joined by `&&`. That is the migration's half-way house.
 */
export function isJoinedCheck(check: TSESTree.BinaryExpression, facts: LegacyFacts): boolean {
  let top = getOutermostWrapper(check);
  while (top.parent?.type === "LogicalExpression" || top.parent?.type === "UnaryExpression") top = top.parent;
  const operand = readOperandText(check.left, facts);
  return collectNodes(facts.sourceCode, top).some((node) => findContractCheckOperand(node, facts) === operand);
}

/**
 * The edits that put a check of the contract's class beside one of the legacy class: `(e instanceof KaizaError || e
 * instanceof SystemError)`.
 */
export function joinCheck(
  check: TSESTree.BinaryExpression,
  errorClass: string,
  fixer: TSESLint.RuleFixer,
  sourceCode: TSESLint.SourceCode,
): readonly TSESLint.RuleFix[] {
  const other = ` || ${sourceCode.getText(check.left)} instanceof ${errorClass}`;
  return joins(check, sourceCode)
    ? [fixer.insertTextAfter(check, other)]
    : [fixer.insertTextBefore(check, "("), fixer.insertTextAfter(check, `${other})`)];
}

// The members that errors of both classes have.
const SHARED_MEMBERS = ["message", "name", "stack", "cause", "toDiagnostic", "toEnvelope", "toJSON"];

/** Returns whether nothing reads a member of the checked variable that only the legacy class has. */
export function readsSharedMembers(
  { left }: TSESTree.BinaryExpression,
  { contract, sourceCode }: LegacyFacts,
): boolean {
  const { code, message } = contract.data.fields;
  const shared = new Set([...SHARED_MEMBERS, getLastSegment(code), getLastSegment(message)]);
  const references = resolveVariable(unwrapExpression(left), sourceCode)?.references;
  const readsShared = ({ identifier }: { readonly identifier: Node }) => {
    const { parent } = getOutermostWrapper(identifier);
    const isRead = parent?.type === "MemberExpression" && parent.property !== identifier;
    return !isRead || shared.has(readStaticKey(parent, sourceCode) ?? "");
  };
  return references?.every(readsShared) ?? false;
}

/** Returns whether a check tests a caught value, and nothing reads a member of it that only the legacy class has. */
export function isJoinableCheck(check: TSESTree.BinaryExpression, facts: LegacyFacts): boolean {
  const caught = resolveVariable(unwrapExpression(check.left), facts.sourceCode);
  return caught?.defs[0]?.type === "CatchClause" && readsSharedMembers(check, facts);
}
