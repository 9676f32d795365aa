import { isObject } from "../json/read.js";
import { findCategory } from "./codes.js";
import { conditionStatuses } from "./condition-statuses.js";
import { isTrusted, trustContract, type CodeEntry, type ContractData, type Factory } from "./contract-data.js";
import { contractSchema } from "./contract-schema.js";
import { listPlaceholders } from "./message-template.js";
import { checkAgainstSchema, getLastPart, listLeafFields, type LeafField } from "./schema.js";

/**
 * Declares a contract. Literal types survive. Returns `data` itself, frozen through and through.
 *
 * @throws TypeError when the data contradicts itself or has members that are not known; it names each path.
 */
export function defineContract<const C extends ContractData>(data: C): C {
  if (isTrusted(data)) return data;
  const problems = [...checkAgainstSchema(contractSchema, data, "contract")];
  // The other checks rely on the form that the schema has confirmed.
  if (problems.length === 0) problems.push(...findContradictions(data));
  if (problems.length > 0) throw new TypeError(problems.join("\n"));
  return trustContract(data);
}

function findContradictions(data: ContractData): readonly string[] {
  const patterns = [
    ...checkPatterns(data.envelopes, "contract.envelopes"),
    ...Object.entries(data.codes).flatMap(([name, { details }]) =>
      checkPatterns(details, `contract.codes.${name}.details`),
    ),
    ...(data.codePattern === undefined ? [] : checkExpression(data.codePattern, "contract.codePattern")),
  ];
  if (patterns.length > 0) return patterns;

  const leaves = listLeafFields(data.envelopes.failure);
  return [
    ...checkCodes(data),
    ...checkFallbacks(data),
    ...checkFields(data, leaves),
    ...checkAdded(data, leaves),
    ...checkLeaves(data, leaves),
    ...checkContext(data, leaves),
    ...data.vocabulary.factories.flatMap((factory) => checkFactory(data, leaves, factory)),
    ...checkLegacy(data, leaves),
  ];
}

function checkCodes(data: ContractData): readonly string[] {
  const names = Object.keys(data.codes);
  if (names.length === 0) return ["contract.codes: expected at least one code"];

  const { codePattern } = data;
  const expression = codePattern === undefined ? undefined : new RegExp(`^(?:${codePattern})$`, "u");
  const owners = new Map<string | number, string>();

  return Object.entries(data.codes).flatMap(([name, entry]): readonly string[] => {
    const path = `contract.codes.${name}`;
    const problems: string[] = [];
    if (expression && !expression.test(name)) {
      problems.push(`${path}: ${JSON.stringify(name)} does not match codePattern ${codePattern}`);
    }
    const value = entry.value ?? name;
    const owner = owners.get(value);
    if (owner !== undefined) problems.push(`${path}.value: ${owner} has the same value ${value}`);
    owners.set(value, name);
    return [...problems, ...checkDetails(entry, path), ...checkCategory(data, name, path)];
  });
}

function checkDetails(entry: CodeEntry, path: string): readonly string[] {
  const { details = {}, placeholders: shown = {}, message = "", wordings = {}, foreign, shows = [] } = entry;
  const unknown = [message, ...Object.values(wordings)]
    .flatMap(listPlaceholders)
    .filter((name) => entry.details && !Object.hasOwn(details, name) && !Object.hasOwn(shown, name));
  const describe = (member: string, detail: string): string =>
    `${path}.${member}: the code has no detail ${JSON.stringify(detail)}`;
  const isUnknown = (detail: string): boolean => !Object.hasOwn(details, detail);
  return [
    ...(foreign !== undefined && isUnknown(foreign) ? [describe("foreign", foreign)] : []),
    ...unknown.map((name) => describe("message", name)),
    ...shows.filter(isUnknown).map((detail) => describe("shows", detail)),
    ...Object.entries(shown)
      .filter(([, source]) => isUnknown(source.replace(/\.(?:first|others)$/u, "")))
      .map(([name, detail]) => describe(`placeholders.${name}`, detail)),
  ];
}

function checkCategory({ categories, codes }: ContractData, name: string, path: string): readonly string[] {
  if (!categories) return [];
  const { category, condition, http = [conditionStatuses[condition].http], kind } = codes[name]!;
  const begun = findCategory(categories, name);
  const [given, known] = [category ?? begun, Object.keys(categories).join(", ")];
  if (given === undefined || !Object.hasOwn(categories, given)) return [`${path}.category: expected one of ${known}`];
  if (begun !== undefined && begun !== given)
    return [`${path}.category: expected ${begun}, which the code begins with`];
  const ranges = categories[given]!.http.map((status) =>
    typeof status === "number" ? ([status, status] as const) : status,
  );
  // No response reports a warning, or a code of a category without statuses.
  if (kind === "warning" || (ranges.length === 0 && codes[name]!.http === undefined)) return [];
  return http
    .filter((status) => !ranges.some(([first, last]) => status >= first && status <= last))
    .map((status) => `${path}.http: ${given} codes do not have status ${status}`);
}

function checkFallbacks({ fallback, byCondition = {}, foreign, codes }: ContractData): readonly string[] {
  const tables = { fallback, byCondition, "foreign.codes": foreign?.codes ?? {} };
  return Object.entries(tables).flatMap(([table, entries]) =>
    Object.entries(entries).flatMap(([use, code]) => checkErrorCode(codes, code, `contract.${table}.${use}`)),
  );
}

function checkErrorCode(codes: ContractData["codes"], code: string, path: string): readonly string[] {
  if (!Object.hasOwn(codes, code)) return [`${path}: ${JSON.stringify(code)} is not among the codes`];
  return codes[code]!.kind === "warning" ? [`${path}: ${code} is a warning, not an error`] : [];
}

function checkFields({ fields }: ContractData, leaves: readonly LeafField[]): readonly string[] {
  const { discriminant, ...paths } = fields;
  const named = [
    ...Object.entries(paths),
    ...(discriminant ? [["discriminant.path", discriminant.path] as const] : []),
  ];
  const problems = named
    .filter(([, path]) => !leaves.some((leaf) => leaf.path === path))
    .map(([part, path]) => `contract.fields.${part}: the failure schema has no property ${JSON.stringify(path)}`);
  const schema = leaves.find((leaf) => leaf.path === discriminant?.path)?.schema;
  if (!discriminant || !schema) return problems;
  return [...problems, ...checkAgainstSchema(schema, discriminant.value, "contract.fields.discriminant.value")];
}

function checkAdded({ added = [] }: ContractData, leaves: readonly LeafField[]): readonly string[] {
  return added
    .filter((path) => !leaves.some((leaf) => leaf.path === path && !leaf.required))
    .map((path) => `contract.added: the failure schema has no optional property ${JSON.stringify(path)}`);
}

const reserved = new Set(["__proto__", "constructor", "name", "stack", "toEnvelope", "toDiagnostic", "toJSON"]);

function checkLeaves(data: ContractData, leaves: readonly LeafField[]): readonly string[] {
  const { code, message, timestamp, discriminant } = data.fields;
  const filled = new Set([code, message, timestamp, discriminant?.path]);
  const names = new Set<string>();
  return leaves.flatMap(({ name, path, schema, required }): readonly string[] => {
    const where = `contract.envelopes.failure.properties.${path}`;
    const problems: string[] = [];
    if (names.has(name)) problems.push(`${where}: another field is called ${JSON.stringify(name)} too`);
    names.add(name);
    if (reserved.has(name)) problems.push(`${where}: every error has a member ${JSON.stringify(name)} already`);
    const unset = data.context[name]?.default ?? null;
    if (required && !filled.has(path) && checkAgainstSchema(schema, unset).length > 0) {
      problems.push(`${where}: required, but neither null nor a default in contract.context can fill it`);
    }
    return problems;
  });
}

function checkContext({ context }: ContractData, leaves: readonly LeafField[]): readonly string[] {
  return Object.entries(context).flatMap(([name, field]): readonly string[] => {
    const leaf = leaves.find((candidate) => candidate.name === name);
    if (!leaf) return [`contract.context.${name}: the failure schema has no such field`];
    // An optional field without a default is left out.
    if (!leaf.required && field.default === null) return [];
    return checkAgainstSchema(leaf.schema, field.default, `contract.context.${name}.default`);
  });
}

function checkFactory(data: ContractData, leaves: readonly LeafField[], factory: Factory): readonly string[] {
  const where = `contract.vocabulary.factories[${data.vocabulary.factories.indexOf(factory)}]`;
  // An error keeps its cause, whether or not the envelope does.
  const known = new Set([...leaves.map((leaf) => leaf.name), ...(data.fields.cause === undefined ? ["cause"] : [])]);
  const { positional, optional = [], reads, fixed = {}, defaults = {} } = factory;
  const mentioned = Object.values(defaults).flatMap(listPlaceholders);
  const named = [...positional, ...reads, ...Object.keys(fixed), ...Object.keys(defaults), ...mentioned];
  const unknown = [...new Set(named)].filter((name) => !known.has(name));
  const fixedCode = fixed[getLastPart(data.fields.code)];
  return [
    ...optional
      .filter((name) => !positional.includes(name))
      .map((name) => `${where}.optional: ${JSON.stringify(name)} is no positional argument`),
    ...unknown.map((name) => `${where}: the failure schema has no field ${JSON.stringify(name)}`),
    ...(fixedCode === undefined ? [] : checkErrorCode(data.codes, fixedCode, `${where}.fixed`)),
  ];
}

function checkLegacy({ legacy, codes }: ContractData, leaves: readonly LeafField[]): readonly string[] {
  if (!legacy) return [];
  return [
    ...Object.keys(legacy.fields)
      .filter((name) => !leaves.some((leaf) => leaf.name === name))
      .map((name) => `contract.legacy.fields.${name}: the failure schema has no such field`),
    ...Object.entries(legacy.codes).flatMap(([earlier, code]) =>
      checkErrorCode(codes, code, `contract.legacy.codes.${earlier}`),
    ),
  ];
}

function checkPatterns(value: unknown, path: string): readonly string[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const where = `${path}.${key}`;
    return key === "pattern" && typeof member === "string"
      ? checkExpression(member, where)
      : checkPatterns(member, where);
  });
}

function checkExpression(source: string, path: string): readonly string[] {
  try {
    new RegExp(source, "u");
    return [];
  } catch (error) {
    return [`${path}: ${error instanceof Error ? error.message : "not a regular expression"}`];
  }
}
