import { isError, isFunction, isObject, listPrototypes, readMember, tryTo } from "../json/read.js";

const urlElicitationRequired = -32042;

export type SdkGeneration = 1 | 2;

/** Members alone make no signal, since an answer of another server may have them. Never throws. */
export function findUrlElicitation(thrown: unknown): SdkGeneration | undefined {
  const hasMembers =
    readMember(thrown, "code") === urlElicitationRequired &&
    Array.isArray(readMember(readMember(thrown, "data"), "elicitations"));
  return hasMembers ? findSdkOfError(thrown) : undefined;
}

export function findSdkOfError(thrown: unknown): SdkGeneration | undefined {
  if (!isError(thrown)) return undefined;
  const prototypes = listPrototypes(thrown);
  return tryTo(() => {
    const own = prototypes.find((_, index) => isErrorPrototype(prototypes[index + 1]));
    return own && getGeneration(own);
  });
}

const isErrorPrototype = (value: unknown): boolean => readOwn(readOwn(value, "constructor"), "name") === "Error";

/** Asks the class and not its name, which bundlers change: SDK 2.x brands it, 1.x has `fromError`. */
function getGeneration(prototype: object): SdkGeneration | undefined {
  const { constructor } = prototype;
  if (!Object.hasOwn(prototype, "constructor") || constructor.prototype !== prototype) return undefined;
  const brand = readOwn(constructor, "mcpBrand");
  if (brand !== undefined) return brand === "mcp.ProtocolError" ? 2 : undefined;
  const create = readOwn(constructor, "fromError");
  return constructor.length === 3 && isFunction(create) && (create as () => unknown).length === 3 ? 1 : undefined;
}

function readOwn(owner: unknown, name: string): unknown {
  const isOwner = isObject(owner) || isFunction(owner);
  return isOwner && Object.hasOwn(owner as object, name) ? (owner as Record<string, unknown>)[name] : undefined;
}
