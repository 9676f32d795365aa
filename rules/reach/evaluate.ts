// What an expression is in one run of the functions around it: each call of a factory or a wrapper, each round of a
// loop, each class below a base has values of its own, which the places of a project hold together.
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { findExportedNode } from "../modules/exported-node.js";
import {
  findObjectLiteral,
  findProperty,
  readPlainKey,
  readStaticKey,
  unwrapExpression,
  isNothing,
} from "../syntax/expressions.js";
import { collectReturnedValues, type FunctionNode, findEnclosingClass, isFunctionNode } from "../syntax/functions.js";
import { type ClassNode, getConstInitializer, resolveReferencePath } from "../syntax/references.js";
import { getOrCreate, rememberFor } from "../syntax/remember.js";
import { collectNodes } from "../syntax/source-file.js";
import { ITERATIONS } from "../words/calls.js";
import { ANY, ELEMENT, type ObjectValue, type Place, type Value } from "./points-to.js";
import type { CallRecord, FunctionRecord, ProjectFlow, SourceFile } from "./project-flow.js";

/** By parameter, variable or class, what it stands for in one run. */
export type Bindings = ReadonlyMap<TSESTree.Node, Term>;

/** An expression as far as it is followed, or a value. What stands in it is known by the bindings. */
export interface Term {
  readonly bindings: Bindings;
  readonly source: SourceFile;
  readonly node: TSESTree.Node;
  readonly value?: Value;
  /** A key of a table, or a pair of one and what stands under it. */
  readonly entry?: { readonly key: string; readonly held?: Place };
}

/** How often a name, a member or a call is followed to the next. */
const MOST_STEPS = 12;

/** An expression stands for more than this in nobody's server. */
const MOST_TERMS = 600;

interface FunctionTerm {
  readonly fn: FunctionRecord;
  readonly bindings: Bindings;
}

/** The text of a literal, of a template, or of a key. */
export function readText({ node, entry }: Term): string | undefined {
  if (entry && !entry.held) return entry.key;
  const value = unwrapExpression(node);
  if (value.type === "TemplateLiteral" && value.expressions.length === 0)
    return value.quasis[0]?.value.cooked ?? undefined;
  return value.type === "Literal" && typeof value.value === "string" ? value.value : undefined;
}

/** What asks a project, whose calls are linked. */
export const getEvaluator = rememberFor((project: ProjectFlow) => new Evaluator(project));

/** Asks a project whose flow is solved. */
export class Evaluator {
  readonly #project: ProjectFlow;
  readonly #callAt: ReadonlyMap<TSESTree.Node, CallRecord>;
  readonly #callersOf = new Map<FunctionRecord, CallRecord[]>();
  readonly #rootsOf = new Map<TSESTree.Node, readonly TSESTree.Node[]>();

  constructor(project: ProjectFlow) {
    this.#project = project;
    this.#callAt = new Map(project.calls.map((call) => [call.node, call]));
    for (const call of project.calls)
      for (const target of call.targets)
        if (this.#isGiven(call, target)) getOrCreate(this.#callersOf, target, () => []).push(call);
  }

  /** All that an expression may be, each with what it depends on. */
  evaluate(start: Term): readonly Term[] {
    return this.#evaluate(start, MOST_STEPS);
  }

  /** All that a member of it may be. */
  member(owner: Term, key: string): readonly Term[] {
    return this.#readMember(owner, key, MOST_STEPS);
  }

  /** All that an element of a list may be, bound to where it stands. */
  elements(list: Term): readonly Term[] {
    return this.#elementsOf(list.node, list.node, list);
  }

  /** Whether the arguments of a call are those of a function that it runs, which it may also be given. */
  #isGiven({ callee, isNew }: CallRecord, target: FunctionRecord): boolean {
    return (
      isNew ||
      [...this.#project.points.valuesOf(callee)].some((value) => value.kind === "function" && value.fn === target.id)
    );
  }

  #valuesOf(place: Place, { bindings, source }: Term): readonly Term[] {
    return [...this.#project.points.valuesOf(place)].flatMap((value) => {
      if (value.kind === "outside" || value.kind === "module" || value.kind === "interface") return [];
      const node = value.kind === "function" ? this.#project.functions[value.fn]?.node : value.node;
      return node ? [{ bindings, node, value, source: sourceOf(node, this.#project) ?? source }] : [];
    });
  }

  /** All that a part of a pattern may be: `name` of `({ name, handler })`. */
  #followPath(owners: readonly Term[], path: readonly string[], steps: number): readonly Term[] {
    return path.reduce<readonly Term[]>(
      (at, key) => at.flatMap((owner) => this.#readMember(owner, key, steps)),
      owners,
    );
  }

  /** One of several things that an expression may be: what could not be followed stays among them. */
  #evaluatePart(start: Term, steps: number): readonly Term[] {
    const terms = this.#evaluate(start, steps);
    return terms.length > 0 ? terms : [start];
  }

  #evaluateBound(bound: Term, start: Term, steps: number): readonly Term[] {
    const term = { ...bound, bindings: new Map([...start.bindings, ...bound.bindings]) };
    return bound.entry ? [term] : this.#evaluate(term, steps);
  }

  #evaluateParameter(fn: FunctionNode, pattern: TSESTree.Node, start: Term, steps: number): readonly Term[] {
    const bound = start.bindings.get(pattern);
    if (bound) return this.#evaluateBound(bound, start, steps);
    const record = this.#project.byNode.get(fn);
    const index = fn.params.findIndex((each) => each === pattern);
    if (!record || index < 0) return [];
    const callers = (this.#callersOf.get(record) ?? []).filter(({ node }) => hasArgument(node, index));
    const called = callers.flatMap((call) => {
      const bindings = this.bind(call, record, start.bindings);
      const argument = bindings.get(pattern);
      return argument ? this.#evaluatePart({ ...argument, bindings }, steps) : [];
    });
    if (called.length > 0) return called;
    const list = index === 0 ? findVisited(fn) : undefined;
    if (list) return this.#elementsOf(list, pattern, start);
    const place = record.parameters[index];
    return place ? this.#valuesOf(place, start).map((term) => withBinding(term, pattern)) : [];
  }

  #evaluateVariable(variable: TSESLint.Scope.Variable, start: Term, steps: number): readonly Term[] {
    const [definition] = variable.defs;
    if (!definition) return [];
    const { node: declared } = definition;
    if (definition.type === "Parameter" && isFunctionNode(declared)) {
      for (const pattern of declared.params) {
        const path = findInPattern(pattern, definition.name);
        if (path) return this.#followPath(this.#evaluateParameter(declared, pattern, start, steps), path, steps);
      }
      return [];
    }
    if (definition.type === "ImportBinding") return this.#evaluateImport(start, steps);
    if (isFunctionNode(declared) || isClass(declared)) return [{ ...start, node: declared }];
    if (declared.type === "TSEnumDeclaration") return [{ ...start, node: declared }];
    if (declared.type !== "VariableDeclarator") return [];
    const path = findInPattern(declared.id, definition.name);
    if (!path) return [];
    const bound = start.bindings.get(declared.id);
    if (bound) return this.#followPath(this.#evaluateBound(bound, start, steps), path, steps);
    const loop = declared.parent.parent;
    if (loop.type === "ForOfStatement" && loop.left === declared.parent)
      return this.#followPath(this.#elementsOf(loop.right, declared.id, start), path, steps);
    const init = getConstInitializer(variable) ?? (path.length > 0 ? declared.init : undefined);
    const found = init ? this.#followPath(this.#evaluate({ ...start, node: init }, steps), path, steps) : [];
    if (found.length > 0) return found;
    const place = this.#project.flows.get(start.source.file)?.placeOfVariable(variable);
    return place ? this.#valuesOf(place, start).map((term) => withBinding(term, declared.id)) : [];
  }

  #elementsOf(list: TSESTree.Node, pattern: TSESTree.Node, start: Term): readonly Term[] {
    const { points, flows } = this.#project;
    const flow = flows.get(start.source.file);
    if (!flow) return [];
    const table = pattern.type === "ArrayPattern" ? findTableOf(list) : undefined;
    if (table) {
      const values = [...points.valuesOf(flow.placeOf(table))];
      const entries = values.flatMap((value) => [...points.fieldsOf(value)].filter(isHeld));
      return entries.map(([key, held]) => withBinding({ ...start, node: table, entry: { key, held } }, pattern));
    }
    const element = points.createPlace({ isOpen: true });
    points.load(flow.placeOf(list), ELEMENT, element);
    points.solve();
    const held = this.#valuesOf(element, start);
    const known = new Set(held.map(({ node }) => node));
    const written = this.#listElements({ ...start, node: list }, MOST_STEPS).filter(({ node }) => !known.has(node));
    return [...held, ...written].map((term) => withBinding(term, pattern));
  }

  /** The objects that a list is written with. */
  #listElements(list: Term, before: number): readonly Term[] {
    const steps = before - 1;
    return this.#evaluate(list, steps).flatMap(({ node, source, bindings }) =>
      node.type === "ArrayExpression"
        ? node.elements.flatMap((each) => {
            if (each?.type === "SpreadElement")
              return this.#listElements({ source, bindings, node: each.argument }, steps);
            const terms = each ? this.#evaluate({ source, bindings, node: each }, steps) : [];
            return terms.filter((term) => term.node.type === "ObjectExpression");
          })
        : [],
    );
  }

  #evaluateImport(start: Term, steps: number): readonly Term[] {
    const { node, source, bindings } = start;
    const reference = resolveReferencePath(node, source.lint.sourceCode);
    if (reference?.root.kind !== "import") return [];
    const [name, ...members] = reference.path;
    const found = name === undefined ? undefined : findExportedNode(reference.root.module, name, source.lint.reader);
    const other = found && this.#project.files.get(found.place.module.file);
    const exported = other ? this.#evaluate({ bindings, source: other, node: found.node }, steps) : [];
    if (exported.length > 0) return this.#followPath(exported, members, steps);
    const place = this.#project.flows.get(source.file)?.placeOf(node);
    return place ? this.#valuesOf(place, start) : [];
  }

  /** What a call of the project's own function gives back, under what it is given. */
  #evaluateCall(start: Term, steps: number): readonly Term[] {
    const call = this.#callAt.get(start.node);
    const frozen = findObjectLiteral(start.node);
    if (frozen) return [{ ...start, node: frozen }];
    if (!call) return [];
    const { callee } = start.node as TSESTree.CallExpression;
    if (call.key === "bind" && callee.type === "MemberExpression")
      return this.#evaluate({ ...start, node: callee.object }, steps);
    const [target, ...others] = call.targets;
    const isOne = target && others.length === 0 && !call.isNew && this.#isGiven(call, target);
    if (isOne && isFunctionNode(target.node)) {
      const { node, source } = target;
      const bindings = this.bind(call, target, start.bindings);
      const returned = collectReturnedValues(node, source.lint.sourceCode).flatMap((value) =>
        this.#evaluatePart({ bindings, source, node: value }, steps),
      );
      if (returned.length > 0) return returned;
    }
    const values = this.#placeValues(start);
    if (values.length > 0) return values;
    // `defineTool({ name, execute })`
    const [given, ...more] = call.isNew ? [] : (start.node as TSESTree.CallExpression).arguments.filter(isObjectNode);
    return given && more.length === 0 ? [{ ...start, node: given }] : [];
  }

  #placeValues(start: Term): readonly Term[] {
    const place = this.#project.flows.get(start.source.file)?.placeOf(start.node);
    return place ? this.#valuesOf(place, start) : [];
  }

  #evaluate(start: Term, before: number): readonly Term[] {
    const steps = before - 1;
    if (steps < 0) return [];
    const node = unwrapExpression(start.node);
    const at = { ...start, node };
    switch (node.type) {
      case "AwaitExpression":
        return this.#evaluate({ ...start, node: node.argument }, before);
      case "Identifier": {
        const variable = this.#project.flows.get(start.source.file)?.variableOf(node);
        return variable ? this.#evaluateVariable(variable, at, steps).slice(0, MOST_TERMS) : [];
      }
      case "MemberExpression": {
        const key = readStaticKey(node, start.source.lint.sourceCode);
        if (key === undefined) return this.#placeValues(at);
        const owners = this.#evaluate({ ...start, node: node.object }, steps);
        const found = owners.flatMap((owner) => this.#readMember(owner, key, steps)).slice(0, MOST_TERMS);
        if (found.length > 0 && !found.some(isOpen)) return found;
        const held = this.#placeValues(at);
        return held.length > 0 ? held : found;
      }
      case "ConditionalExpression":
        return [node.consequent, node.alternate].flatMap((arm) => this.#evaluatePart({ ...start, node: arm }, steps));
      case "LogicalExpression":
        return [node.left, node.right].flatMap((arm) => this.#evaluatePart({ ...start, node: arm }, steps));
      case "CallExpression":
        return this.#evaluateCall(at, steps).slice(0, MOST_TERMS);
      case "NewExpression":
        return this.#placeValues(at);
      case "TemplateLiteral":
        return node.expressions.length === 0 ? [at] : this.#fillTemplate(node, at, steps);
      case "ThisExpression": {
        const around = findEnclosingClass(node);
        const bound = around && start.bindings.get(around);
        if (bound) return [{ ...bound, bindings: start.bindings }];
        return around ? this.#listForms(around).map((value) => this.#bindThis(value, around, start)) : [];
      }
      default:
        return [at];
    }
  }

  /** Each text that a template may be, with what it depends on; the template itself where a hole has no text. */
  #fillTemplate({ quasis, expressions }: TSESTree.TemplateLiteral, at: Term, steps: number): readonly Term[] {
    const [first, ...others] = quasis.map(({ value }) => value.cooked);
    let texts: readonly Term[] = [{ ...at, entry: { key: first ?? "" } }];
    for (const [index, hole] of expressions.entries()) {
      const filled = texts.flatMap(({ bindings, entry }) =>
        this.#evaluate({ ...at, bindings, node: hole }, steps).map((term) => {
          const text = readText(term);
          const key = text === undefined ? undefined : `${entry?.key ?? ""}${text}${others[index] ?? ""}`;
          return { key, bindings: new Map([...bindings, ...term.bindings]) };
        }),
      );
      texts = filled.flatMap(({ key, bindings }) => (key === undefined ? [] : { ...at, bindings, entry: { key } }));
      if (texts.length === 0 || texts.length < filled.length) return [at];
    }
    return texts.slice(0, MOST_TERMS);
  }

  /** The instances of a class, and of those that extend it. */
  #listForms(node: ClassNode): readonly ObjectValue[] {
    const { instance } = this.#project.classOf(node);
    const forms = [...this.#project.points.formsOf(instance)];
    return [instance, ...forms.flatMap((value) => (value.kind === "instance" ? value : []))];
  }

  #bindThis(value: ObjectValue, around: TSESTree.Node, { bindings, source }: Term): Term {
    const { node = around } = value;
    const term: Term = { bindings, node, value, source: sourceOf(node, this.#project) ?? source };
    return withBinding(term, around);
  }

  #readMember(owner: Term, key: string, before: number): readonly Term[] {
    const steps = before - 1;
    if (steps < 0) return [];
    const { node, source, bindings, entry } = owner;
    const { sourceCode } = source.lint;
    if (entry?.held) {
      if (key === "0") return [{ ...owner, entry: { key: entry.key } }];
      return key === "1" ? this.#valuesOf(entry.held, owner) : [];
    }
    if (isOpen(owner)) return [owner];
    if (node.type === "ObjectExpression") {
      const property = findProperty(node, key, sourceCode);
      if (property && isReplaced(property, node)) return [];
      if (property) return this.#evaluate({ bindings, source, node: property.value }, steps);
      return node.properties.flatMap((each) =>
        each.type === "SpreadElement"
          ? this.#evaluate({ bindings, source, node: each.argument }, steps).flatMap((base) =>
              this.#readMember(base, key, steps),
            )
          : [],
      );
    }
    if (node.type === "TSEnumDeclaration") {
      const member = node.body.members.find(({ id }) => readPlainKey(id) === key);
      return member?.initializer ? this.#evaluate({ bindings, source, node: member.initializer }, steps) : [];
    }
    return isClass(node) ? this.#readClassMember(node, owner, key, steps) : [];
  }

  /** A member of a class or of its instances, or of what it extends. */
  #readClassMember(node: ClassNode, owner: Term, key: string, steps: number): readonly Term[] {
    const { source } = owner;
    const bindings = owner.value?.kind === "class" ? owner.bindings : new Map([...owner.bindings, [node, owner]]);
    for (const member of node.body.body) {
      if (member.type !== "MethodDefinition" && member.type !== "PropertyDefinition") continue;
      if (readStaticKey(member, source.lint.sourceCode) !== key || !member.value) continue;
      const at = { bindings, source, node: member.value };
      if (member.type === "PropertyDefinition") return this.#evaluate(at, steps);
      if (member.kind === "method") return [at];
      if (member.kind !== "get" || !isFunctionNode(member.value)) continue;
      return collectReturnedValues(member.value, source.lint.sourceCode).flatMap((value) =>
        this.#evaluate({ bindings, source, node: value }, steps),
      );
    }
    const set = findSetInConstructor(node, key, source);
    if (set) return this.#evaluate({ bindings, source, node: set }, steps);
    if (!node.superClass) return [];
    const bases = this.#evaluate({ ...owner, node: node.superClass }, steps);
    return bases.flatMap((base) =>
      isClass(base.node)
        ? this.#readClassMember(
            base.node,
            { ...owner, source: base.source, bindings: new Map([...owner.bindings, [base.node, owner]]) },
            key,
            steps,
          )
        : [],
    );
  }

  /** What the arguments of a call say of the parameters of what it runs. */
  bind(call: CallRecord, target: FunctionRecord, bindings: Bindings): Bindings {
    if (!isFunctionNode(target.node) || !this.#isGiven(call, target)) return bindings;
    const { node, caller } = call;
    const all = new Map(bindings);
    for (const [index, pattern] of target.node.params.entries()) {
      if (!hasArgument(node, index)) break;
      const [argument] = node.arguments.slice(index);
      if (argument) all.set(pattern, { bindings, source: caller.source, node: argument });
    }
    return all;
  }

  /** All functions that an expression may be; none where it may be something that could not be followed. */
  allFunctions(start: Term): readonly FunctionTerm[] {
    const terms = this.evaluate(start);
    if (terms.some(isOpen)) return [];
    return terms.flatMap(({ node, bindings }) => {
      const fn = isFunctionNode(node) ? this.#project.byNode.get(node) : undefined;
      return fn ? [{ fn, bindings }] : [];
    });
  }

  /** What an expression begins with, as it may be bound. */
  #findRoots(node: TSESTree.Node, source: SourceFile): readonly TSESTree.Node[] {
    const root = unwrapExpression(node);
    if (root.type === "MemberExpression") return this.#findRoots(root.object, source);
    if (root.type === "ThisExpression") return [findEnclosingClass(root) ?? []].flat();
    const variable = root.type === "Identifier" ? this.#project.flows.get(source.file)?.variableOf(root) : undefined;
    const declared = variable?.defs[0]?.node;
    if (isFunctionNode(declared)) return declared.params;
    return declared?.type === "VariableDeclarator" ? [declared.id] : [];
  }

  /** Whether something is known of what an expression begins with. */
  isBound(node: TSESTree.Node, source: SourceFile, bindings: Bindings): boolean {
    if (bindings.size === 0) return false;
    return getOrCreate(this.#rootsOf, node, () => this.#findRoots(node, source)).some((root) => bindings.has(root));
  }
}

const withBinding = (term: Term, key: TSESTree.Node): Term => ({
  ...term,
  bindings: new Map([...term.bindings, [key, term]]),
});

/** What a constructor keeps under a name: `this.name = name`, `constructor(readonly name: string)`. */
function findSetInConstructor(
  { body }: ClassNode,
  key: string,
  { lint: { sourceCode } }: SourceFile,
): TSESTree.Node | undefined {
  const made = body.body.find((each) => each.type === "MethodDefinition" && each.kind === "constructor");
  if (made?.type !== "MethodDefinition" || !isFunctionNode(made.value)) return undefined;
  for (const parameter of made.value.params) {
    if (parameter.type !== "TSParameterProperty") continue;
    const name = parameter.parameter.type === "AssignmentPattern" ? parameter.parameter.left : parameter.parameter;
    if (name.name === key) return name;
  }
  const assignment = collectNodes(sourceCode, made.value.body).find(
    (each) =>
      each.type === "AssignmentExpression" &&
      each.left.type === "MemberExpression" &&
      each.left.object.type === "ThisExpression" &&
      readStaticKey(each.left, sourceCode) === key,
  );
  return assignment?.type === "AssignmentExpression" ? assignment.right : undefined;
}

/** What is a value, as it is written. */
const VALUES: ReadonlySet<string> = new Set([
  ...["Literal", "TemplateLiteral", "ObjectExpression", "ArrayExpression", "TSEnumDeclaration"],
  ...["ClassDeclaration", "ClassExpression"],
]);

/** Whether a term could not be followed to a value. */
const isOpen = ({ node, entry }: Term): boolean =>
  !entry && !VALUES.has(node.type) && !isFunctionNode(node) && !isNothing(node);

/** Whether a spread behind a property may replace it. */
const isReplaced = (property: TSESTree.Property, { properties }: TSESTree.ObjectExpression): boolean =>
  properties.some(({ type, range }) => type === "SpreadElement" && range[0] > property.range[0]);

const isObjectNode = ({ type }: TSESTree.Node): boolean => type === "ObjectExpression";

/** Whether something is kept under a name that is written. */
const isHeld = ([key, place]: readonly [string, Place]): boolean => key !== ANY && (place.values?.size ?? 0) > 0;

const isClass = (node: TSESTree.Node): node is ClassNode =>
  node.type === "ClassDeclaration" || node.type === "ClassExpression";

/** The list that a callback visits: `tools` of `tools.forEach((tool) => ...)`. */
function findVisited({ parent }: FunctionNode): TSESTree.Node | undefined {
  const callee = parent.type === "CallExpression" ? unwrapExpression(parent.callee) : undefined;
  if (callee?.type !== "MemberExpression") return undefined;
  return ITERATIONS.has(readPlainKey(callee.property) ?? "") ? callee.object : undefined;
}

/** The table whose pairs a list has: `tools` of `Object.entries(tools)` and `tools.entries()`, a map itself. */
function findTableOf(list: TSESTree.Node): TSESTree.Node | undefined {
  const value = unwrapExpression(list);
  const callee = value.type === "CallExpression" ? unwrapExpression(value.callee) : undefined;
  if (value.type !== "CallExpression") return value;
  if (callee?.type !== "MemberExpression" || readPlainKey(callee.property) !== "entries") return undefined;
  return value.arguments[0] ?? callee.object;
}

/** Whether a call writes an argument at a place. */
function hasArgument(node: TSESTree.Node, index: number): node is TSESTree.CallExpression | TSESTree.NewExpression {
  if (node.type !== "CallExpression" && node.type !== "NewExpression") return false;
  const before = node.arguments.slice(0, index + 1);
  return before.length > index && before.every(({ type }) => type !== "SpreadElement");
}

function sourceOf(node: TSESTree.Node, { byNode }: ProjectFlow): SourceFile | undefined {
  let root: TSESTree.Node = node;
  while (root.parent) root = root.parent;
  return byNode.get(root)?.source;
}

/** The names that lead to a name in a pattern: `tool`, `name` of `{ tool: { name } }`. */
function findInPattern(pattern: TSESTree.Node, name: TSESTree.Node): readonly string[] | undefined {
  switch (pattern.type) {
    case "Identifier":
      return pattern === name ? [] : undefined;
    case "AssignmentPattern":
      return findInPattern(pattern.left, name);
    case "TSParameterProperty":
      return findInPattern(pattern.parameter, name);
    case "ArrayPattern":
      for (const [index, each] of pattern.elements.entries()) {
        const rest = each ? findInPattern(each, name) : undefined;
        if (rest) return [String(index), ...rest];
      }
      return undefined;
    case "ObjectPattern":
      for (const each of pattern.properties) {
        const key = each.type === "Property" && !each.computed ? readPlainKey(each.key) : undefined;
        const rest = each.type === "Property" ? findInPattern(each.value, name) : undefined;
        if (key !== undefined && rest) return [key, ...rest];
      }
      return undefined;
    default:
      return undefined;
  }
}
