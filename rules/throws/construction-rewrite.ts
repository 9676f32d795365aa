import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";
import type { Factory, FileContract } from "../contract/file-contract.js";
import { addImport } from "../edits/add-import.js";
import { requiresDetails } from "../edits/factory-call.js";
import { type ImportPlan, importBindings, planImport } from "../edits/plan-import.js";
import { exchangeImport, isUnused } from "../edits/remove-import.js";
import { removeProperties } from "../edits/remove-properties.js";
import { isStringExpression } from "../syntax/expressions.js";
import { isInside } from "../syntax/nodes.js";
import { readStaticValue, readStaticKey, getLastSegment } from "../syntax/references.js";
import type { Rewrite } from "../edits/fixer.js";
import { printArgument } from "./rewrite-raw-error.js";

type FileContext = Pick<Readonly<TSESLint.RuleContext<string, readonly unknown[]>>, "sourceCode" | "filename">;

/** A direct construction whose fields are all written out. */
export interface Construction {
  readonly node: TSESTree.NewExpression;
  readonly object: TSESTree.ObjectExpression;
  /** By field of the envelope. */
  readonly fields: ReadonlyMap<string, TSESTree.Property>;
}

/** The construction as its parts; `undefined` where fields come from elsewhere. */
export function readConstructionParts(
  node: TSESTree.NewExpression,
  sourceCode: TSESLint.SourceCode,
): Construction | undefined {
  const [object, ...others] = node.arguments;
  if (object?.type !== "ObjectExpression" || others.length > 0) return undefined;
  const fields = new Map<string, TSESTree.Property>();
  for (const property of object.properties) {
    if (property.type !== "Property" || property.kind !== "init" || property.method) return undefined;
    const name = readStaticKey(property, sourceCode);
    if (name === undefined || fields.has(name)) return undefined;
    fields.set(name, property);
  }
  return { node, object, fields };
}

/**
 * The factory that makes the same error from the same fields: one made for this very code, else the first that reads
 * them all. `undefined` where the code may be one that factories refuse without details.
 */
export function findFactory({ fields }: Construction, contract: FileContract): Factory | undefined {
  const { data } = contract;
  const codeField = getLastSegment(data.fields.code);
  const code = fields.get(codeField)?.value;
  if (!code || (!fields.has(getLastSegment(data.fields.details ?? "")) && mayRequireDetails(code, contract)))
    return undefined;
  const candidates = contract.factories.filter(
    (factory) => (factory.purpose === "failure" || factory.purpose === "invariant") && keeps(factory, fields),
  );
  const isMade = ({ fixed = {} }: Factory) => fixed[codeField] !== undefined;
  // The arguments of a factory with a code of its own have to be there; a variable may hold nothing.
  const own = candidates.find((factory) => isMade(factory) && factory.fixed?.[codeField] === readWrittenCode(code));
  const isGiven = own?.positional.every((name) => isWrittenText(fields.get(name)?.value)) === true;
  return isGiven ? own : candidates.find((factory) => !isMade(factory));
}

function mayRequireDetails(code: TSESTree.Node, { data }: FileContract): boolean {
  const written = readWrittenCode(code);
  const known = Object.entries(data.codes).find(([name, entry]) => name === written || entry.value === written)?.[0];
  return known === undefined
    ? Object.keys(data.codes).some((name) => requiresDetails(name, data))
    : requiresDetails(known, data);
}

/** `INVARIANT_VIOLATION` of `"INVARIANT_VIOLATION"` and of `SYSTEM_ERROR_CODES.INVARIANT_VIOLATION` */
function readWrittenCode(node: TSESTree.Node): unknown {
  if (node.type === "Literal") return node.value;
  const isMember = node.type === "MemberExpression" && !node.computed;
  return isMember && node.property.type === "Identifier" ? node.property.name : undefined;
}

/** A text that is surely there and not empty, or a constant by its name. */
function isWrittenText(node: TSESTree.Node | undefined): boolean {
  const written = node && readWrittenCode(node);
  return typeof written === "string" && (node?.type === "Literal" ? written !== "" : /^[A-Z0-9_]+$/.test(written));
}

function keeps(
  { positional, optional = [], reads, fixed = {} }: Factory,
  fields: ReadonlyMap<string, unknown>,
): boolean {
  const taken = new Set([...positional, ...reads, ...Object.keys(fixed)]);
  const isComplete = positional.every((name) => fields.has(name) || optional.includes(name));
  return isComplete && [...fields.keys()].every((name) => taken.has(name));
}

/**
 * Returns whether the factory surely makes the very same error: it has no default of its own for a missing field, its
 * required arguments are there, and no order changes.
 */
export function isSameError(
  { fields, object }: Construction,
  factory: Factory,
  contract: FileContract,
  sourceCode: TSESLint.SourceCode,
): boolean {
  const { code, details = "" } = contract.data.fields;
  // The constructor takes undefined for a value that was left out; an argument that is asked for is refused.
  const asked = factory.positional.filter((name) => name !== getLastSegment(code) && !factory.optional?.includes(name));
  if (asked.some((name) => !isSurelyText(fields.get(name)?.value, sourceCode))) return false;
  const given = fields.get(getLastSegment(details))?.value;
  const asksDetails = mayRequireDetails(fields.get(getLastSegment(code))?.value ?? object, contract);
  if (asksDetails && given?.type !== "ObjectExpression") return false;
  const construct = contract.factories.find(({ purpose }) => purpose === "construct");
  const defaulted = Object.keys({ ...construct?.defaults, ...factory.defaults });
  if (defaulted.some((name) => !fields.has(name))) return false;
  const moved = factory.positional.flatMap((name) => fields.get(name) ?? []);
  // Fields that move to the front are evaluated first.
  const isInOrder = moved.every((property, index) => object.properties[index] === property);
  return isInOrder || !moved.some(({ value }) => ASTUtils.hasSideEffect(value, sourceCode));
}

function isSurelyText(node: TSESTree.Node | undefined, sourceCode: TSESLint.SourceCode): boolean {
  if (!node) return false;
  return isStringExpression(node) || typeof readStaticValue(node, sourceCode)?.value === "string";
}

/** The edits that turn a construction into the call of a factory. `undefined` where a comment would be lost. */
export function rewriteConstruction(
  { node, object, fields }: Construction,
  factory: Factory,
  contract: FileContract,
  { sourceCode, filename }: FileContext,
): Rewrite | undefined {
  const { positional, fixed = {}, name } = factory;
  const taken = new Set([...positional, ...Object.keys(fixed)].flatMap((each) => fields.get(each) ?? []));
  const rest = object.properties.filter((property) => !taken.has(property as TSESTree.Property));
  const values = positional.map((each) => fields.get(each)?.value);
  // An argument that is left out between two that are given, or in front of the object, is `undefined`.
  const length = rest.length > 0 ? values.length : values.findLastIndex((value) => value !== undefined) + 1;
  const texts = values.slice(0, length).map((value) => (value ? printArgument(value, sourceCode) : "undefined"));

  const [className = "", ...method] = name.split(".");
  const isSameClass = className === contract.errorClass;
  const plan = isSameClass ? undefined : planFactoryImport(className, node, contract, { sourceCode, filename });
  if (!isSameClass && !plan) return undefined;
  const open = sourceCode.getTokenAfter(node.callee, ({ value }) => value === "(");
  // The text before the arguments is written anew.
  if (!open || sourceCode.getCommentsInside(node).some(({ range }) => range[1] <= open.range[0])) return undefined;
  const local = isSameClass ? sourceCode.getText(node.callee) : (plan?.locals.get(className) ?? className);
  const callee = [local, ...method].join(".");
  const isEmpty = rest.length === 0 && !hasOtherComments(node, taken, sourceCode);
  return {
    apply: (fixer) => {
      const imports = plan ? (exchangeImport(fixer, sourceCode, plan) ?? addImport(fixer, sourceCode, plan)) : [];
      if (isEmpty) return [...imports, fixer.replaceText(node, `${callee}(${texts.join(", ")})`)];
      const start = `${callee}(${texts.map((text) => `${text}, `).join("")}`;
      return [
        ...imports,
        fixer.replaceTextRange([node.range[0], open.range[1]], start),
        ...removeProperties(fixer, sourceCode, object, [...taken]),
      ];
    },
  };
}

/** Plans the import of a factory that is a function, in place of a class that nothing else uses. */
function planFactoryImport(
  factory: string,
  node: TSESTree.NewExpression,
  { errorClass, runtime, isRuntime }: FileContract,
  { sourceCode, filename }: FileContext,
): ImportPlan | undefined {
  const variable = importBindings(sourceCode).find(({ exported }) => exported === errorClass)?.variable;
  const removing = variable && isUnused(sourceCode, variable, [node.callee]) ? [variable] : [];
  const wanted = { module: runtime.specifier, names: [factory] };
  return planImport(sourceCode, node, wanted, { equivalent: isRuntime, filename, removing });
}

function hasOtherComments(
  node: TSESTree.NewExpression,
  taken: ReadonlySet<TSESTree.Property>,
  sourceCode: TSESLint.SourceCode,
): boolean {
  const values = [...taken].map(({ value }) => value);
  return sourceCode.getCommentsInside(node).some((comment) => !values.some((value) => isInside(comment, value)));
}
