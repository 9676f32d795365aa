import type { ContractData, JSONSchema } from "./contract-data.js";
import { getEnvelopeSchema, listEnvelopeProblems } from "./envelope-schema.js";
import { isEnvelope } from "./is-envelope.js";
import type { EnvelopeOf } from "./infer.js";

type Checked<T> = { readonly value: T } | { readonly issues: readonly { readonly message: string }[] };

/** The failure envelope of a contract as a Standard Schema, with its JSON Schema, for validators of frameworks. */
export interface EnvelopeSchema<C extends ContractData> {
  /** The members of Standard Schema 1: version, vendor, types, and `validate`, which never throws. */
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "error-contract";
    readonly types?: { readonly input: EnvelopeOf<C>; readonly output: EnvelopeOf<C> };
    readonly validate: (value: unknown) => Checked<EnvelopeOf<C>>;
    /** The same for input and output, and for every draft that is asked for. */
    readonly jsonSchema: {
      readonly input: () => JSONSchema & Record<string, unknown>;
      readonly output: () => JSONSchema & Record<string, unknown>;
    };
  };
}

/**
 * Creates the Standard Schema of a contract's failure envelope; see {@link EnvelopeSchema}.
 *
 * @throws TypeError where the value is no contract.
 * @example
 * ```js
 * import { createEnvelopeSchema } from "error-contract";
 * import { standard } from "error-contract/standard";
 *
 * const { issues } = createEnvelopeSchema(standard)["~standard"].validate({});
 * console.log(issues[0].message); // error: missing
 * ```
 */
export function createEnvelopeSchema<const C extends ContractData>(contract: C): EnvelopeSchema<C> {
  const getSchema = (): JSONSchema & Record<string, unknown> => ({ ...getEnvelopeSchema(contract) });
  return {
    "~standard": {
      version: 1,
      vendor: "error-contract",
      validate: (value) => {
        if (isEnvelope(contract, value)) return { value: value as EnvelopeOf<C> };
        const problems = listEnvelopeProblems(contract, value);
        const words = problems.length > 0 ? problems : ["the details are not those of the code"];
        return { issues: words.map((message) => ({ message })) };
      },
      jsonSchema: { input: getSchema, output: getSchema },
    },
  };
}
