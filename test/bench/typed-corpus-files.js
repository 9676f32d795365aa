// The text of the files. In a settled server all failures are the contract's: factory calls, values of helper
// functions, subclasses, rethrows. In one that migrates, about a third are raw errors and classes of its own.

const NOUNS = ["order", "invoice", "session", "plan", "patch", "workspace", "report", "channel", "policy", "account"];
const CODES = [
  "INVALID_PATH",
  "FILE_NOT_FOUND",
  "PLAN_NOT_FOUND",
  "HASH_MISMATCH",
  "INVALID_INPUT_VALUE",
  "SESSION_LOCKED",
];

const SYSTEM_ERROR = `export { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
export type { SystemErrorCode, SystemErrorContext } from "error-contract/kaiza";
`;

const FAILURES = `import { SystemError, SYSTEM_ERROR_CODES, type SystemErrorCode } from "./system-error.js";

export class AppError extends Error {
  override readonly name: string = "AppError";
  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export class NotFoundError extends AppError {
  override readonly name = "NotFoundError";
  constructor(
    readonly entity: string,
    readonly id: string,
  ) {
    super("NOT_FOUND", \`\${entity} \${id} was not found\`);
  }
}

export class RetryableError extends AppError {
  override readonly name = "RetryableError";
  readonly delay: number;
  constructor(message: string, delay: number, options?: ErrorOptions) {
    super("RETRY", message, options);
    this.delay = delay;
  }
}

export type Failure = { readonly ok: false; readonly error: AppError };
export type Result<T> = { readonly ok: true; readonly value: T } | Failure;

export const succeed = <T>(value: T): Result<T> => ({ ok: true, value });
export const failed = (error: AppError): Failure => ({ ok: false, error });

export function failureOf(code: SystemErrorCode, tool: string, cause?: unknown): SystemError {
  return SystemError.toolFailure(code, {
    tool_name: tool,
    human_message: SystemError.contract.codes[code].meaning,
    cause,
  });
}

export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new AppError("UNKNOWN", String(thrown));
}

export function unreachable(value: never): never {
  throw SystemError.invariantViolation("UNREACHABLE", { human_message: \`Unexpected \${String(value)}\` });
}

export function required<T>(value: T | null | undefined, name: string): T {
  if (value === null || value === undefined) {
    throw SystemError.toolFailure(SYSTEM_ERROR_CODES.MISSING_REQUIRED_FIELD, {
      human_message: \`\${name} is required\`,
    });
  }
  return value;
}
`;

/** The same names, made from the contract's class. */
const SETTLED_FAILURES = FAILURES.slice(0, FAILURES.indexOf("export class"))
  .concat(
    `
export class AppError extends SystemError {
  constructor(
    readonly code: SystemErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super({ error_code: code, human_message: message, cause: options?.cause });
  }
}

export class NotFoundError extends AppError {
  constructor(
    readonly entity: string,
    readonly id: string,
  ) {
    super("FILE_NOT_FOUND", \`\${entity} \${id} was not found\`);
  }
}

export class RetryableError extends AppError {
  readonly delay: number;
  constructor(message: string, delay: number, options?: ErrorOptions) {
    super("AUDIT_LOCK_FAILED", message, options);
    this.delay = delay;
  }
}

`,
  )
  .concat(FAILURES.slice(FAILURES.indexOf("export type Failure")))
  .replace("toError(thrown: unknown): Error", "toError(thrown: unknown): SystemError")
  .replace(
    'thrown instanceof Error ? thrown : new AppError("UNKNOWN", String(thrown))',
    "SystemError.fromUnknown(thrown)",
  );

/**
 * @param {ReturnType<typeof import("./random.js").randomFrom>} random
 * @param {number} features how many there will be, for imports between them
 * @param {boolean} settled whether all failures are the contract's
 */
export function fileBuilder(random, features, settled) {
  /** The weight of what only a server that migrates has. */
  const raw = (weight) => (settled ? 0 : weight);
  const { below, pick, weighted } = random;
  const code = () => pick(CODES);
  const codeText = () => (below(2) ? `SYSTEM_ERROR_CODES.${code()}` : `"${code()}"`);
  const naming = (feature) => {
    const noun = NOUNS[feature % NOUNS.length];
    return { noun, Noun: `${noun[0].toUpperCase()}${noun.slice(1)}${feature}` };
  };

  /** One failure, as statements. `tool` and `id` are strings in scope. */
  const failure = (tool) =>
    weighted([
      [
        40,
        () => `throw SystemError.toolFailure(${codeText()}, {
      tool_name: "${tool}",
      human_message: \`Cannot use \${id}\`,
    });`,
      ],
      [4, () => `throw SystemError.invariantViolation("${code()}_INVARIANT", { tool_name: "${tool}" });`],
      [6, () => `throw failureOf("${code()}", "${tool}");`],
      [raw(12), () => `throw new Error(\`${tool} failed for \${id}\`);`],
      [raw(5), () => `throw new Error("${code()}: " + id);`],
      [raw(4), () => `throw new TypeError("id must be a string");`],
      [6, () => `throw new NotFoundError("${tool}", id);`],
      [4, () => `throw new AppError("${code()}", \`bad \${id}\`);`],
      [
        4,
        () => `const error = SystemError.toolFailure("${code()}", { tool_name: "${tool}" });
    log.push(error.human_message);
    throw error;`,
      ],
      [3, () => `const error = toError(id);\n    throw error;`],
    ])();

  const caught = (tool) =>
    weighted([
      [30, () => `throw error;`],
      [30, () => `throw SystemError.toolFailure(${codeText()}, { tool_name: "${tool}", cause: error });`],
      [10, () => `throw SystemError.fromUnknown(error, { tool_name: "${tool}" });`],
      [raw(12), () => `throw new Error("${tool} failed", { cause: error });`],
      [8, () => `throw toError(error);`],
      [10, () => `throw failureOf("${code()}", "${tool}", error);`],
    ])();

  /** Methods without a failure, which most code is. */
  const quiet = ({ Noun }, index) =>
    pick([
      () => `  summarize${index}(items: readonly ${Noun}[]): ReadonlyMap<${Noun}State, number> {
    const counts = new Map<${Noun}State, number>();
    for (const { state } of items) counts.set(state, (counts.get(state) ?? 0) + 1);
    return counts;
  }
`,
      () => `  page${index}<K extends keyof ${Noun}>(
    items: readonly ${Noun}[],
    key: K,
    size: number,
  ): readonly ${Noun}[K][] {
    const sorted = [...items].sort((left, right) => left.updatedAt - right.updatedAt);
    return sorted.slice(0, Math.max(1, size)).map((item) => item[key]);
  }
`,
    ])();

  const loud = ({ noun, Noun }, index) => {
    const tool = `${noun}_${pick(["read", "write", "list", "check"])}`;
    return pick([
      () => `  async update${index}(id: string, change: Partial<${Noun}>): Promise<${Noun}> {
    const log: string[] = [];
    if (id.length === 0) {
      ${failure(tool)}
    }
    try {
      const current = await this.store.read(id);
      const next: ${Noun} = { ...current, ...change, updatedAt: Date.now() };
      await this.store.write(next);
      return next;
    } catch (error) {
      log.push(\`update of \${id}\`);
      ${caught(tool)}
    }
  }
`,
      () => `  find${index}(items: readonly ${Noun}[], id: string): ${Noun} {
    const log: string[] = [];
    const found = items.find((item) => item.id === id);
    if (!found) {
      ${failure(tool)}
    }
    switch (found.state) {
      case "open":
      case "closed":
        return found;
      case "failed":
        log.push(found.id);
        return { ...found, state: "open" };
      default:
        return unreachable(found.state);
    }
  }
`,
      () => `  wait${index}(id: string, limit: number): Promise<${Noun}> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(${pick([
          `SystemError.toolFailure("${code()}", { tool_name: "${tool}" })`,
          ...(settled ? [] : ["new Error(`${id} timed out`)"]),
          `failureOf("${code()}", "${tool}")`,
        ])});
      }, limit);
      this.store.read(id).then(
        (item) => {
          clearTimeout(timer);
          resolve(item);
        },
        (error: unknown) => {
          clearTimeout(timer);
          reject(toError(error));
        },
      );
    });
  }
`,
      () => `  async retry${index}<T>(id: string, attempt: (item: ${Noun}) => Promise<T>, times = 3): Promise<T> {
    let last: unknown;
    for (let round = 0; round < times; round++) {
      try {
        return await attempt(await this.store.read(id));
      } catch (error) {
        last = error;
        if (error instanceof RetryableError) continue;
        ${caught(tool)}
      }
    }
    throw ${pick([
      "SystemError.fromUnknown(last)",
      "toError(last)",
      `SystemError.toolFailure("${code()}", { cause: last })`,
    ])};
  }
`,
    ])();
  };

  const imports = `import { SystemError, SYSTEM_ERROR_CODES } from "../core/system-error.js";
import {
  AppError,
  NotFoundError,
  RetryableError,
  failureOf,
  required,
  toError,
  unreachable,
} from "../core/failures.js";
`;
  // Every name is used, so that the lint has no more to say than about other code.
  const uses = `export const parts = [
  SystemError,
  SYSTEM_ERROR_CODES,
  AppError,
  NotFoundError,
  RetryableError,
  failureOf,
  required,
  toError,
  unreachable,
] as const;
`;

  const model = ({ Noun }) => `export type ${Noun}State = "open" | "closed" | "failed";

export interface ${Noun} {
  readonly id: string;
  readonly state: ${Noun}State;
  readonly tags: readonly string[];
  readonly updatedAt: number;
  readonly owner?: { readonly name: string; readonly team: string | null };
  readonly amounts: Readonly<Record<string, number>>;
}

export type ${Noun}Change = Partial<Omit<${Noun}, "id" | "updatedAt">>;

export function is${Noun}(value: unknown): value is ${Noun} {
  if (typeof value !== "object" || value === null) return false;
  const candidate = value as Partial<Record<keyof ${Noun}, unknown>>;
  return typeof candidate.id === "string" && Array.isArray(candidate.tags) && typeof candidate.updatedAt === "number";
}

export function total${Noun}({ amounts }: Pick<${Noun}, "amounts">): number {
  return Object.values(amounts).reduce((sum, amount) => sum + amount, 0);
}
`;

  const store = ({ noun, Noun }) => `${imports}import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { is${Noun}, type ${Noun} } from "./model.js";

export class ${Noun}Store {
  readonly #folder: string;
  readonly #cache = new Map<string, ${Noun}>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async read(id: string): Promise<${Noun}> {
    const log: string[] = [];
    const cached = this.#cache.get(id);
    if (cached) return cached;
    let text: string;
    try {
      text = await readFile(path.join(this.#folder, \`\${id}.json\`), "utf8");
    } catch (error) {
      log.push(id);
      ${caught(`${noun}_read`)}
    }
    const value: unknown = JSON.parse(text);
    if (!is${Noun}(value)) {
      ${failure(`${noun}_read`)}
    }
    this.#cache.set(id, value);
    return value;
  }

  async write(item: ${Noun}): Promise<void> {
    await writeFile(path.join(this.#folder, \`\${item.id}.json\`), JSON.stringify(item));
    this.#cache.set(item.id, item);
  }

  get size(): number {
    return this.#cache.size;
  }
}

${uses}`;

  const service = (names, feature) => {
    const { Noun } = names;
    const methods = Array.from({ length: 5 }, (_, index) =>
      weighted([
        [1, () => quiet(names, index)],
        [1, () => loud(names, index)],
      ])(),
    );
    const other = below(features);
    const neighbour =
      other === feature ? "" : `import { total${naming(other).Noun} } from "../${folderOf(other)}/model.js";\n`;
    return `${imports}${neighbour}import type { ${Noun}, ${Noun}State } from "./model.js";
import type { ${Noun}Store } from "./store.js";

export class ${Noun}Service {
  constructor(private readonly store: ${Noun}Store) {}

  get known(): number {
    return this.store.size${neighbour ? ` + total${naming(other).Noun}({ amounts: { a: 1 } })` : ""};
  }

  states(items: readonly ${Noun}[]): readonly ${Noun}State[] {
    return items.map((item) => item.state);
  }

${methods.join("\n")}}

${uses}`;
  };

  const handler = ({ noun, Noun }) => {
    const one = (
      verb,
    ) => `export async function handle${verb}${Noun}(input: unknown, service: ${Noun}Service): Promise<ToolReply> {
  const log: string[] = [];
  const { id } = parsed(input);
  if (!id.startsWith("${noun}")) {
    ${failure(`${noun}_${verb.toLowerCase()}`)}
  }
  try {
    const size = await Promise.resolve(service.known);
    return { content: [{ type: "text", text: \`\${id}: \${size.toString()}\` }] };
  } catch (error) {
    log.push(id);
    ${caught(`${noun}_${verb.toLowerCase()}`)}
  }
}
`;
    return `${imports}import type { ${Noun}Service } from "./service.js";

export interface ToolReply {
  readonly content: readonly { readonly type: "text"; readonly text: string }[];
  readonly isError?: true;
}

function parsed(input: unknown): { readonly id: string } {
  const log: string[] = [];
  const id = String((input as { id?: unknown } | null)?.id ?? "");
  if (log.length > 0 || id === "") {
    ${failure(`${noun}_parse`)}
  }
  return { id };
}

${["Read", "Write", "List"].map(one).join("\n")}
${uses}`;
  };

  const folderOf = (feature) => `${NOUNS[feature % NOUNS.length]}-${feature}`;

  return {
    shared: () => [
      ["src/core/system-error.ts", SYSTEM_ERROR],
      ["src/core/failures.ts", settled ? SETTLED_FAILURES : FAILURES],
    ],
    feature: (feature) => {
      const names = naming(feature);
      const folder = `src/${folderOf(feature)}`;
      return [
        [`${folder}/model.ts`, model(names)],
        [`${folder}/store.ts`, store(names)],
        [`${folder}/service.ts`, service(names, feature)],
        [`${folder}/handlers.ts`, handler(names)],
      ];
    },
  };
}
