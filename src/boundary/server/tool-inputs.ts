import { isFunction, isObject, readMember } from "../../json/read.js";
import type { RequestHandler } from "../options.js";
import { findListedTool, readTools } from "./listed-tools.js";
import { explainInput, type Refusal } from "./refusals.js";
import { explainJSONSchema } from "./schema-issues.js";

/** The validator of JSON Schema that servers of the SDK have, from 1.21 on. */
export interface SchemaValidator {
  getValidator(schema: object): (value: unknown) => unknown;
}

/** Arguments that have not reached their tool. */
// eslint-disable-next-line error-contract/no-raw-error -- the boundary converts it by its refusal
export class RefusedInput extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** The input of a tool as the server lists it. */
interface ListedInput {
  readonly schema: object;
  readonly text: string;
  validate: ((value: unknown) => unknown) | undefined;
}

/** Checks the arguments of calls by what the server lists, where no SDK does. */
export class ToolInputs {
  readonly #validator: SchemaValidator;
  readonly #inputs = new Map<unknown, ListedInput>();

  constructor(validator: SchemaValidator) {
    this.#validator = validator;
  }

  /**
   * Adapts the handlers of a server: that of the list tells what it lists, that of calls gets what fits.
   *
   * @param isOwn whether the server itself has set the handler of calls.
   * @param listTools the handler of the list.
   */
  adapt(method: string, handler: RequestHandler, isOwn: () => boolean, listTools: RequestHandler): RequestHandler {
    if (method === "tools/list") {
      return async (...args) => {
        const list = await handler(...args);
        for (const tool of readTools(list)) this.#remember(readMember(tool, "name"), readMember(tool, "inputSchema"));
        return list;
      };
    }
    if (method !== "tools/call") return handler;
    return async (request, context) => {
      const refusal = isOwn() ? await this.#findRefusal(listTools, readMember(request, "params"), context) : undefined;
      if (refusal) throw new RefusedInput(refusal);
      return handler(request, context);
    };
  }

  /** A validator keeps each schema that it is given, so one that is listed again is not given again. */
  #remember(name: unknown, schema: unknown): void {
    if (!isObject(schema)) return;
    const text = JSON.stringify(schema);
    if (this.#inputs.get(name)?.text !== text) this.#inputs.set(name, { schema, text, validate: undefined });
  }

  /** `undefined` where the schema refuses nothing, or the tool is not listed. */
  async #findRefusal(listTools: RequestHandler, params: unknown, context: unknown): Promise<Refusal | undefined> {
    const name = readMember(params, "name");
    try {
      if (!this.#inputs.has(name)) {
        const tool = await findListedTool(listTools, name, context);
        this.#remember(name, readMember(tool, "inputSchema"));
      }
      const input = this.#inputs.get(name);
      if (!input) return undefined;
      input.validate ??= this.#validator.getValidator(input.schema);
      const value = readMember(params, "arguments") ?? {};
      const verdict = input.validate(value);
      if (readMember(verdict, "valid") !== false) return undefined;
      return explainInput(explainJSONSchema(input, value, String(readMember(verdict, "errorMessage"))));
    } catch {
      // A list that fails, or a schema that the validator cannot read, refuses nothing.
      return undefined;
    }
  }
}

export const hasValidator = (value: unknown): value is SchemaValidator => isFunction(readMember(value, "getValidator"));
