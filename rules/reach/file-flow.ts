// Adds what one file says to the flow of its project, node by node.
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { SERVED_OBJECTS } from "../words/frameworks.js";
import { getOutermostWrapper, readPlainKey, readStaticKey, unwrapExpression } from "../syntax/expressions.js";
import { type FunctionNode, findEnclosingClass, findEnclosingFunction, isFunctionNode } from "../syntax/functions.js";
import { type ClassNode, readSpecifierName } from "../syntax/references.js";
import { getOrCreate, rememberOnce } from "../syntax/remember.js";
import { collectNodes, findRequiredModule } from "../syntax/source-file.js";
import { ANY, ELEMENT, type ObjectValue, type Place } from "./points-to.js";
import {
  type FunctionRecord,
  type ProjectFlow,
  type SourceFile,
  WHOLE,
  ASSIGNED,
  typeName,
  watchFunctions,
  type FileFlow,
} from "./project-flow.js";
import { type TypeFlow, addTypes, createTypeFlow } from "./type-flow.js";

type Variable = TSESLint.Scope.Variable;

/** Methods that put what they are given into a list, a set or a map. */
const STORES: ReadonlySet<string> = new Set(["push", "unshift", "add", "set", "splice"]);

// Some of them are loaded by whoever names them, which takes longer than the lint of a file.
const listPrototypes = () => [
  ...[Array, Map, Set, WeakMap, String, Promise, RegExp, Number, Function, Object, Date, URL, Headers],
  ...[Response, ReadableStream],
  { prototype: Object.getPrototypeOf([].values()) as object },
];
const listMethods = (kinds: readonly { readonly prototype: object }[]) =>
  new Set(
    kinds.flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype)).filter((name) => name !== "constructor"),
  );

const listBuiltInMethods = rememberOnce(() => listMethods(listPrototypes()));

/** Returns whether the language's own objects have a method of that name. */
export const isBuiltInMethod = (name: string): boolean => listBuiltInMethods().has(name);

/** Methods that give the elements of what they are called on, or what a function makes of them. */
const GIVING: ReadonlySet<string> = new Set([
  ...["at", "find", "findLast", "pop", "shift", "get", "values", "entries", "then", "catch", "finally"],
  ...["map", "flatMap", "filter", "flat", "slice", "splice", "concat", "reduce", "reduceRight", "sort", "reverse"],
  ...["toSorted", "toReversed", "toSpliced", "with", "fill"],
]);

/** Methods that hand the elements to a function, and give none. */
const VISITING: ReadonlySet<string> = new Set(["forEach", "some", "every", "findIndex", "findLastIndex"]);

/** Functions of the language, by their object, that give what they are given, or its elements. */
const GIVING_OF: Readonly<Record<string, ReadonlySet<string>>> = {
  Object: new Set(["entries", "values", "assign", "freeze", "seal", "fromEntries", "create"]),
  Array: new Set(["from", "of"]),
  Promise: new Set(["all", "race", "any", "allSettled", "resolve"]),
  Reflect: new Set(["get"]),
};

/** Those that run a function that they are given at once, or when a promise settles. */
export const ITERATING_METHODS: ReadonlySet<string> = listMethods([Array, Promise]);

/** Adds a file to the flow of its project. */
export function addFile(project: ProjectFlow, source: SourceFile): void {
  const { points, places } = project;
  const { sourceCode } = source.lint;
  const variables = collectVariables(sourceCode);
  const variablePlaces = new Map<Variable, Place>();

  const placeOfVariable = (variable: Variable): Place =>
    getOrCreate(variablePlaces, variable, () => points.createPlace());

  function placeOf(expression: TSESTree.Node): Place {
    const node = unwrapExpression(expression);
    if (node.type === "AwaitExpression") return placeOf(node.argument);
    if (node.type === "SequenceExpression") return placeOf(node.expressions.at(-1) ?? node);
    if (node.type !== "Identifier") return getOrCreate(places, node, () => points.createPlace());
    const variable = variables.get(node);
    if (variable && variable.defs.length > 0) return placeOfVariable(variable);
    return getOrCreate(places, node, () => {
      const place = points.createPlace();
      if (node.name !== "undefined") points.add(place, project.outsideOf("global"));
      return place;
    });
  }

  const flow: FileFlow = {
    project,
    source,
    placeOf,
    placeOfVariable,
    variableOf: (name) => variables.get(name),
  };
  project.flows.set(source.file, flow);
  const types = createTypeFlow(flow);
  const nodes = collectNodes(sourceCode);
  for (const node of nodes)
    if (isFunctionNode(node) || node.type === "Program") project.byNode.set(node, addFunction(node, flow));
  const add = { ...createDeclarations(flow, types), ...createExpressions(flow) };
  for (const node of nodes) (add as Record<string, ((node: TSESTree.Node) => void) | undefined>)[node.type]?.(node);
  addTypes(nodes, flow, types);
}

function collectVariables({ scopeManager }: TSESLint.SourceCode): Map<TSESTree.Node, Variable> {
  const variables = new Map<TSESTree.Node, Variable>();
  for (const scope of scopeManager?.scopes ?? []) {
    for (const { identifier, resolved } of scope.references) if (resolved) variables.set(identifier, resolved);
    for (const variable of scope.variables)
      for (const name of variable.identifiers) if (!variables.has(name)) variables.set(name, variable);
  }
  return variables;
}

function addFunction(
  node: FunctionNode | TSESTree.Program,
  { project, source }: Pick<FileFlow, "project" | "source">,
): FunctionRecord {
  const { points, functions } = project;
  const parameters = node.type === "Program" ? [] : node.params.map(() => points.createPlace());
  const rest = node.type === "Program" ? -1 : node.params.findIndex(({ type }) => type === "RestElement");
  const record: FunctionRecord = {
    id: functions.length,
    source,
    node,
    parameters,
    rest: rest < 0 ? undefined : rest,
    result: points.createPlace(),
    self: points.createPlace(),
  };
  functions.push(record);
  return record;
}

/** The function that a node runs in. What runs when a class is made runs where that stands. */
function findRunner(node: TSESTree.Node, { project, source }: Pick<FileFlow, "project" | "source">): FunctionRecord {
  const around = findEnclosingFunction(node) ?? source.lint.sourceCode.ast;
  return getOrCreate(project.byNode, around, () => addFunction(around, { project, source }));
}

type Adders = Partial<{ [T in TSESTree.Node["type"]]: (node: Extract<TSESTree.Node, { type: T }>) => void }>;

/** `constructor(private readonly store: Store) {}` */
function storeParameter({ parameter, parent }: TSESTree.TSParameterProperty, flow: FileFlow): void {
  const { project, placeOfVariable, variableOf } = flow;
  const name = parameter.type === "AssignmentPattern" ? parameter.left : parameter;
  const variable = variableOf(name);
  const self = project.byNode.get(parent)?.self;
  if (variable && self && "name" in name) project.points.store(self, name.name, placeOfVariable(variable));
}

/** What a pattern takes of a value. */
function createBinder(flow: FileFlow, types: TypeFlow) {
  const { project, placeOf, placeOfVariable, variableOf } = flow;
  const { points } = project;

  function bindName(name: TSESTree.Identifier, from: Place): void {
    const variable = variableOf(name);
    const to = variable && variable.defs.length > 0 ? placeOfVariable(variable) : placeOf(name);
    points.flow(from, to);
    if (name.typeAnnotation) types.annotate(to, name.typeAnnotation);
  }

  function bindMembers(pattern: TSESTree.ObjectPattern, from: Place): void {
    if (pattern.typeAnnotation) types.annotate(from, pattern.typeAnnotation);
    for (const property of pattern.properties) {
      if (property.type === "RestElement") bind(property.argument, from);
      else {
        const member = points.createPlace();
        points.load(from, readKey(property), member);
        bind(property.value, member);
      }
    }
  }

  function bind(pattern: TSESTree.Node, from: Place): void {
    switch (pattern.type) {
      case "Identifier":
        bindName(pattern, from);
        return;
      case "ObjectPattern":
        bindMembers(pattern, from);
        return;
      case "ArrayPattern":
        for (const element of pattern.elements) if (element) bind(element, elementOf(from, flow));
        return;
      case "AssignmentPattern":
        points.flow(placeOf(pattern.right), from);
        bind(pattern.left, from);
        return;
      case "RestElement":
        bind(pattern.argument, from);
        return;
      case "TSParameterProperty":
        bind(pattern.parameter, from);
        storeParameter(pattern, flow);
        return;
      case "MemberExpression": {
        const to = placeOf(pattern.object);
        points.store(to, readKey(pattern), from);
        project.stores.push({ to, from });
        return;
      }
      default:
        return;
    }
  }
  return bind;
}

/** An element of a list, or of one of its pairs: a list of what no list holds is taken for the element itself. */
function elementOf(list: Place, { project: { points } }: FileFlow): Place {
  const element = points.createPlace();
  points.load(list, ELEMENT, element);
  points.flow(list, element);
  return element;
}

function readKey(
  node: { readonly computed: boolean; readonly key: TSESTree.Node } | TSESTree.MemberExpression,
): string {
  const key = "key" in node ? node.key : node.property;
  if (key.type === "Literal") return String(key.value);
  if (node.computed) return ANY;
  return key.type === "Identifier" || key.type === "PrivateIdentifier" ? key.name : ANY;
}

function addFunctionNode(node: FunctionNode, flow: FileFlow, types: TypeFlow): void {
  const { project, source, placeOf, placeOfVariable, variableOf } = flow;
  const { points } = project;
  const record = project.byNode.get(node);
  if (!record) return;
  const bind = createBinder(flow, types);
  for (const [index, place] of record.parameters.entries()) {
    const parameter = node.params[index];
    if (parameter?.type === "RestElement") points.add(place, { kind: "object", label: `${source.name} arguments` });
    if (parameter) bind(parameter, place);
  }
  if (node.returnType) types.annotate(record.result, node.returnType);
  if (node.type === "ArrowFunctionExpression") {
    points.flow(findRunnerSelf(node, flow), record.self);
    if (node.body.type !== "BlockStatement") points.flow(placeOf(node.body), record.result);
  }
  const value = { kind: "function", fn: record.id } as const;
  points.add(placeOf(node), value);
  const variable = node.id ? variableOf(node.id) : undefined;
  if (variable) points.add(placeOfVariable(variable), value);
  else if (node.type === "FunctionDeclaration") points.add(points.fieldOf(source.module, "default"), value);
}

function addClass(node: ClassNode, flow: FileFlow, types: TypeFlow): void {
  const { project, placeOf, placeOfVariable, variableOf } = flow;
  const { points } = project;
  const value = project.classOf(node);
  const place = placeOf(node);
  points.add(place, value);
  const variable = node.id ? variableOf(node.id) : undefined;
  if (variable) points.flow(place, placeOfVariable(variable));
  for (const member of node.body.body) addMember(member, value, flow, types);
  if (node.superClass) relateBase(node.superClass, value, flow);
  // The parsers of JavaScript know neither.
  const { implements: forms = [], decorators = [] } = node as Partial<ClassNode>;
  for (const { expression } of forms)
    points.watch(types.placeOfName(expression), (base) => {
      points.relate(base, value.instance, "form");
    });
  if (decorators.length === 0 && !node.body.body.some(isDecorated)) return;
  points.flow(place, project.escaped);
  points.add(project.escaped, value.instance);
}

function createDeclarations(flow: FileFlow, types: TypeFlow): Adders {
  const { project, source, placeOf, placeOfVariable, variableOf } = flow;
  const { points } = project;
  const bind = createBinder(flow, types);
  const addFunctionOf = (node: FunctionNode) => {
    addFunctionNode(node, flow, types);
  };
  const addClassOf = (node: ClassNode) => {
    addClass(node, flow, types);
  };
  return {
    FunctionDeclaration: addFunctionOf,
    FunctionExpression: addFunctionOf,
    ArrowFunctionExpression: addFunctionOf,
    ClassDeclaration: addClassOf,
    ClassExpression: addClassOf,
    VariableDeclarator: ({ id, init, parent }) => {
      const loop = parent.parent;
      if (init) bind(id, placeOf(init));
      else if (loop.type === "ForOfStatement" && loop.left === parent) bind(id, elementOf(placeOf(loop.right), flow));
      else bind(id, points.createPlace());
    },
    ImportDeclaration: ({ specifiers, source: { value: module } }) => {
      project.importInto(points.createPlace(), module, WHOLE, source);
      for (const specifier of specifiers) {
        const variable = variableOf(specifier.local);
        if (!variable) continue;
        const name = readImported(specifier);
        project.importInto(placeOfVariable(variable), module, name, source);
        if (name !== WHOLE) project.importInto(types.placeOfVariable(variable), module, typeName(name), source);
      }
    },
    ...createExports(flow, types),
    CatchClause: ({ param }) => {
      if (param) bind(param, points.createPlace());
    },
    AssignmentExpression: (node) => {
      const right = placeOf(node.right);
      bind(unwrapExpression(node.left), right);
      points.flow(right, placeOf(node));
      addCommonExport(node, flow);
    },
    ReturnStatement: (node) => {
      if (node.argument) points.flow(placeOf(node.argument), findRunner(node, flow).result);
    },
    YieldExpression: (node) => {
      if (!node.argument) return;
      const list = createObject(node, flow);
      points.flow(placeOf(node.argument), points.fieldOf(list, ANY));
      points.add(findRunner(node, flow).result, list);
    },
  };
}

const isDecorated = (member: TSESTree.ClassElement): boolean => "decorators" in member && member.decorators.length > 0;

function readImported(specifier: TSESTree.ImportClause): string {
  if (specifier.type === "ImportNamespaceSpecifier") return WHOLE;
  return specifier.type === "ImportSpecifier" ? readSpecifierName(specifier.imported) : "default";
}

function findRunnerSelf(node: TSESTree.Node, flow: FileFlow): Place {
  const { parent } = node;
  const holder = parent?.type === "PropertyDefinition" ? parent.parent.parent : undefined;
  if (holder && !(parent?.type === "PropertyDefinition" && parent.static)) {
    const place = flow.project.points.createPlace();
    flow.project.points.add(place, flow.project.classOf(holder).instance);
    return place;
  }
  return findRunner(node, flow).self;
}

/**
 * What stands for an object or a list. Those that hold no functions where they are written are one: of all such objects
 * of a file, of all such lists of a function. Data would else be most of what flows.
 */
function createObject(node: TSESTree.Node, flow: FileFlow): ObjectValue {
  const { source, project } = flow;
  const label = `${source.name}:${node.loc.start.line}`;
  if (holdsFunctions(node, flow)) return { kind: "object", label, node };
  const isObject = node.type === "ObjectExpression";
  const holder = isObject ? source.lint.sourceCode : findRunner(node, flow).node;
  return getOrCreate(project.data, holder, () => ({ kind: "object", label, isData: isObject }));
}

/** Whether an object or a list is written with functions in it, or in one that it holds. */
function holdsFunctions(node: TSESTree.Node, flow: FileFlow): boolean {
  const values =
    node.type === "ObjectExpression"
      ? node.properties.map((each) => (each.type === "Property" ? each.value : each.argument))
      : node.type === "ArrayExpression"
        ? node.elements
        : [];
  return values.some((value) => value && (mayBeFunction(value, flow) || holdsFunctions(unwrapExpression(value), flow)));
}

const HANDLER_KEYS: ReadonlySet<string> = new Set(SERVED_OBJECTS.flatMap(({ handler }) => handler));

/** Whether a value is written as a function, or as the name of a function, a class or something imported. */
function mayBeFunction(value: TSESTree.Node, { variableOf }: FileFlow): boolean {
  if (isFunctionNode(value) || value.type === "ClassExpression") return true;
  const definition = value.type === "Identifier" ? variableOf(value)?.defs[0] : undefined;
  // A factory of tools is given what they run.
  if (definition?.type === "Parameter" && value.parent?.type === "Property")
    return HANDLER_KEYS.has(readPlainKey(value.parent.key) ?? "");
  if (definition?.type === "Variable") return isFunctionNode(definition.node.init);
  return ["FunctionName", "ClassName", "ImportBinding"].includes(definition?.type ?? "");
}

function addMember(
  member: TSESTree.ClassElement,
  value: ReturnType<ProjectFlow["classOf"]>,
  flow: FileFlow,
  types: TypeFlow,
): void {
  const { project, placeOf } = flow;
  const { points, byNode } = project;
  if (member.type === "MethodDefinition") {
    const record = byNode.get(member.value);
    if (!record) return;
    const owner = member.static ? value : value.instance;
    points.add(record.self, owner);
    if (member.kind === "constructor") return;
    const field = points.fieldOf(owner, readKey(member));
    if (member.kind === "get") points.flow(record.result, field);
    else points.flow(placeOf(member.value), field);
  } else if (member.type === "PropertyDefinition" || member.type === "AccessorProperty") {
    const field = points.fieldOf(member.static ? value : value.instance, readKey(member));
    if (member.value) points.flow(placeOf(member.value), field);
    if (member.typeAnnotation) types.annotate(field, member.typeAnnotation);
  }
}

/** A class has what its base has; what is declared as the base may be the class. */
function relateBase(
  superClass: TSESTree.Node,
  value: ReturnType<ProjectFlow["classOf"]>,
  { project, placeOf }: FileFlow,
): void {
  const { points } = project;
  points.watch(placeOf(superClass), (base) => {
    if (base.kind === "class") {
      points.relate(value, base, "base");
      points.relate(value.instance, base.instance, "base");
      points.relate(base.instance, value.instance, "form");
    } else if (base.kind === "outside") {
      points.relate(value.instance, base, "base");
      if (base.module !== "global") points.add(project.escaped, value);
    }
  });
}

function createExports({ project, source, placeOf, placeOfVariable, variableOf }: FileFlow, types: TypeFlow): Adders {
  const { points } = project;
  const exportOf = (name: string) => points.fieldOf(source.module, name);
  const exportVariable = (variable: Variable, name: string) => {
    points.flow(placeOfVariable(variable), exportOf(name));
    points.flow(types.placeOfVariable(variable), exportOf(typeName(name)));
  };
  return {
    ExportNamedDeclaration: ({ declaration, specifiers, source: from }) => {
      const declared = declaration
        ? (source.lint.sourceCode.scopeManager?.getDeclaredVariables(declaration) ?? [])
        : [];
      const all =
        declaration?.type === "VariableDeclaration"
          ? declaration.declarations.flatMap(
              (each) => source.lint.sourceCode.scopeManager?.getDeclaredVariables(each) ?? [],
            )
          : declared;
      for (const variable of new Set([...all])) exportVariable(variable, variable.name);
      for (const { local, exported } of specifiers) {
        const [name, localName] = [readSpecifierName(exported), readSpecifierName(local)];
        if (from) {
          project.importInto(exportOf(name), from.value, localName, source);
          project.importInto(exportOf(typeName(name)), from.value, typeName(localName), source);
          continue;
        }
        const variable = variableOf(local);
        if (variable) exportVariable(variable, name);
      }
    },
    ExportAllDeclaration: ({ source: from, exported }) => {
      const whole = points.createPlace();
      project.importInto(whole, from.value, WHOLE, source);
      if (exported) points.flow(whole, exportOf(readSpecifierName(exported)));
      else points.watch(whole, (module) => points.relate(source.module, module, "base"));
    },
    ExportDefaultDeclaration: ({ declaration }) => {
      const id = "id" in declaration ? declaration.id : undefined;
      const variable = id?.type === "Identifier" ? variableOf(id) : undefined;
      if (variable) exportVariable(variable, "default");
      else points.flow(placeOf(declaration), exportOf("default"));
    },
  };
}

/** `module.exports = x`, `exports.x = x` */
function addCommonExport(
  { left, right }: TSESTree.AssignmentExpression,
  { project, source, placeOf, variableOf }: FileFlow,
): void {
  if (left.type !== "MemberExpression" || left.object.type === "Super") return;
  const path = source.lint.sourceCode.getText(left).split(".");
  const isCommon = path[0] === "exports" || (path[0] === "module" && path[1] === "exports");
  const root = left.object.type === "MemberExpression" ? left.object.object : left.object;
  if (!isCommon || variableOf(root)?.defs.length) return;
  const { points } = project;
  const [name] = path[0] === "exports" ? path.slice(1) : path.slice(2);
  points.flow(placeOf(right), points.fieldOf(source.module, name ?? "default"));
  if (name !== undefined) return;
  points.flow(placeOf(right), points.fieldOf(source.module, ASSIGNED));
  points.watch(placeOf(right), (value) => points.relate(source.module, value, "base"));
}

function createExpressions(flow: FileFlow): Adders {
  const { project, source, placeOf } = flow;
  const { points } = project;
  return {
    ThisExpression: (node) => points.flow(findRunnerSelf(node, flow), placeOf(node)),
    Super: (node) => {
      addSuper(node, flow);
    },
    MemberExpression: (node) => {
      const key = readKey(node);
      points.load(placeOf(node.object), key === ANY && !mayBeCalled(node, flow) ? ELEMENT : key, placeOf(node));
    },
    ConditionalExpression: (node) => {
      for (const arm of [node.consequent, node.alternate]) points.flow(placeOf(arm), placeOf(node));
    },
    LogicalExpression: (node) => {
      for (const arm of [node.left, node.right]) points.flow(placeOf(arm), placeOf(node));
    },
    ObjectExpression: (node) => {
      const object = createObject(node, flow);
      points.add(placeOf(node), object);
      for (const property of node.properties) {
        if (property.type === "SpreadElement") {
          points.watch(placeOf(property.argument), (value) => points.relate(object, value, "base"));
          continue;
        }
        points.flow(placeOf(property.value), points.fieldOf(object, readKey(property)));
        const record = project.byNode.get(property.value);
        if (record && property.value.type === "FunctionExpression") points.add(record.self, object);
      }
    },
    ArrayExpression: (node) => {
      const list = createObject(node, flow);
      points.add(placeOf(node), list);
      for (const element of node.elements) {
        if (element?.type === "SpreadElement")
          points.load(placeOf(element.argument), ELEMENT, points.fieldOf(list, ANY));
        else if (element) points.flow(placeOf(element), points.fieldOf(list, ANY));
      }
    },
    ImportExpression: (node) => {
      if (node.source.type === "Literal") project.importInto(placeOf(node), String(node.source.value), WHOLE, source);
      else points.add(placeOf(node), project.outsideOf("unknown"));
    },
    JSXIdentifier: (node) => {
      const variable = flow.variableOf(node);
      if (variable) points.flow(flow.placeOfVariable(variable), project.escaped);
    },
    JSXExpressionContainer: (node) => points.flow(placeOf(node.expression), project.escaped),
    CallExpression: (node) => {
      const module = findRequiredModule(node);
      if (module !== undefined) project.importInto(placeOf(node), module, WHOLE, source);
      else addCall(node, flow);
    },
    NewExpression: (node) => addCall(node, flow),
    TaggedTemplateExpression: (node) => addCall(node, flow),
  };
}

/** Whether what a computed name gives may be called: `api[name](input)`, `const run = api[name]; run(input)`. */
function mayBeCalled(node: TSESTree.MemberExpression, flow: FileFlow): boolean {
  const outer = getOutermostWrapper(node);
  const { parent } = outer;
  if (parent?.type === "CallExpression") return true;
  if (parent?.type === "MemberExpression" && parent.object === outer) return CALLING.has(readKey(parent));
  const variable = parent?.type === "VariableDeclarator" ? flow.variableOf(parent.id) : undefined;
  return variable?.references.some(({ identifier }) => identifier.parent.type === "CallExpression") ?? false;
}

/** Methods of a function that call it. */
const CALLING: ReadonlySet<string> = new Set(["call", "apply", "bind"]);

/** `super(...)` is the base; `super.read()` reads of an instance of it. */
function addSuper(node: TSESTree.Super, { project: { points }, placeOf }: FileFlow): void {
  const around = findEnclosingClass(node);
  if (!around?.superClass) return;
  const place = placeOf(node);
  const isCall = node.parent.type === "CallExpression";
  points.watch(placeOf(around.superClass), (base) => {
    points.add(place, base.kind === "class" && !isCall ? base.instance : base);
  });
}

type CallNode = TSESTree.CallExpression | TSESTree.NewExpression | TSESTree.TaggedTemplateExpression;

function addCall(node: CallNode, flow: FileFlow): void {
  const { project, placeOf, source } = flow;
  const callee = unwrapExpression(node.type === "TaggedTemplateExpression" ? node.tag : node.callee);
  const receiver = callee.type === "MemberExpression" ? placeOf(callee.object) : undefined;
  const key = callee.type === "MemberExpression" ? (readStaticKey(callee, source.lint.sourceCode) ?? ANY) : undefined;
  // A tag is given the parts of the text first.
  const written = node.type === "TaggedTemplateExpression" ? [node.quasi, ...node.quasi.expressions] : node.arguments;
  const given = written.map((argument) =>
    argument.type === "SpreadElement" ? elementOf(placeOf(argument.argument), flow) : placeOf(argument),
  );
  const result = placeOf(node);
  if (node.type === "NewExpression" && makesCollection(callee, flow)) addCollection(node, given, flow);
  if (receiver !== undefined && key !== undefined && STORES.has(key))
    for (const each of given) storeElement(receiver, each, flow, readMapKey(key, written));
  if (key !== undefined && receiver !== undefined && (GIVING.has(key) || VISITING.has(key)))
    addBuiltIn(node, receiver, given, GIVING.has(key) ? result : project.points.createPlace(), flow);
  if (key === "bind" && receiver !== undefined) project.points.flow(receiver, result);
  if (key !== undefined && givesWhatItIsGiven(callee, key, flow))
    for (const each of given) addBuiltIn(node, each, given, result, flow);
  project.calls.push({
    caller: findRunner(node, flow),
    node,
    callee: placeOf(callee),
    receiver,
    key,
    given,
    result,
    isNew: node.type === "NewExpression" || callee.type === "Super",
    targets: new Set(),
    outside: new Set(),
  });
}

const makesCollection = (callee: TSESTree.Node, { variableOf }: FileFlow): boolean =>
  callee.type === "Identifier" && COLLECTIONS.has(callee.name) && (variableOf(callee)?.defs.length ?? 0) === 0;

const COLLECTIONS: ReadonlySet<string> = new Set(["Map", "Set", "WeakMap", "Array"]);

/** `new Map([["read", read]])`: an element of it is what stands in its pairs. */
function addCollection(node: TSESTree.Node, given: readonly Place[], flow: FileFlow): void {
  const { project, source, placeOf } = flow;
  const { points } = project;
  const collection: ObjectValue = { kind: "object", label: `${source.name}:${node.loc.start.line}` };
  points.add(placeOf(node), collection);
  const elements = points.fieldOf(collection, ANY);
  for (const each of given) points.flow(elementOf(elementOf(each, flow), flow), elements);
  const [list] = node.type === "NewExpression" ? node.arguments : [];
  for (const pair of list?.type === "ArrayExpression" ? list.elements : []) {
    const [key, value] = pair?.type === "ArrayExpression" ? pair.elements : [];
    if (key && value) storeElement(placeOf(node), placeOf(value), flow, readMapKey("set", [key]));
  }
}

/** The key of `tools.set("read_note", read)`. */
function readMapKey(method: string, written: readonly TSESTree.Node[]): string {
  const [key] = method === "set" ? written : [];
  return key?.type === "Literal" && typeof key.value === "string" ? key.value : ANY;
}

function storeElement(list: Place, element: Place, { project: { points } }: FileFlow, key = ANY): void {
  points.watch(list, (value) => {
    if (value.kind === "object" || value.kind === "interface") points.flow(element, points.fieldOf(value, key));
  });
}

/** `Object.values(handlers)` */
function givesWhatItIsGiven(callee: TSESTree.Node, key: string, { variableOf }: FileFlow): boolean {
  if (callee.type !== "MemberExpression" || callee.object.type !== "Identifier") return false;
  const isGlobal = (variableOf(callee.object)?.defs.length ?? 0) === 0;
  return isGlobal && (GIVING_OF[callee.object.name]?.has(key) ?? false);
}

/** A method of the language gives what it is given, an element of it, or a list of what functions make of these. */
function addBuiltIn(
  node: TSESTree.Node,
  receiver: Place,
  given: readonly Place[],
  result: Place,
  flow: FileFlow,
): void {
  const { points } = flow.project;
  const elements = points.createPlace();
  const list = createObject(node, flow);
  points.flow(elements, points.fieldOf(list, ANY));
  points.watch(receiver, (value) => {
    // A class of the project has methods of its own.
    if (value.kind !== "object" && value.kind !== "interface") return;
    points.read(value, ELEMENT, elements);
    points.add(result, list);
    points.add(result, value);
  });
  points.flow(elements, result);
  for (const each of given) {
    watchFunctions(each, flow.project, ({ result: made, parameters }) => {
      points.add(result, list);
      points.flow(made, elements);
      for (const parameter of parameters) points.flow(elements, parameter);
    });
  }
}
