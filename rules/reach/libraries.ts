// What the code of other packages may bring: what a call waits for, and what libraries throw whose errors have a row.
import { libraryRows } from "error-contract/libraries";
import type { TSESTree } from "@typescript-eslint/utils";
import { isBuiltin } from "node:module";
import { splitSpecifier } from "../modules/resolve-module.js";
import { FRAMEWORKS } from "../words/frameworks.js";
import { endsAround, isWaitedFor } from "./failure-ends.js";
import { CONTINUATIONS, LISTENERS } from "../words/calls.js";
import { asksModule } from "./call-graph.js";
import { isBuiltInMethod } from "./file-flow.js";
import { type CallRecord, MISSING, OUR_PACKAGE, type ProjectFlow, functionsOf } from "./project-flow.js";

/**
 * Lists the libraries whose errors may leave a function by a call in it, as they are imported. A package that nothing
 * is known of counts where its promise is waited for: then it does something that can fail.
 *
 * @param isAwaited whether who called the function waits for what it returns
 */
export function listLibraries(call: CallRecord, isAwaited: boolean, project: ProjectFlow): readonly string[] {
  if (call.outside.size === 0 || isOfLanguage(call, project) || mayBeOwn(call, project)) return [];
  const modules = [...call.outside].flatMap((module) => nameLibrary(module, call.node) ?? []);
  if (modules.length === 0) return [];
  const isWaited = isWaitedFor(call.node, isAwaited);
  const found = modules.filter(({ isKnown }) => isKnown || isWaited);
  return found.length === 0 || endsAround(call.node, isWaited, call.caller.source.lint)
    ? []
    : found.map(({ name }) => name);
}

/** Whether it is not known that no function of the project is called. */
const mayBeOwn = ({ callee, receiver }: CallRecord, project: ProjectFlow): boolean =>
  functionsOf(callee, project).length > 0 ||
  project.points.isCapped(callee) ||
  (receiver !== undefined && project.points.isCapped(receiver));

/** Whether a call is of a method that values of the language have, whoever made the value: `rows.map()`. */
const isOfLanguage = (call: CallRecord, project: ProjectFlow): boolean =>
  call.key !== undefined &&
  (CONTINUATIONS.has(call.key) ||
    LISTENERS.has(call.key) ||
    (isBuiltInMethod(call.key) && call.node.parent?.type !== "AwaitExpression")) &&
  !asksModule(call, project);

interface Library {
  readonly name: string;
  /** Whether its errors have a row. */
  readonly isKnown: boolean;
}

function nameLibrary(module: string, node: TSESTree.Node): Library | undefined {
  if (module === "global") return nameFunction(node);
  if (module === MISSING || module === "unknown" || OUR_PACKAGE.test(module)) return undefined;
  const { name, subpath } = splitSpecifier(module);
  if (isBuiltin(module)) return knowsPackage(`node:${name.replace("node:", "")}`);
  if (SERVERS.has(name) && !subpath.startsWith("client")) return undefined;
  return knowsPackage(name) ?? { name, isKnown: false };
}

/** A function of the platform, by its name. */
function nameFunction(node: TSESTree.Node): Library | undefined {
  return node.type === "CallExpression" && node.callee.type === "Identifier"
    ? knowsPackage(node.callee.name)
    : undefined;
}

const knowsPackage = (name: string): Library | undefined =>
  PACKAGES.has(name) || PACKAGES.has(name.replace(/\/.*/, "/*")) ? { name, isKnown: true } : undefined;

const PACKAGES: ReadonlySet<string> = new Set(libraryRows.flatMap(({ packages }) => packages?.split(" ") ?? []));

/** What a server itself is made of. */
const SERVERS: ReadonlySet<string> = new Set(FRAMEWORKS.flatMap(({ packages }) => packages));
