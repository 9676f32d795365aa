// What is known of all files of a project together: their functions, classes, calls and throws, and the places that
// values flow through. Filled file by file (`file-flow.ts`), and asked when all are in (`call-graph.ts`).
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import path from "node:path";
import type { LintContext } from "../contract/lint-context.js";
import { type ResolvedModule, resolveInPackage, resolveModule, splitSpecifier } from "../modules/resolve-module.js";
import type { ClassNode } from "../syntax/references.js";
import type { FunctionNode } from "../syntax/functions.js";
import { getOrCreate } from "../syntax/remember.js";
import { ANY, type ClassValue, type ObjectValue, type Place, PointsTo, type Value } from "./points-to.js";

/** A function, or the code of a module outside of its functions. */
export interface FunctionRecord {
  readonly id: number;
  readonly source: SourceFile;
  readonly node: FunctionNode | TSESTree.Program;
  /** What it is given, by place. */
  readonly parameters: readonly Place[];
  /** The place from which on arguments are elements of the last parameter. */
  readonly rest: number | undefined;
  readonly result: Place;
  /** Its `this`, where that is known. */
  readonly self: Place;
}

/** A call, or what calls a function that it is given. */
export interface CallRecord {
  readonly caller: FunctionRecord;
  readonly node: TSESTree.Node;
  readonly callee: Place;
  readonly receiver: Place | undefined;
  /** The name of the method; `*` where it is worked out. */
  readonly key: string | undefined;
  readonly given: readonly Place[];
  readonly result: Place;
  readonly isNew: boolean;
  /** The functions that it runs, those that it hands over to be run at once too. */
  readonly targets: Set<FunctionRecord>;
  /** The packages, or the language, whose code it runs. */
  readonly outside: Set<string>;
}

/** A file of the project. */
export interface SourceFile {
  /** By its path from the project with slashes. */
  readonly name: string;
  readonly file: string;
  readonly lint: LintContext;
  readonly module: ObjectValue;
}

/** What the parts of a file's flow share. */
export interface FileFlow {
  readonly project: ProjectFlow;
  readonly source: SourceFile;
  readonly placeOf: (node: TSESTree.Node) => Place;
  readonly placeOfVariable: (variable: TSESLint.Scope.Variable) => Place;
  /** The variable that a name refers to or declares. */
  readonly variableOf: (name: TSESTree.Node) => TSESLint.Scope.Variable | undefined;
}

/** All that the files of a project say. */
export interface ProjectFlow {
  readonly points: PointsTo;
  readonly files: Map<string, SourceFile>;
  readonly functions: FunctionRecord[];
  readonly byNode: Map<TSESTree.Node, FunctionRecord>;
  readonly calls: CallRecord[];
  readonly stores: { readonly to: Place; readonly from: Place }[];
  /** Holds what code outside of the project gets hold of, so that it may call it. */
  readonly escaped: Place;
  /** What stands for the objects of a file, and for the lists of a function, that hold data. */
  readonly data: Map<object, ObjectValue>;
  readonly classOf: (node: ClassNode) => ClassValue;
  readonly outsideOf: (module: string) => Value;
  /** The place of an expression, filled by the file that it stands in. */
  readonly places: Map<TSESTree.Node, Place>;
  /** What is known of a file, by its path. */
  readonly flows: Map<string, FileFlow>;
  /** Lets what a module exports under a name, a value or a type, flow into a place. */
  readonly importInto: (place: Place, specifier: string, name: string, from: SourceFile) => void;
}

/** The functions that a place holds. */
export const functionsOf = (place: Place, { points, functions }: ProjectFlow): readonly FunctionRecord[] =>
  [...points.valuesOf(place)].flatMap((value) => (value.kind === "function" ? (functions[value.fn] ?? []) : []));

/** Calls back for each function of a place, those that come later too. */
export function watchFunctions(
  place: Place,
  { points, functions }: ProjectFlow,
  see: (fn: FunctionRecord) => void,
): void {
  points.watch(place, (value) => {
    const fn = value.kind === "function" ? functions[value.fn] : undefined;
    if (fn) see(fn);
  });
}

/** The name of an export that is a type. */
export const typeName = (name: string): string => `type ${name}`;

const isInFolder = (file: string, folder: string): boolean => file.startsWith(path.join(folder, path.sep));

/** Stands for a module of the project that is not found. */
export const MISSING = "(missing)";

/** The runtime, wherever it is installed: what its factories make is read where they are called. */
export const OUR_PACKAGE = /^error-contract(?:\/|$)/;

/** What runs no code of the project though it is not found: the runtime, and data. */
const isHarmless = (specifier: string): boolean => OUR_PACKAGE.test(specifier) || specifier.endsWith(".json");

/** The name by which the whole module is imported. */
export const WHOLE = "(module)";

function resolveIn(packages: ReadonlyMap<string, string>, specifier: string, from: string): ResolvedModule {
  const found = resolveModule(specifier, from);
  if (typeof found === "object") return found;
  const { name, subpath } = splitSpecifier(specifier);
  const root = packages.get(name);
  return root === undefined ? found : resolveInPackage(root, subpath);
}

/**
 * @param packages the folders of the project's packages, by name: links to them may not be installed
 * @param readMore reads a file that another one imports
 */
export function createProjectFlow(
  packages: ReadonlyMap<string, string>,
  readMore: (file: string) => SourceFile | undefined,
): ProjectFlow {
  const points = new PointsTo();
  const files = new Map<string, SourceFile>();
  const classes = new Map<ClassNode, ClassValue>();
  const outsides = new Map<string, Value>();
  const outsideOf = (module: string) => getOrCreate(outsides, module, (): Value => ({ kind: "outside", module }));
  const escaped = points.rest;
  points.load(escaped, ANY, escaped);

  function add(file: string): SourceFile | undefined {
    const source = readMore(file);
    if (source) files.set(file, source);
    return source;
  }

  /** What a package of the project exports may be made by a build: then it may be any of its files. */
  function escapePackage(specifier: string): void {
    const root = packages.get(splitSpecifier(specifier).name);
    if (root === undefined) return;
    for (const { file, module } of files.values()) if (isInFolder(file, root)) points.add(escaped, module);
  }

  function importInto(place: Place, specifier: string, name: string, from: SourceFile): void {
    const found = resolveIn(packages, specifier, from.file);
    const isOther = isHarmless(specifier);
    const source = typeof found === "object" && !isOther ? (files.get(found.file) ?? add(found.file)) : undefined;
    if (!source) {
      if (found === "unknown") escapePackage(specifier);
      const module = found === "package" || isOther ? specifier : MISSING;
      if (!name.startsWith(typeName(""))) points.add(place, outsideOf(module));
      return;
    }
    const whole = points.createPlace();
    points.add(whole, source.module);
    if (name === WHOLE) points.flow(whole, place);
    else points.load(whole, name, place);
  }

  return {
    points,
    files,
    functions: [],
    byNode: new Map(),
    calls: [],
    stores: [],
    escaped,
    data: new Map(),
    classOf: (node) =>
      getOrCreate(classes, node, () => ({
        kind: "class",
        instance: { kind: "instance", label: node.id?.name ?? "class", node, number: classes.size },
        node,
      })),
    outsideOf,
    places: new Map(),
    flows: new Map(),
    importInto,
  };
}
