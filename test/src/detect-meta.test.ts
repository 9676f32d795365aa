import { detectError } from "error-contract/detect";
import { kaiza, SystemError } from "error-contract/kaiza";
import { standard, toolError } from "error-contract/standard";
import { toMatchErrorContract } from "error-contract/testing";
import { describe, expect, test } from "vitest";
import { toRows } from "../kit/to-rows.js";
const envelope = toolError("NOT_FOUND", "There is no such note").toEnvelope();
const other = SystemError.toolFailure("FILE_NOT_FOUND").toEnvelope();
const text = (value: unknown) => ({ type: "text", text: typeof value === "string" ? value : JSON.stringify(value) });
/** A failing result that its handler wrote, with a value where the boundary puts the envelope. */
const own = (value: unknown, ...content: readonly object[]) => ({
  content,
  isError: true,
  _meta: { trace: 7, "error-contract/envelope": value },
});

const { content: _, ...bare } = own(envelope);
const response = { jsonrpc: "2.0", id: 1, result: bare };
const image = { type: "image", data: "", mimeType: "image/png" };
const ofMeta = { certainty: "envelope", contract: "standard", code: "NOT_FOUND", source: "_meta", envelope };
const ofText = { contract: "kaiza", source: "content" };

describe("the envelope in `_meta` of a failing result", () => {
  test.each(
    toRows<readonly [value: unknown, failure: object | undefined]>({
      "is read, whatever the content is": [own(envelope, image, text("no such note")), ofMeta],
      "comes before structured content and texts": [
        { ...own(envelope, text(other)), structuredContent: { ...other } },
        ofMeta,
      ],
      "is read where the result has no content": [bare, ofMeta],
      "is read in a response": [response, ofMeta],
      "is read in a response as JSON": [JSON.stringify(response), ofMeta],
      "leaves the text where it is nothing": [own(undefined, text(other)), ofText],
      "leaves the text where it is null": [own(null, text(other)), ofText],
      "leaves the text where it is a number": [own(7, text(other)), ofText],
      "leaves the text where it is a broken text": [own("[", text(other)), ofText],
      "leaves the text where it is empty": [own({}, text(other)), ofText],
      "leaves the text where it is no whole envelope": [own({ error: {} }, text(other)), ofText],
      "is no failure of a success": [{ ...own(envelope, text("ok")), isError: false }, undefined],
    }),
  )("%s", (_, value, failure) => {
    const found = detectError(value);
    expect(found).toEqual(failure && expect.objectContaining(failure));
  });

  test.each(
    toRows<readonly [value: unknown, contract: unknown, message: string | undefined]>({
      "is what a contract's tests speak of": [envelope, standard, undefined],
      "is not that of another contract": [envelope, kaiza, ""],
      "has its problems named": [{ error: { code: "NOT_FOUND" } }, standard, "error.message"],
    }),
  )("%s", (_, value, contract, message) => {
    const { pass, message: say } = toMatchErrorContract.call(undefined, own(value), contract);
    expect(pass).toBe(message === undefined);
    if (message !== undefined) expect(say()).toContain(message);
  });
});
