import { outdent } from "outdent";

/** A handler that nobody but the boundary calls. */
export const wrapped = (body: string) => outdent`
  import { SystemError, SYSTEM_ERROR_CODES, wrapHandler } from "error-contract/kaiza";
  export const readFile = wrapHandler(async ({ path }) => {
  ${body.replaceAll(/^/gm, "  ")}
    return { ok: true };
  }, "read_file");
`;
