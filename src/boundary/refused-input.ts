import { ContractError } from "../error/contract-error.js";
import { isObject, readMember, tryTo } from "../json/read.js";
import type { Link } from "../libraries/find-rows.js";
import { readValidation, type RefusedIssue, type Segment, type Validation } from "../libraries/validation.js";
import { toSafeText } from "../json/to-json-safe.js";
import type { Call } from "./context.js";
import { joinPath, readPath, type SchemaIssues } from "./server/schema-issues.js";

const mostFields = 20;

/**
 * Finds what a validator in the handler has refused of the call's own input. What it refuses of other data, such as an
 * answer of another server, is no fault of the caller. Never throws.
 */
export function findRefusedInput(links: readonly Link[], call: Call): SchemaIssues | undefined {
  for (const link of links) {
    if (ContractError.is(link.value)) return undefined;
    const validation = readValidation(link);
    if (validation) return tryTo(() => locateInCall(validation, call));
  }
  return undefined;
}

interface Part {
  readonly path: readonly Segment[];
  readonly value: unknown;
}

function locateInCall(validation: Validation, call: Call): SchemaIssues | undefined {
  const part = listInputs(call)
    .flatMap(listParts)
    .find(({ value }) => isSource(validation, value, call));
  if (!part) return undefined;
  const issues = validation.issues.slice(0, mostFields);
  return {
    fields: issues.map(({ path, problem }) => ({
      name: toSafeText(joinPath([...part.path, ...path])),
      problem: toSafeText(problem),
    })),
    isAbsent: validation.issues.every(({ path }) => path.length > 0 && readPath(part.value, path) === undefined),
  };
}

/** The arguments of a tool, and what stands for them in a request of MCP or HTTP. */
function listInputs({ args, caller, method }: Call): readonly unknown[] {
  if (caller === "request") {
    const params = readMember(args[0], "params");
    return method === "tools/call" || method === "prompts/get" ? [readMember(params, "arguments") ?? {}] : [params];
  }
  if (caller === "tool") return args.slice(0, 1);
  return args.flatMap((arg) =>
    isPlain(arg) ? [arg] : ["body", "query", "params"].map((name) => readMember(arg, name)),
  );
}

const mostParts = 200;

/** An input and the objects and lists in it, outermost first. */
function listParts(input: unknown): readonly Part[] {
  const parts: Part[] = [{ path: [], value: input }];
  for (let index = 0; index < parts.length && parts.length < mostParts; index++) {
    const { path, value } = parts[index]!;
    if (!isPlain(value)) continue;
    for (const [key, member] of Object.entries(value)) {
      if (isPlain(member)) parts.push({ path: [...path, Array.isArray(value) ? Number(key) : key], value: member });
    }
  }
  return parts;
}

function isPlain(value: unknown): value is object {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === null || prototype === Object.prototype;
}

function isSource({ issues, checked }: Validation, value: unknown, { caller }: Call): boolean {
  if (checked) return checked.value === value || (isObject(value) && isEqual(checked.value, value));
  if (!isPlain(value) || !issues.every((issue) => fitsIn(issue, value))) return false;
  // An SDK has checked the input of a tool: that something is missing there says nothing of where it is missing.
  return caller !== "tool" || issues.some(({ path }) => readPath(value, path) !== undefined);
}

/** The parent of what is refused has to be there. */
const fitsIn = ({ path, fits }: RefusedIssue, value: unknown): boolean =>
  (path.length === 0 || isObject(readPath(value, path.slice(0, -1)))) && fits(readPath(value, path));

/** A validator may have copied its input. */
const isEqual = (one: unknown, other: unknown): boolean =>
  isObject(one) && tryTo(() => JSON.stringify(one) === JSON.stringify(other)) === true;
