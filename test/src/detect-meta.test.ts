import { detectError } from "error-contract/detect";
import { kaiza, SystemError } from "error-contract/kaiza";
import { standard, toolError } from "error-contract/standard";
import { toMatchErrorContract } from "error-contract/testing";
import { describe, expect, test } from "vitest";

const envelope = toolError("NOT_FOUND", "There is no such note").toEnvelope();
const other = SystemError.toolFailure("FILE_NOT_FOUND").toEnvelope();
const text = (value: unknown) => ({ type: "text", text: typeof value === "string" ? value : JSON.stringify(value) });
/** A failing result that its handler wrote, with a value where the boundary puts the envelope. */
const own = (value: unknown, ...content: readonly object[]) => ({
  content,
  isError: true,
  _meta: { trace: 7, "error-contract/envelope": value },
});

describe("the envelope in `_meta` of a failing result", () => {
  test("is read, whatever the content is", () => {
    const image = { type: "image", data: "", mimeType: "image/png" };
    expect(detectError(own(envelope, image, text("no such note")))).toMatchObject({
      certainty: "envelope",
      contract: "standard",
      code: "NOT_FOUND",
      source: "_meta",
      envelope,
    });
  });

  test("comes before structured content and texts", () =>
    expect(detectError({ ...own(envelope, text(other)), structuredContent: { ...other } })).toMatchObject({
      contract: "standard",
      source: "_meta",
    }));

  test("is read where the result has no content, in a response, and as JSON", () => {
    const { content: _, ...bare } = own(envelope);
    const response = { jsonrpc: "2.0", id: 1, result: bare };
    for (const value of [bare, response, JSON.stringify(response)]) {
      expect(detectError(value)).toMatchObject({ code: "NOT_FOUND", source: "_meta" });
    }
  });

  test("is only one of the places: what conforms to no contract leaves the others", () => {
    for (const value of [undefined, null, 7, "[", {}, { error: {} }]) {
      expect(detectError(own(value, text(other)))).toMatchObject({ contract: "kaiza", source: "content" });
    }
  });

  test("is no failure of a success", () =>
    expect(detectError({ ...own(envelope, text("ok")), isError: false })).toBeUndefined());

  test("is what a contract's tests speak of", () => {
    const match = (value: unknown, contract: unknown) => toMatchErrorContract.call(undefined, value, contract);
    expect(match(own(envelope), standard).pass).toBe(true);
    expect(match(own(envelope), kaiza).pass).toBe(false);
    expect(match(own({ error: { code: "NOT_FOUND" } }), standard).message()).toContain("error.message");
  });
});
