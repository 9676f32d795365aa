import { outdent } from "outdent";
import noLegacyError from "../../rules/dist/no-legacy-error.js";
import { under } from "./under-preset.js";
import { readRewriteWithImport } from "../kit/marked-rewrite.js";

const legacy = (fields: object, codeMap?: object) => ({
  legacy: [{ class: "OldError", codes: "OLD_CODES", fields, ...(codeMap && { codeMap }) }],
});

under("recommended", legacy({ error_code: "code", human_message: "message", component: "tool", cause: "cause" })).run(
  "no-legacy-error: the standard contract",
  noLegacyError,
  {
    valid: [],
    invalid: [
      {
        name: "the cause goes along, though the envelope has no place for it",
        ...readRewriteWithImport(outdent`
          import { OldError } from "./old-error.js";
          «⇒import { toolError, TOOL_ERROR_CODES } from "error-contract/standard";
          »export function f(err) {
            throw «new OldError({ error_code: "NOT_FOUND", human_message: "No note", component ⇒ toolError(TOOL_ERROR_CODES.NOT_FOUND, "No note", { tool»: "read", cause: err });
          }
        `),
        errors: [{ messageId: "legacyConstruction" }],
      },
    ],
  },
);

under("typedMcp", legacy({ error_code: "error", human_message: "message", cause: "cause" }, { GONE: "not_found" })).run(
  "no-legacy-error: a contract with optional details",
  noLegacyError,
  {
    valid: [],
    invalid: [
      {
        name: "a mapped code is the contract's; the factory is left to `prefer-factory`",
        ...readRewriteWithImport(outdent`
          import { OldError } from "./old-error.js";
          «⇒import { TypedMcpError, MCP_ERROR_CODES } from "error-contract/typed-mcp";
          »export function f(err) {
            throw new «OldError({ error_code: "GONE", human_message ⇒ TypedMcpError({ error: MCP_ERROR_CODES.not_found, message»: "No note", cause: err });
          }
        `),
        errors: [{ messageId: "legacyConstruction" }],
      },
    ],
  },
);
