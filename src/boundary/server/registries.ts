import type { Condition } from "../../contract/condition-statuses.js";
import { isObject, readMember } from "../../json/read.js";

export type Registered = Readonly<Record<string, unknown>>;

export interface Registry {
  readonly isOn: string;
  readonly noun: "tool" | "prompt" | "resource";
  readonly absent: Condition;
  readonly schema?: string;
  readonly readName: (params: unknown) => unknown;
  readonly find: (server: object, params: unknown) => Registered | undefined;
}

const readName = (params: unknown): unknown => readMember(params, "name");

export const registries: Readonly<Record<string, Registry>> = {
  "tools/call": {
    isOn: "_toolHandlersInitialized",
    noun: "tool",
    absent: "unknown_operation",
    schema: "inputSchema",
    readName,
    find: (server, params) => getNamed(server, "_registeredTools", readName(params)),
  },
  "prompts/get": {
    isOn: "_promptHandlersInitialized",
    noun: "prompt",
    absent: "not_found",
    schema: "argsSchema",
    readName,
    find: (server, params) => getNamed(server, "_registeredPrompts", readName(params)),
  },
  "resources/read": {
    isOn: "_resourceHandlersInitialized",
    noun: "resource",
    absent: "not_found",
    readName: (params) => readMember(params, "uri"),
    find: (server, params) => findResource(server, readMember(params, "uri")),
  },
  "completion/complete": {
    isOn: "_completionHandlerInitialized",
    noun: "prompt",
    absent: "not_found",
    readName: (params) => readMember(readMember(params, "ref"), "name") ?? readMember(readMember(params, "ref"), "uri"),
    find: (server, params) => findReferred(server, readMember(params, "ref")),
  },
};

/** The members of a registered tool by which the SDK calls its handler: 2.x, 1.x, earlier versions of 1.x. */
const callables = ["executor", "handler", "callback"] as const;

export const findCallable = (tool: Registered): string | undefined =>
  callables.find((name) => typeof tool[name] === "function" || isObject(tool[name]));

function getNamed(server: object, member: string, name: unknown): Registered | undefined {
  const items = readMember(server, member);
  if (typeof name !== "string" || !isObject(items) || !Object.hasOwn(items, name)) return undefined;
  return (items as Readonly<Record<string, Registered>>)[name];
}

function findResource(server: object, uri: unknown): Registered | undefined {
  const url = typeof uri === "string" ? toURL(uri) : undefined;
  return (
    getNamed(server, "_registeredResources", url) ??
    listTemplates(server).find((item) => url !== undefined && callTemplate(item, "match", url) !== null)
  );
}

function findReferred(server: object, ref: unknown): Registered | undefined {
  if (readMember(ref, "type") === "ref/prompt") return getNamed(server, "_registeredPrompts", readName(ref));
  const uri = readMember(ref, "uri");
  return (
    listTemplates(server).find((item) => callTemplate(item, "toString") === uri) ??
    getNamed(server, "_registeredResources", uri)
  );
}

const listTemplates = (server: object): readonly Registered[] =>
  Object.values((readMember(server, "_registeredResourceTemplates") ?? {}) as Record<string, Registered>);

function callTemplate(item: Registered, method: string, ...args: readonly string[]): unknown {
  const template = readMember(item.resourceTemplate, "uriTemplate") as Record<string, (...args: unknown[]) => unknown>;
  return template[method]!(...args);
}

/** `undefined` where it is no address, which the SDK refuses, too. */
export const toURL = (uri: string): string | undefined => (URL.canParse(uri) ? new URL(uri).href : undefined);
