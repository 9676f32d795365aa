// A class of the project is one decision, however many errors are made of it: derive it from the contract's class, map
// it, or leave it.
import type { TSESTree } from "@typescript-eslint/utils";
import { matchesName } from "../contract/name-matcher.js";
import { listSuperClasses } from "../model/values.js";
import { findBuiltinErrorName } from "../syntax/built-ins.js";
import { readStaticKey } from "../syntax/expressions.js";
import { type ClassNode, getDeclaredClass, resolveVariable } from "../syntax/references.js";
import { collectNodes } from "../syntax/source-file.js";
import type { RawExit, ThrownContext } from "./raw-exits.js";

/** A class of the project whose errors have no code. */
export interface ClassDecision {
  /** Its name where the file declares it, else the first place that an error of it leaves. */
  readonly node: TSESTree.Node;
  /** As the file calls it. */
  readonly name: string;
  /** How many errors of it, or of classes below it, leave the code of the file. */
  readonly count: number;
}

/** Collects the decisions about classes of a file: those that it exports, and those that its errors are of. */
export function createClassDecisions(judge: ThrownContext) {
  const { filename: file, facts, contract, sourceCode } = judge;
  const decisions = new Map<ClassNode | string, ClassDecision>();
  const allowed = [...judge.allow, ...contract.settings.legacy.map((entry) => entry.class)];
  return { addDeclared, addExit, list: () => [...decisions.values()] };

  function addDeclared(node: ClassNode): void {
    const id = findClassId(node);
    const { superClass } = listClasses(node, judge).at(-1) ?? node;
    if (!id || !superClass || findBuiltinErrorName(superClass, sourceCode) === undefined) return;
    if (allowed.some((matcher) => matchesName(matcher, { from: "file", name: id.name, file }))) return;
    if (isExported(node, judge)) add(node, 0);
  }

  function addExit({ ownClass, name, node }: RawExit): void {
    const hasField = (field: string) => /required|optional/.test(facts?.property(node, field) ?? "");
    if (typeof ownClass === "object") add(ownClass, 1);
    else if (!CODE_FIELDS.some(hasField)) count(name, { node, name, count: 1 });
  }

  /** A class stands for those below it, unless they have a code: the client may act on that. */
  function add(node: ClassNode, exits: number): void {
    const classes = listClasses(node, judge);
    const top = classes.at(-1) ?? node;
    const id = findClassId(top);
    if (id && !classes.some((each) => setsCode(each, judge))) count(top, { node: id, name: id.name, count: exits });
  }

  function count(key: ClassNode | string, decision: ClassDecision): void {
    const known = decisions.get(key);
    decisions.set(key, { ...decision, ...known, count: (known?.count ?? 0) + decision.count });
  }
}

/** Lists a class and the classes of the file that it extends. */
function listClasses(node: ClassNode, lint: ThrownContext): readonly ClassNode[] {
  const bases = listSuperClasses(node, lint);
  return [node, ...bases.flatMap((base) => getDeclaredClass(resolveVariable(base, lint.sourceCode)) ?? [])];
}

/** The name of a class, or that of the variable that holds it. */
function findClassId({ id, parent }: ClassNode): TSESTree.Identifier | undefined {
  const declared = id ?? (parent.type === "VariableDeclarator" ? parent.id : undefined);
  return declared?.type === "Identifier" ? declared : undefined;
}

function isExported(node: ClassNode, { sourceCode }: ThrownContext): boolean {
  const declaring = node.parent.type === "VariableDeclarator" ? node.parent : node;
  const declaration = declaring === node ? node.parent : declaring.parent.parent;
  const [variable] = sourceCode.getDeclaredVariables(declaring);
  const users = variable?.references.map(({ identifier }) => identifier.parent) ?? [];
  return [declaration, ...users].some((each) => each?.type.startsWith("Export"));
}

const CODE_FIELDS = ["code", "errorCode", "error_code", "status", "statusCode"];

/** Returns whether a class gives its instances a code: as a field, a parameter property, or by `this.code = ...`. */
function setsCode({ body }: ClassNode, { sourceCode }: ThrownContext): boolean {
  return collectNodes(sourceCode, body).some((node) => {
    switch (node.type) {
      case "PropertyDefinition":
        return !node.static && CODE_FIELDS.includes(readStaticKey(node, sourceCode) ?? "");
      case "TSAbstractPropertyDefinition":
        return CODE_FIELDS.includes(sourceCode.getText(node.key));
      case "TSParameterProperty":
        return CODE_FIELDS.includes(sourceCode.getText(node.parameter).replace(/\W.*$/s, ""));
      case "AssignmentExpression": {
        const { left } = node;
        const isOwn = left.type === "MemberExpression" && left.object.type === "ThisExpression";
        return isOwn && CODE_FIELDS.includes(readStaticKey(left, sourceCode) ?? "");
      }
      default:
        return false;
    }
  });
}
