import { findCategory, findEntry } from "../../../contract/codes.js";
import { describeMap, describeObject, type CodeEntry, type JSONSchema } from "../../../contract/contract-data.js";
import { listPlaceholders } from "../../../contract/message-template.js";
import { checkAgainstSchema } from "../../../contract/schema.js";
import { readAt, readMember } from "../../../json/read.js";
import { mcpAql } from "../contract.js";

/** An error of an adapter's own, as its schema declares it (specification 004 section 8.2). */
export interface AdapterCode {
  /** One of the contract's categories, such as `RATE_LIMIT`. */
  readonly category: string;
  /** The message, with `{name}` for details. */
  readonly message_template: string;
  /** The statuses of the target API that mean it. */
  readonly maps_from_http?: readonly number[];
  /** The condition for these statuses; see {@link createAdapterErrors}. */
  readonly condition?: string;
}

/** The mapping of an HTTP status (specification 004 section 8.3). */
export interface AdapterMapping {
  /** A registered code, one of `error_codes`, or a new one that begins with a category. */
  readonly code: string;
  /** Required for a new code. */
  readonly message_template?: string;
  /** The condition under which the mapping holds, such as `response.body.message contains 'abuse'`. Default: always. */
  readonly condition?: string;
}

/** The part of an adapter schema that is about errors, parsed. Other members are not read. */
export interface AdapterSchema {
  /** The codes that the adapter registers, by name (specification 004 section 8.2). Default: none. */
  readonly error_codes?: Readonly<Record<string, AdapterCode>> | undefined;
  /** By HTTP status. */
  readonly error_mapping?: Readonly<Record<string, AdapterMapping>> | undefined;
}

interface Rule {
  readonly code: string;
  readonly statuses: readonly number[];
  readonly condition: Condition | undefined;
  readonly template: string | undefined;
}

export interface ReadAdapterSchema {
  readonly codes: Readonly<Record<string, CodeEntry>>;
  readonly rules: readonly Rule[];
}

const text = { type: "string", minLength: 1 } as const;
const status = { type: "integer", minimum: 400, maximum: 599 } as const;

const adapterSchema: JSONSchema = {
  type: "object",
  properties: {
    error_codes: describeMap(
      describeObject(["category", "message_template"], {
        category: { enum: Object.keys(mcpAql.categories) },
        message_template: text,
        maps_from_http: { type: "array", minItems: 1, items: status },
        condition: text,
      }),
    ),
    error_mapping: describeMap(describeObject(["code"], { code: text, message_template: text, condition: text })),
  },
};

/** Leaves to `extend` what every contract asks of its codes. Throws a TypeError that names each other problem. */
export function readAdapterSchema(schema: unknown): ReadAdapterSchema {
  const problems = [...checkAgainstSchema(adapterSchema, schema, "adapter")];
  if (problems.length > 0) throw new TypeError(problems.join("\n"));
  const { error_codes = {}, error_mapping = {} } = schema as AdapterSchema;

  const codes: Record<string, CodeEntry> = {};
  const rules: Rule[] = [];
  for (const [name, { code, message_template, condition }] of Object.entries(error_mapping)) {
    const path = `adapter.error_mapping.${name}`;
    problems.push(...checkAgainstSchema(status, Number(name), `${path} (its status)`));
    const registered = findEntry(mcpAql, code);
    if (!registered && !Object.hasOwn(error_codes, code)) {
      const category = findCategory(mcpAql.categories, code);
      if (category === undefined)
        problems.push(`${path}.code: expected a registered code or one that begins with a category`);
      else if (message_template === undefined) problems.push(`${path}.message_template: a new code needs one`);
      else codes[code] ??= createEntry(category, message_template);
    }
    if (registered?.kind === "warning") problems.push(`${path}.code: ${code} is a warning, not an error`);
    rules.push({
      code,
      statuses: [Number(name)],
      condition: readCondition(condition, path, problems),
      template: message_template ?? error_codes[code]?.message_template,
    });
  }
  for (const [code, { category, message_template, maps_from_http, condition }] of Object.entries(error_codes)) {
    const path = `adapter.error_codes.${code}`;
    if (condition !== undefined && !maps_from_http)
      problems.push(`${path}.condition: maps_from_http has to say for which statuses`);
    codes[code] = createEntry(category, message_template);
    const test = readCondition(condition, path, problems);
    if (maps_from_http) rules.push({ code, statuses: maps_from_http, condition: test, template: message_template });
  }
  if (problems.length > 0) throw new TypeError(problems.join("\n"));
  return { codes, rules: [...rules.filter((rule) => rule.condition), ...rules.filter((rule) => !rule.condition)] };
}

function readCondition(condition: string | undefined, path: string, problems: string[]): Condition | undefined {
  if (condition === undefined) return undefined;
  const test = parseCondition(condition);
  if (!test) {
    problems.push(
      `${path}.condition: expected comparisons such as response.status == 403 or ` +
        "response.body.message contains 'abuse', joined by and",
    );
  }
  return test;
}

function createEntry(category: string, template: string): CodeEntry {
  const { meaning, condition } = mcpAql.categories[category]!;
  const names = [...new Set(listPlaceholders(template))];
  const detail = {
    type: ["string", "number", "boolean"],
    description: "Shown in the message",
    optional: true,
  } as const;
  return {
    meaning,
    category,
    section: "adapter schema",
    condition,
    message: template,
    details: Object.fromEntries(names.map((name) => [name, detail])),
  };
}

type Condition = (response: object) => boolean;

const comparison = new RegExp(
  String.raw`\s*response((?:\.[\w-]+)+)\s+(contains|==)\s+(?:'([^']*)'|"([^"]*)"|(-?(?:0|[1-9]\d*)(?:\.\d+)?|` +
    String.raw`true|false|null)(?![\w.-]))`,
  "uy",
);
const conjunction = /\s+and(?=\s)/uy;

/** Specification 004 sections 8.2 and 8.3: `contains` looks in a text or a list, `==` compares a scalar. */
function parseCondition(source: string): Condition | undefined {
  const tests: Condition[] = [];
  let position = 0;
  for (;;) {
    comparison.lastIndex = position;
    const found = comparison.exec(source);
    if (!found) return undefined;
    const [, path, operator, single, double, word] = found;
    const expected: unknown = word === undefined ? (single ?? double) : JSON.parse(word);
    if (operator === "contains" && word !== undefined) return undefined;
    const keys = path!.slice(1).split(".");
    tests.push((response) =>
      operator === "==" ? readPath(response, keys) === expected : hasPart(readPath(response, keys), expected),
    );

    position = comparison.lastIndex;
    if (source.slice(position).trim() === "") return (response) => tests.every((test) => test(response));
    conjunction.lastIndex = position;
    if (!conjunction.test(source)) return undefined;
    position = conjunction.lastIndex;
  }
}

const mostParts = 1_000;

function hasPart(value: unknown, part: unknown): boolean {
  if (typeof value === "string") return value.includes(String(part));
  return Array.isArray(value) && value.slice(0, mostParts).includes(part);
}

/** Members of a prototype are no part of a response. */
function readPath(response: object, [first, ...rest]: readonly string[]): unknown {
  const keys = first === "headers" ? rest.map((key) => key.toLowerCase()) : rest;
  return readAt(readMember(response, first!), keys);
}
