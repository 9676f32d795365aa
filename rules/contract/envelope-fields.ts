import type { ContractData } from "error-contract";

/** How a contract's envelope can be told from any other object, at the level where its code stands. */
export interface EnvelopeFields {
  /** The name of the field that holds the code. */
  readonly code: string;
  /** The names under which an error instance holds its code: the field's and, as of every error class of ours, `code`. */
  readonly onError: ReadonlySet<string>;
  /** Whether the code's name alone is no word that other libraries use: `error_code`, but not `code`. */
  readonly isDistinctive: boolean;
  /** Whether an object with these other names claims to be the envelope or a part of one. */
  isEnvelope: (names: Iterable<string>) => boolean;
}

const known = new WeakMap<ContractData, EnvelopeFields>();

export function envelopeFields(data: ContractData): EnvelopeFields {
  const fields = known.get(data) ?? createEnvelopeFields(data);
  known.set(data, fields);
  return fields;
}

function createEnvelopeFields({ fields, envelopes }: ContractData): EnvelopeFields {
  const path = fields.code.split(".");
  const code = path.at(-1) ?? "";
  let schema: ContractData["envelopes"]["failure"] | undefined = envelopes.failure;
  for (const name of path.slice(0, -1)) schema = schema?.properties?.[name];
  const others = Object.keys(schema?.properties ?? {}).filter((name) => name !== code);
  const required = (schema?.required ?? []).filter((name) => name !== code);
  const message = fields.message.split(".").at(-1) ?? "";
  const isDistinctive = isCompound(code);
  return {
    code,
    onError: new Set([code, "code"]),
    isDistinctive,
    isEnvelope: (names) => {
      const found = new Set(names);
      // `{ code, message }` is anybody's; only all that the envelope requires tells it apart.
      if (!isDistinctive) return required.length > 1 && required.every((name) => found.has(name));
      return (isCompound(message) && found.has(message)) || others.filter((name) => found.has(name)).length > 1;
    },
  };
}

function isCompound(name: string): boolean {
  return /[a-z](?:_|[A-Z])/.test(name);
}
