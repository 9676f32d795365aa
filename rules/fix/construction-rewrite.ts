import { AST_NODE_TYPES, ASTUtils, type TSESLint, type TSESTree } from "@typescript-eslint/utils";
import { staticKey } from "../ast/static-key.js";
import type { Factory, FileContract } from "../contract/file-contract.js";
import { addImport } from "./add-import.js";
import { exchangeImport } from "./exchange-import.js";
import { importBindings } from "./import-bindings.js";
import { planImport } from "./plan-import.js";
import { removeProperties } from "./remove-properties.js";
import type { Rewrite } from "./rewrite-raw-failure.js";
import { isUnused } from "./unused-import.js";
import { fieldName } from "../contract/field-name.js";

/** A direct construction whose fields are all written out. */
export interface Construction {
  readonly node: TSESTree.NewExpression;
  readonly object: TSESTree.ObjectExpression;
  /** By field of the envelope. */
  readonly fields: ReadonlyMap<string, TSESTree.Property>;
}

/** The construction as its parts; `undefined` where fields come from elsewhere. */
export function constructionParts(
  node: TSESTree.NewExpression,
  sourceCode: TSESLint.SourceCode,
): Construction | undefined {
  const [object, ...others] = node.arguments;
  if (object?.type !== AST_NODE_TYPES.ObjectExpression || others.length > 0) return undefined;
  const fields = new Map<string, TSESTree.Property>();
  for (const property of object.properties) {
    if (property.type !== AST_NODE_TYPES.Property || property.kind !== "init" || property.method) return undefined;
    const name = staticKey(property, sourceCode);
    if (name === undefined || fields.has(name)) return undefined;
    fields.set(name, property);
  }
  return { node, object, fields };
}

/** The factory that makes the same error from the same fields: one made for this very code, else the first that reads them all. */
export function factoryFor({ fields }: Construction, contract: FileContract): Factory | undefined {
  const codeField = fieldName(contract.data.fields.code);
  const code = fields.get(codeField)?.value;
  if (!code) return undefined;
  const candidates = contract.factories.filter(
    (factory) => (factory.purpose === "failure" || factory.purpose === "invariant") && keeps(factory, fields),
  );
  const written = code.type === AST_NODE_TYPES.Literal ? code.value : lastName(code);
  return (
    candidates.find((factory) => factory.fixed?.[codeField] !== undefined && factory.fixed[codeField] === written) ??
    candidates.find((factory) => factory.fixed?.[codeField] === undefined)
  );
}

/** `INVARIANT_VIOLATION` of `SYSTEM_ERROR_CODES.INVARIANT_VIOLATION` */
function lastName(node: TSESTree.Node): string | undefined {
  const isMember = node.type === AST_NODE_TYPES.MemberExpression && !node.computed;
  return isMember && node.property.type === AST_NODE_TYPES.Identifier ? node.property.name : undefined;
}

function keeps(
  { positional, optional = [], reads, fixed = {} }: Factory,
  fields: ReadonlyMap<string, unknown>,
): boolean {
  const taken = new Set([...positional, ...reads, ...Object.keys(fixed)]);
  const isComplete = positional.every((name) => fields.has(name) || optional.includes(name));
  return isComplete && [...fields.keys()].every((name) => taken.has(name));
}

/** Whether the factory makes the very same error: it has no default of its own for what is left out, and no order changes. */
export function isSameError(
  { fields, object }: Construction,
  factory: Factory,
  contract: FileContract,
  sourceCode: TSESLint.SourceCode,
): boolean {
  const construct = contract.factories.find(({ purpose }) => purpose === "construct");
  const defaulted = Object.keys({ ...construct?.defaults, ...factory.defaults });
  if (defaulted.some((name) => !fields.has(name))) return false;
  const moved = factory.positional.flatMap((name) => fields.get(name) ?? []);
  // What moves to the front is evaluated first.
  const acts = (node: TSESTree.Node) => ASTUtils.hasSideEffect(node, sourceCode);
  const firstKept = object.properties.findIndex((property) => !moved.includes(property as TSESTree.Property));
  const isMovedAlong = moved.every(
    (property, index) =>
      object.properties.indexOf(property) === index &&
      (firstKept < 0 || object.properties.indexOf(property) < firstKept),
  );
  return isMovedAlong || !moved.some(({ value }) => acts(value));
}

/** The edits that turn a construction into the call of a factory. `undefined` where a comment would be lost. */
export function rewriteConstruction(
  { node, object, fields }: Construction,
  factory: Factory,
  contract: FileContract,
  { sourceCode, filename }: Pick<Readonly<TSESLint.RuleContext<string, readonly unknown[]>>, "sourceCode" | "filename">,
): Rewrite | undefined {
  const moved = factory.positional.flatMap((name) => fields.get(name) ?? []);
  const fixed = Object.keys(factory.fixed ?? {}).flatMap((name) => fields.get(name) ?? []);
  const removed = [...moved, ...fixed.filter((property) => !moved.includes(property))];
  // An argument that is left out between two that are given.
  const positions = factory.positional.map((name) => fields.get(name));
  const given = positions.slice(0, positions.findLastIndex((property) => property !== undefined) + 1);
  const rest = object.properties.filter((property) => !removed.includes(property as TSESTree.Property));
  if (rest.length > 0 && given.length < factory.positional.length) {
    given.push(...Array.from({ length: factory.positional.length - given.length }, () => undefined));
  }
  const [className = ""] = factory.name.split(".");
  const classVariable = importBindings(sourceCode).find(({ exported }) => exported === contract.errorClass)?.variable;
  const isSameName = className === contract.errorClass;
  const removing =
    !isSameName && classVariable && isUnused(sourceCode, classVariable, [node.callee]) ? [classVariable] : [];
  const plan = isSameName
    ? undefined
    : planImport(
        sourceCode,
        node,
        { module: contract.runtime.specifier, names: [className] },
        { equivalent: contract.isRuntime, filename, removing },
      );
  if (!isSameName && !plan) return undefined;
  const isEmpty = rest.length === 0 && commentsBetween(object, removed, sourceCode) === 0;
  return {
    missing: plan?.missing.map(({ name }) => name) ?? [],
    apply: (fixer) => {
      const callee = isSameName
        ? sourceCode.getText(node.callee) + factory.name.slice(className.length)
        : (plan?.locals.get(className) ?? className);
      const texts = given.map((property) => (property ? valueText(property.value, sourceCode) : "undefined"));
      const open = sourceCode.getTokenAfter(node.callee, ({ value }) => value === "(");
      const start = node.range[0];
      const imports = plan ? (exchangeImport(fixer, sourceCode, plan) ?? addImport(fixer, sourceCode, plan)) : [];
      const end = open?.range[1] ?? node.callee.range[1];
      if (isEmpty) return [...imports, fixer.replaceText(node, `${callee}(${texts.join(", ")})`)];
      const separator = texts.length > 0 ? ", " : "";
      return [
        ...imports,
        fixer.replaceTextRange([start, end], `${callee}(${texts.join(", ")}${separator}`),
        ...removeProperties(fixer, sourceCode, object, removed),
      ];
    },
  };
}

function valueText(value: TSESTree.Node, sourceCode: TSESLint.SourceCode): string {
  const text = sourceCode.getText(value);
  return value.type === AST_NODE_TYPES.SequenceExpression ? `(${text})` : text;
}

function commentsBetween(
  object: TSESTree.ObjectExpression,
  moved: readonly TSESTree.Property[],
  sourceCode: TSESLint.SourceCode,
): number {
  const isMoved = ({ range }: TSESTree.Comment) =>
    moved.some(({ value }) => value.range[0] <= range[0] && range[1] <= value.range[1]);
  return sourceCode.getCommentsInside(object).filter((comment) => !isMoved(comment)).length;
}
