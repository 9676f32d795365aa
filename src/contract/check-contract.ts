import { isObject } from "../json/read.js";
import { findCategory } from "./codes.js";
import { conditionStatuses } from "./condition-statuses.js";
import { isTrusted, trustContract, type CodeEntry, type ContractData, type Factory } from "./contract-data.js";
import { contractSchema } from "./contract-schema.js";
import { listPlaceholders } from "./message-template.js";
import { checkAgainstSchema, getLastPart, listLeafFields, matchesSchema, type LeafField } from "./schema.js";

/**
 * Declares a contract and freezes it.
 *
 * @throws TypeError naming each path where the data contradicts itself or is unknown.
 * @example
 * ```js
 * import { defineContract } from "error-contract";
 * import { standard } from "error-contract/standard";
 *
 * console.log(Object.isFrozen(defineContract(standard))); // true
 * ```
 */
export function defineContract<const C extends ContractData>(data: C): C {
  if (isTrusted(data)) return data;
  const problems = [...checkAgainstSchema(contractSchema, data, "contract")];
  // The other checks rely on the form that the schema has confirmed.
  if (problems.length === 0) problems.push(...findContradictions(data));
  if (problems.length > 0) throw new TypeError(problems.join("\n"));
  return trustContract(data);
}

type Report = (path: string, problem: string) => void;

interface Checked {
  readonly data: ContractData;
  readonly leaves: readonly LeafField[];
  readonly report: Report;
}

function findContradictions(data: ContractData): readonly string[] {
  const problems: string[] = [];
  const report: Report = (path, problem) => void problems.push(`contract.${path}: ${problem}`);
  checkPatterns(data.envelopes, "envelopes", report);
  for (const [name, { details }] of Object.entries(data.codes)) checkPatterns(details, `codes.${name}.details`, report);
  if (data.codePattern !== undefined) checkExpression(data.codePattern, "codePattern", report);
  if (problems.length > 0) return problems;

  const checked = { data, leaves: listLeafFields(data.envelopes.failure), report };
  checkCodes(checked);
  checkFallbacks(checked);
  checkFields(checked);
  checkLeaves(checked);
  checkContext(checked);
  data.vocabulary.factories.forEach((factory, index) => checkFactory(checked, factory, index));
  checkLegacy(checked);
  return problems;
}

function checkCodes({ data, report }: Checked): void {
  const { codes, codePattern } = data;
  if (Object.keys(codes).length === 0) report("codes", "expected at least one code");
  const expression = codePattern === undefined ? undefined : new RegExp(`^(?:${codePattern})$`, "u");
  const owners = new Map<string | number, string>();
  for (const [name, entry] of Object.entries(codes)) {
    const path = `codes.${name}`;
    if (expression?.test(name) === false)
      report(path, `${JSON.stringify(name)} does not match codePattern ${codePattern}`);
    const value = entry.value ?? name;
    if (owners.has(value)) report(`${path}.value`, `${owners.get(value)} has the same value ${value}`);
    owners.set(value, name);
    checkDetails(entry, path, report);
    if (data.categories) checkCategory(data.categories, name, entry, report);
  }
}

function checkDetails(entry: CodeEntry, path: string, report: Report): void {
  const { details = {}, placeholders: shown = {}, message = "", wordings = {}, foreign, shows = [] } = entry;
  const check = (member: string, detail: string): void => {
    if (!Object.hasOwn(details, detail))
      report(`${path}.${member}`, `the code has no detail ${JSON.stringify(detail)}`);
  };
  if (foreign !== undefined) check("foreign", foreign);
  const named = [message, ...Object.values(wordings)].flatMap(listPlaceholders);
  if (entry.details) named.filter((name) => !Object.hasOwn(shown, name)).forEach((name) => check("message", name));
  shows.forEach((detail) => check("shows", detail));
  for (const [name, source] of Object.entries(shown)) {
    check(`placeholders.${name}`, source.replace(/\.(?:first|others)$/u, ""));
  }
}

function checkCategory(
  categories: NonNullable<ContractData["categories"]>,
  name: string,
  { category, condition, http, kind }: CodeEntry,
  report: Report,
): void {
  const begun = findCategory(categories, name);
  const given = category ?? begun;
  const path = `codes.${name}.category`;
  if (given === undefined || !Object.hasOwn(categories, given)) {
    report(path, `expected one of ${Object.keys(categories).join(", ")}`);
    return;
  }
  if (begun !== undefined && begun !== given) {
    report(path, `expected ${begun}, which the code begins with`);
    return;
  }
  const ranges = categories[given]!.http.map((status) => [status].flat());
  // No response reports a warning, or a code of a category without statuses.
  if (kind === "warning" || (ranges.length === 0 && http === undefined)) return;
  for (const status of http ?? [conditionStatuses[condition].http]) {
    const isKnown = ranges.some((range) => status >= range[0]! && status <= range.at(-1)!);
    if (!isKnown) report(`codes.${name}.http`, `${given} codes do not have status ${status}`);
  }
}

function checkFallbacks({ data: { fallback, byCondition = {}, foreign, codes }, report }: Checked): void {
  const tables = { fallback, byCondition, "foreign.codes": foreign?.codes ?? {} };
  for (const [table, entries] of Object.entries(tables)) {
    for (const [use, code] of Object.entries(entries)) checkErrorCode(codes, code, `${table}.${use}`, report);
  }
}

function checkErrorCode(codes: ContractData["codes"], code: string, path: string, report: Report): void {
  if (!Object.hasOwn(codes, code)) report(path, `${JSON.stringify(code)} is not among the codes`);
  else if (codes[code]!.kind === "warning") report(path, `${code} is a warning, not an error`);
}

function checkFields({ data: { fields }, leaves, report }: Checked): void {
  const { discriminant, ...paths } = fields;
  const find = (path: string): LeafField | undefined => leaves.find((leaf) => leaf.path === path);
  const named = Object.entries({ ...paths, ...(discriminant && { "discriminant.path": discriminant.path }) });
  for (const [part, path] of named) {
    if (!find(path)) report(`fields.${part}`, `the failure schema has no property ${JSON.stringify(path)}`);
  }
  const schema = discriminant && find(discriminant.path)?.schema;
  const misfits = schema ? checkAgainstSchema(schema, discriminant.value, "value") : [];
  for (const misfit of misfits) report("fields.discriminant.value", misfit.replace("value: ", ""));
}

const reserved = new Set(["__proto__", "constructor", "name", "stack", "toEnvelope", "toDiagnostic", "toJSON"]);

function checkLeaves({ data, leaves, report }: Checked): void {
  const { code, message, timestamp, discriminant } = data.fields;
  const filled = new Set([code, message, timestamp, discriminant?.path]);
  const names = new Set<string>();
  for (const { name, path, schema, required } of leaves) {
    const where = `envelopes.failure.properties.${path}`;
    if (names.has(name)) report(where, `another field is called ${JSON.stringify(name)} too`);
    names.add(name);
    if (reserved.has(name)) report(where, `every error has a member ${JSON.stringify(name)} already`);
    const unset = data.context[name]?.default ?? null;
    if (required && !filled.has(path) && !matchesSchema(schema, unset)) {
      report(where, "required, but neither null nor a default in contract.context can fill it");
    }
  }
}

function checkContext({ data, leaves, report }: Checked): void {
  for (const [name, field] of Object.entries(data.context)) {
    const leaf = leaves.find((candidate) => candidate.name === name);
    if (!leaf) report(`context.${name}`, "the failure schema has no such field");
    // An optional field without a default is left out.
    else if (leaf.required || field.default !== null) {
      const [misfit] = checkAgainstSchema(leaf.schema, field.default, "default");
      if (misfit !== undefined) report(`context.${name}.default`, misfit.replace("default: ", ""));
    }
  }
}

function checkFactory({ data, leaves, report }: Checked, factory: Factory, index: number): void {
  const where = `vocabulary.factories[${index}]`;
  // An error keeps its cause, whether or not the envelope does.
  const known = new Set([...leaves.map((leaf) => leaf.name), ...(data.fields.cause === undefined ? ["cause"] : [])]);
  const { positional, optional = [], reads, fixed = {}, defaults = {} } = factory;
  for (const name of optional) {
    if (!positional.includes(name)) report(`${where}.optional`, `${JSON.stringify(name)} is no positional argument`);
  }
  const mentioned = Object.values(defaults).flatMap(listPlaceholders);
  const named = new Set([...positional, ...reads, ...Object.keys(fixed), ...Object.keys(defaults), ...mentioned]);
  for (const name of named) {
    if (!known.has(name)) report(where, `the failure schema has no field ${JSON.stringify(name)}`);
  }
  const fixedCode = fixed[getLastPart(data.fields.code)];
  if (fixedCode !== undefined) checkErrorCode(data.codes, fixedCode, `${where}.fixed`, report);
}

function checkLegacy({ data: { legacy, codes }, leaves, report }: Checked): void {
  for (const name of Object.keys(legacy?.fields ?? {})) {
    if (!leaves.some((leaf) => leaf.name === name))
      report(`legacy.fields.${name}`, "the failure schema has no such field");
  }
  for (const [earlier, code] of Object.entries(legacy?.codes ?? {})) {
    checkErrorCode(codes, code, `legacy.codes.${earlier}`, report);
  }
}

function checkPatterns(value: unknown, path: string, report: Report): void {
  if (!isObject(value)) return;
  for (const [key, member] of Object.entries(value)) {
    if (key === "pattern" && typeof member === "string") checkExpression(member, `${path}.${key}`, report);
    else checkPatterns(member, `${path}.${key}`, report);
  }
}

function checkExpression(source: string, path: string, report: Report): void {
  try {
    new RegExp(source, "u");
  } catch (error) {
    report(path, error instanceof Error ? error.message : "not a regular expression");
  }
}
