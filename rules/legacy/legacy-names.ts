import type { TSESTree } from "@typescript-eslint/utils";
import { getLegacyName } from "../contract/legacy-parts.js";
import { listMatcherNames } from "../contract/name-matcher.js";
import { isOwnCode, printCode } from "../edits/factory-call.js";
import { importBindings } from "../edits/plan-import.js";
import { getSourceStyle } from "../edits/source-style.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { findEnclosingClass } from "../syntax/functions.js";
import { readStaticKey } from "../syntax/properties.js";
import { findContractCode } from "./legacy-fields.js";
import { type LegacyFacts, type LegacyFinding, createPlainRewrite } from "./legacy-finding.js";
import type { LegacyUse } from "./legacy-uses.js";

/** A code that is taken from the legacy codes object; silent in an error, whose finding covers it. */
export function createCodeFinding({ node, part }: LegacyUse, facts: LegacyFacts): LegacyFinding | undefined {
  const { contract, registry, sourceCode } = facts;
  const member = node.parent as TSESTree.MemberExpression;
  if (isOfError(member, facts)) return undefined;
  const written = readStaticKey(member, sourceCode);
  const data = { legacy: getLegacyName(part), errorClass: contract.errorClass, replacement: contract.codesObject };
  if (written === undefined) return { at: node, messageId: "legacyName", data };
  const code = findContractCode(written, part.legacy, registry);
  if (code === undefined) return { at: node, messageId: "unknownCode", data: { ...data, name: written } };
  const { quote } = getSourceStyle(sourceCode);
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
  while (call && !/^(?:Call|New)Expression$|Statement$|Function/.test(call.type)) call = call.parent;
  if (call?.type !== "NewExpression" && call?.type !== "CallExpression") return false;
  const callee = call.callee.type === "Super" ? findEnclosingClass(call)?.superClass : call.callee;
  const kind = callee && parts.partAt(unwrapExpression(callee))?.kind;
  return kind === "class" || kind === "converter";
}

/** Any other use, whose purpose is unknown. */
export function createNameFinding({ node, part }: LegacyUse, { contract }: LegacyFacts): LegacyFinding {
  const { errorClass, codesObject, converter } = contract;
  const replacement = { class: errorClass, codes: codesObject, converter }[part.kind];
  return { at: node, messageId: "legacyName", data: { legacy: getLegacyName(part), replacement } };
}

/** `@throws {KaizaError}`, `{@link KaizaError}`: what only readers see gets the new name. */
export function createJsdocFindings({ contract, parts, sourceCode }: LegacyFacts): readonly LegacyFinding[] {
  const { errorClass } = contract;
  const comments = sourceCode.getAllComments().filter(({ type, value }) => type === "Block" && value.startsWith("*"));
  // What the file imports from elsewhere under the name.
  const others = importBindings(sourceCode)
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
        const rewrite = createPlainRewrite((fixer) => [fixer.replaceTextRange(range, errorClass)]);
        return { at: { range }, messageId: "legacyName", data: { legacy, replacement: errorClass }, rewrite };
      }),
    );
  });
}
